"""Claims about a hostile stream: each request that can be read is answered once, and the server lives."""

import contextlib
import json
import os
import random
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from fakes.stdio_client import StdioClient, frame, request

# A longer run: NOCTULE_FUZZ_FRAMES=50000 NOCTULE_FUZZ_SEED=7.
FUZZ_FRAMES = int(os.environ.get("NOCTULE_FUZZ_FRAMES", "5000"))
FUZZ_SEED = int(os.environ.get("NOCTULE_FUZZ_SEED", "1"))
# Far longer than any answer takes: beside other programs on the machine a second says nothing.
HANG_S = 30.0

STATUS = json.dumps(request(1, "memory/status", {})).encode()


def header(length: Any, body: bytes = STATUS, *, name: str = "Content-Length", end: bytes = b"\r\n") -> bytes:
    return f"{name}: {length}".encode() + end + end + body


@dataclass(frozen=True)
class Hostile:
    """Bytes that are sent after initialize. `once`: ids with exactly one answer; `codes`: the errors they are."""

    what: str
    data: bytes
    once: tuple[Any, ...] = ()
    byte_by_byte: bool = False
    codes: dict[Any, int] = field(default_factory=dict)


def one(what: str, message: Any, code: int | None = None, *, message_id: Any = 1) -> Hostile:
    codes = {} if code is None else {message_id: code}
    return Hostile(what, frame(message), (message_id,), codes=codes)


def none(what: str, data: bytes) -> Hostile:
    return Hostile(what, data)


def sends(method: Any, params: Any = None, **more: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params, **more}


def without(key: str, message: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in message.items() if name != key}


OK = sends("memory/status", {})
DEEP = b'{"jsonrpc":"2.0","id":1,"method":"memory/status","params":' + b'{"a":' * 200_000 + b"1" + b"}" * 200_000 + b"}"

