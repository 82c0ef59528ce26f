"""Reads a file outside our home that we are about to edit: a plain file of its own, and no way round that."""

import os
import stat
from pathlib import Path

from noctule.errors import NotFound, NotText, PathRefused, StorageError
from noctule.memories.text import decode


def read_guarded(file: Path, most_bytes: int) -> bytes:
    """The bytes of a file that may be edited. Raises NotFound, PathRefused for a link, NotText, StorageError."""
    try:
        found = file.lstat()
        if stat.S_ISLNK(found.st_mode):
            raise PathRefused(f"{file} is a link: name the file that it leads to.")
        if not stat.S_ISREG(found.st_mode) or found.st_nlink > 1:
            raise PathRefused(f"{file} is no plain file of its own.")
        if found.st_size > most_bytes:
            raise NotText(f"{file} has {found.st_size:,} bytes: that is no instruction file.")
        descriptor = os.open(file, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(descriptor, "rb") as opened:
            data = opened.read()
    except FileNotFoundError:
        raise NotFound(f"There is no file {file}: make it, or name another.") from None
    except OSError as error:
        raise StorageError(f"{file} cannot be read: {(error.strerror or 'unknown reason').lower()}.") from error
    if decode(data).problem is not None:
        raise NotText(f"{file} is not UTF-8. It is left untouched.")
    return data
