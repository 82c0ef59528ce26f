"""One writer at a time: a kernel lock that holds between processes and between threads, and dies with its holder."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from noctule.errors import LockBusy, StorageError
from noctule.store.atomic import PRIVATE_FILE, make_folder, storage_error
from noctule.store.queueing import queue_for

# Writers hold the lock for milliseconds: a short poll keeps two busy ones from waiting on each other's naps.
_POLL_SECONDS = 0.005


@contextmanager
def exclusive(path: Path, timeout: float) -> Iterator[None]:
    """Holds the lock file at `path` for the block. Raises LockBusy when nobody lets go for `timeout` seconds.

    Threads of this process take it in their order, and after each the other processes have a chance. Not re-entrant:
    who holds it and asks again waits for itself.
    """
    queue, begun = queue_for(path), time.monotonic()
    came_after = queue.enter(begun, timeout)
    if came_after is None:
        raise _busy(timeout)
    try:
        if came_after:
            time.sleep(2 * _POLL_SECONDS)
        with _file_lock(path, queue.seconds_left(begun, timeout), timeout):
            try:
                yield
            finally:
                queue.moved()
    finally:
        queue.leave()


@contextmanager
def _file_lock(path: Path, seconds_left: float, timeout: float) -> Iterator[None]:
    from filelock import FileLock, Timeout  # late: it costs 50 ms, which a reader need not pay

    make_folder(path.parent)
    lock = FileLock(path, mode=PRIVATE_FILE)
    try:
        lock.acquire(timeout=seconds_left, poll_interval=_POLL_SECONDS)
    except Timeout as error:
        raise _busy(timeout) from error
    except NotImplementedError as error:
        raise StorageError(f"The disk that holds {path.parent} knows no file locks.") from error
    except OSError as error:
        raise storage_error(error, path) from error
    try:
        yield
    finally:
        lock.release()


def _busy(timeout: float) -> LockBusy:
    return LockBusy(f"It is busy: another program has been writing here for {timeout:g} s. Try again in a moment.")


class Held(Protocol):
    """A lock that is held until `release`, by whichever thread."""

    def release(self) -> None: ...


def try_exclusive(path: Path) -> Held | None:
    """Takes the lock file at `path`, for as long as its holder lives, or gives None where somebody has it.

    Two takers in one process are two as well. Raises StorageError's kinds.
    """
    from filelock import FileLock, Timeout  # late: as above

    make_folder(path.parent)
    lock = FileLock(path, mode=PRIVATE_FILE, thread_local=False, is_singleton=False)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        return None
    except NotImplementedError as error:
        raise StorageError(f"The disk that holds {path.parent} knows no file locks.") from error
    except OSError as error:
        raise storage_error(error, path) from error
    return lock
