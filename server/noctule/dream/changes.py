"""The change set of a dream: what its stage holds now, compared with what it was copied from. Pure."""

from collections.abc import Mapping, Sequence

from noctule.dream.replacing import in_place_of
from noctule.dream.stage import Base
from noctule.memories.names import INDEX_NAME
from noctule.store.held_dreams import ChangeSet, FileChange


def change_set(base: Base, now: Mapping[str, bytes], replaces: Mapping[str, Sequence[str]]) -> ChangeSet:
    """What became of `base`. `replaces` tells for a memory which others it stands in the place of.

    No merge makes an old memory look new: a memory that stands in the place of others, or was there before, gets the
    newest time of all of them; one that stands in nobody's place is new.
    """
    paths = sorted((set(base.files) | set(now)) - {INDEX_NAME})
    plain = ChangeSet(tuple(change for path in paths if (change := _change(base, now, path, replaces)) is not None))
    found = in_place_of(plain)
    dated = tuple(
        _dated(base, one, [gone for gone, standins in found.items() if one.path in standins]) for one in plain.memories
    )
    return ChangeSet(dated, _change(base, now, INDEX_NAME, {}))


def _change(
    base: Base, now: Mapping[str, bytes], path: str, replaces: Mapping[str, Sequence[str]]
) -> FileChange | None:
    copied = base.files.get(path)
    before, after = copied.data if copied is not None else None, now.get(path)
    if before == after:
        return None
    named = tuple(sorted({one for one in replaces.get(path, ()) if one != path})) if after is not None else ()
    return FileChange(path, before, after, replaces=named)


def _dated(base: Base, change: FileChange, stands_for: Sequence[str]) -> FileChange:
    sources = {change.path, *change.replaces, *stands_for}
    times = [base.files[path].mtime_ns for path in sources if path in base.files]
    mtime_ns = max(times) if times and change.after is not None else None
    return FileChange(change.path, change.before, change.after, mtime_ns, change.replaces)
