"""A writer's turn that is only planned: what it writes is read back from it, and nothing is on disk before the end."""

from pathlib import Path

from noctule.errors import Changed, NotFound, PathRefused
from noctule.memories.names import INDEX_NAME
from noctule.store.files import counts, hash_or_none
from noctule.store.turn import ANY_CONTENT, Step, Turn, read_or_none
from noctule.store.writing import place_of


class Overlay:
    """A plan over `turn`, which holds the lock of the folder at `root`. It refuses what the folder would."""

    def __init__(self, root: Path, turn: Turn) -> None:
        self._root = root
        self._turn = turn
        self._before: dict[str, bytes | None] = {}
        self._after: dict[str, bytes | None] = {}
        self._reasons: dict[str, str] = {}
        self._mtimes: dict[str, int | None] = {}

    def read(self, path: str) -> bytes:
        """Raises as `Writing.read`."""
        placed = place_of(self._root, path)
        if placed not in self._after:
            return self._turn.read(placed)
        planned = self._after[placed]
        if planned is None:
            raise NotFound(f"There is no memory {path}.")
        return planned

    def write(
        self,
        path: str,
        data: bytes,
        reason: str,
        *,
        mtime_ns: int | None = None,
        expected_hash: str | None = ANY_CONTENT,
    ) -> None:
        """Raises as `Writing.write`, but for what only the disk can refuse."""
        placed = self._look(path, expected_hash)
        self._after[placed] = data
        self._mtimes[placed] = mtime_ns
        self._reasons[placed] = reason

    def remove(self, path: str, reason: str, *, expected_hash: str | None = ANY_CONTENT) -> None:
        """Raises as `Writing.remove`."""
        placed = self._look(path, expected_hash)
        if read_or_none(self.read, placed) is None:
            raise NotFound(f"There is no memory {path}.")
        self._after[placed] = None
        self._reasons[placed] = reason

    def touched(self) -> dict[str, bytes | None]:
        """Every file that was written or removed so far, with its content now, None where it is gone."""
        return dict(self._after)

    def steps(self) -> tuple[Step, ...]:
        """What is left to do on disk, one step a file, the index last: a file without a line is better than a line
        without a file.
        """
        changed = [path for path, after in self._after.items() if after != self._before[path]]
        return tuple(
            Step(path, hash_or_none(self._before[path]), self._after[path], self._reasons[path], self._mtimes.get(path))
            for path in sorted(changed, key=lambda path: path == INDEX_NAME)
        )

    def _look(self, path: str, expected_hash: str | None) -> str:
        placed = place_of(self._root, path)
        if not counts(placed):
            raise PathRefused(f"{path} is no name for a memory: a memory is a .md file that is not hidden.")
        found = read_or_none(self.read, placed)
        self._before.setdefault(placed, found)
        if expected_hash not in (ANY_CONTENT, hash_or_none(found)):
            raise Changed(f"{path} was changed by somebody else meanwhile. Read it again.")
        return placed
