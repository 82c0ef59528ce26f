"""Writes a history anew without what is to be forgotten, and puts it in the old one's place, which is gone for good.

The new one is built beside the old; then two renames exchange them. Whoever dies between the two leaves both aside, and
`recover` finishes the exchange. All of it needs the folder's write lock, and nobody may pack meanwhile.
"""

import shutil
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TypeVar

from noctule.dataclass import dataclass, replace
from noctule.store.history.commits import Commits, Content, NewCommit, Position
from noctule.store.history.message import Recorded
from noctule.store.history.packing import packing_lock
from noctule.store.history.repository import Repository, object_id
from noctule.store.history.trees import find_file

T = TypeVar("T")

# So many commits are held in memory before they are written.
_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Scrub:
    """What is left of a file's content (None: nothing, not even the file), and of a reason, without what is forgotten.

    A change for `kept_reason` stays in the history even where nothing is left of it.
    """

    content: Callable[[str, bytes], bytes | None]
    reason: Callable[[str], str]
    kept_reason: str


def rewrite(repository: Repository, scrub: Scrub) -> None:
    """Raises StateDamaged, where what is there cannot be read, LockBusy, and StorageError; then nothing was changed."""
    if not repository.exists():
        return
    with packing_lock(repository):
        fresh = Repository(_new(repository.path))
        fresh.remove()
        _copy(repository, fresh, scrub)
        fresh.close()
        repository.close()
        _exchange(repository.path)


def is_left(path: Path) -> bool:
    """Whether an old history still lies there: it is being exchanged, or whoever did that died."""
    return _old(path).exists()


def recover(path: Path) -> None:
    """Finishes what a process began that died: the new history if it was complete, and no old one."""
    if not path.exists() and _old(path).exists() and _new(path).exists():
        _new(path).replace(path)
    if path.exists():
        for leftover in (_old(path), _new(path)):
            if leftover.exists():
                shutil.rmtree(leftover)


def _copy(repository: Repository, fresh: Repository, scrub: Scrub) -> None:
    changes = list(Commits(repository).walk())
    if not changes:
        return
    position = Position(changes[0].told.log, changes[0].told.seq)
    new_ids: dict[str, str] = {}
    for batch in _batches(reversed(changes)):
        commits = Commits(fresh)
        with commits.adding(commits.newest(), position) as adding:
            for change in batch:
                is_kept = change.told.reason == scrub.kept_reason or change.parent is None
                made = adding.add(_scrubbed(repository, change, scrub, new_ids), even_if_empty=is_kept)
                if made is not None:
                    new_ids[change.id] = made


def _scrubbed(repository: Repository, change: Recorded, scrub: Scrub, new_ids: dict[str, str]) -> NewCommit:
    told = change.told
    left = {one.path: _content(repository, change, one.path, scrub) for one in told.files}
    files = {one.path: one for one in told.files}
    return NewCommit(told.at, told.author, _reason(change, scrub, new_ids), left, files, Position(told.log, told.seq))


def _reason(change: Recorded, scrub: Scrub, new_ids: dict[str, str]) -> str:
    """The reason, naming what it undoes by its new id."""
    reason, undone = change.told.reason, change.told.undoes
    if undone is not None:
        new = next((made for old, made in new_ids.items() if old.startswith(undone)), None)
        short = replace(change, id=new).short_id if new is not None else "a forgotten change"
        reason = reason.replace(undone, short, 1)
    return scrub.reason(reason)


def _content(repository: Repository, change: Recorded, path: str, scrub: Scrub) -> Content:
    from dulwich.objects import Blob

    name = find_file(repository.tree, object_id(change.tree), path)
    left = None if name is None else scrub.content(path, repository.blob(name).as_raw_string())
    return None if left is None else Blob.from_string(left)


def _batches(items: Iterable[T]) -> Iterator[list[T]]:
    left = iter(items)
    while batch := list(islice(left, _AT_ONCE)):
        yield batch


def _exchange(path: Path) -> None:
    if _old(path).exists():
        shutil.rmtree(_old(path))
    path.replace(_old(path))
    _new(path).replace(path)
    shutil.rmtree(_old(path))


def _old(path: Path) -> Path:
    return path.with_name(f"{path.name}.old")


def _new(path: Path) -> Path:
    return path.with_name(f"{path.name}.new")
