"""Decides what an import would do with each file, from what lies here and what was imported before. Pure values.

A file is known again by its tool and its place, so that a memory that was renamed here stays one memory. Changed there
only: updated. Changed here: kept. Changed on both sides: ours is kept, and it is said.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from noctule.dataclass import dataclass
from noctule.imports.mapping import Incoming, hash_of_source, place_of
from noctule.memories.memory import Memory
from noctule.memories.names import path_key

Action = Literal["created", "updated", "skipped", "conflicting", "held"]

UNCHANGED = "It is as it was when it was imported."
KEPT = "It was changed here, and not there: what is here stays."
SAME = "The same text is here already."
REMOVED = "It was imported before, and removed here since: `--force` brings it back."
BOTH = "It was changed here and there: what is here stays. Resolve it with `--force --only {path}`."
OTHER = "Another memory has its name: that one stays. Resolve it with `--force --only {path}`."
TWICE = "Another file of this import has its name, and says something else: that one counts."


@dataclass(frozen=True, slots=True)
class Here:
    """A memory that lies here: its content's hash, and whether an import wrote it as it is."""

    memory: Memory
    hash: str
    is_untouched: bool


@dataclass(frozen=True, slots=True)
class Known:
    """What lies here, by path; which paths an import once wrote and somebody removed; every path that is taken."""

    here: Mapping[str, Here]
    removed: Collection[str]


@dataclass(frozen=True, slots=True)
class Planned:
    """What is to be done with one file: `path` is where it goes or lies here, and whether it is to be written there."""

    action: Action
    path: str
    reason: str
    incoming: Incoming
    before: Here | None = None

    @property
    def is_written(self) -> bool:
        return self.action in ("created", "updated", "held")


def plan(arriving: Sequence[Incoming], known: Known, *, is_forced: bool) -> tuple[Planned, ...]:
    """What an import does with each file, in their order. `is_forced`: the tool's text wins, whatever was done here."""
    by_place = {place_of(one.memory): path for path, one in known.here.items()}
    by_path = {_folded(path): path for path in known.here}
    taken: dict[str, Incoming] = {}
    for one in arriving:  # what was imported before keeps its memory, whatever else has that name by now
        if one.key in by_place:
            taken.setdefault(_folded(by_place[one.key]), one)
    planned: list[Planned] = []
    for one in arriving:
        path = by_place.get(one.key) or by_path.get(_folded(one.path)) or one.path
        other = taken.setdefault(_folded(path), one)
        made = _decide(one, path, known, is_forced=is_forced) if other is one else _second(one, path, other)
        planned.append(made)
    return tuple(planned)


def _decide(one: Incoming, path: str, known: Known, *, is_forced: bool) -> Planned:
    here = known.here.get(path)
    if here is None:
        if path in known.removed and not is_forced:
            return Planned("skipped", path, REMOVED, one)
        return Planned("created", path, "It is new.", one)
    action, reason = _compare(one, here)
    if is_forced and (action == "conflicting" or reason == KEPT):
        return Planned("updated", path, "It takes the place of what was here, which the history keeps.", one, here)
    return Planned(action, path, reason.format(path=path), one, here)


def _second(one: Incoming, path: str, other: Incoming) -> Planned:
    """A file whose place another of this import has: both are never written in turn."""
    if one.body == other.body:
        return Planned("skipped", path, SAME, one)
    return Planned("conflicting", path, TWICE, one)


def _compare(one: Incoming, here: Here) -> tuple[Action, str]:
    if not _is_its_own(one, here):
        return ("skipped", SAME) if _says_the_same(one, here) else ("conflicting", OTHER)
    if hash_of_source(here.memory) == one.digest:
        return "skipped", UNCHANGED if here.is_untouched else KEPT
    if here.is_untouched:
        return "updated", "It was changed there."
    return ("skipped", SAME) if _says_the_same(one, here) else ("conflicting", BOTH)


def _is_its_own(one: Incoming, here: Here) -> bool:
    """Whether what lies here came from this file. A tool's folder for a project may move; then the name tells."""
    place = place_of(here.memory)
    if place is None or place == one.key:
        return place is not None
    return one.source.is_bound and place[0] == one.source.id and place[1].endswith(f"/{one.file.path}")


def _says_the_same(one: Incoming, here: Here) -> bool:
    return (
        here.hash == one.digest
        or here.memory.body.replace("\r\n", "\n").strip() == one.body.replace("\r\n", "\n").strip()
    )


def _folded(path: str) -> str:
    """By this a disk that knows no case takes two paths for one."""
    return path_key(path).casefold()
