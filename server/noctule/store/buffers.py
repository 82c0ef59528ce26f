"""Which memories lie open and unsaved in an editor, whichever window: entries that die with the process that made them.

They lie in the folder's own state, a file a process, beside a lock that the process holds as long as it lives.
"""

import contextlib
import json
import secrets
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from noctule.dataclass import dataclass
from noctule.errors import StorageError
from noctule.store.atomic import PRIVATE_FILE, make_folder, storage_error, write_atomic

if TYPE_CHECKING:
    from filelock import BaseFileLock

_FOLDER: Final = "buffers"


@dataclass(frozen=True, slots=True)
class Buffer:
    """An open buffer that differs from its file: its path in the folder, its text's hash (`content_hash`), its owner.

    `owner` names the server process, and nothing else of it.
    """

    path: str
    owner: str
    hash: str


class Buffers:
    """The unsaved buffers that this process has of the folder whose state lies at `state`. Safe for threads.

    Nothing is made before the first one.
    """

    def __init__(self, state: Path) -> None:
        self._folder = state / _FOLDER
        self._owner = secrets.token_hex(8)
        self._guard = Lock()
        self._lock: BaseFileLock | None = None
        self._hashes: dict[str, str] = {}

    def note(self, path: str, content: str) -> None:
        """The buffer at `path` differs from its file; `content` is its text's hash. Raises StorageError."""
        with self._guard:
            if self._hashes.get(path) != content:
                self._hashes[path] = content
                self._write()

    def drop(self, path: str) -> None:
        """The buffer was saved or closed. Raises StorageError."""
        with self._guard:
            if self._hashes.pop(path, None) is not None:
                self._write()

    def close(self) -> None:
        """The process ends: none of its buffers is open any longer."""
        with self._guard:
            self._hashes.clear()
            if self._lock is not None:
                _remove(self._file)
                self._lock.release()
                self._lock = None
                _remove(self._lock_file)

    def _write(self) -> None:
        if self._lock is None:
            self._lock = self._hold()
        write_atomic(self._file, json.dumps(self._hashes).encode())

    def _hold(self) -> "BaseFileLock":
        make_folder(self._folder)
        lock = _lock_at(self._lock_file)
        try:
            lock.acquire(timeout=0)
        except OSError as error:
            raise storage_error(error, self._lock_file) from error
        except NotImplementedError as error:
            raise StorageError(f"The disk that holds {self._folder} knows no file locks.") from error
        return lock

    @property
    def _file(self) -> Path:
        return self._folder / f"{self._owner}.json"

    @property
    def _lock_file(self) -> Path:
        return self._folder / f"{self._owner}.lock"


def unsaved_buffers(state: Path) -> tuple[Buffer, ...]:
    """The unsaved buffers of a folder, of every living process; what a dead one left is swept away.

    `state` is the folder's own (`Home.folder_state`). Costs nothing where there are none. Never raises.
    """
    found: list[Buffer] = []
    try:
        files = sorted((state / _FOLDER).glob("*.json"))
    except OSError:
        return ()
    for file in files:
        if _is_left(file.with_suffix(".lock")):
            _remove(file)
            continue
        found += (Buffer(path, file.stem, content) for path, content in _read(file).items())
    return tuple(found)


def _is_left(lock_file: Path) -> bool:
    """Whether the process that held this lock is gone."""
    if not lock_file.exists():
        return True
    lock = _lock_at(lock_file)
    try:
        lock.acquire(timeout=0)
    except (TimeoutError, OSError, NotImplementedError):
        return False
    _remove(lock_file)
    lock.release()
    return True


def _lock_at(file: Path) -> "BaseFileLock":
    from filelock import FileLock  # late: it costs 50 ms, which most processes need not pay

    # Several locks of one process, each with a state of its own: one that is held here is not taken for free.
    return FileLock(file, mode=PRIVATE_FILE, is_singleton=False)


def _read(file: Path) -> dict[str, str]:
    try:
        told: Any = json.loads(file.read_bytes())
    except (OSError, ValueError):
        return {}
    pairs = told.items() if isinstance(told, dict) else ()
    return {path: content for path, content in pairs if isinstance(content, str)}


def _remove(file: Path) -> None:
    with contextlib.suppress(OSError):
        file.unlink(missing_ok=True)
