"""Claims about how a stream of bytes becomes messages."""

import json

import pytest

from noctule.lsp.frames import Body, Fault, FrameParser

ONE = b'{"n": 1}'
TWO = b'{"n": 2}'


def framed(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def read(data: bytes, *, chunk: int = 1 << 20, **limits: int) -> list[bytes | str]:
    """Bodies as bytes and faults as their reasons; bodies that are no JSON are refused, as the reader does."""
    parser = FrameParser(**limits)
    seen: list[bytes | str] = []
    for start in range(0, len(data), chunk):
        for step in parser.feed(data[start : start + chunk]):
            if isinstance(step, Fault):
                seen.append(("final: " if step.is_final else "") + step.reason)
            elif is_json(step):
                seen.append(step.data)
            else:
                seen.append("no JSON")
                parser.refuse(step)
    return seen


def is_json(body: Body) -> bool:
    try:
        json.loads(body.data)
    except ValueError:
        return False
    return True


READABLE = {
    "plain": framed(ONE),
    "lower case": b"content-length: 8\r\n\r\n" + ONE,
    "no space": b"Content-Length:8\r\n\r\n" + ONE,
    "space before the colon": b"Content-Length : 8\r\n\r\n" + ONE,
    "LF only": b"Content-Length: 8\n\n" + ONE,
    "type first": b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 8\r\n\r\n" + ONE,
    "type last": b"Content-Length: 8\r\nContent-Type: application/vscode-jsonrpc\r\n\r\n" + ONE,
    "twice the same length": b"Content-Length: 8\r\nContent-Length: 8\r\n\r\n" + ONE,
    "blank lines before": b"\r\n\r\n\n" + framed(ONE),
}


@pytest.mark.parametrize("data", READABLE.values(), ids=READABLE.keys())
@pytest.mark.parametrize("chunk", [1, 7, 1 << 20])
def test_headers_are_read_as_any_client_writes_them(data: bytes, chunk: int) -> None:
    assert read(data + framed(TWO), chunk=chunk) == [ONE, TWO]


BROKEN = {
    "zero": b"Content-Length: 0\r\n\r\n",
    "negative": b"Content-Length: -5\r\n\r\n",
    "no number": b"Content-Length: x\r\n\r\n" + ONE,
    "other digits": "Content-Length: ٨\r\n\r\n".encode() + ONE,
    "huge": b"Content-Length: 1000000000000000000000\r\n\r\n{}",
    "too large": b"Content-Length: 1000\r\n\r\n{}",
    "no length": b"Content-Type: x\r\n\r\n" + ONE,
    "too short": b"Content-Length: 5\r\n\r\n" + ONE,
    "too long": b"Content-Length: 20\r\n\r\n" + ONE,
    "far too long": b"Content-Length: 90\r\n\r\n" + ONE,
    "garbage": b"\x00\xff garbage without an end",
    "garbage line": b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    "endless header": b"A: b\r\n" * 3000,
    "no JSON": framed(b'{"n": '),
    "no UTF-8": framed(b'"\xff\xfe"'),
}


@pytest.mark.parametrize("data", BROKEN.values(), ids=BROKEN.keys())
@pytest.mark.parametrize("chunk", [1, 7, 1 << 20])
def test_the_message_after_a_fault_is_read(data: bytes, chunk: int) -> None:
    seen = read(data + framed(TWO), chunk=chunk, max_body_bytes=100)
    assert seen[-1] == TWO
    assert len(seen) == 2, seen
    assert isinstance(seen[0], str)


def test_two_lengths_that_differ_are_a_fault() -> None:
    seen = read(b"Content-Length: 5\r\nContent-Length: 8\r\n\r\n" + ONE + framed(TWO))
    assert seen[0] == "the header has two lengths"
    assert seen[-1] == TWO


def test_a_text_that_mentions_a_header_is_no_header() -> None:
    body = json.dumps({"text": "Content-Length: 5\r\n\r\nhello"}).encode()
    assert read(framed(body) + framed(TWO), chunk=5) == [body, TWO]


def test_a_stream_without_any_message_is_given_up() -> None:
    seen = read(b"x: y\r\n" * 5000, chunk=1000, max_skipped_bytes=10_000)
    assert seen[0] == "the header is too long"
    assert seen[1] == "final: no message in what was sent"


def test_what_is_skipped_is_not_kept() -> None:
    parser = FrameParser()
    for _ in range(100):
        list(parser.feed(b"x" * 100_000))
    assert len(parser._buffer) < 200_000


def test_the_rest_of_a_broken_header_does_not_swallow_the_next_message() -> None:
    for rest in (b"Content-Length: 90\r\nCon", b'Content-Length: 90\r\nContent-Type: "x": {}}', b"Content-Length: 9"):
        assert read(rest + framed(TWO))[-1] == TWO
