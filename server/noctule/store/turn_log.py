"""The files of a project's turn log: added to a turn at a time, for their owner only, deleted when they are old."""

import contextlib
import os
import stat
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from noctule.errors import StorageError
from noctule.store.atomic import PRIVATE_FILE, make_folder, storage_error

_OPEN = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


def append(file: Path, head: bytes, lines: Sequence[bytes]) -> None:
    """Adds lines in one write, behind `head` where the file is new. What an earlier crash cut stays a line of its own.

    Raises ReadOnly, DiskFull, StorageError, the last for a link or a folder in the file's place.
    """
    make_folder(file.parent)
    try:
        descriptor = os.open(file, _OPEN, PRIVATE_FILE)
        try:
            os.write(descriptor, _before(descriptor, head) + b"".join(lines))
        finally:
            os.close(descriptor)
    except OSError as error:
        raise storage_error(error, file) from error


def remove_older(folder: Path, before: datetime) -> int:
    """Deletes the files that nothing was added to since `before`; gives their number. What cannot be deleted stays."""
    removed = 0
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in list(entries):
            with contextlib.suppress(OSError):
                if entry.is_file(follow_symlinks=False) and entry.stat().st_mtime < before.timestamp():
                    Path(entry.path).unlink()
                    removed += 1
    return removed


def _before(descriptor: int, head: bytes) -> bytes:
    """What goes before new lines: the head of a new file, the end of a line that was cut, or nothing."""
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        raise StorageError("The turn log is no plain file.")
    if status.st_size == 0:
        return head
    os.lseek(descriptor, -1, os.SEEK_END)
    return b"" if os.read(descriptor, 1) == b"\n" else b"\n"
