"""Writes a file whole or not at all, and says in a sentence what the disk refused."""

import contextlib
import errno
import os
import stat
from pathlib import Path

from noctule.errors import DiskFull, ReadOnly, StorageError

PRIVATE_FILE = 0o600
PRIVATE_FOLDER = 0o700

# Hidden, so that no listing or watcher of ours or of another tool takes one for a memory.
TEMP_PREFIX = ".noctule-"
TEMP_SUFFIX = ".tmp"

_FULL = {errno.ENOSPC, errno.EDQUOT}
_READ_ONLY = {errno.EROFS, errno.EACCES, errno.EPERM}

# Some file systems cannot sync a folder, some folders may be written and not opened; the rename is atomic there too.
_NO_FOLDER_SYNC = {errno.EINVAL, errno.ENOTSUP, errno.EBADF, errno.EACCES}


def write_atomic(
    path: Path, data: bytes, *, mtime_ns: int | None = None, mode: int = PRIVATE_FILE, temp_name: str | None = None
) -> None:
    """Puts `data` at `path` by a temp file in the same folder, fsync, rename and fsync of the folder.

    A file that is there keeps its mode; a new one gets `mode`. With `mtime_ns` the file gets that modification time.
    `temp_name` is for a caller that must find the temp file again after a crash. Whatever fails, the old file stays
    as it was and no temp file is left; raises DiskFull, ReadOnly or StorageError. What a writer that was killed leaves
    goes by `leftovers`.
    """
    temp = path.with_name(temp_name or new_temp_name())
    try:
        _write_synced(temp, data, _mode_of(path, mode), mtime_ns)
        temp.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        raise storage_error(error, path) from error
    finally:
        with contextlib.suppress(OSError):
            temp.unlink()


def new_temp_name() -> str:
    """A hidden name that nobody can guess."""
    import secrets

    return f"{TEMP_PREFIX}{secrets.token_hex(8)}{TEMP_SUFFIX}"


def _mode_of(path: Path, default: int) -> int:
    try:
        status = path.lstat()
    except FileNotFoundError:
        return default
    return stat.S_IMODE(status.st_mode) if stat.S_ISREG(status.st_mode) else default


def _write_synced(temp: Path, data: bytes, mode: int, mtime_ns: int | None) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(temp, flags, PRIVATE_FILE)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        if mode != PRIVATE_FILE:
            temp.chmod(mode)
        if mtime_ns is not None:
            os.utime(temp, ns=(mtime_ns, mtime_ns))
        os.fsync(descriptor)


def sync_folder(folder: Path) -> None:
    """Makes a rename or a removal in `folder` last through a power loss, where the system can."""
    if os.name != "posix":
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        if error.errno not in _NO_FOLDER_SYNC:
            raise


def make_folder(folder: Path) -> None:
    """Makes `folder` and what is missing above it, for its owner only. Raises DiskFull, ReadOnly or StorageError."""
    try:
        _make_missing(folder)
    except OSError as error:
        raise storage_error(error, folder) from error


def _make_missing(folder: Path) -> None:
    if folder.is_dir():
        return
    if folder.parent != folder:
        _make_missing(folder.parent)
    try:
        folder.mkdir(PRIVATE_FOLDER)
    except FileExistsError:
        if not folder.is_dir():
            raise


def storage_error(error: OSError, path: Path) -> StorageError:
    """The error of our tree that says what the disk did with `path`."""
    if error.errno in _FULL:
        return DiskFull(f"The disk is full: {path} was not written.")
    if error.errno in _READ_ONLY:
        return ReadOnly(f"{path} may not be written: {_reason(error)}.")
    if error.errno == errno.ENAMETOOLONG:
        return StorageError(f"The name of {path} is too long for this disk.")
    if error.errno in (errno.EEXIST, errno.ENOTDIR):
        return StorageError(f"{path} cannot be made: a file of that name is in the way.")
    return StorageError(f"{path} cannot be written: {_reason(error)}.")


def _reason(error: OSError) -> str:
    return (error.strerror or type(error).__name__).lower()


def set_aside(path: Path) -> Path:
    """Renames a damaged file to the first free `<name>.damaged-<n>` beside it, which it returns."""
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    try:
        path.replace(aside)
    except OSError as error:
        raise storage_error(error, path) from error
    return aside
