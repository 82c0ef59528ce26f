"""A project that was moved is known again: finds what its old root left, and takes over what is recorded of it."""

import contextlib
import os
import shutil
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from noctule.dataclass import dataclass, replace
from noctule.errors import StorageError
from noctule.store.atomic import make_folder, storage_error
from noctule.store.home import Home
from noctule.store.project import Project, ProjectRecord, project_record, read_record, write_record

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
