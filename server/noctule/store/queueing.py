"""Threads of this process that wait for one lock file take it in the order they came: none is passed over for ever."""

import math
import threading
import time
from collections import deque
from pathlib import Path


class Queue:
    """Who of this process may try for one lock file now."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._waiting: deque[threading.Event] = deque()
        self._is_taken = False
        self._moved_at = -math.inf

    def __len__(self) -> int:
        return len(self._waiting)

    def enter(self, begun: float, timeout: float) -> bool | None:
        """True when it is this thread's turn after others', False when nobody was there, None when time ran out."""
        with self._guard:
            if not self._is_taken:
                self._is_taken = True
                return False
            turn = threading.Event()
            self._waiting.append(turn)
        while not turn.is_set() and (left := self.seconds_left(begun, timeout)) > 0:
            turn.wait(left)
        with self._guard:
            if turn.is_set():
                return True
            self._waiting.remove(turn)
            return None

    def seconds_left(self, begun: float, timeout: float) -> float:
        """What is left to wait for one who came at `begun`: `timeout` seconds, anew with each whose turn is done.

        A long queue that moves is no reason to give up: whoever stands in it comes to its turn.
        """
        return max(0.0, max(begun, self._moved_at) + timeout - time.monotonic())

    def moved(self) -> None:
        """Somebody had the lock, and is done."""
        self._moved_at = time.monotonic()

    def leave(self) -> None:
        """It is the next one's turn."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._is_taken = False


_guard = threading.Lock()
_queues: dict[Path, Queue] = {}


def queue_for(path: Path) -> Queue:
    """The one queue of this process for a lock file."""
    with _guard:
        return _queues.setdefault(path, Queue())
