"""Carries out an import in a memory folder: the plan is checked and made under one lock, as one change."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from noctule.dataclass import dataclass, replace
from noctule.imports.index_merge import Line, merge
from noctule.imports.mapping import Incoming, place_of
from noctule.imports.plan import Here, Known, Planned, plan
from noctule.memories.memory import Memory, parse_memory
from noctule.memories.names import INDEX_NAME
from noctule.memories.text import decode, encode
from noctule.store.changes import Author
from noctule.store.files import content_hash, spelled_as_on_disk
from noctule.store.folder import MemoryFolder
from noctule.store.holds import judge
from noctule.store.overlay import Overlay
from noctule.store.sweep import AuthorOf
from noctule.store.turn import Turn, read_or_none

AUTHOR = Author("import")

_ANY_TIME = datetime.fromisoformat("2000-01-01T00:00:00+00:00")

Read = Callable[[str], bytes]


@dataclass(frozen=True, slots=True)
class Order:
    """What to import, and how: `places` says where memories that were imported before lie now, by where they came from.

    `is_forced`: the tool's text wins. `why_held` says why a memory is shown to no agent until a person accepts it.
    """

    arriving: Sequence[Incoming]
    places: Mapping[tuple[str, str], str]
    is_forced: bool
    now: datetime
    why_held: Callable[[Incoming], str | None]


def why_held(one: Incoming) -> str | None:
    """Why what came from another tool is held: for what its text asks. It does not matter when it is imported."""
    return judge(one.compose(_ANY_TIME).decode(), "import")


def preview(folder: MemoryFolder, order: Order) -> tuple[Planned, ...]:
    """What the import would do now. Nothing is written."""
    return _planned(folder, folder.read, order)


def run(folder: MemoryFolder, order: Order, author_of_unexplained: AuthorOf) -> tuple[Planned, ...]:
    """Does it, all or nothing, as one change of the history; gives what was done with each file.

    Raises `LockBusy`, and what the disk refuses: then nothing was imported.
    """
    folder.ensure()
    with folder.writing(AUTHOR, order.now, author_of_unexplained=author_of_unexplained) as writing:
        planned = _planned(folder, writing.read, order)
        turn = Overlay(folder.path, writing)
        reason = _reason(planned)
        for one in planned:
            if one.is_written:
                _write(turn, one, reason, one.incoming.compose(order.now, is_nested=folder.nests_metadata))
        _write_index(turn, planned, reason)
        steps = turn.steps()
        if steps:
            folder.journal.apply(writing, AUTHOR, steps)
        return planned


def _planned(folder: MemoryFolder, read: Read, order: Order) -> tuple[Planned, ...]:
    paths = dict.fromkeys([one.path for one in order.arriving])
    paths |= dict.fromkeys(path for one in order.arriving if (path := order.places.get(one.key)) is not None)
    spelled = {spelled_as_on_disk(folder.path, path) for path in paths} | _case_twins(folder, paths)
    here = {path: found for path in sorted(spelled) if (found := _here(folder, read, path)) is not None}
    removed = {path for path in paths if path not in here and folder.changes.was_by(path, AUTHOR.by)}
    planned = plan(order.arriving, Known(here, removed), is_forced=order.is_forced)
    return tuple(_judged(one, order.why_held) for one in planned)


def _case_twins(folder: MemoryFolder, paths: Mapping[str, None]) -> set[str]:
    """The files that differ from one of these paths only in the case of a letter: some disks see one file."""
    wanted = {path.casefold() for path in paths}
    return {stat.path for stat in folder.scan() if stat.path.casefold() in wanted}


def _here(folder: MemoryFolder, read: Read, path: str) -> Here | None:
    data = read_or_none(read, path)
    if data is None:
        return None
    decoded = decode(data)
    digest = content_hash(data)
    last = folder.changes.last_of(path)
    is_untouched = last is not None and last.author.by == AUTHOR.by and last.hash == digest
    return Here(parse_memory(path, decoded.text, decoded.problem), digest, is_untouched)


def _judged(one: Planned, why_held: Callable[[Incoming], str | None]) -> Planned:
    """What asks an agent for too much is written, and held until a person accepts it."""
    reason = why_held(one.incoming) if one.is_written else None
    return one if reason is None else replace(one, action="held", reason=reason)


def _reason(planned: Sequence[Planned]) -> str:
    """What the history says of all of it."""
    sources = dict.fromkeys(one.incoming.source.id for one in planned if one.is_written)
    return f"imported from {', '.join(sources)}"


def _write(turn: Turn, one: Planned, reason: str, data: bytes) -> None:
    expected = None if one.before is None else one.before.hash
    turn.write(
        one.path,
        data,
        reason,
        mtime_ns=one.incoming.file.mtime_ns,
        expected_hash=expected,
    )


def _write_index(turn: Turn, planned: Sequence[Planned], reason: str) -> None:
    decoded = decode(read_or_none(turn.read, INDEX_NAME) or b"")
    merged = merge(decoded.text, [_line(one) for one in planned if one.is_written])
    if merged != decoded.text:
        turn.write(INDEX_NAME, encode(merged, decoded.encoding), reason)


def _line(one: Planned) -> Line:
    coming = one.incoming
    before = one.before.memory.description if one.before is not None else ""
    return Line(one.path, coming.title or coming.name, coming.hook or coming.description, before)


def places_of(memories: Mapping[str, Memory]) -> dict[tuple[str, str], str]:
    """Where the memories that were imported lie, by where they came from."""
    return {place: path for path, memory in memories.items() if (place := place_of(memory)) is not None}
