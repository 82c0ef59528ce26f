"""What a memory folder holds, parsed: kept by each file's size and times, so that only what changed is read again."""

import threading
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import PurePosixPath

from noctule.checks.finding import Finding
from noctule.checks.memory import check_memory
from noctule.errors import MemoryProblem, StorageError
from noctule.memories.memory import Memory, parse_memory
from noctule.memories.names import INDEX_NAME
from noctule.memories.text import decode
from noctule.store.files import FileStat
from noctule.store.folder import MemoryFolder

_SUMMARY_CHARS = 500


@dataclass(frozen=True, slots=True)
class Entry:
    """A file of the folder: its stat, its memory without the long text, and its own findings."""

    stat: FileStat
    memory: Memory
    findings: tuple[Finding, ...]
    is_readable: bool = True

    @property
    def changed(self) -> datetime:
        return datetime.fromtimestamp(self.stat.mtime_ns / 1e9, UTC)


class Catalogue:
    """The folder's memories by path. Thread-safe; `refresh` looks at the disk, nothing else does."""

    def __init__(self, folder: MemoryFolder) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._entries: dict[str, Entry] = {}

    def refresh(self) -> dict[str, Entry]:
        """The memories as they are now, sorted by path. Raises `FolderUnreadable`; one bad file hides no other."""
        with self._lock:
            stats = {stat.path: stat for stat in self._folder.scan() if stat.path != INDEX_NAME}
            self._entries = {path: self._entry(stat) for path, stat in stats.items()}
            return dict(self._entries)

    def name_of(self, path: str) -> str:
        """The name of a memory as last parsed; of one never seen, its file's stem."""
        with self._lock:
            known = self._entries.get(path)
        return known.memory.name if known else PurePosixPath(path).stem

    def index_text(self) -> str | None:
        """The index's text, or None where there is none. Raises `StorageError`."""
        try:
            return decode(self._folder.read(INDEX_NAME)).text
        except MemoryProblem:
            return None

    def _entry(self, stat: FileStat) -> Entry:
        known = self._entries.get(stat.path)
        return known if known is not None and known.stat == stat else read_entry(self._folder, stat)


def read_entry(folder: MemoryFolder, stat: FileStat) -> Entry:
    """Reads and parses one file; one that cannot be read is an entry with a finding that says why."""
    try:
        data = folder.read(stat.path)
    except (StorageError, MemoryProblem) as error:
        return _unreadable(stat, str(error))
    decoded = decode(data)
    memory = parse_memory(stat.path, decoded.text, decoded.problem)
    findings = tuple(check_memory(memory))
    return Entry(stat, _head(memory), findings)


def _head(memory: Memory) -> Memory:
    """The memory without its long text: enough of it stays for a summary."""
    return replace(memory, text=memory.text[: memory.front.body_offset + _SUMMARY_CHARS])


def _unreadable(stat: FileStat, why: str) -> Entry:
    memory = parse_memory(stat.path, "")
    finding = Finding(stat.path, "unreadable", "error", (0, 0), (0, 0), why, None)
    return Entry(stat, memory, (finding,), is_readable=False)
