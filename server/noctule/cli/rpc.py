"""A headless client of our own server: starts it, frames JSON-RPC on its pipes, and collects what it tells."""

import json
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import IO, Any, Self

from noctule.errors import NoctuleError

_ANSWER_SECONDS = 30.0
_END_SECONDS = 5.0


class ServerFailed(NoctuleError):
    """The server did not answer, or answered with an error."""

    kind = "serverFailed"


class Client:
    """A server process from `with` to its end. `heard` is called with each notification, as it comes.

    Requests of the server's own are declined: this client has no editor behind it.
    """

    def __init__(self, command: Sequence[str], environ: Mapping[str, str], heard: Callable[[str, Any], None]) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=dict(environ), bufsize=0
        )
        self._heard = heard
        self._changed = threading.Condition()
        self._answers: dict[int, dict[str, Any]] = {}
        self._told: list[tuple[str, Any]] = []
        self._is_over = False
        self._next_id = 0
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        self._reader.join(_END_SECONDS)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()

    def ask(self, method: str, params: Any) -> Any:
        """The result of a request. Raises `ServerFailed` for an error, or when there is no answer in time."""
        self._next_id += 1
        number = self._next_id
        self._send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        answer = self._wait(lambda: self._answers.pop(number, None), _ANSWER_SECONDS)
        if answer is None:
            raise ServerFailed(f"The server did not answer {method}.")
        if "error" in answer:
            raise ServerFailed(f"{method} was answered with an error: {answer['error']['message']}")
        return answer.get("result")

    def tell(self, method: str, params: Any) -> None:
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def wait_for(self, method: str, fits: Callable[[Any], bool], seconds: float) -> Any:
        """The first notification that fits, also one that came before. Raises `ServerFailed` where none comes."""
        found = self._wait(lambda: next((p for m, p in self._told if m == method and fits(p)), None), seconds)
        if found is None:
            raise ServerFailed(f"The server did not send the {method} that was waited for.")
        return found

    def end(self) -> int:
        """Shuts the server down as the protocol says, and gives its exit code."""
        self.ask("shutdown", None)
        self.tell("exit", None)
        return self._process.wait(_END_SECONDS)

    def _send(self, message: dict[str, Any]) -> None:
        if message.get("params", ...) is None:
            del message["params"]
        body = json.dumps(message, ensure_ascii=False).encode()
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        except OSError as error:
            raise ServerFailed(f"The server has ended (exit code {self._process.poll()}).") from error

    def _wait(self, look: Callable[[], Any], seconds: float) -> Any:
        deadline = time.monotonic() + seconds
        with self._changed:
            while (found := look()) is None and not self._is_over:
                left = deadline - time.monotonic()
                if left <= 0 or not self._changed.wait(left):
                    break
            return found if found is not None else look()

    def _read(self) -> None:
        assert self._process.stdout is not None
        while (message := _read_message(self._process.stdout)) is not None:
            self._take(message)
        with self._changed:
            self._is_over = True
            self._changed.notify_all()

    def _take(self, message: dict[str, Any]) -> None:
        if "method" not in message:
            with self._changed:
                self._answers[message["id"]] = message
                self._changed.notify_all()
        elif "id" in message:
            self._send(
                {"jsonrpc": "2.0", "id": message["id"], "error": {"code": -32601, "message": "Not served here."}}
            )
        else:
            self._heard(message["method"], message.get("params"))
            with self._changed:
                self._told.append((message["method"], message.get("params")))
                self._changed.notify_all()


def _read_message(stream: IO[bytes]) -> dict[str, Any] | None:
    """The next message of a well-behaved server, or None at the end of the stream."""
    length = 0
    while (line := _read_line(stream)) not in (b"", b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    body = _read_exactly(stream, length) if length else b""
    message: dict[str, Any] | None = json.loads(body) if body else None
    return message


def _read_line(stream: IO[bytes]) -> bytes:
    line = b""
    while not line.endswith(b"\n"):
        byte = stream.read(1)
        if not byte:
            return b""
        line += byte
    return line


def _read_exactly(stream: IO[bytes], length: int) -> bytes:
    body = b""
    while len(body) < length:
        part = stream.read(length - len(body))
        if not part:
            return b""
        body += part
    return body
