"""The history of a memory folder as people read it: which changes there were, and what each did to which file."""

from collections.abc import Iterator
from pathlib import Path

from noctule.errors import Ambiguous, NotFound
from noctule.memories.names import path_key
from noctule.store.history.commits import Commits
from noctule.store.history.message import SHORT_ID_LENGTH, Recorded
from noctule.store.history.repository import Repository, object_id
from noctule.store.history.trees import find_file, list_tree

_SHORTEST_ID = 4


class History:
    """The history in `path`, a bare git repository. One that is not there is empty.

    Thread-safe, and needs no lock. Every method may raise StateDamaged and StorageError.
    """

    def __init__(self, path: Path) -> None:
        self.repository = Repository(path)
        self._commits = Commits(self.repository)

    @property
    def damaged(self) -> list[Path]:
        """Where damaged histories of this folder were set aside, the oldest first."""
        path = self.repository.path
        return sorted(path.parent.glob(f"{path.name}.damaged-*"))

    def changes(self, path: str | None = None) -> Iterator[Recorded]:
        """The changes, the newest first; only those of the file at `path`, if one is named."""
        wanted = None if path is None else path_key(path)
        for change in self._commits.walk():
            if wanted is None or any(path_key(one.path) == wanted for one in change.told.files):
                yield change

    def find(self, change: str) -> Recorded:
        """The change whose id begins so. Raises NotFound, and Ambiguous, which names the candidates."""
        wanted = change.strip().lower()
        if len(wanted) < _SHORTEST_ID or wanted.strip("0123456789abcdef"):
            raise NotFound(f"`{change[:40]}` is no id of a change: `noctule history` lists them.")
        found = [one for one in self._commits.walk() if one.id.startswith(wanted)]
        if not found:
            raise NotFound(f"There is no change {wanted[:40]} in the history.")
        if len(found) > 1:
            length = max(SHORT_ID_LENGTH, len(wanted)) + 2
            ids = ", ".join(one.id[:length] for one in found)
            raise Ambiguous(f"{wanted} begins several ids ({ids}): type more of it.")
        return found[0]

    def before(self, change: Recorded, path: str) -> bytes | None:
        """The file's content before the change, None where it was not there."""
        return None if change.parent is None else self._content(self._commits.read(change.parent).tree, path)

    def after(self, change: Recorded, path: str) -> bytes | None:
        """The file's content after the change, None where it is not there."""
        return self._content(change.tree, path)

    def mtime_before(self, change: Recorded, path: str) -> int | None:
        """The file's time before the change, in ns since 1970, as far as the history tells."""
        earlier = self._commits.walk(change.parent) if change.parent is not None else iter(())
        for one in earlier:
            for told in one.told.files:
                if told.path == path:
                    return told.mtime_ns or int(one.told.at.timestamp() * 1_000_000_000)
        return None

    def files(self) -> dict[str, bytes]:
        """Every file as the newest change left it."""
        newest = self._commits.newest()
        if newest is None:
            return {}
        listed = list_tree(self.repository.tree, object_id(newest.tree))
        return {path: self.repository.blob(name).as_raw_string() for path, name in listed.items()}

    def close(self) -> None:
        self.repository.close()

    def _content(self, tree: str, path: str) -> bytes | None:
        found = find_file(self.repository.tree, object_id(tree), path)
        return None if found is None else self.repository.blob(found).as_raw_string()
