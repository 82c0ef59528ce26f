"""One writer at a time: a kernel lock that holds between processes and between threads, and dies with its holder."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from noctule.errors import LockBusy, StorageError
from noctule.store.atomic import PRIVATE_FILE, make_folder, storage_error

# Writers hold the lock for milliseconds: a short poll keeps two busy ones from waiting on each other's naps.
_POLL_SECONDS = 0.005


@contextmanager
def exclusive(path: Path, timeout: float) -> Iterator[None]:
    """Holds the lock file at `path` for the block. Raises LockBusy when nobody lets go within `timeout` seconds.

    Not re-entrant: who holds it and asks again waits for itself.
    """
    from filelock import FileLock, Timeout  # late: it costs 50 ms, which a reader need not pay

    make_folder(path.parent)
    lock = FileLock(path, mode=PRIVATE_FILE)
    try:
        lock.acquire(timeout=timeout, poll_interval=_POLL_SECONDS)
    except Timeout as error:
        raise LockBusy(
            f"It is busy: another program has been writing here for {timeout:g} s. Try again in a moment."
        ) from error
    except NotImplementedError as error:
        raise StorageError(f"The disk that holds {path.parent} knows no file locks.") from error
    except OSError as error:
        raise storage_error(error, path) from error
    try:
        yield
    finally:
        lock.release()


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
