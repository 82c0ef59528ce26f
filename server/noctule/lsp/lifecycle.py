"""One way out: whatever ends the server begins the same leaving, which cannot be held up for long."""

import asyncio
import logging
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

logger = logging.getLogger(__name__)

EXIT_CLEAN = 0
EXIT_ABRUPT = 1
EXIT_UNREADABLE = 2

# Gone within two seconds, whatever a thread or a child is doing; within one when the client said `exit`.
HARD_EXIT_S = 1.5
HARD_EXIT_AFTER_EXIT_S = 0.8
# All is answered and closed by then: only a thread that hangs can still be in the way.
HARD_EXIT_AFTER_ALL_S = 0.2


class Leaving:
    """Whether and why the server leaves. `begin` may be called from any thread or signal handler; the first counts."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._begun = asyncio.Event()
        self._lock = threading.RLock()
        self._is_leaving = False
        self._code: int | None = None
        self._is_shut_down = False
        self.reason = ""

    @property
    def code(self) -> int:
        """0 after a `shutdown` request, 2 when the stream was beyond reading, else 1."""
        if self._code is not None:
            return self._code
        return EXIT_CLEAN if self._is_shut_down else EXIT_ABRUPT

    @property
    def is_begun(self) -> bool:
        return self._is_leaving

    def begin(self, reason: str, code: int | None = None, *, hard_exit_s: float = HARD_EXIT_S) -> None:
        """Leave for `reason` within `hard_exit_s`, with `code` where it differs from what the shutdown rule gives."""
        with self._lock:
            if self._is_leaving:
                return
            self._is_leaving = True
        self.reason = reason
        self._code = code
        self.limit(hard_exit_s)
        try:
            self._loop.call_soon_threadsafe(self._begun.set)
        except RuntimeError:
            # The loop is closed already: the process is at its end.
            return

    def limit(self, hard_exit_s: float = HARD_EXIT_S) -> None:
        """The process ends in `hard_exit_s` seconds at the latest, whatever happens; from any thread."""
        timer = threading.Timer(hard_exit_s, self._exit_hard)
        timer.daemon = True
        timer.start()

    def note_shutdown(self) -> None:
        """The client has asked for `shutdown`: from now on, leaving is clean."""
        self._is_shut_down = True

    async def wait(self) -> None:
        await self._begun.wait()

    def _exit_hard(self) -> None:
        os._exit(self.code)


@contextmanager
def leaving_on_signals(leaving: Leaving) -> Iterator[None]:
    """SIGTERM and SIGINT begin the leaving. A plain handler: it also runs while the loop is held up by a slow call."""

    def leave(number: int, _: FrameType | None) -> None:
        leaving.begin(signal.Signals(number).name)

    before = {number: signal.signal(number, leave) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
