"""A writer's turn at a memory folder, under its lock: nothing is overwritten that the log has not seen."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from noctule.errors import Changed, NotFound, PathRefused
from noctule.store import files
from noctule.store.atomic import make_folder, new_temp_name, storage_error, sync_folder, write_atomic
from noctule.store.changes import Announced, Author, Change, Known, action_of
from noctule.store.sweep import AuthorOf, Folder, enter_unexplained, nanoseconds, settle_announced
from noctule.store.turn import ANY_CONTENT


class Writing:
    """Reads and writes of one author while nobody else of ours can write. Made by `MemoryFolder.writing`.

    `changes` lists what was entered in this turn, the outside changes that it met included.
    """

    def __init__(self, folder: Folder, author: Author, now: datetime, author_of_unexplained: AuthorOf) -> None:
        self.changes: list[Change] = []
        self._folder = folder
        self._author = author
        self._now = now
        self._author_of_unexplained = author_of_unexplained
        self._is_over = False

    def end(self) -> None:
        """The lock is about to go: from now on nothing can be written."""
        self._is_over = True

    def read(self, path: str) -> bytes:
        """The bytes of a file as they are now. Raises NotFound, PathRefused, StorageError."""
        return files.read_file(self._folder.root, place_of(self._folder.root, path))

    def mtime_ns(self, path: str) -> int | None:
        """When the file changed last, in ns since 1970, or None where there is none. Raises as `read`."""
        found = files.stat_file(self._folder.root, place_of(self._folder.root, path))
        return None if found is None else found.mtime_ns

    def write(
        self,
        path: str,
        data: bytes,
        reason: str,
        *,
        keep_mtime: bool = False,
        mtime_ns: int | None = None,
        expected_hash: str | None = ANY_CONTENT,
    ) -> Change | None:
        """Puts `data` at `path` and gives the change, or None where it was there already.

        `keep_mtime` leaves the file's modification time (a write that is no news); `mtime_ns` sets one.
        `expected_hash` is the hash of the content that the caller saw, None for no file: raises Changed where the disk
        holds another. Raises PathRefused for links and for what is no memory, and StorageError's kinds; whatever is
        raised, the file is as it was and the log says what the disk holds.
        """
        path = self._place_to_write(path)
        before = self._look(path, expected_hash)
        content = files.content_hash(data)
        if before is not None and before.hash == content:
            return None
        action = action_of(path, was_there=before is not None, is_there=True)
        temp = new_temp_name()
        change = Change(0, self._now, path, action, content, self._author, reason)
        self._folder.recorder.keep(data, content)
        with self._announced(change, f"{path.rpartition('/')[0]}/{temp}".lstrip("/")):
            target = self._folder.root / path
            make_folder(target.parent)
            kept = before.stat.mtime_ns if keep_mtime and before is not None else mtime_ns
            write_atomic(target, data, mtime_ns=kept, temp_name=temp)
        return self._enter(change)

    def remove(self, path: str, reason: str, *, expected_hash: str | None = ANY_CONTENT) -> Change:
        """Deletes the file at `path`. Raises NotFound, Changed, PathRefused, StorageError's kinds."""
        path = self._place_to_write(path)
        if self._look(path, expected_hash) is None:
            raise NotFound(f"There is no memory {path}.")
        change = Change(0, self._now, path, "removed", None, self._author, reason)
        target = self._folder.root / path
        with self._announced(change, ""):
            try:
                target.unlink()
                sync_folder(target.parent)
            except OSError as error:
                raise storage_error(error, target) from error
        return self._enter(change)

    def _place_to_write(self, path: str) -> str:
        if self._is_over:
            raise RuntimeError("a memory folder is written only while its lock is held")
        placed = place_of(self._folder.root, path)
        if not files.counts(placed):
            raise PathRefused(f"{path} is no name for a memory: a memory is a .md file that is not hidden.")
        return placed

    def _look(self, path: str, expected_hash: str | None) -> Known | None:
        """The file as it is, after the log has learned of it."""
        met = enter_unexplained(self._folder, path, self._author_of_unexplained, self._now)
        if met:
            self._folder.recorder.keep_file(path)
            self.changes += met
        stat_now = files.stat_file(self._folder.root, path)
        found = files.hash_of(self._folder.root, path) if stat_now is not None else None
        if expected_hash not in (ANY_CONTENT, found):
            raise Changed(f"{path} was changed by somebody else meanwhile. Read it again.")
        if stat_now is None or found is None:
            return None
        return Known(stat_now, found, nanoseconds(self._now))

    @contextmanager
    def _announced(self, change: Change, temp: str) -> Iterator[None]:
        self._folder.log.announce(Announced(change, temp))
        try:
            yield
        except BaseException:
            # The error may have come after the rename: what the disk holds decides.
            self.changes += settle_announced(self._folder, self._now)
            raise

    def _enter(self, change: Change) -> Change:
        stat_now = files.stat_file(self._folder.root, change.path)
        known = None
        if change.hash is not None and stat_now is not None:
            known = Known(stat_now, change.hash, nanoseconds(self._now))
        entered = self._folder.log.enter([(change, known)])
        self.changes += entered
        return entered[0]


def place_of(root: Path, path: str) -> str:
    """`path` as the folder spells it, after every part of it was looked at. Raises PathRefused.

    Refused: what is not relative, what climbs, and what passes or ends in a link.
    """
    parts = path.split("/")
    if not path or "\0" in path or any(part in ("", ".", "..") for part in parts) or _is_foreign(path):
        raise PathRefused("A memory is named by its path inside the memory folder.")
    placed = files.spelled_as_on_disk(root, path)
    step = root
    for part in placed.split("/"):
        step = step / part
        try:
            status = os.lstat(step)
        except FileNotFoundError:
            break
        except OSError as error:
            raise PathRefused(f"{path} cannot be reached: {(error.strerror or 'unknown reason').lower()}.") from error
        if stat.S_ISLNK(status.st_mode):
            raise PathRefused(f"{path} passes a link. Memories are plain files in plain folders.")
    return placed


def _is_foreign(path: str) -> bool:
    return os.name == "nt" and ("\\" in path or ":" in path)
