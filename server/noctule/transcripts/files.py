"""Finds the files of past conversations without being led out of the folders that hold them."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from noctule.store.looking import is_file, is_folder

# Nobody keeps conversations deeper below a folder that a person names; a circle of folders ends here.
_DEEPEST = 6


def plain_files(folder: Path, suffix: str) -> Iterator[Path]:
    """The plain files right in a folder whose name ends so, their paths real; a link counts where it stays inside."""
    base = os.path.realpath(folder)
    for entry in _entries(base):
        path = _inside(entry, base) if entry.name.endswith(suffix) else None
        if path is not None and is_file(path):
            yield path


def folders(folder: Path) -> Iterator[Path]:
    """The folders right in a folder, their paths real; a link counts where it stays inside."""
    base = os.path.realpath(folder)
    for entry in _entries(base):
        path = _inside(entry, base)
        if path is not None and is_folder(path):
            yield path


def files_below(folder: Path, suffix: str, depth: int = _DEEPEST) -> Iterator[Path]:
    """The plain files in a folder and, so many levels deep, in the folders in it. Links to folders are not followed."""
    yield from plain_files(folder, suffix)
    if depth > 0:
        for inner in _entries(os.path.realpath(folder)):
            if inner.is_dir(follow_symlinks=False):
                yield from files_below(Path(inner.path), suffix, depth - 1)


def status_of(path: Path) -> os.stat_result | None:
    """What the disk says of a plain file; None where there is none."""
    try:
        status = path.lstat()
    except (OSError, ValueError):
        return None
    return status if stat.S_ISREG(status.st_mode) else None


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as found:
            return sorted(found, key=lambda entry: entry.name)
    except (OSError, ValueError):
        return []


def _inside(entry: os.DirEntry[str], base: str) -> Path | None:
    """Where an entry really lies; None for a link that leads out of the folder."""
    if not entry.is_symlink():
        return Path(entry.path)
    real = os.path.realpath(entry.path)
    return Path(real) if real.startswith(base.rstrip(os.sep) + os.sep) else None