CASES = [
    # Headers
    Hostile("lower-case header", header(len(STATUS), name="content-length"), (1,)),
    Hostile("upper-case header", header(len(STATUS), name="CONTENT-LENGTH"), (1,)),
    Hostile("LF only", header(len(STATUS), end=b"\n"), (1,)),
    Hostile("no space", b"Content-Length:%d\r\n\r\n" % len(STATUS) + STATUS, (1,)),
    Hostile("tabs", b"Content-Length:\t%d\t\r\n\r\n" % len(STATUS) + STATUS, (1,)),
    Hostile("zeros before", header(f"000{len(STATUS)}"), (1,)),
    Hostile("type first", b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n" + frame(OK), (1,)),
    Hostile("type last", b"Content-Length: %d\r\nContent-Type: x\r\n\r\n" % len(STATUS) + STATUS, (1,)),
    Hostile("unknown headers", b"X-A: 1\r\nX-B: 2\r\n" + frame(OK), (1,)),
    Hostile("the same length twice", b"Content-Length: %d\r\n" % len(STATUS) + header(len(STATUS)), (1,)),
    Hostile("blank lines before", b"\r\n\r\n\n" + frame(OK), (1,)),
    Hostile("byte by byte", frame(OK), (1,), byte_by_byte=True),
    Hostile("two in one write", frame(OK) + frame({**OK, "id": 2}), (1, 2)),
    none("length 0", header(0, b"")),
    none("negative length", header(-5, b"")),
    none("length is a word", header("many")),
    none("length with a sign", header(f"+{len(STATUS)}")),
    none("length in hex", header(hex(len(STATUS)))),
    none("length in other digits", header("６８")),
    none("length with a fraction", header(f"{len(STATUS)}.0")),
    none("length 10**12", header(10**12, b"{}")),
    none("length 10**18", header(10**18, b"{}")),
    none("length of 5000 digits", header("9" * 5000, b"{}")),
    none("just over the limit", header(64 * 1024 * 1024 + 1, b"{}")),
    none("two lengths", b"Content-Length: 5\r\n" + header(len(STATUS))),
    none("no length", b"Content-Type: x\r\n\r\n" + STATUS),
    none("no header", STATUS),
    none("length too short", header(len(STATUS) - 8)),
    none("length too long", header(len(STATUS) + 8)),
    none("length far too long", header(len(STATUS) + 100_000)),
    none("header of 100 KB", b"X: " + b"y" * 100_000 + b"\r\n\r\n"),
    none("10,000 headers", b"X: y\r\n" * 10_000 + b"\r\n"),
    none("a request of the web", b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"),
    none("NULs", b"\0" * 5000),
    none("random bytes", random.Random(1).randbytes(5000)),
    none("only a header's name", b"Content-Length"),
    none("CR only", header(len(STATUS), end=b"\r")),
    none("BOM before the header", b"\xef\xbb\xbf" + frame(OK)),
    none("an empty length", header("")),
    none("a length with a blank in it", header("6 8")),
    none("a length and more", header(f"{len(STATUS)}; q=1")),
    none("two lengths in one line", header(f"{len(STATUS)}, {len(STATUS)}")),
    none("a folded header", b"Content-Length:\r\n %d\r\n\r\n" % len(STATUS) + STATUS),
    none("a NUL in a header's name", b"Content\0Length: %d\r\n\r\n" % len(STATUS) + STATUS),
    none("a header of UTF-16", f"Content-Length: {len(STATUS)}\r\n\r\n".encode("utf-16-le") + STATUS),
    none("minus nothing", header("-0", b"")),
    none("chunks of the web", b"Transfer-Encoding: chunked\r\n\r\n44\r\n" + STATUS + b"\r\n0\r\n\r\n"),
    Hostile("1,000 requests in one write", b"".join(frame({**OK, "id": n}) for n in range(1_000)), (0, 999)),
    # Bodies
    none("invalid JSON", frame(b'{"jsonrpc":')),
    none("empty text", frame(b" ")),
    none("two values", frame(STATUS + STATUS)),
    none("single quotes", frame(b"{'id': 1}")),
    none("BOM", frame(b"\xef\xbb\xbf" + STATUS)),
    none("UTF-16", frame(STATUS.decode().encode("utf-16"))),
    none("UTF-16 without a mark", frame(STATUS.decode().encode("utf-16-le"))),
    none("UTF-32", frame(STATUS.decode().encode("utf-32"))),
    none("a surrogate as UTF-8", frame(STATUS.replace(b"status", b"\xed\xa0\x80"))),
    none("an overlong character", frame(STATUS.replace(b"status", b"\xc0\xaf"))),
    none("NULs behind the text", frame(STATUS + b"\0" * 10)),
    none("a comment", frame(b"/* a */" + STATUS)),
    none("a comma too many", frame(STATUS.replace(b"{}", b"{},"))),
    none("Infinity", frame(STATUS.replace(b"{}", b"-Infinity"))),
    none("an id of 10,000 digits", frame(STATUS.replace(b'"id": 1', b'"id": ' + b"1" * 10_000))),
    one("a number beyond all", STATUS.replace(b"{}", b'{"a": 1e999}')),
    one("900 levels", STATUS.replace(b"{}", b'{"a":' * 900 + b"1" + b"}" * 900)),
    one("100,000 fields", sends("memory/status", {f"f{number}": number for number in range(100_000)})),
    one("NULs in params", sends("memory/status", {"a\0": "\0" * 100})),
    one(
        "half characters in params", STATUS.replace(b"{}", b'{"\\ud800": "\\udfff\\ud800", "workspaceUri": "\\ud83d"}')
    ),
    none("half a character in the id", frame(STATUS.replace(b'"id": 1', b'"id": "\\ud800"'))),
    none("invalid UTF-8", frame(STATUS.replace(b"status", b"\xff\xfe"))),
    none("NaN", frame(STATUS.replace(b"{}", b"NaN"))),
    none("a number of 10,000 digits", frame(STATUS.replace(b"{}", b"1" * 10_000))),
    none("200,000 levels", frame(DEEP)),
    none("200,000 open brackets", frame(b"[" * 200_000)),
    # Envelopes
    none("batch", frame([OK, {**OK, "id": 2}])),
    none("empty batch", frame([])),
    none("bare null", frame(b"null")),
    none("bare number", frame(b"5")),
    none("bare text", frame(b'"text"')),
    none("empty object", frame({})),
    one("jsonrpc 1.0", {**OK, "jsonrpc": "1.0"}, -32600),
    one("jsonrpc a number", {**OK, "jsonrpc": 2.0}, -32600),
    one("no jsonrpc", without("jsonrpc", OK), -32600),
    none("id float", frame({**OK, "id": 1.5})),
    none("id true", frame({**OK, "id": True})),
    none("id null", frame({**OK, "id": None})),
    none("id list", frame({**OK, "id": [1]})),
    none("id object", frame({**OK, "id": {}})),
    one("id empty text", {**OK, "id": ""}, message_id=""),
    one("id large", {**OK, "id": 2**80}, message_id=2**80),
    one("id negative", {**OK, "id": -7}, message_id=-7),
    one("id of 100 KB", {**OK, "id": "i" * 100_000}, message_id="i" * 100_000),
    Hostile("one id as number and as text", frame(OK) + frame({**OK, "id": "1"}), (1, "1")),
    none("id 1e2", frame(STATUS.replace(b'"id": 1', b'"id": 1e2'))),
    one("a request with a result", {**OK, "result": 5, "error": None}),
    one("neither method nor result", {"jsonrpc": "2.0", "id": 1}, -32600),
    one("method list", sends(["memory/status"], {}), -32600),
    one("method with NULs", sends("memory/\0status", {}), -32601),
    one("method with half a character", STATUS.replace(b"memory/status", b"memory/\\ud800"), -32601),
    one("method of 1 MB", sends("m" * 1_000_000, {}), -32601),
    one("jsonrpc null", {**OK, "jsonrpc": None}, -32600),
    one("method number", sends(5, {}), -32600),
    one("method null", sends(None, {}), -32600),
    one("method empty", sends("", {}), -32601),
    one("no method", without("method", OK), -32600),
    one("duplicate keys", b'{"jsonrpc":"2.0","id":9,"id":1,"method":"x","method":"memory/status"}'),
    # Methods and params
    one("unknown request", sends("no/such", {}), -32601),
    one("unknown $/ request", sends("$/nope", {}), -32601),
    one("params missing a field", sends("memory/recall", {}), -32602),
    one("params a list", sends("memory/recall", [1, 2]), -32602),
    one("params a text", sends("memory/recall", "text"), -32602),
    one("params null", sends("memory/recall", None), -32602),
    one("params a number", sends("memory/recall", 7), -32602),
    one("params false", sends("memory/recall", False), -32602),  # as JSON has it
    one("no params", without("params", sends("memory/recall")), -32602),
    one("hover with a list", sends("textDocument/hover", [1, 2])),
    one("a request inside params", sends("memory/status", {"a": {"jsonrpc": "2.0", "id": 9, "method": "exit"}})),
    one("an answer inside params", sends("memory/status", {"a": {"jsonrpc": "2.0", "id": 9, "result": {}}})),
    one("a second initialize", sends("initialize", {"processId": None, "capabilities": {}}), -32600),
    one("command unknown", sends("workspace/executeCommand", {"command": "nope"}), -32602),
    one(
        "command arguments object",
        sends("workspace/executeCommand", {"command": "noctule.server.pause", "arguments": {"a": 1}}),
        -32602,
    ),
    one("a bug", sends("memory/search", {"query": "bug"}), -32603),
    one("SystemExit", sends("memory/search", {"query": "exit"}), -32603),
    one("KeyboardInterrupt", sends("memory/search", {"query": "interrupt"}), -32603),
    one("no JSON in the result", sends("memory/search", {"query": "object"}), -32603),
    none("unknown notification", frame(without("id", sends("no/such", {})))),
    none("unknown $/ notification", frame(without("id", sends("$/nope", {})))),
    none("shutdown as a notification", frame(without("id", sends("shutdown")))),
    none("initialize as a notification", frame(without("id", sends("initialize", {"capabilities": {}})))),
    none(
        "didChange unopened",
        frame(
            without(
                "id",
                sends(
                    "textDocument/didChange",
                    {"textDocument": {"uri": "file:///nope", "version": 1}, "contentChanges": [{"text": "x"}]},
                ),
            )
        ),
    ),
    none("cancel unknown", frame(without("id", sends("$/cancelRequest", {"id": 999})))),
    none("cancel of null", frame(without("id", sends("$/cancelRequest", {"id": None})))),
    none("cancel of an object", frame(without("id", sends("$/cancelRequest", {"id": {"a": 1}})))),
    none("cancel with params a list", frame(without("id", sends("$/cancelRequest", [1])))),
    one("cancel as a request", sends("$/cancelRequest", {"id": 1})),
    none(
        "cancel of a progress that is none", frame(without("id", sends("window/workDoneProgress/cancel", {"token": 7})))
    ),
    none("a trace of no kind", frame(without("id", sends("$/setTrace", {"value": 7})))),
    none("initialized again", frame(without("id", sends("initialized", [1])))),
    none("cancel without id", frame(without("id", sends("$/cancelRequest", {})))),
    none("an answer to nothing", frame({"jsonrpc": "2.0", "id": 77, "result": {}})),
    none("an error for nothing", frame({"jsonrpc": "2.0", "id": 77, "error": {"code": 1, "message": "x"}})),
    none("an error without id", frame({"jsonrpc": "2.0", "id": None, "error": {"code": 1, "message": "x"}})),
    none("20,000 unknown notifications", frame(without("id", sends("no/such", {}))) * 20_000),
    none("2,000 notifications", frame(without("id", sends("memory/didActivity", {"sessionId": "s"}))) * 2_000),
]


@pytest.fixture(scope="module")
def client() -> Iterator[StdioClient]:
    with StdioClient() as client:
        client.initialize()
        yield client
        assert client.leave() == 0
        assert client.strays == b""
        assert client.notifications("window/showMessage") == []


def check(client: StdioClient, case: Hostile) -> None:
    """Send the case, then ask for the status: that is answered in time, and so is each id of the case, once."""
    client.messages.clear()
    for part in [case.data[i : i + 1] for i in range(len(case.data))] if case.byte_by_byte else [case.data]:
        client.send_raw(part)
    client.send(request("after", "memory/status", {}))
    for message_id in (*case.once, "after"):
        client.answer(message_id, HANG_S)
    for message_id, code in case.codes.items():
        assert client.answer(message_id)["error"]["code"] == code
    counts = Counter(json.dumps(message["id"]) for message in client.messages if message.get("id") is not None)
    assert set(counts.values()) == {1}
    assert not any("Traceback" in json.dumps(message) for message in client.messages)


@pytest.mark.parametrize("case", CASES, ids=[case.what for case in CASES])
def test_the_server_answers_and_lives(client: StdioClient, case: Hostile) -> None:
    check(client, case)


def test_a_stream_without_a_message_is_left_by_rule() -> None:
    """A gigabyte of nothing ends the server with code 2, without being kept in memory."""
    with StdioClient() as client:
        send_nothing(client, 1100)
        assert client.exit_code() == 2
        assert b"Traceback" not in client.stderr


def send_nothing(client: StdioClient, megabytes: int) -> None:
    chunk = b"x" * (1 << 20)
    with contextlib.suppress(BrokenPipeError):
        for _ in range(megabytes):
            client.send_raw(chunk)
            assert client.process.poll() is not None or memory_bytes(client.process.pid) < 200_000_000


class Mutator:
    """Makes broken frames out of good ones, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.seeds = [case.data for case in CASES if len(case.data) < 1000]

    def frame(self) -> bytes:
        data = bytearray(self.random.choice(self.seeds))
        for _ in range(self.random.randint(1, 4)):
            self._mutate(data)
        return bytes(data)

    def _mutate(self, data: bytearray) -> None:
        at = self.random.randrange(len(data) + 1)
        match self.random.randrange(6):
            case 0:
                data[at:at] = self.random.randbytes(self.random.randint(1, 8))
            case 1:
                del data[at : at + self.random.randint(1, 20)]
            case 2 if data:
                data[at % len(data)] ^= 1 << self.random.randrange(8)
            case 3:
                data[at:at] = self.random.choice(self.seeds)[: self.random.randint(1, 60)]
            case 4:
                data[at:at] = self.random.choice([b'"', b"{", b"}", b"\r\n", b"\\", b":", b"null", b"1e999", b"[["])
            case _:
                data += data[at:]


def test_mutated_frames_never_hang_or_kill_the_server() -> None:
    """Between mutated frames a good request is sent now and then: each of these is answered once, in time.

    A frame may by chance say `exit` or `shutdown`; the server then leaves by the rule, and the next one goes on.
    """
    mutator = Mutator(FUZZ_SEED)
    sent = 0
    while sent < FUZZ_FRAMES:
        with StdioClient() as client:
            client.initialize()
            sent += fuzz(client, mutator, FUZZ_FRAMES - sent)
            assert client.strays == b""
            assert b"never awaited" not in client.stderr


def fuzz(client: StdioClient, mutator: Mutator, count: int) -> int:
    """Send up to `count` mutated frames; gives how many were sent before the server left, if it did."""
    for number in range(count):
        probe = f"probe {number}"
        try:
            client.send_raw(mutator.frame())
            if number % 20 == 0:
                # What is read as a part of a broken message is found again behind this blank one.
                client.send(request(probe, "memory/status", {}))
                check_probe(client, probe)
        except BrokenPipeError:
            assert client.exit_code() in (0, 1)
            return number + 1
        except Left:
            return number + 1
    assert memory_bytes(client.process.pid) < 200_000_000
    return count


class Left(Exception):
    """The server left by its rule."""


def check_probe(client: StdioClient, probe: str) -> None:
    gone = threading.Event()

    def is_answered() -> bool:
        if client.process.poll() is not None:
            gone.set()
        return gone.is_set() or bool(client.answers(probe))

    try:
        client.wait_until(is_answered, HANG_S, probe)
    except AssertionError:
        if client.process.poll() is None:
            raise
        gone.set()
    if gone.is_set():
        assert client.exit_code() in (0, 1, 2)
        raise Left
    assert len(client.answers(probe)) == 1
    client.messages.clear()


def memory_bytes(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0
