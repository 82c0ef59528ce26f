"""Moves a memory folder and all that belongs to it; a move that broke off is finished by the next look.

What moves is noted at the new place first. The state goes before the memories: what is held is never there without its
hold.
"""

import contextlib
import json
import shutil
from datetime import datetime
from pathlib import Path

from noctule.dataclass import dataclass
from noctule.store.atomic import storage_error, write_atomic
from noctule.store.changes import OUTSIDE
from noctule.store.files import list_files
from noctule.store.folder import MOVING, MemoryFolder
from noctule.store.lock import exclusive

_LOCK_SECONDS = 5.0
# All of it lies at the new place; whoever moved it has more to do.
_MOVED = "moved.json"
_LOG = "changes.db"


@dataclass(frozen=True, slots=True)
class _From:
    path: Path
    state: Path


def is_empty(folder: MemoryFolder) -> bool:
    """Whether a folder never held a memory."""
    return not list_files(folder.path).files and not folder.changes.since(0)


def move_memory(old: MemoryFolder, new: MemoryFolder, now: datetime) -> bool:
    """Moves the memories at `old` and all that belongs to them, its history among it, to `new`, which is empty.

    Gives False, and moves nothing, where `new` is not empty after all. True also where that was done before and
    `settle_move` was not called yet. Raises `LockBusy` and `StorageError`s.
    """
    if was_moved(new.state, old.path):
        return True
    new.ensure()
    with old.writing(OUTSIDE, now):
        pass  # a writer that died there is finished first
    old.close()
    with exclusive(old.state / "write.lock", _LOCK_SECONDS), exclusive(new.state / "write.lock", _LOCK_SECONDS):
        if not is_empty(new):
            return False
        noted = {"path": str(old.path), "state": str(old.state)}
        write_atomic(new.state / MOVING, json.dumps(noted).encode())
        _move_all(_From(old.path, old.state), new)
    return True


def finish_move(new: MemoryFolder) -> None:
    """Finishes what `move_memory` began before it died. Raises `LockBusy` and `StorageError`s."""
    left = _noted(new.state / MOVING)
    if left is None:
        with contextlib.suppress(OSError):
            (new.state / MOVING).unlink()
        return
    new.ensure()
    with exclusive(left.state / "write.lock", _LOCK_SECONDS), exclusive(new.state / "write.lock", _LOCK_SECONDS):
        if (new.state / MOVING).exists():  # nobody else was faster
            _move_all(left, new)


def was_moved(state: Path, old_path: Path) -> bool:
    """Whether the memories at `old_path` lie in the folder of `state` by now, and `settle_move` was not called yet."""
    left = _noted(state / _MOVED)
    return left is not None and left.path == old_path


def settle_move(state: Path) -> None:
    """Nothing is left to be done of a move. Raises `StorageError`s."""
    try:
        (state / _MOVED).unlink(missing_ok=True)
    except OSError as error:
        raise storage_error(error, state) from error


def _move_all(left: _From, new: MemoryFolder) -> None:
    new.let_go()
    try:
        if (left.state / _LOG).exists():
            _drop_log(new.state)
        for entry in _entries(left.state):
            if not entry.name.endswith(".lock") and entry.name not in (MOVING, _MOVED):
                _move(entry, new.state / entry.name)
        for entry in _entries(left.path):
            _move(entry, new.path / entry.name)
        (new.state / MOVING).replace(new.state / _MOVED)
    except OSError as error:
        raise storage_error(error, new.path) from error


def _entries(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() else []


def _drop_log(state: Path) -> None:
    """The new folder's own log and history, which tell nothing yet."""
    for name in (f"{_LOG}-wal", f"{_LOG}-shm", _LOG):
        (state / name).unlink(missing_ok=True)
    shutil.rmtree(state / "history.git", ignore_errors=True)


def _move(entry: Path, target: Path) -> None:
    """A file takes the place of one; two folders are made one, so that nothing that is there is lost."""
    if entry.is_dir() and not entry.is_symlink() and target.is_dir():
        for inner in sorted(entry.iterdir()):
            _move(inner, target / inner.name)
        entry.rmdir()
        return
    entry.replace(target)


def _noted(file: Path) -> _From | None:
    try:
        said = json.loads(file.read_bytes())
        return _From(Path(said["path"]), Path(said["state"]))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise storage_error(error, file) from error
    except (ValueError, KeyError, TypeError):
        return None
