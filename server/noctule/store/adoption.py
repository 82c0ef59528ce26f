"""A project that was moved is known again: finds the memory of its old root, and moves it to the new one."""

import contextlib
import os
import shutil
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from noctule.dataclass import dataclass, replace
from noctule.errors import StorageError
from noctule.store.atomic import make_folder, storage_error
from noctule.store.changes import OUTSIDE
from noctule.store.files import list_files
from noctule.store.folder import MemoryFolder
from noctule.store.home import Home
from noctule.store.lock import exclusive
from noctule.store.project import Project, ProjectRecord, project_record, read_record, write_record

_LOCK_SECONDS = 5.0
# What is made anew, and would tell of paths that are no more.
_NOT_MOVED = frozenset({"rank.cache"})


@dataclass(frozen=True, slots=True)
class Left:
    """A project of which only its memory is left: its key, and what was recorded of it."""

    key: str
    record: ProjectRecord

    @property
    def root(self) -> Path:
        return Path(self.record.root)


def left_projects(home: Home, project: Project) -> tuple[Left, ...]:
    """The projects whose roots are not there any more and that no other project took over, the newest first."""
    records = dict(_records(home))
    taken = {root for record in records.values() for root in record.former_roots}
    found = [
        Left(key, record)
        for key, record in records.items()
        if key != project.key and record.root not in taken and not os.path.lexists(record.root)
    ]
    return tuple(sorted(found, key=lambda one: one.record.first_seen, reverse=True))


def is_same_repository(left: Left, remote: str | None, root_commit: str | None) -> bool:
    """Whether a project is known to be the one that was left: by its remote, and the commit it began with.

    A remote that it had not yet when it was last seen tells nothing.
    """
    known = left.record
    return root_commit is not None and known.root_commit == root_commit and known.remote in (remote, None)


def is_empty(folder: MemoryFolder) -> bool:
    """Whether a folder never held a memory."""
    return not list_files(folder.path).files and not folder.changes.since(0)


def move_memory(old: MemoryFolder, new: MemoryFolder, now: datetime) -> bool:
    """Moves the memories at `old` and all that belongs to them, its history among it, to `new`, which is empty.

    Gives False, and moves nothing, where `new` is not empty after all. The state goes first: if this breaks off, the
    memories that are left are still found at the old place, and what is known of them at the new one. Raises
    `LockBusy` and `StorageError`s.
    """
    new.ensure()
    with old.writing(OUTSIDE, now):
        pass  # a writer that died there is finished first
    old.close()
    with exclusive(old.state / "write.lock", _LOCK_SECONDS), exclusive(new.state / "write.lock", _LOCK_SECONDS):
        if not is_empty(new):
            return False
        new.let_go()
        try:
            _drop_database(new.state)
            for entry in sorted(old.state.iterdir()):
                if not entry.name.endswith(".lock"):
                    _move(entry, new.state / entry.name)
            for entry in sorted(old.path.iterdir()):
                _move(entry, new.path / entry.name)
        except OSError as error:
            raise storage_error(error, new.path) from error
    return True


def move_project_state(home: Home, old_key: str, new_key: str) -> None:
    """Moves what else is kept of the project: turns, say. What is there already stays. Raises `StorageError`s."""
    old, new = home.project_state(old_key), home.project_state(new_key)
    if not old.is_dir():
        return
    make_folder(new)
    try:
        for entry in sorted(old.iterdir()):
            if entry.name not in _NOT_MOVED and not os.path.lexists(new / entry.name):
                entry.replace(new / entry.name)
    except OSError as error:
        raise storage_error(error, new) from error


def record_adoption(home: Home, project: Project, left: Left, now: datetime) -> None:
    """From now on the project is known by its former roots too, and is offered the old one no more."""
    record = project_record(home, project, now).record
    former = (*record.former_roots, *left.record.former_roots, left.record.root)
    adopted = replace(
        record,
        root_commit=record.root_commit or left.record.root_commit,
        first_seen=min(filter(None, (record.first_seen, left.record.first_seen)), default=record.first_seen),
        adopted_from=left.record.root,
        former_roots=tuple(root for root in dict.fromkeys(former) if root != str(project.root)),
    )
    write_record(home, project.key, adopted)


def drop_left(home: Home, left: Left) -> None:
    """Removes the old project's folder once nothing is left in it but what can be made anew."""
    folder = home.project_dir(left.key)
    for entry in (home.memory_dir(left.key), home.project_state(left.key) / "rank.cache"):
        with contextlib.suppress(OSError):
            entry.rmdir() if entry.is_dir() else entry.unlink()
    with contextlib.suppress(OSError):
        home.project_state(left.key).rmdir()
    names = {entry.name for entry in folder.iterdir()} if folder.is_dir() else set()
    if names <= {"project.json"}:
        shutil.rmtree(folder, ignore_errors=True)


def _records(home: Home) -> Iterator[tuple[str, ProjectRecord]]:
    try:
        entries = sorted((home.root / "projects").iterdir())
    except FileNotFoundError:
        return
    except OSError as error:
        raise StorageError(f"The projects in {home.root} cannot be read.") from error
    for entry in entries:
        record = read_record(home, entry.name)
        if record is not None:
            yield entry.name, record


def _drop_database(state: Path) -> None:
    """The new folder's own log and history, which tell nothing yet."""
    for name in ("changes.db-wal", "changes.db-shm", "changes.db"):
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
