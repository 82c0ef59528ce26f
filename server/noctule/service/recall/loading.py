"""Reads one memory for showing: its text, its age and its digest, ready to be cut to a budget."""

from datetime import datetime
from functools import lru_cache
from itertools import islice
from pathlib import Path

from noctule.checks.code import Reference, is_gone, references
from noctule.checks.telling import is_told
from noctule.dataclass import replace
from noctule.errors import MemoryProblem, StorageError
from noctule.memories.memory import Memory
from noctule.recall.inject import Block, age_in_days, block_of, note_of
from noctule.recall.recall import Loaded
from noctule.safety.sanitize import memory_name
from noctule.service.open_folder import OpenFolder
from noctule.service.withholding import Seen
from noctule.service.workspace_files import WorkspaceFiles
from noctule.store.files import FileStat, moment_of, stat_file
from noctule.store.folder import MemoryFolder

# What a memory names further down, no turn is shown.
_MOST_READ_CHARS = 64 * 1024

# More names than this say no more: the memory is about a workspace that has changed.
_MOST_GONE = 5


def load_shown(
    folder: OpenFolder, path: str, now: datetime, workspace: WorkspaceFiles | None = None
) -> Loaded | str | None:
    """As `load_memory`, for what an agent is to be shown: of a held memory, why it is not."""
    found = _read(folder.memories, path)
    if found is None:
        return None
    seen, stat = found
    reason = folder.withholding.reason_for(seen)
    return f"it is held: {reason}" if reason is not None else _loaded(folder.memories, seen, stat, now, workspace)


def load_memory(
    folder: MemoryFolder, path: str, now: datetime, workspace: WorkspaceFiles | None = None
) -> Loaded | None:
    """The memory at the relative `path`, or None where it is gone or cannot be read.

    With a `workspace` its block says which of the files that it names are gone from there.
    """
    found = _read(folder, path)
    return None if found is None else _loaded(folder, *found, now, workspace)


def _read(folder: MemoryFolder, path: str) -> tuple[Seen, FileStat] | None:
    try:
        stat = stat_file(folder.path, path)
        data = folder.read(path)
    except (MemoryProblem, StorageError):
        return None
    return None if stat is None else (Seen.of(path, data), stat)


def _loaded(
    folder: MemoryFolder, seen: Seen, stat: FileStat, now: datetime, workspace: WorkspaceFiles | None
) -> Loaded:
    memory = seen.memory
    days = age_in_days(memory.modified, moment_of(stat), now)
    shown = str(folder.path / Path(memory.path))
    return Loaded(
        path=memory.path,
        name=memory_name(memory.name, memory.path),
        digest=seen.hash,
        age_days=days,
        block=lambda limit: _block(memory, shown, days, _gone(memory, folder, workspace), limit),
    )


def _block(memory: Memory, shown: str, days: int, gone: list[str], limit: int) -> Block:
    return replace(block_of(memory, shown, note_of(days, gone), limit), gone=tuple(gone))


def _gone(memory: Memory, folder: MemoryFolder, workspace: WorkspaceFiles | None) -> list[str]:
    """The files it names that are neither in the workspace nor memories beside it."""
    if workspace is None:
        return []
    named = _named(memory.text[:_MOST_READ_CHARS])
    missing = (one for one in named if is_gone(one, workspace) and not _is_beside(folder, one.path))
    return [str(one) for one in islice(missing, _MOST_GONE)]


@lru_cache(maxsize=512)
def _named(text: str) -> tuple[Reference, ...]:
    """The same few memories fit many turns of many sessions: each is read for what it names once.

    What the memory itself says is gone, or an example, is no sign that it is stale.
    """
    return tuple(one for one in references(text) if not is_told(text, one))


def _is_beside(folder: MemoryFolder, path: str) -> bool:
    """Whether the folder has such a file; a name that no disk can hold is the name of none."""
    try:
        return stat_file(folder.path, path) is not None
    except StorageError:
        return False
