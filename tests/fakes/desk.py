"""A memory folder with somebody who writes in it: what the tests of capture share."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from noctule.capture.change import Replacement, put, remove, replace
from noctule.capture.hand import Hand
from noctule.capture.write import Addition, Outcome, add, digests_of
from noctule.memories.names import INDEX_NAME
from noctule.memories.text import decode
from noctule.store.changes import Author
from noctule.store.folder import MemoryFolder

NOW = datetime(2026, 3, 5, 10, 0, tzinfo=UTC)
HAND = Hand(Author("agent", "s1"), NOW)


class Desk:
    """Each method writes through capture; `read` and `names` look at the disk."""

    def __init__(self, folder: MemoryFolder) -> None:
        self.folder = folder

    def add(self, text: str, **more: Any) -> Outcome:
        return add(self.folder, Addition(text=text, **more), self.known(), HAND)

    def replace(self, path: str, text: str, **more: Any) -> Outcome:
        return replace(self.folder, path, Replacement(text=text, **more), HAND)

    def remove(self, path: str, entry: str | None = None) -> Outcome:
        return remove(self.folder, path, entry, HAND)

    def put(self, path: str, before: str, after: str) -> Outcome:
        return put(self.folder, path, before, after, HAND)

    def known(self) -> dict[str, str]:
        stats = [stat for stat in self.folder.scan() if stat.path != INDEX_NAME]
        return {
            digest: stat.path
            for stat in stats
            for digest in digests_of(decode(self.folder.read(stat.path)).text, stat.path)
        }

    def write(self, path: str, text: str | bytes) -> Path:
        """Writes a file as others do."""
        file = self.folder.path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return file

    def read(self, path: str) -> str:
        return (self.folder.path / path).read_bytes().decode()

    @property
    def index(self) -> str:
        return self.read(INDEX_NAME)

    def names(self) -> list[str]:
        """Every file there is, the hidden ones too."""
        folder = self.folder.path
        return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir())
