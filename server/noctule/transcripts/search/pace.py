"""How a feed goes about its work: it says how far it is, stops when it is told to, and lets others work between."""

import time
from collections.abc import Callable

from noctule.dataclass import dataclass, field

# So long others wait at most; a turn is answered in between.
_STRETCH_SECONDS = 0.01
# Who shows progress has no use for more.
_TELL_SECONDS = 0.1


class Cancelled(Exception):
    """The feed was told to stop."""


@dataclass(slots=True)
class Pace:
    """`on_progress` is told the bytes done and to be done; with `is_resting` half of the time is left to others."""

    on_progress: Callable[[int, int], None] = lambda _done, _total: None
    is_cancelled: Callable[[], bool] = lambda: False
    is_resting: bool = False
    total: int = 0
    _done: int = 0
    _base: int = 0
    _told: float = 0.0
    _began: float = field(default_factory=time.monotonic)

    def begin(self, total: int) -> None:
        self.total, self._done, self._base = total, 0, 0

    def begin_session(self, read_to: int) -> None:
        """A session's file is read from here on."""
        self._base = read_to

    def end_session(self, size: int) -> None:
        """`size`: what this session counted in the whole."""
        self._done += size
        self._tell(self._done)

    def look(self, read_to: int) -> None:
        """Between two steps: the session's file was read up to here. Raises `Cancelled`."""
        self._tell(self._done + max(0, read_to - self._base))
        self.work()

    def work(self) -> None:
        """Between two steps. Raises `Cancelled`."""
        if self.is_cancelled():
            raise Cancelled
        now = time.monotonic()
        if self.is_resting and now - self._began >= _STRETCH_SECONDS:
            time.sleep(now - self._began)
            now = time.monotonic()
            self._began = now
        elif not self.is_resting:
            self._began = now

    def _tell(self, done: int) -> None:
        now = time.monotonic()
        if now - self._told >= _TELL_SECONDS:
            self._told = now
            self.on_progress(min(done, self.total), self.total)
