"""A model server that hangs, trickles, floods, hangs up or speaks another language: a typed error, in time, and little
memory. `python -m pytest tests/adversarial/test_model_servers.py -s` prints what each took.
"""

import gzip
import itertools
import time
import tracemalloc
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from fakes.rude_server import Rudeness, RudeServer
from noctule.errors import ModelBusy, ModelError, ModelRefused, ModelReplyBad, ModelTimeout
from noctule.models.transport import Call, Edge, post

GIGABYTE = 1 << 30
CHUNK = b"x" * (1 << 16)
OK = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"
# What the client may take in before it gives up, and what of it it may hold: far less than the gigabyte.
MOST_BYTES = 100_000_000
SHORT_S = 0.6
LONG_S = 60.0


def sends(*pieces: bytes | None) -> Rudeness:
    return lambda: iter(pieces)


def for_ever(first: bytes, piece: bytes | None) -> Rudeness:
    return lambda: itertools.chain([first], itertools.repeat(piece))


def trickles() -> Iterator[bytes | None]:
    for letter in OK + b"content-length: 100000\r\n\r\n" + b" " * 100_000:
        yield bytes([letter])
        yield None


def flood(head: bytes, piece: bytes) -> Rudeness:
    return lambda: itertools.chain([head], itertools.repeat(piece, GIGABYTE // len(piece)))


def in_chunks(data: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(data), data)


# 64 MB of nothing in 64 KB: sixteen such are a gigabyte.
BOMB = gzip.compress(b"\0" * (64 << 20), compresslevel=9)

SLOW = {
    "hangs": for_ever(b"", None),
    "trickles": trickles,
    "hangs in its body": for_ever(OK + b'content-length: 50\r\n\r\n{"a":', None),
    "says to go on for ever": lambda: itertools.chain.from_iterable(
        (b"HTTP/1.1 100 Continue\r\n\r\n", None) for _ in itertools.count()
    ),
}
FAST: dict[str, tuple[Rudeness, type[ModelError]]] = {
    "a gigabyte": (flood(OK + b"content-length: %d\r\n\r\n" % GIGABYTE, CHUNK), ModelReplyBad),
    "a gigabyte in chunks": (flood(OK + b"transfer-encoding: chunked\r\n\r\n", in_chunks(CHUNK)), ModelReplyBad),
    "a gigabyte without a length": (flood(OK + b"\r\n", CHUNK), ModelReplyBad),
    "a gigabyte in a megabyte": (
        flood(OK + b"content-encoding: gzip\r\ntransfer-encoding: chunked\r\n\r\n", in_chunks(BOMB)),
        ModelReplyBad,
    ),
    "a gigabyte of error": (flood(b"HTTP/1.1 400 No\r\ncontent-length: %d\r\n\r\n" % GIGABYTE, CHUNK), ModelRefused),
    "a gigabyte of headers": (flood(OK, b"x-a: " + b"y" * 60_000 + b"\r\n"), ModelBusy),
    "hangs up": (sends(), ModelBusy),
    "hangs up in its head": (sends(OK[:20]), ModelBusy),
    "hangs up in its body": (sends(OK + b'content-length: 50\r\n\r\n{"a":'), ModelBusy),
    "hangs up in a chunk": (sends(OK + b'transfer-encoding: chunked\r\n\r\n50\r\n{"a":'), ModelBusy),
    "another language": (sends(b"SSH-2.0-OpenSSH_9.6\r\n\xff\xfe\0\0"), ModelBusy),
    "a length below nothing": (sends(OK + b"content-length: -5\r\n\r\n{}"), ModelBusy),
    "two lengths": (sends(OK + b"content-length: 2\r\ncontent-length: 3\r\n\r\n{}"), ModelBusy),
    "leads in a circle": (sends(b"HTTP/1.1 307 Go\r\nlocation: /\r\ncontent-length: 0\r\n\r\n"), ModelRefused),
    "no packing that is one": (
        sends(OK + b"content-encoding: gzip\r\ncontent-length: 5\r\n\r\nhello"),
        ModelReplyBad,
    ),
    "a number of no end": (
        sends(OK + b'content-length: 20006\r\n\r\n{"a":' + b"1" * 20_000 + b"}"),
        ModelReplyBad,
    ),
}


async def check(rudeness: Rudeness, kind: type[ModelError], seconds: float, what: str) -> None:
    with RudeServer(rudeness) as server:
        call = Call("rude", None, f"{server.url}/chat/completions", {}, {"messages": []}, retries=0)
        tracemalloc.start()
        began = time.monotonic()
        with pytest.raises(kind) as caught:
            await post(call, began + seconds, Edge(lambda: datetime.now(UTC)))
        took = time.monotonic() - began
        held = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        print(
            f"\n{what}: {kind.__name__} in {took:.1f} s, {server.sent / 1e6:.1f} MB taken in, {held / 1e6:.0f} MB held"
        )
        assert type(caught.value) is kind
        assert str(caught.value).startswith("rude ")
        assert server.sent < MOST_BYTES
        assert held < 3 * MOST_BYTES


@pytest.mark.parametrize("what", SLOW)
async def test_what_never_ends_ends_with_its_deadline(what: str) -> None:
    await check(SLOW[what], ModelTimeout, SHORT_S, what)


@pytest.mark.parametrize("what", FAST)
async def test_what_no_server_should_say_is_a_typed_error_and_costs_little(what: str) -> None:
    rudeness, kind = FAST[what]
    await check(rudeness, kind, LONG_S, what)
