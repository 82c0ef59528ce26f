"""A memory folder, served by its path: list, read, write under the lock, and find what others changed."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from noctule.errors import FolderUnreadable, StorageError
from noctule.store import files
from noctule.store.atomic import make_folder
from noctule.store.changes import OUTSIDE, Author, Change, ChangeLog
from noctule.store.lock import exclusive
from noctule.store.sweep import AuthorOf, Folder, begin, begin_locked, settle_announced, sweep
from noctule.store.writing import Writing, place_of

if TYPE_CHECKING:
    from noctule.store.history.history import History
    from noctule.store.history.recorder import Recorder
    from noctule.store.history.rewriting import Scrub
    from noctule.store.journal import Journal

# Longer than any write but an import of thousands; a person waits no longer to be told that it is busy.
LOCK_SECONDS = 5.0

# In the state of a folder that another one is being moved to.
MOVING = "moving.json"


def nobody_known(_path: str) -> Author:
    """The author of a change that nothing explains."""
    return OUTSIDE


class MemoryFolder:
    """The memories at `path`, with what belongs to them in `state`, a folder of ours (`Home.folder_state`).

    `nests_metadata`: new memories are written in Claude Code's form, whose folder it is. Making one touches nothing on
    disk. Safe for threads; several processes may serve one folder.
    """

    def __init__(
        self, path: Path, state: Path, *, lock_seconds: float = LOCK_SECONDS, nests_metadata: bool = False
    ) -> None:
        self.path = path
        self.state = state
        self.nests_metadata = nests_metadata
        self.changes = ChangeLog(state)
        self._lock_seconds = lock_seconds

    # What only a writer needs is loaded by the first one: who lists or recalls does not pay for it.

    @cached_property
    def history(self) -> "History":
        """Every change to the folder, kept for ever."""
        from noctule.store.history.history import History

        return History(self.state / "history.git")

    @cached_property
    def journal(self) -> "Journal":
        """What makes several changes one."""
        from noctule.store.journal import Journal

        return Journal(self.state)

    @cached_property
    def _recorder(self) -> "Recorder":
        from noctule.store.history.recorder import Recorder

        return Recorder(self.history.repository, self.path, self.changes)

    @cached_property
    def _folder(self) -> Folder:
        return Folder(self.path, self.changes, self._recorder, self._locked)

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
        """Raises FolderUnreadable where it may not even be looked for: it may well hold memories."""
        try:
            return self.path.is_dir()
        except OSError as error:
            raise FolderUnreadable(f"The memory folder {self.path} cannot be reached: {error.strerror}.") from error

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
        self.finish_move()
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
        self.finish_move()
        if self.journal.is_left():
            with self.writing(OUTSIDE, now):
                pass  # whoever takes the lock finishes it
        return sweep(self._folder, author_of_unexplained, now)

    def finish_move(self) -> None:
        """Brings what another folder still has of a move to here that broke off. Raises LockBusy, StorageError."""
        if self._is_moving():
            from noctule.store.moving import finish_move

            finish_move(self)

    def _is_moving(self) -> bool:
        try:
            return (self.state / MOVING).exists()
        except OSError:
            return False  # who reads next says what is wrong

    def rewrite_history(self, scrub: "Scrub", now: datetime) -> bool:
        """Takes what is forgotten out of all history; gives whether there was any. Every later change has a new id.

        Raises StateDamaged, LockBusy and StorageError.
        """
        from noctule.store.history.rewriting import rewrite

        with self._locked(now):
            before = self.history.repository.head()
            rewrite(self.history.repository, scrub)
            return self.history.repository.head() != before

    def is_packing_due(self) -> bool:
        """Whether the history has gained so much that `pack_history` is worth its while."""
        from noctule.store.history import packing

        return packing.is_due(self.history.repository)

    def pack_history(self) -> int:
        """Packs the history, for some tenths of a second; gives how many objects that were. For a background job.

        Raises StateDamaged, LockBusy (another process packs) and StorageError.
        """
        from noctule.store.history import packing

        return packing.pack(self.history.repository)

    def let_go(self) -> None:
        """Forgets what was opened of the state, which another takes the place of: it is read anew."""
        self.close()
        for name in ("history", "_recorder", "_folder"):
            self.__dict__.pop(name, None)

    def close(self) -> None:
        self.changes.close()
        if "history" in self.__dict__:
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
