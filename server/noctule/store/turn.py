"""What a writer may do in a turn at a memory folder, whether it happens at once or is only planned."""

from collections.abc import Callable
from typing import Protocol

from noctule.dataclass import dataclass
from noctule.errors import NotFound

# As `expected_hash`: whatever is there.
ANY_CONTENT = "*"


class Turn(Protocol):
    """Reads and writes of one author, under the folder's lock. See `Writing` for what each raises."""

    def read(self, path: str) -> bytes:
        """The bytes of a file as they are in this turn."""
        ...

    def write(
        self,
        path: str,
        data: bytes,
        reason: str,
        *,
        mtime_ns: int | None = None,
        expected_hash: str | None = ANY_CONTENT,
    ) -> object:
        """Puts `data` at `path`; `expected_hash` is that of the content that the caller saw, None for no file.

        `mtime_ns` is the modification time that the file gets, else it is that of the write.
        """
        ...

    def remove(self, path: str, reason: str, *, expected_hash: str | None = ANY_CONTENT) -> object:
        """Deletes the file at `path`."""
        ...


@dataclass(frozen=True, slots=True)
class Step:
    """One file's change: the hash of what was there (None: nothing), and what is to be there (None: nothing).

    `mtime_ns` is the modification time that the file is to have, where it is not that of the write.
    """

    path: str
    before: str | None
    after: bytes | None
    reason: str
    mtime_ns: int | None = None


def read_or_none(read: Callable[[str], bytes], path: str) -> bytes | None:
    """What `read` gives for a path, None where there is no file. Raises whatever else `read` raises."""
    try:
        return read(path)
    except NotFound:
        return None
