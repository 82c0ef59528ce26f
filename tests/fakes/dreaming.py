"""A memory folder to dream over: memories written in a line each, and what is there after a dream."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from fakes.house import memory_text
from noctule.dream.apply import Applied, Wish, apply
from noctule.dream.changes import change_set
from noctule.dream.stage import Base, drop_stage, make_stage, read_stage, write_stage
from noctule.store.changes import Author
from noctule.store.folder import MemoryFolder, nobody_known
from noctule.store.held_dreams import ChangeSet

AGENT = Author("agent", "s1")


class Folder:
    """A memory folder at `path` and its state; `now` is real, so that files' times fit."""

    def __init__(self, base: Path) -> None:
        self.path = base / "memory"
        self.state = base / "state"
        self.stage = self.state / "stage"
        self.memories = MemoryFolder(self.path, self.state)
        self.memories.ensure()

    @property
    def now(self) -> datetime:
        return datetime.now(UTC)

    def save(self, path: str, text: str, *, days_old: float = 0) -> None:
        """As a person's editor writes: behind our back."""
        file = self.path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
        if days_old:
            then = self.now.timestamp() - days_old * 86_400
            os.utime(file, (then, then))

    def memory(self, name: str, body: str, type: str = "project", *, days_old: float = 0) -> str:
        self.save(f"{name}.md", memory_text(name.title(), f"about {name}", body, type), days_old=days_old)
        return f"{name}.md"

    def index(self, *names: str) -> None:
        self.save("MEMORY.md", "# Index\n\n" + "".join(f"- [{one.title()}]({one}.md) — about {one}\n" for one in names))

    def write(self, path: str, text: str) -> None:
        """As an agent does through us."""
        with self.memories.writing(AGENT, self.now) as writing:
            writing.write(path, text.encode(), "by an agent")

    def contents(self) -> dict[str, bytes]:
        return {one.path: self.memories.read(one.path) for one in self.memories.scan()}

    def text(self, path: str) -> str:
        return (self.path / path).read_text()

    def staged(self, held: Sequence[str] = ()) -> Base:
        drop_stage(self.stage)
        return make_stage(self.path, self.stage, held)

    def dream(
        self, changed: Mapping[str, str | None], replaces: Mapping[str, Sequence[str]] | None = None
    ) -> ChangeSet:
        """The change set of a dream that leaves these texts (None: removes the file)."""
        base = self.staged()
        write_stage(self.stage, {path: None if text is None else text.encode() for path, text in changed.items()})
        return change_set(base, read_stage(self.stage), replaces or {})

    def apply(self, changes: ChangeSet, *, only: Sequence[str] | None = None, unsaved: Sequence[str] = ()) -> Applied:
        wish = Wish(reason="dream 00000001: by command, tidy", only=only, unsaved=unsaved)
        return apply(self.memories, changes, wish, self.now, nobody_known)


@contextmanager
def a_folder(base: Path) -> Iterator[Folder]:
    folder = Folder(base)
    try:
        yield folder
    finally:
        folder.memories.close()
