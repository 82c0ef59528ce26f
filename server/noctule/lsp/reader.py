"""Reads the client's messages in a thread of its own and hands them to the loop, no faster than they are taken."""

import asyncio
import json
import threading
from collections.abc import Callable
from typing import Any

from noctule.dataclass import dataclass
from noctule.lsp.frames import Body, Fault, FrameParser

_CHUNK_BYTES = 64 * 1024
_MAX_WAITING_BYTES = 64 * 1024 * 1024
# A small message costs more than its bytes once it is an object that waits in a queue.
_LEAST_COST_BYTES = 1024


@dataclass(frozen=True, slots=True)
class Received:
    """One message as JSON gave it, with the bytes it took on the wire."""

    value: Any
    size: int


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A stretch of the stream that is no message; `is_final` when reading stops with it."""

    reason: str
    is_final: bool = False
    size: int = 0


@dataclass(frozen=True, slots=True)
class Ended:
    """The client closed its side."""

    size: int = 0


Incoming = Received | Unreadable | Ended


class Reader:
    """Owns the reading thread. `take` waits for the next message; after `Ended` or a final fault nothing more comes."""

    def __init__(self, read: Callable[[int], bytes], on_end: Callable[[], None]) -> None:
        """`read(n)` blocks until bytes are there and gives b"" at the end; `on_end` is called in the thread."""
        self._read = read
        self._on_end = on_end
        self._loop = asyncio.get_running_loop()
        self._inbox: asyncio.Queue[Incoming] = asyncio.Queue()
        self._room = _Room(_MAX_WAITING_BYTES)
        self._thread = threading.Thread(target=self._run, name="noctule-reader", daemon=True)

    def start(self) -> None:
        self._thread.start()

    async def take(self) -> Incoming:
        """The next message, in the order of the wire."""
        incoming = await self._inbox.get()
        self._room.give_back(_cost(incoming))
        return incoming

    def _run(self) -> None:
        parser = FrameParser()
        try:
            while data := self._read_chunk():
                for incoming in _decode(parser, data):
                    self._put(incoming)
                    if isinstance(incoming, Unreadable) and incoming.is_final:
                        return
            self._put(Ended())
            self._on_end()
        except RuntimeError:
            # The loop is closed: nobody is left to read for.
            return

    def _read_chunk(self) -> bytes:
        try:
            return self._read(_CHUNK_BYTES)
        except (OSError, ValueError):
            return b""

    def _put(self, incoming: Incoming) -> None:
        self._room.take(_cost(incoming))
        self._loop.call_soon_threadsafe(self._inbox.put_nowait, incoming)


class _Room:
    """How many bytes may wait; one message always may, however large."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._used = 0
        self._changed = threading.Condition()

    def take(self, count: int) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._used == 0 or self._used + count <= self._limit)
            self._used += count

    def give_back(self, count: int) -> None:
        with self._changed:
            self._used -= count
            self._changed.notify()


def _cost(incoming: Incoming) -> int:
    return max(incoming.size, _LEAST_COST_BYTES)


def _decode(parser: FrameParser, data: bytes) -> list[Received | Unreadable]:
    return [_decode_step(parser, step) for step in parser.feed(data)]


def _decode_step(parser: FrameParser, step: Body | Fault) -> Received | Unreadable:
    if isinstance(step, Fault):
        return Unreadable(step.reason, is_final=step.is_final)
    try:
        message = json.loads(step.data.decode("utf-8"), parse_constant=_refuse_constant)
        return Received(_without_halves(message) if b"\\u" in step.data else message, len(step.data))
    except RecursionError:
        return Unreadable("the message is nested too deeply")
    except ValueError:
        parser.refuse(step)
        return Unreadable("the message is no JSON in UTF-8")


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _without_halves(value: Any) -> Any:
    """The message with half characters replaced: JSON may spell them, and nothing could store or send them."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [_without_halves(inner) for inner in value]
    if isinstance(value, dict):
        return {_without_halves(key): _without_halves(inner) for key, inner in value.items()}
    return value
