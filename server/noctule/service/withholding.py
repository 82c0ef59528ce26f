"""What of a memory folder no agent is shown: memories that came with an import or a repository and ask for too much."""

import threading
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from noctule.dataclass import dataclass
from noctule.errors import MemoryProblem, NotFound, StorageError
from noctule.memories.memory import Memory, parse_memory
from noctule.memories.names import INDEX_NAME
from noctule.memories.text import decode
from noctule.service.uris import real
from noctule.store.changes import REASON_FOUND, Change
from noctule.store.files import FileStat, content_hash
from noctule.store.folder import MemoryFolder
from noctule.store.holds import Hold, Holds, Provenance, Records, judge
from noctule.store.tracked import is_as_in_index, is_in_work_tree

if TYPE_CHECKING:
    from noctule.service.catalogue import Catalogue, Entry

_OURS = frozenset({"agent", "person", "dream", "extract"})
# A repository that is made around the folder meanwhile is noticed after this long.
_FOREIGN_LASTS_SECONDS = 2.0
# Larger memories are read anew each time, so that what is kept stays small.
_MOST_KEPT_BYTES = 16 * 1024
# By this key in its frontmatter an import says that it is one.
_IMPORTED = "imported"


@dataclass(frozen=True, slots=True)
class Seen:
    """A memory as it lies there now, with its content's hash."""

    memory: Memory
    data: bytes
    hash: str

    @classmethod
    def of(cls, path: str, data: bytes) -> "Seen":
        """The same few memories fit many turns of many sessions: what they say is read once."""
        return _seen(path, data) if len(data) <= _MOST_KEPT_BYTES else _seen.__wrapped__(path, data)


@lru_cache(maxsize=256)
def _seen(path: str, data: bytes) -> Seen:
    decoded = decode(data)
    return Seen(parse_memory(path, decoded.text, decoded.problem), data, content_hash(data))


