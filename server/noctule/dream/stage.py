"""The stage: a copy of a memory folder for a dream to work in, without what is held, and what it was copied from."""

import os
import shutil
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

from noctule.dataclass import dataclass
from noctule.errors import MemoryProblem, StorageError
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
    """What a stage began as, by path. The index is as the dream was shown it: without the lines of held memories."""

    files: Mapping[str, Copied]

    @property
    def index(self) -> bytes | None:
        copied = self.files.get(INDEX_NAME)
        return None if copied is None else copied.data


def make_stage(
    folder: Path, stage: Path, held: Collection[str] = (), shown_index: Callable[[str], str] | None = None
) -> Base:
    """Copies the memories and the index of `folder` into `stage`, a folder that is not there yet.

    Left out: the memories in `held`, and of the index what `shown_index` leaves out. A file that is gone or cannot be
    read by the time it is its turn is left out, and so is never changed. Raises FolderUnreadable, StorageErrors.
    """
    make_folder(stage)
    files: dict[str, Copied] = {}
    made: set[str] = set()
    for path, stat in list_files(folder).files.items():
        if path in held:
            continue
        try:
            data = read_file(folder, path)
        except (MemoryProblem, StorageError):
            continue
        if path == INDEX_NAME and shown_index is not None:
            data = _shown(data, shown_index)
        _copy(stage, stat, data, made)
        files[path] = Copied(data, stat.mtime_ns)
    return Base(files)


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


def _shown(data: bytes, shown_index: Callable[[str], str]) -> bytes:
    decoded = decode(data)
    shown = shown_index(decoded.text)
    return data if shown == decoded.text else encode(shown, decoded.encoding)


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
