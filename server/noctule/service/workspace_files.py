"""What files a workspace has, asked one at a time: for memories that name them."""

import os
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import islice
from pathlib import Path

# In a monorepo a memory names a file from its package: the folders this deep are looked under as well.
_DEPTH = 2
_MOST_FOLDERS = 200
_SKIPPED = frozenset({"node_modules", "target", "build", "dist", "venv", "vendor", "__pycache__"})

# A longer file is not counted: it has the line.
_MOST_BYTES = 2_000_000
# Where a file may have gone is looked for among so many by its name, and so many places are named.
_MOST_FILES = 20_000
_MOST_NAMED = 5
_MANY_LINES = 2_000_000


class WorkspaceFiles:
    """The files under a root, as they are while one call lasts. Hidden and generated folders are not looked under.

    A path is relative to the root, or to one of its packages. It is the `Workspace` that the checks ask.
    """

    def __init__(self, root: Path) -> None:
        self._root = root

    @property
    def is_empty(self) -> bool:
        """Whether nothing is there that a memory could name."""
        try:
            with os.scandir(self._root) as entries:
                return all(entry.name.startswith(".") for entry in entries)
        except OSError:
            return True

    def has(self, path: str) -> bool:
        """Whether there is such a file or folder."""
        return self.find(path) is not None

    def lines_of(self, path: str) -> int | None:
        """How many lines the file has; None for no file. A folder and a huge file have any line."""
        found = self.find(path)
        return None if found is None else _lines(found)

    def text_of(self, path: str) -> str | None:
        """The text of a file; None for none, for a folder, and for one that is too large to be looked through."""
        found = self.find(path)
        try:
            if found is None or not found.is_file() or found.stat().st_size > _MOST_BYTES:
                return None
            return found.read_text(encoding="utf-8", errors="replace")
        except OSError:
            return None

    def named(self, name: str) -> list[str]:
        """The files with this name, capitals aside, by their paths from the root, the nearer first; a few at most."""
        return sorted(self._by_name.get(name.casefold(), []), key=lambda path: (path.count("/"), path))[:_MOST_NAMED]

    def find(self, path: str) -> Path | None:
        """Where the file or folder at such a path lies; None where there is none."""
        for folder in (self._root, *self._packages_with(path)):
            place = f"{folder}/{path}"
            try:
                if os.path.exists(place):  # noqa: PTH110 - asked a thousand times a turn, where a Path costs most of it
                    return Path(place)
            except ValueError:
                return None
        return None

    def _packages_with(self, path: str) -> Iterator[Path]:
        """The packages that have what the path begins with, or of which nobody looked what they have."""
        first = path.partition("/")[0]
        for folder, names in self._folders.items():
            if names is None or first in names:
                yield folder

    @cached_property
    def _folders(self) -> Mapping[Path, frozenset[str] | None]:
        return dict(islice(_under(self._root, _DEPTH), _MOST_FOLDERS))

    @cached_property
    def _by_name(self) -> Mapping[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path in islice(_files_under(self._root), _MOST_FILES):
            found.setdefault(path.name.casefold(), []).append(path.relative_to(self._root).as_posix())
        return found


def workspace_of(root: Path) -> WorkspaceFiles | None:
    """The files under a root; None where it has none: then nothing that a memory names can be gone from it."""
    workspace = WorkspaceFiles(root)
    return None if workspace.is_empty else workspace


def _under(folder: Path, depth: int) -> Iterator[tuple[Path, frozenset[str] | None]]:
    """The folders below with the names in each, the nearer ones first; None where that was not looked at."""
    children = [folder / name for name in sorted(_names(folder, are_folders=True))]
    if depth == 1:
        yield from ((child, None) for child in children)
        return
    yield from ((child, frozenset(_names(child))) for child in children)
    for child in children:
        yield from _under(child, depth - 1)


def _names(folder: Path, *, are_folders: bool = False) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return [entry.name for entry in entries if not are_folders or _is_looked_under(entry)]
    except OSError:
        return []


def _files_under(root: Path) -> Iterator[Path]:
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in _SKIPPED)
        yield from (Path(folder, name) for name in sorted(files))


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
