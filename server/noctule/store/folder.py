"""A memory folder, served by its path: list, read, write under the lock, and find what others changed."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from noctule.errors import StorageError
from noctule.store import files
from noctule.store.atomic import make_folder
from noctule.store.changes import OUTSIDE, Author, Change, ChangeLog
from noctule.store.history import packing
from noctule.store.history.history import History
from noctule.store.history.recorder import Recorder
from noctule.store.history.rewriting import Scrub, rewrite
from noctule.store.journal import Journal
from noctule.store.lock import exclusive
from noctule.store.sweep import AuthorOf, Folder, begin, begin_locked, settle_announced, sweep
from noctule.store.writing import Writing, place_of

LOCK_SECONDS = 10.0


def nobody_known(_path: str) -> Author:
    """The author of a change that nothing explains."""
    return OUTSIDE


class MemoryFolder:
    """The memories at `path`, with what belongs to them in `state`, a folder of ours (`Home.folder_state`).

    Making one touches nothing on disk. Safe for threads; several processes may serve one folder.
    """

    def __init__(self, path: Path, state: Path, *, lock_seconds: float = LOCK_SECONDS) -> None:
        self.path = path
        self.state = state
        self.changes = ChangeLog(state)
        self.history = History(state / "history.git")
        self.journal = Journal(state)
        self._lock_seconds = lock_seconds
        self._recorder = Recorder(self.history.repository, path, self.changes)
        self._folder = Folder(path, self.changes, self._recorder, self._locked)

    @property
    def history_problem(self) -> str | None:
        """Why the newest changes are not in the history yet, for a person; None while all is well."""
        return self._recorder.problem

    def scan(self) -> list[files.FileStat]:
        """Memories and the index, sorted by path. A folder that is not there is empty; raises FolderUnreadable."""
        found = files.list_files(self.path).files
        return [found[path] for path in sorted(found)]

    def read(self, path: str) -> bytes:
        """The bytes of the file at the relative `path`. Raises NotFound, PathRefused, StorageError."""
        return files.read_file(self.path, place_of(self.path, path))

    def exists(self) -> bool:
        return self.path.is_dir()

    def ensure(self) -> None:
        """Makes the folder if it is not there. Raises ReadOnly, DiskFull, StorageError."""
        if self.path.exists() and not self.path.is_dir():
            raise StorageError(f"{self.path} is a file. A memory folder cannot be made there.")
        if self.path.is_dir():
            return
        make_folder(self.path)
        with exclusive(self._lock_file, self._lock_seconds):
            # Made by us, so empty: whatever lies in it from now on is somebody's change.
            begin_locked(self.changes, {})

    @contextmanager
    def writing(
        self, author: Author, now: datetime, *, author_of_unexplained: AuthorOf = nobody_known
    ) -> Iterator[Writing]:
        """The write lock, for as short as can be: one turn is one change of the history.

        What a write meets on disk that no record explains is entered first, under `author_of_unexplained`. Not
        re-entrant. Raises LockBusy.
        """
        if not self.changes.is_begun():
            begin(self._folder, files.list_files(self.path), now)
        with self._locked(now):
            writing = Writing(self._folder, author, now, author_of_unexplained)
            writing.changes += settle_announced(self._folder, now)
            writing.changes += self._finish_journal(now)
            if writing.changes:
                self._recorder.catch_up(now)
            try:
                yield writing
            finally:
                writing.end()

    def sweep(self, author_of_unexplained: AuthorOf, now: datetime) -> list[Change]:
        """Enters what changed and no record explains, and gives it. What others entered comes by `changes.since`."""
        if self.journal.is_left():
            with self.writing(OUTSIDE, now):
                pass  # whoever takes the lock finishes it
        return sweep(self._folder, author_of_unexplained, now)

    def rewrite_history(self, scrub: Scrub, now: datetime) -> bool:
        """Takes what is forgotten out of all history; gives whether there was any. Every later change has a new id.

        Raises StateDamaged, LockBusy and StorageError.
        """
        with self._locked(now):
            before = self.history.repository.head()
            rewrite(self.history.repository, scrub)
            return self.history.repository.head() != before

    def is_packing_due(self) -> bool:
        """Whether the history has gained so much that `pack_history` is worth its while."""
        return packing.is_due(self.history.repository)

    def pack_history(self) -> int:
        """Packs the history, for some tenths of a second; gives how many objects that were. For a background job.

        Raises StateDamaged, LockBusy (another process packs) and StorageError.
        """
        return packing.pack(self.history.repository)

    def close(self) -> None:
        self.changes.close()
        self.history.close()

    @property
    def _lock_file(self) -> Path:
        return self.state / "write.lock"

    def _finish_journal(self, now: datetime) -> list[Change]:
        """Under the lock: makes the changes that a writer which died had begun, as its own."""
        left = self.journal.left()
        if left is None:
            return []
        writing = Writing(self._folder, left.author, now, nobody_known)
        self.journal.finish(writing, left.steps)
        return writing.changes

    @contextmanager
    def _locked(self, now: datetime) -> Iterator[None]:
        """The write lock. What a writer that died left comes into the history first, what happens here last."""
        with exclusive(self._lock_file, self._lock_seconds):
            self._recorder.catch_up(now)
            try:
                yield
            finally:
                self._recorder.catch_up(now)
