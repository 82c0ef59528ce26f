"""Whether a session is one of the project: told by the folder that its file names, since folder names are lossy."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from noctule.store.paths import normalise_path
from noctule.transcripts.message import Places, SessionRef


def of_project(refs: Iterable[SessionRef | None], places: Places) -> Iterator[SessionRef]:
    """Those of the sessions that worked in the project; None stands for a file that holds none."""
    return (ref for ref in refs if ref is not None and is_of_project(ref.cwd, places.roots))


def is_of_project(cwd: str | None, roots: Iterable[Path]) -> bool:
    """Whether the folder that a session worked in is one of the roots, or lies inside one. A `file:` URI is read too.

    A folder that is named through a link is the one that it leads to.
    """
    if not cwd:
        return False
    named = normalise_path(cwd)
    places = [normalise_path(str(root)) for root in roots]
    return _is_in(named, places) or _is_in(_real(named), places)


def _is_in(path: str, places: list[str]) -> bool:
    return any(
        path == place or path.startswith((place.rstrip("/\\") + "/", place.rstrip("\\") + "\\")) for place in places
    )


def _real(path: str) -> str:
    try:
        return normalise_path(os.path.realpath(path))
    except (OSError, ValueError):
        return path
