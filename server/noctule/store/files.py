"""What lies in a memory folder right now: its memories and its index, their sizes and times, their bytes."""

import errno
import os
import stat
import unicodedata
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path

from noctule.dataclass import dataclass
from noctule.errors import FolderUnreadable, NotFound, PathRefused, StorageError
from noctule.hashing import sha256
from noctule.memories.names import INDEX_NAME, is_memory_path

# The one file of a folder that is no memory and counts.
INDEX = INDEX_NAME

# A hash of a file that is there and cannot be read.
UNKNOWN = ""

_SKIPPED_FOLDERS = {"node_modules"}
_OPEN_FOR_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


@dataclass(frozen=True, slots=True)
class FileStat:
    """A file by its path relative to the folder (with `/`, spelled as on disk), its size in bytes and its times.

    `changed_ns` is when the system last saw the file change in any way: unlike the modification time no program can
    set it back. Where the system keeps no such time (Windows), it is the modification time.
    """

    path: str
    size: int
    mtime_ns: int
    changed_ns: int = 0


@dataclass(frozen=True, slots=True)
class Listing:
    """The files of a folder by path, and the sub-folders that could not be looked into."""

    files: dict[str, FileStat]
    closed: tuple[str, ...] = ()


def list_files(root: Path) -> Listing:
    """Every memory and the index under `root`; a folder that is not there is empty.

    Links are not followed and not listed, nor is a name that is no UTF-8: nothing could name it on the wire. Raises
    FolderUnreadable where `root` itself cannot be read; a sub-folder that cannot is named in `closed`.
    """
    files: dict[str, FileStat] = {}
    closed: list[str] = []
    waiting = [""]
    while waiting:
        prefix = waiting.pop()
        entries = _entries(root, prefix)
        if entries is None:
            closed.append(prefix)
            continue
        for entry in entries:
            path = prefix + entry.name
            if entry.is_dir(follow_symlinks=False):
                if not _is_skipped(entry.name):
                    waiting.append(f"{path}/")
            elif counts(path) and (status := _stat_of_entry(entry)) is not None:
                files[path] = file_stat(path, status)
    return Listing(files, tuple(closed))


def _entries(root: Path, prefix: str) -> list[os.DirEntry[str]] | None:
    """What lies in one folder; None where it cannot be looked into. Raises FolderUnreadable for the root itself."""
    try:
        with os.scandir(f"{root}/{prefix}" if prefix else root) as entries:
            return list(entries)
    except FileNotFoundError:
        return []
    except OSError as error:
        if not prefix:
            raise _unreadable(root, error) from error
        return [] if isinstance(error, NotADirectoryError) else None


def _is_skipped(name: str) -> bool:
    return name.startswith(".") or name in _SKIPPED_FOLDERS or not _is_text(name)


@lru_cache(maxsize=1 << 16)
def counts(path: str) -> bool:
    """Whether the file at this relative path is a memory or the index."""
    return path == INDEX or (_is_text(path) and is_memory_path(path))


def _is_text(name: str) -> bool:
    return name.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in name)


def _stat_of_entry(entry: os.DirEntry[str]) -> os.stat_result | None:
    try:
        status = entry.stat(follow_symlinks=False)
    except OSError:
        return None  # gone since it was listed
    return status if stat.S_ISREG(status.st_mode) else None


def _unreadable(root: Path, error: OSError) -> FolderUnreadable:
    return FolderUnreadable(f"The memory folder {root} cannot be read: {(error.strerror or 'unknown reason').lower()}.")


def file_stat(path: str, status: os.stat_result) -> FileStat:
    changed = status.st_ctime_ns if os.name == "posix" else status.st_mtime_ns
    return FileStat(path, status.st_size, status.st_mtime_ns, changed)


def stat_file(root: Path, path: str) -> FileStat | None:
    """The regular file at `path`, or None where there is none. A link counts as none. Raises StorageError."""
    try:
        status = os.lstat(root / path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise _unread(path, error) from error
    return file_stat(path, status) if stat.S_ISREG(status.st_mode) else None


def read_file(root: Path, path: str) -> bytes:
    """The bytes of one file under `root`. Raises NotFound, PathRefused for what is no regular file, StorageError."""
    try:
        descriptor = os.open(root / path, _OPEN_FOR_READ)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise NotFound(f"There is no memory {path}.") from error
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise PathRefused(f"{path} is a link. Memories are plain files.") from error
        raise _unread(path, error) from error
    # Before it is opened as a file: Python refuses a folder with an error of its own.
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise PathRefused(f"{path} is no plain file.")
    with os.fdopen(descriptor, "rb") as file:
        try:
            return file.read()
        except OSError as error:
            raise _unread(path, error) from error


def _unread(path: str, error: OSError) -> StorageError:
    return StorageError(f"{path} cannot be read: {(error.strerror or 'unknown reason').lower()}.")


def content_hash(data: bytes) -> str:
    """The name of a content in every record of ours: sha256, in hex."""
    return sha256(data).hexdigest()


def hash_or_none(data: bytes | None) -> str | None:
    """The hash of a content, None for no file: what a writer expects to find."""
    return None if data is None else content_hash(data)


def hash_of(root: Path, path: str) -> str | None:
    """The hash of a file's content, UNKNOWN where it cannot be read, None where it is gone."""
    try:
        return content_hash(read_file(root, path))
    except (NotFound, PathRefused):
        return None
    except StorageError:
        return UNKNOWN


def spelled_as_on_disk(root: Path, path: str) -> str:
    """`path` with each part as the folder spells it: a name that differs only in Unicode form is the same name."""
    spelled: list[str] = []
    folder = root
    for part in path.split("/"):
        found = _spelling(folder, part)
        spelled.append(found)
        folder = folder / found
    return "/".join(spelled)


def _spelling(folder: Path, part: str) -> str:
    if part.isascii() or os.path.lexists(folder / part):
        return part
    wanted = unicodedata.normalize("NFC", part)
    try:
        names = [entry.name for entry in folder.iterdir()]
    except OSError:
        return wanted
    return next((name for name in names if unicodedata.normalize("NFC", name) == wanted), wanted)


def moment_of(stat: FileStat) -> datetime:
    """When a file changed. A time that no calendar has (the disk can be told any) counts as the last that one has."""
    try:
        return datetime.fromtimestamp(stat.mtime_ns / 1e9, UTC)
    except (ValueError, OverflowError, OSError):
        return datetime.max.replace(tzinfo=UTC) if stat.mtime_ns > 0 else datetime.min.replace(tzinfo=UTC)
