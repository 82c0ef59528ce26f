"""What happened to the memories of a project, or to the profile: which changes there were, and undoing one."""

import contextlib
from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from typing import Literal

from noctule.dataclass import dataclass
from noctule.errors import StorageError
from noctule.memories.text import decode
from noctule.service.following import Following
from noctule.service.open_folder import OpenFolder
from noctule.service.project import Projects
from noctule.store.changes import Author
from noctule.store.history.message import Recorded

FolderName = Literal["project", "profile"]

_MOST_CHANGES = 1000


@dataclass(frozen=True, slots=True)
class Place:
    """Whose history is meant: the project's memory folder, or the profile."""

    folder: FolderName = "project"
    workspace_uri: str | None = None


@dataclass(frozen=True, slots=True)
class ChangedFile:
    """`action`: saved, updated, indexUpdated or removed."""

    memory_uri: str
    action: str


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """One change. `change` is its id as people type it; `by`: agent, person, dream, import, extract or outside."""

    change: str
    at: datetime
    by: str
    session_id: str | None
    reason: str
    files: tuple[ChangedFile, ...]


@dataclass(frozen=True, slots=True)
class FileDiff:
    """What a change did to one file: its text before and after, null where there was or is none."""

    memory_uri: str
    action: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class UndoAnswer:
    """`undone` is the change that was named or found; `change` the new one, null where there was nothing to do.

    `applied` are the files brought back, `conflicts` those left as they are because later edits touch the same lines.
    """

    undone: str
    change: str | None
    applied: tuple[str, ...]
    conflicts: tuple[str, ...]
    message: str


class ProjectHistory:
    """Raises `WorkspaceError`s, `Disabled`, `NotFound` and `Ambiguous` for an id, `StateDamaged`, `StorageError`s."""

    def __init__(self, projects: Projects, following: Following) -> None:
        self._projects = projects
        self._following = following

    def changes(self, place: Place, memory_uri: str | None = None, limit: int = 20) -> tuple[ChangeRow, ...]:
        """The changes, the newest first, or those of one file, which need not be there any more."""
        folder = self._open(place)
        path = None if memory_uri is None else folder.relative(memory_uri, self._projects.places.user_home)
        changes = (change for change in folder.memories.history.changes(path) if change.told.files or change.parent)
        return tuple(_row(folder, one) for one in islice(changes, max(1, min(limit, _MOST_CHANGES))))

    def show(self, place: Place, change: str) -> ChangeRow:
        """The change whose id begins so."""
        folder = self._open(place)
        return _row(folder, folder.memories.history.find(change))

    def diff(self, place: Place, change: str) -> tuple[FileDiff, ...]:
        """What the change did, file by file."""
        folder = self._open(place)
        history = folder.memories.history
        found = history.find(change)
        return tuple(
            FileDiff(
                folder.uri(one.path),
                one.action,
                _text(history.before(found, one.path)),
                _text(history.after(found, one.path)),
            )
            for one in found.told.files
        )

    def undo(self, place: Place, change: str | None = None) -> UndoAnswer:
        """Undoes one change, or the last that was neither a person's nor outside's and is not undone yet."""
        from noctule.store.history.undo import last_undoable, undo

        folder = self._open(place)
        history = folder.memories.history
        wanted = history.find(change) if change is not None else last_undoable(history)
        done = undo(folder.memories, wanted, Author("person"), self._projects.now())
        self._following.gather(folder)
        return UndoAnswer(
            undone=wanted.short_id,
            change=done.change.short_id if done.change is not None else None,
            applied=tuple(folder.uri(path) for path in done.restored),
            conflicts=tuple(folder.uri(path) for path in done.conflicts),
            message=_message(wanted, done.restored, done.conflicts),
        )

    def pack_due(self) -> int:
        """Packs the history of each open folder that has gained enough, and gives how many those were."""
        due = [folder.memories for folder in self._projects.open_folders() if _is_due(folder)]
        return sum(memories.pack_history() > 0 for memories in due)

    def _open(self, place: Place) -> OpenFolder:
        """The folder, after what happened to it behind our back was entered, as far as that can be."""
        opened = self._projects.open(place.workspace_uri).require_enabled()
        folder = self._projects.profile(opened) if place.folder == "profile" else opened.folder
        if folder.memories.exists():
            with contextlib.suppress(StorageError):
                self._following.look(folder)
        return folder


def history_problems(folder: OpenFolder) -> Iterator[str]:
    """What a person should know of a folder's history, in sentences."""
    if folder.memories.history_problem is not None:
        yield folder.memories.history_problem
    for aside in folder.memories.history.damaged:
        yield f"A damaged history was set aside as {aside}, and a new one begun. Delete it when you do not need it."


def _is_due(folder: OpenFolder) -> bool:
    try:
        return folder.memories.is_packing_due()
    except StorageError:
        return False


def _row(folder: OpenFolder, change: Recorded) -> ChangeRow:
    told = change.told
    files = tuple(ChangedFile(folder.uri(one.path), one.action) for one in told.files)
    return ChangeRow(change.short_id, told.at, told.author.by, told.author.session, told.reason, files)


def _text(data: bytes | None) -> str | None:
    return None if data is None else decode(data).text


def _message(change: Recorded, restored: tuple[str, ...], conflicts: tuple[str, ...]) -> str:
    left = f" Left as they are, because of later edits: {', '.join(conflicts)}." if conflicts else ""
    if restored:
        return f"Undone: {change.told.reason} ({', '.join(restored)}).{left}"
    return (
        f"Nothing was undone.{left}" if conflicts else "There is nothing to undo: all is as it was before that change."
    )
