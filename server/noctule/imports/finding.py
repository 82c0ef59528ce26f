"""Finds the memory folders that tools keep for a project, and says where it looked."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from noctule.dataclass import dataclass
from noctule.imports.reading import has_memories
from noctule.imports.source import Places, Source
from noctule.imports.told_folders import told_in


@dataclass(frozen=True, slots=True)
class Looked:
    """A folder that was looked at: whether it holds memories of the project, and if not so, why."""

    source: Source
    folder: Path
    is_found: bool
    reason: str


def look_for(sources: Iterable[Source], places: Places) -> tuple[Looked, ...]:
    """Every folder in which these tools would keep memories of the project, in their order."""
    return tuple(_looked(source, folder, places) for source in sources for folder in source.folders(places))


def _looked(source: Source, folder: Path, places: Places) -> Looked:
    if _is_closed(folder):
        return Looked(source, folder, False, "It may not be looked into.")
    if not folder.is_dir():
        return Looked(source, folder, False, "There is no such folder.")
    if not has_memories(folder):
        return Looked(source, folder, False, "It holds no memories.")
    other = _other_owner(source, folder, places)
    if other is not None:
        return Looked(source, folder, False, f"Its conversations are those of {other}, whose name reads alike.")
    return Looked(source, folder, True, "")


def _is_closed(folder: Path) -> bool:
    try:
        return folder.is_dir() and not os.access(folder, os.R_OK | os.X_OK)
    except OSError:
        return True


def _other_owner(source: Source, folder: Path, places: Places) -> str | None:
    """The project that a folder belongs to, where its transcripts name others only."""
    transcripts = source.transcripts(places, folder)
    told = told_in(transcripts) if transcripts is not None else ()
    if not told or any(is_in_one(cwd, places.roots) for cwd in told):
        return None
    return told[0]


def is_in_one(cwd: str, roots: Sequence[Path]) -> bool:
    """Whether a folder that a transcript names is one of these, or lies inside one."""
    path = Path(os.path.realpath(cwd))
    return any(path.is_relative_to(root) or path.is_relative_to(os.path.realpath(root)) for root in roots)
