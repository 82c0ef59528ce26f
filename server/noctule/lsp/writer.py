"""Writes messages to the client from a thread of its own: whoever sends never waits for a client that does not read."""

import threading
import time
from collections import deque
from collections.abc import Callable

MAX_WAITING_BYTES = 64 * 1024 * 1024
# A client that is stopped in a debugger is not gone; one that reads nothing for this long is.
MAX_STALL_S = 60.0


class Writer:
    """A bounded queue of messages in front of a blocking `write`.

    `on_lost` is called once, in some thread, when the client is gone, has not read for `max_stall_s` seconds, or lets
    more than `max_waiting_bytes` bytes wait.
    """

    def __init__(
        self,
        write: Callable[[bytes], None],
        on_lost: Callable[[str], None],
        *,
        max_waiting_bytes: int = MAX_WAITING_BYTES,
        max_stall_s: float = MAX_STALL_S,
    ) -> None:
        self._write = write
        self._on_lost = on_lost
        self._max_waiting_bytes = max_waiting_bytes
        self._max_stall_s = max_stall_s
        self._waiting: deque[bytes] = deque()
        self._waiting_bytes = 0
        self._writing_since: float | None = None
        self._is_closed = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="noctule-writer", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def send(self, body: bytes) -> None:
        """Queue one message; after the client is lost it is dropped. Never waits."""
        with self._changed:
            if self._is_closed:
                return
            message = b"Content-Length: %d\r\n\r\n" % len(body) + body
            self._waiting.append(message)
            self._waiting_bytes += len(message)
            why = self._why_lost()
            if why is not None:
                self._close()
            self._changed.notify_all()
        if why is not None:
            self._on_lost(why)

    def drain(self, timeout_s: float) -> bool:
        """Wait until all is written, at most `timeout_s`; says whether it is."""
        with self._changed:
            return self._changed.wait_for(self._is_idle, timeout_s)

    def close(self) -> None:
        """Drop what waits and end the thread, as soon as its last write returns."""
        with self._changed:
            self._close()
            self._changed.notify_all()

    def _why_lost(self) -> str | None:
        # The newest message alone may be over the bound: it is what waits behind an unread one that counts.
        if len(self._waiting) > 1 and self._waiting_bytes > self._max_waiting_bytes:
            return "the client lets too much wait"
        if self._writing_since is not None and time.monotonic() - self._writing_since > self._max_stall_s:
            return "the client has stopped reading"
        return None

    def _close(self) -> None:
        self._is_closed = True
        self._waiting.clear()
        self._waiting_bytes = 0

    def _is_idle(self) -> bool:
        return self._is_closed or (not self._waiting and self._writing_since is None)

    def _run(self) -> None:
        while (message := self._take()) is not None:
            try:
                self._write(message)
            except (OSError, ValueError):
                self.close()
                self._on_lost("the client is gone")
                return
            with self._changed:
                self._writing_since = None
                self._changed.notify_all()

    def _take(self) -> bytes | None:
        with self._changed:
            self._changed.wait_for(lambda: self._is_closed or bool(self._waiting))
            if self._is_closed:
                return None
            message = self._waiting.popleft()
            self._waiting_bytes -= len(message)
            self._writing_since = time.monotonic()
            return message
