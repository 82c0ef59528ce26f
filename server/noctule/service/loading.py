"""Reads one memory for showing: its text, its age and its digest, ready to be cut to a budget."""

from datetime import datetime
from pathlib import Path

from noctule.checks.code import gone
from noctule.errors import MemoryProblem, StorageError
from noctule.memories.memory import Memory, parse_memory
from noctule.memories.text import decode
from noctule.recall.inject import age_in_days, block_of, note_of
from noctule.recall.recall import Loaded
from noctule.safety.sanitize import shown_name
from noctule.service.catalogue import moment_of
from noctule.service.workspace_files import WorkspaceFiles
from noctule.store.files import content_hash, stat_file
from noctule.store.folder import MemoryFolder

# More names than this say no more: the memory is about a workspace that has changed.
_MOST_GONE = 5


def load_memory(
    folder: MemoryFolder, path: str, now: datetime, workspace: WorkspaceFiles | None = None
) -> Loaded | None:
    """The memory at the relative `path`, or None where it is gone or cannot be read.

    With a `workspace` its block says which of the files that it names are gone from there.
    """
    try:
        stat = stat_file(folder.path, path)
        data = folder.read(path)
    except (MemoryProblem, StorageError):
        return None
    if stat is None:
        return None
    decoded = decode(data)
    memory = parse_memory(path, decoded.text, decoded.problem)
    days = age_in_days(memory.modified, moment_of(stat), now)
    shown = str(folder.path / Path(path))
    return Loaded(
        path=path,
        name=shown_name(memory.name),
        digest=content_hash(data),
        age_days=days,
        block=lambda limit: block_of(memory, shown, note_of(days, _gone(memory, folder, workspace)), limit),
    )


def _gone(memory: Memory, folder: MemoryFolder, workspace: WorkspaceFiles | None) -> list[str]:
    """The files it names that are neither in the workspace nor memories beside it."""
    if workspace is None:
        return []
    missing = gone(memory.text, workspace.lines_of)
    return [str(one) for one in missing if not _is_beside(folder, one.path)][:_MOST_GONE]


def _is_beside(folder: MemoryFolder, path: str) -> bool:
    """Whether the folder has such a file; a name that no disk can hold is the name of none."""
    try:
        return stat_file(folder.path, path) is not None
    except StorageError:
        return False
