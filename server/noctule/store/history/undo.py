"""Undoes one change: a change of its own, three-way in every file, that never clobbers what came later."""

from collections.abc import Iterator
from datetime import datetime

from noctule.dataclass import dataclass
from noctule.errors import NotFound, PathRefused
from noctule.memories.names import INDEX_NAME
from noctule.store.changes import Author
from noctule.store.folder import MemoryFolder
from noctule.store.history.history import History
from noctule.store.history.merge import merge
from noctule.store.history.message import FileChange, Recorded, undo_reason
from noctule.store.overlay import Overlay
from noctule.store.turn import read_or_none
from noctule.store.writing import Writing

# Whose changes are undone only when they are named.
_NOT_OURS = frozenset({"person", "outside"})


@dataclass(frozen=True, slots=True)
class Undone:
    """What an undo did. `change` is the new change, None where nothing had to be done.

    `restored` are the files that changed; `conflicts` those left as they are, because later edits touch the same lines.
    """

    undone: Recorded
    change: Recorded | None
    restored: tuple[str, ...]
    conflicts: tuple[str, ...]


def undo(folder: MemoryFolder, change: Recorded, author: Author, now: datetime) -> Undone:
    """All or, where the disk fails or we are killed, at the next start; no file's time is renewed: that is no news.

    Raises what the folder raises, and StateDamaged where the history cannot tell what was there before.
    """
    with folder.writing(author, now) as writing:
        restored, conflicts = _undo_files(folder, writing, change, author)
    made = next(_undoing(folder.history, change), None) if restored else None
    return Undone(change, made, restored, conflicts)


def last_undoable(history: History) -> Recorded:
    """The last change that was not a person's or outside's and is not undone. Raises NotFound."""
    undone: set[str] = set()
    for change in history.changes():
        is_undone = any(change.id.startswith(prefix) for prefix in undone)
        if change.told.undoes is not None and not is_undone:
            undone.add(change.told.undoes)
        elif change.told.author.by not in _NOT_OURS and not is_undone:
            return change
    raise NotFound("There is no change to undo but people's own: name one to undo it.")


def _undoing(history: History, change: Recorded) -> Iterator[Recorded]:
    return (one for one in history.changes() if one.told.undoes is not None and change.id.startswith(one.told.undoes))


def _undo_files(
    folder: MemoryFolder, writing: Writing, change: Recorded, author: Author
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The files that were brought back, and those that could not be."""
    plan = Overlay(folder.path, writing)
    done = {told.path: _undo_file(folder.history, writing, plan, change, told) for told in change.told.files}
    folder.journal.apply(writing, author, plan.steps())
    restored = tuple(path for path, was_done in done.items() if was_done)
    return restored, tuple(path for path, was_done in done.items() if was_done is False)


def _undo_file(history: History, writing: Writing, plan: Overlay, change: Recorded, told: FileChange) -> bool | None:
    """Whether the file can be brought back, None where there is nothing to do."""
    before, after = history.before(change, told.path), history.after(change, told.path)
    try:
        now = read_or_none(writing.read, told.path)
        if now == before:
            return None
        wanted = before if now == after else _merged(told.path, before, after, now)
        if wanted is None and now != after:
            return False
        if wanted is None:
            plan.remove(told.path, undo_reason(change))
            return True
        if wanted == now:
            return None
        # A file that comes back has the time that it had; any other keeps the one it has.
        mtime_ns = history.mtime_before(change, told.path) if now is None else writing.mtime_ns(told.path)
        plan.write(told.path, wanted, undo_reason(change), mtime_ns=mtime_ns)
    except PathRefused:
        return False
    return True


def _merged(path: str, before: bytes | None, after: bytes | None, now: bytes | None) -> bytes | None:
    """The file with the change taken out of it, None where that cannot be done."""
    if path == INDEX_NAME and now is not None:
        # Its lines stand for themselves: one that was made, or removed, is all its lines added, or taken away.
        before, after = before or b"", after or b""
    if before is None or after is None or now is None:
        return None
    return merge(after, now, before)
