"""Packs what a history has gained: one file for hundreds, each content as its difference from the one after it.

dulwich looks for differences by trial, which takes it minutes. Here it is known what followed what.
"""

import contextlib
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from noctule.store.atomic import write_atomic
from noctule.store.history.commits import Commits
from noctule.store.history.delta import delta, entries_of, lines_of
from noctule.store.history.packs import gather_packs
from noctule.store.history.repository import Repository, object_id
from noctule.store.history.trees import objects_on_the_way
from noctule.store.lock import exclusive

if TYPE_CHECKING:
    from dulwich.objects import ObjectID
    from dulwich.pack import UnpackedObject

# So many changes are a thousand loose files: slow to copy, to back up and to search.
PACK_EVERY = 200

# To read a content, all that lie between it and a whole one are read too.
_LONGEST_CHAIN = 40

_LOCK_SECONDS = 60.0


def is_due(repository: Repository) -> bool:
    """Whether enough has gathered since the history was packed last."""
    newest = Commits(repository).newest()
    return newest is not None and newest.told.number - _number_packed(repository) >= PACK_EVERY


def pack(repository: Repository) -> int:
    """Packs all that is loose and gives how many objects that were. Others may write meanwhile.

    Raises StateDamaged, LockBusy (another process packs, or forgets) and StorageError.
    """
    with packing_lock(repository):
        newest = Commits(repository).newest()
        loose = repository.loose()
        if newest is None or not loose:
            return 0
        repository.put_pack(len(loose), _unpacked(repository, loose))
        repository.drop_loose(loose)
        if gather_packs(repository.path):
            repository.close()
        write_atomic(repository.path / "packed", str(newest.told.number).encode())
        return len(loose)


def packing_lock(repository: Repository) -> AbstractContextManager[None]:
    """Held while objects are moved or dropped: what one packs another must not forget meanwhile."""
    return exclusive(repository.path.with_name("packing.lock"), _LOCK_SECONDS)


def _number_packed(repository: Repository) -> int:
    with contextlib.suppress(OSError, ValueError):
        return int((repository.path / "packed").read_bytes())
    return 0


def _unpacked(repository: Repository, loose: "list[ObjectID]") -> "Iterator[UnpackedObject]":
    from dulwich.pack import full_unpacked_object

    left = dict.fromkeys(loose)
    for series in _series(repository, set(loose)):
        yield from _chain(repository, series)
        for name in series:
            del left[name]
    for name in left:
        yield full_unpacked_object(repository.read(name))


def _series(repository: Repository, loose: "set[ObjectID]") -> "list[list[ObjectID]]":
    """The objects by what they are versions of, a file or a folder, the newest first."""
    series: dict[bytes, dict[ObjectID, None]] = {}
    seen: set[ObjectID] = set()
    for change in Commits(repository).walk():
        if object_id(change.id) not in loose:
            break
        for told in change.told.files:
            for place, name in objects_on_the_way(repository.tree, object_id(change.tree), told.path):
                if name in loose and name not in seen:
                    seen.add(name)
                    series.setdefault(place, {})[name] = None
    return [list(names) for names in series.values()]


def _chain(repository: Repository, names: "list[ObjectID]") -> "Iterator[UnpackedObject]":
    from dulwich.objects import Tree
    from dulwich.pack import UnpackedObject, full_unpacked_object

    base: list[bytes] = []
    base_name, length = b"", 0
    for name in names:
        found = repository.read(name)
        raw = found.as_raw_string()
        pieces = entries_of(raw) if isinstance(found, Tree) else lines_of(raw)
        difference = delta(base, pieces)
        if base_name and length < _LONGEST_CHAIN and len(difference) < len(raw):
            length += 1
            yield UnpackedObject(
                found.type_num,
                sha=bytes.fromhex(name.decode()),
                delta_base=bytes.fromhex(base_name.decode()),
                decomp_len=len(difference),
                decomp_chunks=[difference],
            )
        else:
            length = 0
            yield full_unpacked_object(found)
        base, base_name = pieces, name
