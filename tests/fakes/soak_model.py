"""What should be in a memory folder by now: its files, all that ever stood in them, and what was promised of them.

After each thing that happens to the folder, `settle` takes it for what it should be: all but the files that were
touched are as they were, byte for byte, and so are their lines in the index.
"""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from fakes.house import Process
from noctule.memories.index_lines import parse_index
from noctule.memories.names import INDEX_NAME
from noctule.service.history import Place

Files = dict[str, bytes]

# What a process that died leaves for the next one, and a living one never leaves.
_HALF_DONE = ("stage/*", "journal/*", "dream.json")


@dataclass
class Landed:
    """A change of ours: the folder before it and after it, and the files in which they differ."""

    change: str
    before: Files
    after: Files

    @property
    def paths(self) -> set[str]:
        everywhere = self.before.keys() | self.after.keys()
        return {path for path in everywhere if self.before.get(path) != self.after.get(path)}


@dataclass
class SoakModel:
    """`files` is what the folder holds, `ever` what each file ever held, `held` what waits for a person's word."""

    memory: Path
    files: Files = field(default_factory=dict)
    ever: dict[str, set[bytes]] = field(default_factory=dict)
    held: set[str] = field(default_factory=set)
    landed: list[Landed] = field(default_factory=list)
    prose: list[str] = field(default_factory=list)

    @property
    def memories(self) -> list[str]:
        return sorted(path for path in self.files if path != INDEX_NAME)

    @property
    def plain(self) -> list[str]:
        """The memories that do not wait for a person's word."""
        return [path for path in self.memories if path not in self.held]

    def on_disk(self) -> Files:
        return {path.relative_to(self.memory).as_posix(): path.read_bytes() for path in self.memory.rglob("*.md")}

    def listed(self, files: Mapping[str, bytes] | None = None) -> list[str]:
        """What the index lists, in its order, as often as it does."""
        text = (self.files if files is None else files).get(INDEX_NAME, b"").decode()
        return [line.target for line in parse_index(text).entries if line.target]

    def settle(self, touched: Collection[str], listing: Collection[str] | None = None) -> Files:
        """Takes the folder as it is for what it should be; gives what it was.

        Only `touched` files and the index may have changed. `listing`: the memories whose index lines may have come or
        gone; None: those of `touched`.
        """
        before, now = self.files, self.on_disk()
        strange = {path for path in before.keys() | now.keys() if before.get(path) != now.get(path)}
        strange -= {INDEX_NAME, *touched}
        assert not strange, f"changed, though nobody did: {sorted(strange)}"
        free = set(touched if listing is None else listing)
        was, now_is = (sorted(set(self.listed(files)) - free) for files in (before, now))
        assert was == now_is, "an index line came or went that nobody touched"
        lines = now.get(INDEX_NAME, b"").decode().splitlines()
        assert all(one in lines for one in self.prose), "what a person wrote into the index is gone"
        self.files = now
        for path, data in now.items():
            self.ever.setdefault(path, set()).add(data)
        self.held &= now.keys()
        return before

    def note_landed(self, window: Process, before: Files) -> None:
        """Remembers the newest change as one that can be undone."""
        if before != self.files:
            (newest,) = window.noctule.history.changes(Place(), limit=1)
            self.landed.append(Landed(newest.change, before, self.files))

    def check(self, window: Process) -> None:
        """What holds at any moment."""
        listed = self.listed()
        assert len(listed) == len(set(listed)), "the index lists a memory twice"
        assert {row.path for row in window.noctule.reading.list(held=True)} >= self.held, "a hold was lost"
        names = [path.name for path in self.memory.rglob("*")]
        assert not [name for name in names if name.endswith(".tmp")], "a temp file was left"

    def check_all(self, window: Process, home: Path) -> None:
        """Each text that ever stood is in the folder's history, and nothing is left lying about."""
        from dulwich.objects import Blob

        window.look()
        self.settle(())
        memories = window.opened.folder.memories
        assert memories.history_problem is None
        assert memories.history.files() == self.files
        for texts in self.ever.values():
            for data in texts:
                # Raises where it is lost.
                assert memories.history.repository.blob(Blob.from_string(data).id).data == data
        last = {change.path: change.hash for change in memories.changes.since(0)}
        assert {path for path, content in last.items() if content is not None} == self.files.keys()
        left = [*home.rglob("*.tmp")] + [path for pattern in _HALF_DONE for path in home.glob(f"folders/*/{pattern}")]
        assert not left, left
        log = self.memory / "dreams.jsonl"
        for line in log.read_text().splitlines() if log.exists() else ():
            json.loads(line)

    def uri(self, path: str) -> str:
        return (self.memory / path).as_uri()

    def path(self, uri: str | None) -> str:
        assert uri is not None
        return uri.removeprefix(f"{self.memory.as_uri()}/")
