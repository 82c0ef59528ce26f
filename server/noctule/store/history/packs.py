"""Keeps the packs of a history few: small ones are put into one as they are, difference by difference.

Each pack is two files that stay open in every process that reads the history. Of packs that each hold
more than twice what all smaller ones do there are at most some ten, and an object is copied about as often.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from noctule.store.history.repository import Repository

if TYPE_CHECKING:
    from dulwich.objects import ObjectID
    from dulwich.pack import Pack, UnpackedObject


def gather_packs(path: Path) -> int:
    """Puts small packs of the repository at `path` into one, if it is time, and gives how many those were.

    Whoever calls holds the packing lock. Others may read and write meanwhile, in this process too: what is read here is
    opened for itself. Raises StateDamaged and StorageError.
    """
    with closing(Repository(path)) as repository:
        with repository.packs() as packs:
            small = to_gather({name: len(pack) for name, pack in packs.items()})
            if not small:
                return 0
            names = {name for one in small for name in packs[one]}
            made = repository.put_pack(len(names), _copied([packs[one] for one in small]))
        repository.close()
        repository.drop_packs(one for one in small if one != made)
    return len(small)


def to_gather(sizes: Mapping[str, int]) -> list[str]:
    """The smaller packs, as long as the next holds at most twice the objects of all before it; none for one alone."""
    chosen: list[str] = []
    objects = 0
    for name in sorted(sizes, key=lambda name: (sizes[name], name)):
        if chosen and sizes[name] > 2 * objects:
            break
        chosen.append(name)
        objects += sizes[name]
    return chosen if len(chosen) > 1 else []


def _copied(packs: "Sequence[Pack]") -> "Iterator[UnpackedObject]":
    """Every object once. Each pack holds what its differences are from, and is taken as a whole: there is no circle."""
    seen: set[ObjectID] = set()
    for pack in packs:
        new = set(pack) - seen
        yield from pack.iter_unpacked_subset(new, convert_ofs_delta=True)
        seen |= new
