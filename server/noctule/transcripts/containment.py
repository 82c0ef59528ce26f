"""Whether what was found is the project's: by the folder that a session names, never by a folder's lossy name."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path


def belongs(cwd: str | None, roots: Iterable[Path]) -> bool:
    """Whether a session's folder is one of the project's (real) folders or lies inside one; it need not be there."""
    if not cwd or "\0" in cwd:
        return False
    real = Path(os.path.realpath(cwd))
    return any(real.is_relative_to(root) for root in roots)


def entries_of(folder: Path) -> Iterator[Path]:
    """What lies in a folder, by name, without links that lead out of it. Nothing where it cannot be read."""
    try:
        found = sorted(folder.iterdir())
    except OSError:
        return
    base = Path(os.path.realpath(folder))
    for path in found:
        if not path.is_symlink() or Path(os.path.realpath(path)).is_relative_to(base):
            yield path
