"""Which project a path belongs to, and what is recorded of it."""

import json
import os
from datetime import datetime
from pathlib import Path
from typing import Literal

from noctule.dataclass import dataclass, replace
from noctule.errors import PathRefused
from noctule.store.atomic import make_folder, set_aside, write_atomic
from noctule.store.home import Home
from noctule.store.paths import last_name, normalise_path, project_key
from noctule.store.repository import common_root, is_file, remote_of

Scope = Literal["repository", "folder"]


@dataclass(frozen=True, slots=True)
class Project:
    """A root (its real path), the key of its folder with us, and the name that people know it by."""

    root: Path
    key: str
    name: str


@dataclass(frozen=True, slots=True)
class ProjectRecord:
    """What `project.json` holds: where the project lay when last seen, and how to know it again."""

    root: str
    remote: str | None
    root_commit: str | None
    first_seen: str
    adopted_from: str | None
    former_roots: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Recorded:
    """The record of a project, and where a damaged one was set aside, to be said once."""

    record: ProjectRecord
    damaged: Path | None


def find_project(path: Path, scope: Scope, user_home: Path) -> Project:
    """The project that `path`, an absolute path, belongs to."""
    root = find_root(path, scope, user_home)
    return Project(root, project_key(str(root)), last_name(normalise_path(str(root))) or str(root))


def find_root(path: Path, scope: Scope, user_home: Path | None = None) -> Path:
    """The real path of the project's root: the repository's that all its worktrees share, or the folder's itself.

    A repository that holds the person's home (dotfiles kept in git, say) is the project of its own root only: folders
    inside it that no nearer repository holds stand alone, else one memory would serve a whole disk.
    """
    if "\0" in str(path):
        raise PathRefused("The path of a project holds a character that no path can hold.")
    real = Path(os.path.realpath(path))
    if is_file(real):
        real = real.parent
    if scope == "folder":
        return real
    root = common_root(real)
    if root is None or (user_home is not None and _holds(root, Path(os.path.realpath(user_home)))):
        return real
    return root


def _holds(root: Path, home: Path) -> bool:
    return root == home or root in home.parents


def project_record(home: Home, project: Project, now: datetime) -> Recorded:
    """Reads `project.json` and brings it up to date; written only where something changed.

    A damaged file is set aside and begun anew. Raises ReadOnly, DiskFull, StorageError.
    """
    file = home.project_file(project.key)
    found, damaged = _read(file)
    record = _updated(found, project, now)
    if record != found:
        make_folder(file.parent)
        write_record(home, project.key, record)
    return Recorded(record, damaged)


def note_root_commit(home: Home, key: str, commit: str | None) -> None:
    """Enters the commit that a recorded project began with, where none is entered yet. Raises `StorageError`s."""
    record = read_record(home, key)
    if record is not None and record.root_commit is None and commit is not None:
        write_record(home, key, replace(record, root_commit=commit))


def read_record(home: Home, key: str) -> ProjectRecord | None:
    """The record as it is; None where there is none or it cannot be read."""
    try:
        return _parse(home.project_file(key).read_bytes())
    except (OSError, ValueError):
        return None


def write_record(home: Home, key: str, record: ProjectRecord) -> None:
    """Raises ReadOnly, DiskFull, StorageError."""
    values = {
        "root": record.root,
        "remote": record.remote,
        "rootCommit": record.root_commit,
        "firstSeen": record.first_seen,
        "adoptedFrom": record.adopted_from,
        "formerRoots": list(record.former_roots),
    }
    write_atomic(home.project_file(key), (json.dumps(values, indent=2) + "\n").encode("ascii"))


def _read(file: Path) -> tuple[ProjectRecord | None, Path | None]:
    try:
        return _parse(file.read_bytes()), None
    except OSError:
        return None, None
    except ValueError:
        return None, set_aside(file)


def _parse(data: bytes) -> ProjectRecord:
    values = json.loads(data)
    if not isinstance(values, dict) or not isinstance(values.get("root"), str):
        raise ValueError("no record of a project")
    former = values.get("formerRoots")
    return ProjectRecord(
        values["root"],
        _text(values.get("remote")),
        _text(values.get("rootCommit")),
        _text(values.get("firstSeen")) or "",
        _text(values.get("adoptedFrom")),
        tuple(root for root in former if isinstance(root, str)) if isinstance(former, list) else (),
    )


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _updated(found: ProjectRecord | None, project: Project, now: datetime) -> ProjectRecord:
    root, remote = str(project.root), remote_of(project.root)
    if found is None:
        return ProjectRecord(root, remote, None, now.isoformat(timespec="seconds"), None, ())
    # A remote that is not to be seen now is kept: it is what a moved project is known by.
    return replace(found, root=root, remote=remote or found.remote)
