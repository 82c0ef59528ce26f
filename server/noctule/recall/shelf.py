"""The ranker of one memory folder, kept in step with its files, and kept on disk so that the next start is quick."""

import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from noctule.errors import MemoryProblem, StorageError
from noctule.memories.memory import Memory, parse_memory
from noctule.memories.names import INDEX_NAME
from noctule.memories.text import decode
from noctule.recall.gate import Gate
from noctule.recall.rank import Document, Explained, Pick, Ranker, Scored
from noctule.store.atomic import make_folder, write_atomic
from noctule.store.files import FileStat
from noctule.store.folder import MemoryFolder

# Between two batches others may ask, and the time is looked at: ten files of 4 KB are a few hundredths of a second.
_BATCH = 10
_BATCH_BYTES = 40 * 1024

# Before the first look is done; a ranker made for this answer would take a tenth of a second.
_NOTHING = Pick([], Gate(is_open=False, reason="nothing has been read yet", features={}))

# A server that leaves while it still reads a large folder has kept what it read until then.
_MUCH_UNSAVED = 2_000

# A file larger than this is indexed by its head alone: a ranker for prose gains nothing from more.
_MOST_BYTES = 256 * 1024


class Shelf:
    """The folder's memories as the ranker knows them. Thread-safe; it answers from what it has read so far."""

    def __init__(self, folder: MemoryFolder, cache_file: Path) -> None:
        self._folder = folder
        self._cache_file = cache_file
        self._lock = threading.Lock()
        self._filling = threading.Lock()
        self._ranker: Ranker | None = None
        self._unsaved = 0
        self._is_watched = False
        self._is_current = False

    def note_watched(self, *, is_watched: bool) -> None:
        """Whether `note_changed` is called for each change: then nothing is looked up without one."""
        self._is_watched = is_watched

    def note_changed(self) -> None:
        """Something in the folder changed: the next `refresh` looks."""
        self._is_current = False

    def refresh(self, seconds: float | None = None) -> bool:
        """Brings the ranker up to date with the disk, for at most `seconds`. Says whether it is complete.

        Without a limit it works half of the time only: a session or a turn may be waiting for the interpreter. While
        another thread does so already, this waits for it no longer than `seconds`. Raises `FolderUnreadable`.
        """
        if self._is_watched and self._is_current:
            return True
        deadline = None if seconds is None else time.monotonic() + seconds
        if not self._filling.acquire(timeout=-1 if seconds is None else seconds):
            return False
        try:
            return self._fill(deadline)
        except StorageError:
            self._is_current = False
            raise
        finally:
            self._filling.release()

    def pick(self, query: str, context: str, limit: int) -> Pick:
        """What is worth showing for the query, best first; nothing, and why, where nothing fits."""
        with self._lock:
            return _NOTHING if self._ranker is None else self._ranker.pick(query, context, limit)

    def rank(self, query: str, context: str = "", limit: int | None = None) -> list[Scored]:
        """All that share something with the query, best first."""
        with self._lock:
            return [] if self._ranker is None else self._ranker.rank(query, context, limit)

    def explain(self, query: str, context: str, limit: int) -> list[Explained]:
        """As `rank`, each with the share of the query that it covers."""
        with self._lock:
            return [] if self._ranker is None else self._ranker.explain(query, context, limit)[0]

    def save(self) -> None:
        """Writes the cache if it gained anything. A disk that does not take it costs the next start some time only."""
        with self._lock:
            if self._ranker is None or not self._unsaved:
                return
            data = self._ranker.to_bytes()
            self._unsaved = 0
        try:
            make_folder(self._cache_file.parent)
            write_atomic(self._cache_file, data)
        except StorageError as error:
            _note("the rank cache was not written: %s", error.kind)

    @property
    def unsaved(self) -> int:
        """How many changes the cache on disk lacks."""
        return self._unsaved

    def _fill(self, deadline: float | None) -> bool:
        if self._ranker is None:
            self._open()
        # Before the look, so that a change meanwhile is not lost.
        self._is_current = True
        stats = {stat.path: stat for stat in self._folder.scan() if stat.path != INDEX_NAME}
        stale = self._stale(stats)
        for number, batch in enumerate(_batches(stats[path] for path in stale)):
            began = time.monotonic()
            # The first batch is taken in however late it is: else a disk that is slow to list would never be read.
            if number and deadline is not None and began >= deadline:
                self._is_current = False
                return False
            self._take_in([document_of(self._folder, stat) for stat in batch])
            if deadline is None:
                time.sleep(time.monotonic() - began)
                if self._unsaved >= _MUCH_UNSAVED:
                    self.save()
        return True

    def _open(self) -> None:
        """The cached ranker; a cache that is missing, damaged or of another version costs one reading of all files."""
        try:
            cached = Ranker.from_bytes(self._cache_file.read_bytes())
        except OSError:
            cached = None
        with self._lock:
            self._ranker = cached or Ranker()

    def _stale(self, stats: dict[str, FileStat]) -> list[str]:
        """Forgets what is gone, and gives what is new or changed, the newest first: a turn most likely needs these."""
        with self._lock:
            assert self._ranker is not None
            stamps = self._ranker.stamps()
            gone = [path for path in stamps if path not in stats]
            for path in gone:
                self._ranker.remove(path)
            self._unsaved += len(gone)
            stale = [path for path, stat in stats.items() if stamps.get(path) != _stamp(stat)]
        return sorted(stale, key=lambda path: (-stats[path].mtime_ns, path))

    def _take_in(self, documents: list[Document]) -> None:
        with self._lock:
            assert self._ranker is not None
            for document in documents:
                self._ranker.update(document)
            self._unsaved += len(documents)


def _batches(stats: Iterable[FileStat]) -> Iterator[list[FileStat]]:
    """The files in their order, a few at a time: fewer of large ones, down to one."""
    batch: list[FileStat] = []
    size = 0
    for stat in stats:
        batch.append(stat)
        size += min(stat.size, _MOST_BYTES)
        if len(batch) == _BATCH or size >= _BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def document_of(folder: MemoryFolder, stat: FileStat) -> Document:
    """A file as the ranker takes it; one that cannot be read is known by its name alone."""
    try:
        text = decode(_head(folder.read(stat.path))).text
    except (MemoryProblem, StorageError):
        text = ""
    memory = parse_memory(stat.path, text)
    return Document(
        path=stat.path,
        name=memory.name,
        description=memory.description,
        type=memory.type,
        headings=memory.headings,
        body=memory.body,
        modified=_newest(memory, stat),
        stamp=_stamp(stat),
    )


def _head(data: bytes) -> bytes:
    """At most `_MOST_BYTES`, cut at a line: half a character would make the whole look like another encoding."""
    if len(data) <= _MOST_BYTES:
        return data
    line_end = data.rfind(b"\n", 0, _MOST_BYTES)
    if line_end > 0:
        return data[: line_end + 1]
    return data[:_MOST_BYTES].decode(errors="ignore").encode()


def _newest(memory: Memory, stat: FileStat) -> float:
    """Seconds since 1970 of the newest of the two times that a memory has."""
    stated = memory.modified.timestamp() if memory.modified else 0.0
    return max(stated, stat.mtime_ns / 1e9)


def _stamp(stat: FileStat) -> str:
    return f"{stat.size}:{stat.mtime_ns}:{stat.changed_ns}"


def _note(message: str, *words: object) -> None:
    # Loaded late: most turns have nothing to say, and a hook before each loads no more than it needs.
    import logging

    logging.getLogger(__name__).info(message, *words)
