"""What the memories of a folder say already, by digest: kept by each file's size and times."""

import threading

from noctule.capture.write import digests_of
from noctule.errors import MemoryProblem, StorageError
from noctule.memories.names import INDEX_NAME
from noctule.memories.text import decode
from noctule.store.files import FileStat
from noctule.store.folder import MemoryFolder

# A larger file is not searched for what it says twice.
_MOST_BYTES = 1_000_000


class Known:
    """Digests of what is said in a folder. Thread-safe."""

    def __init__(self, folder: MemoryFolder) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._files: dict[FileStat, tuple[str, ...]] = {}

    def digests(self) -> dict[str, str]:
        """Each digest of a body or an entry, to the path of the first file that says it. Raises `FolderUnreadable`."""
        with self._lock:
            stats = [stat for stat in self._folder.scan() if stat.path != INDEX_NAME and stat.size <= _MOST_BYTES]
            self._files = {stat: self._files.get(stat) or self._read(stat) for stat in stats}
            known: dict[str, str] = {}
            for stat, digests in self._files.items():
                for digest in digests:
                    known.setdefault(digest, stat.path)
            return known

    def _read(self, stat: FileStat) -> tuple[str, ...]:
        try:
            return digests_of(decode(self._folder.read(stat.path)).text, stat.path)
        except (MemoryProblem, StorageError):
            return ()
