"""What a memory folder holds, parsed: kept by each file's size and times, so that only what changed is read again."""

import threading
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Final

from noctule.checks.finding import Finding
from noctule.checks.folder import check_between, check_index_of, check_links
from noctule.checks.linking import BodyLink, body_links
from noctule.checks.memory import check_form
from noctule.checks.workspace import Workspace
from noctule.dataclass import dataclass, replace
from noctule.errors import MemoryProblem, NotFound, StorageError
from noctule.memories.memory import Memory, parse_memory
from noctule.memories.names import INDEX_NAME
from noctule.memories.text import decode
from noctule.store.files import FileStat, moment_of
from noctule.store.folder import MemoryFolder

_SUMMARY_CHARS = 200
_NO_VALUES: Final[dict[str, str]] = {}


@dataclass(frozen=True, slots=True)
class Entry:
    """A file of the folder: its stat, its memory without the long text, and the findings about its form.

    `links` are those of its body.
    """

    stat: FileStat
    memory: Memory
    findings: tuple[Finding, ...]
    is_readable: bool = True
    links: tuple[BodyLink, ...] = ()

    @property
    def changed(self) -> datetime:
        """When the file itself changed last."""
        return moment_of(self.stat)

    @property
    def modified(self) -> datetime:
        """The newest of the two times a memory has: what it says itself, and when its file changed."""
        return max(self.memory.modified or self.changed, self.changed)


@dataclass(frozen=True, slots=True)
class IndexFile:
    """The index as it lies on disk: its text, null where there is none, or why it cannot be read."""

    text: str | None
    error: str | None = None


@dataclass(frozen=True, slots=True)
class _Said:
    """The findings about what a memory says, and whether it names any file that a workspace could have."""

    findings: tuple[Finding, ...] = ()
    names_files: bool = False


class Catalogue:
    """The folder's memories by path. Thread-safe; `refresh` looks at the disk, nothing else does."""

    def __init__(self, folder: MemoryFolder) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._stats: list[FileStat] = []
        self._entries: dict[str, Entry] = {}
        self._findings: tuple[Finding, ...] | None = None
        self._sayings: dict[FileStat, _Said] = {}

    def refresh(self) -> Mapping[str, Entry]:
        """The memories as they are now, sorted by path. Raises `FolderUnreadable`; one bad file hides no other."""
        with self._lock:
            stats = self._folder.scan()
            if stats != self._stats:
                memories = [stat for stat in stats if stat.path != INDEX_NAME]
                there = frozenset(memories)
                self._entries = {stat.path: self._entry(stat) for stat in memories}
                self._stats, self._findings = stats, None
                # What earlier versions of a file said is asked for no more.
                self._sayings = {one: said for one, said in self._sayings.items() if one in there}
            return MappingProxyType(self._entries)

    def form_findings(self) -> tuple[Finding, ...]:
        """What is wrong with the index, with each memory's form, and with memories beside each other: quickly told.

        They are made anew only when a file changed. Raises `FolderUnreadable`.
        """
        self.refresh()
        with self._lock:
            known, looked_at = self._findings, self._entries
        if known is not None:
            return known
        memories = {path: entry.memory for path, entry in looked_at.items()}
        own = [finding for entry in looked_at.values() for finding in entry.findings]
        links = {path: entry.links for path, entry in looked_at.items()}
        between = [*check_between(memories), *check_links(memories, links)]
        found = (*_findings_of_index(self.index(), memories), *own, *between)
        with self._lock:
            if self._entries is looked_at:
                self._findings = found
        return found

    def findings(self, workspace: Workspace | None = None) -> tuple[Finding, ...]:
        """As `form_findings`, and about what the memories say: a millisecond a memory, the first time.

        With a `workspace` also what they say of its files, each time anew. The index's come first, then the memories'
        by path. Raises `FolderUnreadable`.
        """
        form = self.form_findings()
        with self._lock:
            looked_at = self._entries
        said = [finding for entry in looked_at.values() for finding in self._said(entry).findings]
        for entry in looked_at.values() if workspace is not None else ():
            said += self._of_files(entry, workspace)
        with self._lock:
            here = {entry.stat for entry in looked_at.values()}
            self._sayings = {stat: told for stat, told in self._sayings.items() if stat in here}
        return tuple(sorted((*form, *said), key=lambda one: (one.path != INDEX_NAME, one.path, one.start)))

    def findings_of(self, path: str, workspace: Workspace | None = None) -> tuple[Finding, ...]:
        """A memory's own findings, as it was when last refreshed."""
        with self._lock:
            entry = self._entries.get(path)
        if entry is None:
            return ()
        found = (*entry.findings, *self._said(entry).findings, *self._of_files(entry, workspace))
        return tuple(sorted(found, key=lambda finding: finding.start))

    def name_of(self, path: str) -> str:
        """The name of a memory as last parsed; of one never seen, its file's stem."""
        with self._lock:
            known = self._entries.get(path)
        return known.memory.name if known else PurePosixPath(path).stem

    def index(self) -> IndexFile:
        """The index as it is now. One that cannot be read is told from one that is not there."""
        try:
            return IndexFile(decode(self._folder.read(INDEX_NAME)).text)
        except NotFound:
            return IndexFile(None)
        except (MemoryProblem, StorageError) as error:
            return IndexFile(None, str(error))

    def _of_files(self, entry: Entry, workspace: Workspace | None) -> list[Finding]:
        """The findings about the workspace files that a memory names."""
        if workspace is None or not self._said(entry).names_files:
            return []
        from noctule.checks.naming import check_naming  # late: a list asks nothing of a workspace

        memory = _whole(self._folder, entry)
        return [] if memory is None else check_naming(memory, workspace, self._entries)

    def _said(self, entry: Entry) -> _Said:
        """The findings about what a memory says, looked for when they are first asked for."""
        with self._lock:
            said = self._sayings.get(entry.stat)
        if said is None:
            said = _said_in(self._folder, entry)
            with self._lock:
                self._sayings[entry.stat] = said
        return said

    def _entry(self, stat: FileStat) -> Entry:
        known = self._entries.get(stat.path)
        return known if known is not None and known.stat == stat else read_entry(self._folder, stat)


