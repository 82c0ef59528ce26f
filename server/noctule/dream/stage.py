"""The stage: a copy of a memory folder for a dream to work in, without what is held, and what it was copied from."""

import os
import shutil
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

from noctule.dataclass import dataclass
from noctule.errors import MemoryProblem, NotFound, StorageError
from noctule.memories.index import parse_index, without
from noctule.memories.names import INDEX_NAME
from noctule.memories.text import decode, encode
from noctule.store.atomic import PRIVATE_FILE, PRIVATE_FOLDER, make_folder, storage_error
from noctule.store.files import FileStat, list_files, read_file

_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


@dataclass(frozen=True, slots=True)
class Copied:
    """A file as it was copied: its bytes and its modification time."""

    data: bytes
    mtime_ns: int


@dataclass(frozen=True, slots=True)
class Base:
    """What a stage began as, by path. The index is as the dream was shown it: without the lines of held memories.

    `unread` are memories that are there and cannot be read; the index says nothing of them either.
    """

    files: Mapping[str, Copied]
    unread: frozenset[str] = frozenset()

    @property
    def index(self) -> bytes | None:
        copied = self.files.get(INDEX_NAME)
        return None if copied is None else copied.data


def make_stage(
    folder: Path, stage: Path, held: Collection[str] = (), shown_index: Callable[[str], str] | None = None
) -> Base:
    """Copies the memories and the index of `folder` into `stage`, a folder that is not there yet.

    Left out: the memories in `held`, and of the index what `shown_index` leaves out. A file that is gone or cannot be
    read by the time it is its turn is left out, and so is never changed; nor is the line of one that cannot be read.
    Raises FolderUnreadable, StorageErrors.
    """
    make_folder(stage)
    listing = list_files(folder)
    found: dict[str, bytes] = {}
    unread: set[str] = set()
    for path in listing.files.keys() - held:
        try:
            found[path] = read_file(folder, path)
        except NotFound:
            continue
        except (MemoryProblem, StorageError):
            unread.add(path)
    if INDEX_NAME in found:
        decoded = decode(found[INDEX_NAME])
        unread |= _named_below(decoded.text, listing.closed)
        shown = without(decoded.text if shown_index is None else shown_index(decoded.text), unread)
        if shown != decoded.text:
            found[INDEX_NAME] = encode(shown, decoded.encoding)
    made: set[str] = set()
    files: dict[str, Copied] = {}
    for path, stat in listing.files.items():
        if path in found:
            _copy(stage, stat, found[path], made)
            files[path] = Copied(found[path], stat.mtime_ns)
    return Base(files, frozenset(unread))


def _named_below(index: str, closed: tuple[str, ...]) -> set[str]:
    """What the index names in folders that cannot be looked into: it may well be there."""
    if not closed:
        return set()
    targets = (link.target for line in parse_index(index).lines for link in line.links)
    return {target for target in targets if target is not None and target.startswith(closed)}


def read_stage(stage: Path) -> dict[str, bytes]:
    """The files of a stage as they are now, by path. Raises StorageErrors, and MemoryProblems for what is no file."""
    return {path: read_file(stage, path) for path in list_files(stage).files}


def write_stage(stage: Path, changed: Mapping[str, bytes | None]) -> None:
    """Puts contents into a stage, None removing a file. Raises StorageErrors."""
    for path, data in changed.items():
        target = stage / path
        try:
            target.unlink(missing_ok=True)
            if data is not None:
                make_folder(target.parent)
                target.write_bytes(data)
        except OSError as error:
            raise storage_error(error, target) from error


def drop_stage(stage: Path) -> None:
    """Deletes a stage, whatever is left of it."""
    shutil.rmtree(stage, ignore_errors=True)


def _copy(stage: Path, stat: FileStat, data: bytes, made: set[str]) -> None:
    """Nothing is synced: a stage does not outlive its dream."""
    parent = stat.path.rpartition("/")[0]
    try:
        if parent and parent not in made:
            (stage / parent).mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
            made.add(parent)
        target = f"{stage}/{stat.path}"
        descriptor = os.open(target, _NEW_FILE, PRIVATE_FILE)
        try:
            view = memoryview(data)
            while view:
                view = view[os.write(descriptor, view) :]
        finally:
            os.close(descriptor)
        os.utime(target, ns=(stat.mtime_ns, stat.mtime_ns))
    except OSError as error:
        raise storage_error(error, stage / stat.path) from error
