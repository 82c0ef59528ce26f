"""What is asked for again and again and may be a moment old: looked up once, and then not for a while."""

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Recent(Generic[K, V]):
    """Values by key, each as it was at most `lasts_s` seconds ago. Thread-safe: two threads may look at once."""

    def __init__(self, lasts_s: float) -> None:
        self._lasts_s = lasts_s
        self._lock = threading.Lock()
        self._found: dict[K, tuple[float, V]] = {}

    def get(self, key: K, look: Callable[[], V]) -> V:
        """The value, from `look` where it is not known or too old."""
        with self._lock:
            known = self._found.get(key)
        if known is not None and time.monotonic() - known[0] <= self._lasts_s:
            return known[1]
        value = look()
        with self._lock:
            self._found[key] = (time.monotonic(), value)
        return value

    def clear(self) -> None:
        """All is asked anew."""
        with self._lock:
            self._found.clear()