def newest_first(entries: Iterable[Entry]) -> list[Entry]:
    """The entries by their newest time; of equal ones by path, so that the order is the same each time."""
    return sorted(sorted(entries, key=lambda entry: entry.stat.path), key=lambda entry: entry.modified, reverse=True)


def read_entry(folder: MemoryFolder, stat: FileStat) -> Entry:
    """Reads and parses one file; one that cannot be read is an entry with a finding that says why."""
    try:
        data = folder.read(stat.path)
    except (StorageError, MemoryProblem) as error:
        return _unreadable(stat, str(error))
    decoded = decode(data)
    memory = parse_memory(stat.path, decoded.text, decoded.problem)
    return Entry(stat, _head(memory), tuple(check_form(memory)), links=body_links(memory))


def _said_in(folder: MemoryFolder, entry: Entry) -> _Said:
    from noctule.checks.code import names_files
    from noctule.checks.saying import check_saying  # late: its rules take a tenth of a second to load

    memory = _whole(folder, entry)
    return _Said() if memory is None else _Said(tuple(check_saying(memory)), names_files(memory.text))


def _whole(folder: MemoryFolder, entry: Entry) -> Memory | None:
    """The memory with all its text; None where it has gone or been locked since: the next look says so."""
    if not entry.is_readable:
        return None
    try:
        return parse_memory(entry.stat.path, decode(folder.read(entry.stat.path)).text)
    except (StorageError, MemoryProblem):
        return None


def _findings_of_index(index: IndexFile, memories: Mapping[str, Memory]) -> list[Finding]:
    if index.error is not None:
        return [unreadable(INDEX_NAME, index.error)]
    return check_index_of(memories, index.text)


def _head(memory: Memory) -> Memory:
    """The memory without its long text and what was read from its head: of thousands, only what is asked for stays."""
    front = replace(memory.front, values=_NO_VALUES, nested=())
    return replace(memory, front=front, text=memory.text[: memory.front.body_offset + _SUMMARY_CHARS])


def unreadable(path: str, why: str) -> Finding:
    """The finding about a file that is there and cannot be read."""
    return Finding(path, "unreadable", "error", (0, 0), (0, 0), why, None)


def _unreadable(stat: FileStat, why: str) -> Entry:
    memory = parse_memory(stat.path, "")
    return Entry(stat, memory, (unreadable(stat.path, why),), is_readable=False)
