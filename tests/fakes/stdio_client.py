"""A client of the server over stdio that collects all it is sent, and reads stdout as strictly as an editor does."""

import contextlib
import json
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Self

WIRE_SERVER = [sys.executable, str(Path(__file__).with_name("wire_server.py"))]
# Nothing waits so long but what fails: a machine may be as busy as it likes.
DEADLINE_S = 60.0
LOOK_AGAIN_S = 0.05

_HEADER = re.compile(rb"Content-Length: ([0-9]+)\r\n\r\n")


def frame(message: Any) -> bytes:
    """A message with its header."""
    body = message if isinstance(message, bytes) else json.dumps(message, ensure_ascii=False).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def request(message_id: Any, method: str, params: Any = None) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": message_id, "method": method, "params": params}


class StdioClient:
    """Starts the server and talks to it. Waits are for conditions, each with a deadline."""

    def __init__(self, command: list[str] | None = None, environ: Mapping[str, str] | None = None) -> None:
        self.process = subprocess.Popen(
            command or WIRE_SERVER,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=dict(environ) if environ is not None else None,
        )
        self.messages: list[dict[str, Any]] = []
        self.strays = b""
        self.stderr = b""
        self._changed = threading.Condition()
        self._readers = [
            threading.Thread(target=self._read_stdout, daemon=True),
            threading.Thread(target=self._read_stderr, daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        for reader in self._readers:
            reader.join(DEADLINE_S)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()

    def send_raw(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, *messages: Any) -> None:
        self.send_raw(b"".join(map(frame, messages)))

    def notify(self, method: str, params: Any = None) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, message_id: Any, method: str, params: Any = None) -> dict[str, Any]:
        """Send a request and give its one answer."""
        self.send(request(message_id, method, params))
        return self.answer(message_id)

    def answer(self, message_id: Any, timeout_s: float = DEADLINE_S) -> dict[str, Any]:
        self.wait_until(lambda: bool(self.answers(message_id)), timeout_s, f"an answer to {message_id!r}")
        (answer,) = self.answers(message_id)
        return answer

    def answers(self, message_id: Any) -> list[dict[str, Any]]:
        return [one for one in list(self.messages) if "method" not in one and _is_id(one.get("id"), message_id)]

    def notifications(self, method: str) -> list[Any]:
        return [one["params"] for one in list(self.messages) if one.get("method") == method and "id" not in one]

    def initialize(self, memory: Any = None, **params: Any) -> dict[str, Any]:
        capabilities = params.pop("capabilities", {})
        if memory is not None:
            capabilities = {**capabilities, "experimental": {"memory": memory}}
        answer = self.ask(
            "init", "initialize", {"processId": None, "rootUri": None, "capabilities": capabilities, **params}
        )
        self.notify("initialized", {})
        return answer

    def wait_until(self, condition: Callable[[], bool], timeout_s: float = DEADLINE_S, what: str = "it") -> None:
        """Looks with each message, and now and then without: a condition may be of the disk, or ask the server."""
        ends = time.monotonic() + timeout_s
        with self._changed:
            while not condition():
                if time.monotonic() >= ends:
                    said = f"{self.messages[-3:]} {self.stderr.decode()}"
                    raise AssertionError(f"waited {timeout_s} s for {what}: {said}")
                self._changed.wait(LOOK_AGAIN_S)

    def close_input(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()

    def exit_code(self, timeout_s: float = DEADLINE_S) -> int:
        code = self.process.wait(timeout_s)
        for reader in self._readers:
            reader.join(DEADLINE_S)
        return code

    def leave(self) -> int:
        """The polite end; gives the exit code."""
        self.ask("bye", "shutdown")
        self.notify("exit")
        return self.exit_code()

    def _read_stdout(self) -> None:
        assert self.process.stdout is not None
        buffer = b""
        while data := self.process.stdout.read1(1 << 16):  # type: ignore[attr-defined]
            buffer = self._take_frames(buffer + data)
        self.strays += buffer
        with self._changed:
            self._changed.notify_all()

    def _take_frames(self, buffer: bytes) -> bytes:
        while header := _HEADER.search(buffer):
            end = header.end() + int(header[1])
            if len(buffer) < end:
                return buffer
            self.strays += buffer[: header.start()]
            with self._changed:
                self.messages.append(json.loads(buffer[header.end() : end]))
                self._changed.notify_all()
            buffer = buffer[end:]
        return buffer

    def _read_stderr(self) -> None:
        assert self.process.stderr is not None
        while data := self.process.stderr.read1(1 << 16):  # type: ignore[attr-defined]
            with self._changed:
                self.stderr += data
                self._changed.notify_all()


def _is_id(given: Any, wanted: Any) -> bool:
    return type(given) is type(wanted) and given == wanted


def seconds_of(act: Callable[[], object]) -> float:
    began = time.monotonic()
    act()
    return time.monotonic() - began