class Withholding:
    """The holds of one folder. Thread-safe; a file is judged once, until it or a person's word changes.

    `home` is our own: what lies in it came with no repository. `look` enters in the change log what is not yet there.
    """

    def __init__(
        self,
        folder: MemoryFolder,
        catalogue: "Callable[[], Catalogue]",
        home: Path,
        now: Callable[[], datetime],
        look: Callable[[], object],
    ) -> None:
        self._folder = folder
        self._catalogue = catalogue
        self._home = home
        self._now = now
        self._look = look
        self._records = Holds(folder.state)
        self._lock = threading.Lock()
        self._stamp: object = None
        self._decided: dict[FileStat, Hold | None] = {}
        self._foreign = (0.0, False)

    def held(self) -> Mapping[str, Hold]:
        """The held memories by path, as the folder is now. Raises `FolderUnreadable`."""
        entries = self._catalogue().refresh()
        known, is_foreign = self._known().holds, self._is_foreign()
        doubtful = [one for one in entries.values() if is_foreign or one.stat.path in known or _is_import(one.memory)]
        found = [hold for entry in doubtful if (hold := self._hold_of(entry)) is not None]
        return {hold.path: hold for hold in found}

    def reason_for(self, seen: Seen) -> str | None:
        """Why a memory that was just read is held, or None. The folder is not looked at."""
        memory = seen.memory
        if not (memory.path in self._known().holds or _is_import(memory) or self._is_foreign()):
            return None
        hold = self._decide(seen)
        return hold.reason if hold is not None else None

    def shown_index(self, text: str, held: Mapping[str, Hold]) -> str:
        """The index without the lines of held memories, and, where it came with a repository, without such requests."""
        from noctule.memories.index import without

        shown = without(text, held)
        return self._without_requests(shown, held) if self._is_foreign() else shown

    def accept(self, path: str) -> None:
        """Has a held memory, or an index, shown from now on as it is. Raises `NotFound` where it is not held."""
        data = self._folder.read(path)
        if path == INDEX_NAME:
            lines = decode(data).text.split("\n")
            for number in _asking_lines("\n".join(lines)):
                self._records.accept(path, _line_hash(lines[number]))
            return
        seen = Seen.of(path, data)
        if self.reason_for(seen) is None:
            raise NotFound(f"{path} is not held: agents are shown it.")
        self._records.accept(path, seen.hash)

    def _hold_of(self, entry: "Entry") -> Hold | None:
        with self._lock:
            if (stamp := self._records.stamp()) != self._stamp:
                self._decided, self._stamp = {}, stamp
            if entry.stat in self._decided:
                return self._decided[entry.stat]
        try:
            decided = self._decide(Seen.of(entry.stat.path, self._folder.read(entry.stat.path)))
        except (MemoryProblem, StorageError):
            return None  # what cannot be read is shown to nobody
        with self._lock:
            self._decided[entry.stat] = decided
        return decided

    def _decide(self, seen: Seen) -> Hold | None:
        """The rule. A hold stays while the text asks, whoever edits it; what was accepted stays so in our hands."""
        path, records = seen.memory.path, self._known()
        held = records.holds.get(path)
        if seen.hash in records.accepted.get(path, ()):
            return None
        if judge(seen.memory.text, "clone") is None:
            if held is not None:
                self._note(lambda: self._records.free(path))
            return None
        provenance = self._provenance(seen, held, records)
        reason = judge(seen.memory.text, provenance)
        if reason is None:
            # Said once and for all: a file that is committed later looks as if the repository had brought it.
            self._note(lambda: self._records.accept(path, seen.hash))
            return None
        hold = Hold(path, seen.hash, reason, self._now())
        if held is not None and (held.hash, held.reason) == (hold.hash, hold.reason):
            return held
        self._note(lambda: self._records.hold(hold))
        return hold

    def _provenance(self, seen: Seen, held: Hold | None, records: Records) -> Provenance:
        """How the text came here: by the log, unless it is held, or is the content of one that is."""
        came: Provenance = "clone" if self._is_foreign() else "import" if _is_import(seen.memory) else "ours"
        path = seen.memory.path
        change = self._last_change(seen)
        by = change.author.by if change is not None else None
        if by == "import" or any(one.hash == seen.hash and one.path != path for one in records.holds.values()):
            return "import" if came == "ours" else came
        is_edited = held is not None and not (change is not None and change.action == "saved")
        # Outside a repository, a change that nobody knows of is a person's, at their own editor.
        is_ours = by in _OURS or (by == "outside" and not self._is_foreign())
        if is_ours and not is_edited and not self._came_by_git(seen, change):
            return "ours"
        return "import" if came == "ours" and is_edited else came

    def _came_by_git(self, seen: Seen, change: Change | None) -> bool:
        """Whether a change that was only found is what git has: an agent at work had it pulled."""
        is_guess = change is not None and change.reason == REASON_FOUND
        return is_guess and self._is_foreign() and is_as_in_index(self._folder.path / seen.memory.path, seen.data)

    def _last_change(self, seen: Seen) -> Change | None:
        """The change that brought this content, if the log knows one; what it has not seen yet it is told first."""
        try:
            change = self._folder.changes.last_of(seen.memory.path)
            if change is None or change.hash != seen.hash:
                self._look()
                change = self._folder.changes.last_of(seen.memory.path)
        except StorageError:
            return None
        return change if change is not None and change.hash == seen.hash else None

    def _is_foreign(self) -> bool:
        """Whether the folder lies in a repository's work tree; asked of the disk every few seconds."""
        asked, answer = self._foreign
        if not asked or time.monotonic() - asked > _FOREIGN_LASTS_SECONDS:
            path = real(self._folder.path)
            answer = not path.is_relative_to(self._home) and is_in_work_tree(path)
            self._foreign = (time.monotonic(), answer)
        return answer

    def _without_requests(self, text: str, held: Mapping[str, Hold]) -> str:
        """The index without each line that has a part in such a request, but for those that a person let pass."""
        accepted = self._known().accepted
        lines = text.split("\n")
        dropped = {
            number
            for number in _asking_lines(text)
            if _line_hash(lines[number]) not in accepted.get(INDEX_NAME, ())
            and not any(path in accepted and path not in held for path in _targets(lines[number]))
        }
        return "\n".join(line for number, line in enumerate(lines) if number not in dropped)

    def _note(self, record: Callable[[], None]) -> None:
        """Records a decision. Where that cannot be, it stands all the same, and is made again next time."""
        try:
            record()
        except StorageError as error:
            _warn("what is held could not be recorded: %s", error.kind)

    def _known(self) -> Records:
        try:
            return self._records.records()
        except StorageError as error:
            _warn("what is held cannot be read: %s", error.kind)
            return Records()


def _is_import(memory: Memory) -> bool:
    return _IMPORTED in memory.front.metadata


def _asking_lines(text: str) -> set[int]:
    """The numbers of the lines that ask, or have a part in asking, for something that no memory should ask."""
    from noctule.safety.instructions import instruction_like  # late: its rules take a tenth of a second to load

    return {
        number
        for start, end, _ in instruction_like(text)
        for number in range(text.count("\n", 0, start), text.count("\n", 0, max(start, end - 1)) + 1)
    }


def _targets(line: str) -> list[str]:
    from noctule.memories.index_lines import parse_index

    return [target for one in parse_index(line).entries if (target := one.target) is not None]


def _line_hash(line: str) -> str:
    return content_hash(line.strip().encode(errors="replace"))


def _warn(message: str, *words: object) -> None:
    # Loaded late: most turns warn of nothing, and a hook before each loads no more than it needs.
    import logging

    logging.getLogger(__name__).warning(message, *words)
