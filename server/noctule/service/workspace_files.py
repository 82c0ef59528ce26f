"""What files a workspace has, asked one at a time: for memories that name them."""

import os
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

# In a monorepo a memory names a file from its package: the folders this deep are looked under as well.
_DEPTH = 2
_MOST_FOLDERS = 200
# A file is looked for by its name in so many folders of a large workspace, and found so often at most.
_MOST_LOOKED_IN = 2_000
_MOST_NAMED = 10
_SKIPPED = frozenset({"node_modules", "target", "build", "dist", "venv", "vendor", "__pycache__"})

# A longer file is not counted: it has the line.
_MOST_BYTES = 2_000_000
_MANY_LINES = 2_000_000


class WorkspaceFiles:
    """The files under a root, as they are while one call lasts. Hidden and generated folders are not looked under."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def lines_of(self, path: str) -> int | None:
        """How many lines the file at a path relative to the root, or to one of its packages, has; None for no file."""
        for folder in (self._root, *self._folders):
            lines = _lines(folder / path)
            if lines is not None:
                return lines
        return None

    def find(self, path: str) -> Path | None:
        """Where the file or folder at such a path lies; None where there is none."""
        for folder in (self._root, *self._folders):
            if (folder / path).exists():
                return folder / path
        return None

    def named(self, name: str) -> list[str]:
        """The files of this name, by their paths from the root, the nearer ones first."""
        found: list[str] = []
        waiting = [self._root]
        for _ in range(_MOST_LOOKED_IN):
            if not waiting or len(found) >= _MOST_NAMED:
                break
            folder = waiting.pop(0)
            if (folder / name).is_file():
                found.append((folder / name).relative_to(self._root).as_posix())
            waiting += _under(folder, 1)
        return found

    @cached_property
    def _folders(self) -> tuple[Path, ...]:
        return tuple(folder for folder, _ in zip(_under(self._root, _DEPTH), range(_MOST_FOLDERS), strict=False))


def _under(folder: Path, depth: int) -> Iterator[Path]:
    """The folders below, the nearer ones first, each level by name."""
    try:
        with os.scandir(folder) as entries:
            names = sorted(entry.name for entry in entries if _is_looked_under(entry))
    except OSError:
        return
    children = [folder / name for name in names]
    yield from children
    if depth > 1:
        for child in children:
            yield from _under(child, depth - 1)


def _is_looked_under(entry: os.DirEntry[str]) -> bool:
    return not entry.name.startswith(".") and entry.name not in _SKIPPED and entry.is_dir(follow_symlinks=False)


def _lines(path: Path) -> int | None:
    try:
        if path.is_dir():
            return _MANY_LINES
        if path.stat().st_size > _MOST_BYTES:
            return _MANY_LINES
        data = path.read_bytes() if path.is_file() else None
    except OSError:
        return None
    return None if data is None else data.count(b"\n") + 1
