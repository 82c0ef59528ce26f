"""The findings of a folder that changes file by file: what a change does not touch is not looked at again.

An editor tells of every keystroke, so a change costs one file's checks and what hangs on it, however many there are.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import chain

from noctule.checks.clashes import conflict_copies, name_clash, name_key, path_clashes
from noctule.checks.finding import Finding
from noctule.checks.folder import check_index_of
from noctule.checks.index import check_lines, orphan, orphan_paths
from noctule.checks.linking import BodyLink, body_links, dead_links, keys_of, known_keys, link_key
from noctule.checks.memory import check_memory
from noctule.checks.naming import check_naming
from noctule.checks.workspace import Workspace
from noctule.dataclass import dataclass
from noctule.memories.index import Index, parse_index
from noctule.memories.memory import Memory
from noctule.memories.names import INDEX_NAME


@dataclass(frozen=True, slots=True)
class _File:
    """A memory and the links in its body."""

    memory: Memory
    links: tuple[BodyLink, ...]


class FolderChecks:
    """A folder's files and their findings. Not thread-safe. Paths are relative to the memory folder, with `/`.

    With a `workspace`, what memories say of its files is checked too, and kept until `look_again`. What a memory says
    is looked at when its findings are asked for, so that a large folder is soon there.
    """

    def __init__(self, workspace: Workspace | None = None) -> None:
        self._workspace = workspace
        self._files: dict[str, _File] = {}
        self._texts: dict[str, tuple[Finding, ...]] = {}
        self._naming: dict[str, tuple[Finding, ...]] = {}
        self._lines: Index | None = None
        self._keys: defaultdict[str, set[str]] = defaultdict(set)
        self._names: defaultdict[str, set[str]] = defaultdict(set)
        self._linking: defaultdict[str, set[str]] = defaultdict(set)
        self._of_index: tuple[Finding, ...] | None = None
        self._orphans: frozenset[str] | None = None
        self._clashes: dict[str, list[Finding]] | None = None

    def put(self, memory: Memory) -> frozenset[str]:
        """A memory is new or was changed. Gives the paths whose findings may be others now, its own among them."""
        return self._changed(memory.path, memory)

    def put_all(self, memories: Iterable[Memory]) -> None:
        """As `put` for each, all of them there before any is looked at."""
        there = list(memories)
        self._files.update({memory.path: _File(memory, ()) for memory in there})
        for memory in there:
            self.put(memory)
        self._clashes = self._of_index = self._orphans = None
        self._known_clashes()

    def drop(self, path: str) -> frozenset[str]:
        """A memory is gone. Gives the paths whose findings may be others now."""
        return self._changed(path, None) if path in self._files else frozenset()

    def put_index(self, text: str | None) -> frozenset[str]:
        """The index is another, or there is none. Gives the paths whose findings may be others now."""
        before = self._known_orphans()
        self._lines = None if text is None else parse_index(text)
        self._of_index = self._orphans = None
        return frozenset({INDEX_NAME} | (before ^ self._known_orphans()))

    def look_again(self) -> None:
        """The workspace may be another now: what the memories name in it is looked for anew."""
        self._naming.clear()

    def findings(self, path: str) -> tuple[Finding, ...]:
        """The findings about one file, top to bottom; none for a file that is not there."""
        if path == INDEX_NAME:
            return self._index_findings()
        file = self._files.get(path)
        if file is None:
            return ()
        found = [*self._own(file.memory), *self._named(file.memory), *self._between(path, file)]
        if self._lines is not None and path in self._known_orphans():
            found.append(orphan(self._lines, file.memory))
        return tuple(sorted(found, key=lambda one: one.start))

    def all(self) -> tuple[Finding, ...]:
        """All findings, the index's first, then by path."""
        return tuple(chain(self._index_findings(), *(self.findings(path) for path in sorted(self._files))))

    def _changed(self, path: str, memory: Memory | None) -> frozenset[str]:
        before = self._files.pop(path, None)
        self._texts.pop(path, None)
        self._naming.pop(path, None)
        if before is not None and memory is None:
            self._note(before, remove=True)
            return self._after({*self._touched(before), path}, is_new=True)
        if memory is None:
            return frozenset()
        if before is not None:
            self._note(before, remove=True)
        links = body_links(memory)
        file = self._files[path] = _File(memory, links)
        self._note(file, remove=False)
        is_same = before is not None and before.memory.name == memory.name
        touched = set() if is_same else self._touched(file) | (self._touched(before) if before is not None else set())
        return self._after({*touched, path}, is_new=before is None)

    def _after(self, touched: set[str], *, is_new: bool) -> frozenset[str]:
        if is_new:
            clashed = set(self._clashes or {})
            self._clashes = self._of_index = self._orphans = None
            touched |= {INDEX_NAME, *(clashed ^ set(self._known_clashes()))}
        if self._lines is None:
            self._of_index = None  # the index that its fix makes says what the memories say
        return frozenset(touched)

    def _own(self, memory: Memory) -> tuple[Finding, ...]:
        """The findings that hang on nothing but the memory's text."""
        if memory.path not in self._texts:
            self._texts[memory.path] = tuple(check_memory(memory))
        return self._texts[memory.path]

    def _named(self, memory: Memory) -> tuple[Finding, ...]:
        """The findings about what the memory names in the workspace."""
        if self._workspace is None:
            return ()
        if memory.path not in self._naming:
            self._naming[memory.path] = tuple(check_naming(memory, self._workspace, self._files))
        return self._naming[memory.path]

    def _note(self, file: _File, *, remove: bool) -> None:
        path, name = file.memory.path, file.memory.name
        for table, keys in (
            (self._keys, known_keys(path, name)),
            (self._names, (name_key(name),)),
            (self._linking, {key for link in file.links for key in link.keys}),
        ):
            for key in keys:
                (table[key].discard if remove else table[key].add)(path)
                if not table[key]:
                    del table[key]

    def _touched(self, file: _File) -> set[str]:
        """Those who link to a memory, and those who share its name."""
        linking = (self._linking.get(key, set()) for key in keys_of(file.memory.path, file.memory.name))
        return set().union(*linking, self._names.get(name_key(file.memory.name), set()))

    def _between(self, path: str, file: _File) -> list[Finding]:
        found = dead_links(path, file.links, self._known())
        found += path_clash if (path_clash := self._known_clashes().get(path)) else []
        return found + self._name_clash(path, file)

    def _known(self) -> Mapping[str, set[str]]:
        self._keys[link_key(INDEX_NAME)].add(INDEX_NAME)
        return self._keys

    def _name_clash(self, path: str, file: _File) -> list[Finding]:
        first = min(self._names.get(name_key(file.memory.name), {path}))
        return [name_clash(file.memory, first)] if first != path else []

    def _known_clashes(self) -> dict[str, list[Finding]]:
        if self._clashes is None:
            self._clashes = {}
            for finding in [*path_clashes(self._files), *conflict_copies(self._files)]:
                self._clashes.setdefault(finding.path, []).append(finding)
        return self._clashes

    def _index_findings(self) -> tuple[Finding, ...]:
        if self._of_index is None:
            memories = self._memories()
            lines = self._lines
            self._of_index = tuple(check_index_of(memories, None) if lines is None else check_lines(lines, memories))
        return self._of_index

    def _known_orphans(self) -> frozenset[str]:
        if self._orphans is None:
            lines = self._lines
            self._orphans = frozenset() if lines is None else frozenset(orphan_paths(lines, self._files))
        return self._orphans

    def _memories(self) -> dict[str, Memory]:
        return {path: file.memory for path, file in self._files.items()}
