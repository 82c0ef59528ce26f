"""Applies a dream's change set to the live folder: one transaction, and nothing that others did meanwhile is lost."""

from collections.abc import Callable, Collection, Mapping
from datetime import datetime

from noctule.dataclass import dataclass, replace
from noctule.dream.merging import index_after
from noctule.dream.replacing import in_place_of
from noctule.errors import MemoryProblem, NotFound
from noctule.memories.names import INDEX_NAME, path_key
from noctule.store.changes import Author
from noctule.store.files import hash_or_none
from noctule.store.folder import MemoryFolder
from noctule.store.held_dreams import ChangeSet, FileChange
from noctule.store.sweep import AuthorOf
from noctule.store.turn import Step, read_or_none

CHANGED = "it was changed meanwhile"
UNSAVED = "it is open and unsaved in an editor"
LEFT_BEHIND = "what stands in its place could not be written"

DREAMER = Author("dream")


@dataclass(frozen=True, slots=True)
class Conflict:
    """A file that stays as it is, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Applied:
    """What an apply did. `change` is the commit's id, None where nothing had to be written.

    `rest` is what was not applied: conflicts, and what was not asked for.
    """

    change: str | None
    done: tuple[FileChange, ...]
    conflicts: tuple[Conflict, ...]
    rest: ChangeSet


@dataclass(frozen=True, slots=True)
class Plan:
    """The steps, the index last; the memories they apply; and what stays as it is."""

    steps: tuple[Step, ...]
    applied: frozenset[str]
    conflicts: tuple[Conflict, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What is to be applied: all, or `only` some memories; `unsaved` buffers stay; `reason` names it in the history."""

    reason: str
    unsaved: Collection[str] = ()
    only: Collection[str] | None = None


def apply(
    folder: MemoryFolder,
    changes: ChangeSet,
    wish: Wish,
    now: datetime,
    author_of_unexplained: AuthorOf,
    check: Callable[[], None] = lambda: None,
) -> Applied:
    """Makes the changes under the write lock, all or, where the disk fails or we are killed, at the next start.

    `check` is called under the lock before anything is written, and raises where the dream may not land. Raises
    StorageErrors, and NotFound where `only` names what the dream does not change.
    """
    # What others wrote is entered while it is there: the history then knows its time, and an undo gives it back.
    folder.sweep(author_of_unexplained, now)
    with folder.writing(DREAMER, now, author_of_unexplained=author_of_unexplained) as writing:
        check()
        plan = plan_apply(changes, lambda path: read_or_none(writing.read, path), wish)
        if plan.steps:
            folder.journal.apply(writing, DREAMER, plan.steps)
    change = _commit_of(folder, wish.reason) if plan.steps else None
    done = tuple(one for one in changes.memories if one.path in plan.applied)
    if changes.index is not None and any(step.path == INDEX_NAME for step in plan.steps):
        done = (*done, changes.index)
    return Applied(change, done, plan.conflicts, _rest(changes, plan))


def plan_apply(changes: ChangeSet, read: Callable[[str], bytes | None], wish: Wish) -> Plan:
    """What would be done to the folder that `read` reads. Pure but for reading."""
    standins = in_place_of(changes)
    wanted = _wanted(changes, standins, wish.only)
    conflicts = {one.path: reason for one in wanted if (reason := _trouble(one, read, wish.unsaved)) is not None}
    _leave_behind(wanted, standins, conflicts)
    applied = frozenset(one.path for one in wanted if one.path not in conflicts)
    steps = [
        Step(one.path, hash_or_none(one.before), one.after, wish.reason, one.mtime_ns)
        for one in wanted
        if one.path in applied and read(one.path) != one.after
    ]
    if wish.only is None or applied:
        steps += _index_step(changes, read, applied, wish, conflicts)
    told = tuple(Conflict(path, reason) for path, reason in conflicts.items())
    return Plan(tuple(steps), applied, told)


def _wanted(
    changes: ChangeSet, standins: Mapping[str, tuple[str, ...]], only: Collection[str] | None
) -> list[FileChange]:
    """The memories that are asked for. A removal brings what stands in its place."""
    if only is None:
        return list(changes.memories)
    known = {path_key(one.path): one.path for one in changes.memories}
    unknown = [path for path in only if path_key(path) not in known]
    if unknown:
        raise NotFound(f"The dream does not change {unknown[0][:80]}.")
    named = {known[path_key(path)] for path in only}
    while more := {other for path in named for other in standins.get(path, ())} - named:
        named |= more
    return [one for one in changes.memories if one.path in named]


def _trouble(change: FileChange, read: Callable[[str], bytes | None], unsaved: Collection[str]) -> str | None:
    if change.path in unsaved:
        return UNSAVED
    try:
        live = read(change.path)
    except MemoryProblem as error:
        return str(error).rstrip(".")
    return None if live in (change.before, change.after) else CHANGED


def _leave_behind(
    wanted: Collection[FileChange], standins: Mapping[str, tuple[str, ...]], conflicts: dict[str, str]
) -> None:
    """What is taken away stays where what stands in its place does not come: a text must not be lost in between."""
    while True:
        left = [
            one.path
            for one in wanted
            if one.path not in conflicts
            and one.path in standins
            and any(path in conflicts for path in standins[one.path])
        ]
        if not left:
            return
        conflicts.update(dict.fromkeys(left, LEFT_BEHIND))


def _index_step(
    changes: ChangeSet,
    read: Callable[[str], bytes | None],
    applied: Collection[str],
    wish: Wish,
    conflicts: dict[str, str],
) -> list[Step]:
    if changes.index is None:
        return []
    try:
        live = read(INDEX_NAME)
    except MemoryProblem as error:
        conflicts[INDEX_NAME] = str(error).rstrip(".")
        return []
    after = index_after(changes, live, applied, is_all=wish.only is None)
    if after == live:
        return []
    if INDEX_NAME in wish.unsaved:
        conflicts[INDEX_NAME] = UNSAVED
        return []
    return [Step(INDEX_NAME, hash_or_none(live), after, wish.reason)]


def _rest(changes: ChangeSet, plan: Plan) -> ChangeSet:
    left = tuple(one for one in changes.memories if one.path not in plan.applied)
    is_index_left = any(one.path == INDEX_NAME for one in plan.conflicts)
    return replace(changes, memories=left, index=changes.index if left or is_index_left else None)


def _commit_of(folder: MemoryFolder, reason: str) -> str | None:
    newest = next(iter(folder.history.changes()), None)
    if newest is None or newest.told.reason != " ".join(reason.split()):
        return None  # the history could not be written: its problem is told elsewhere, and made good later
    return newest.short_id
