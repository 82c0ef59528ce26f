"""Writes the history of a memory folder: follows its change log commit by commit, exactly once.

All of it happens under the folder's write lock. Each commit names the last log entry that it tells, so that whoever
takes the lock next knows where to go on, be it after a crash. A history never costs a memory: what goes wrong is kept
as `problem` and made good by the next writer.
"""

import logging
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from noctule.errors import MemoryProblem, StateDamaged, StorageError
from noctule.store import files
from noctule.store.atomic import storage_error
from noctule.store.changes import OUTSIDE, ChangeLog, action_of
from noctule.store.history.commits import Commits, Content, NewCommit, Position
from noctule.store.history.groups import Group, groups_of
from noctule.store.history.message import FileChange, Recorded
from noctule.store.history.repository import Repository, object_id
from noctule.store.history.rewriting import is_left, recover
from noctule.store.history.trees import list_tree

if TYPE_CHECKING:
    from dulwich.objects import Blob, ObjectID

logger = logging.getLogger(__name__)

REASON_BEGUN = "as it was when its history began"
REASON_TAKEN_UP = "found when its history was taken up again"


class Recorder:
    """Records what happens to the files under `root`, as `log` tells it."""

    def __init__(self, repository: Repository, root: Path, log: ChangeLog) -> None:
        self.problem: str | None = None
        self._repository = repository
        self._commits = Commits(repository)
        self._root = root
        self._log = log
        self._kept: dict[str, ObjectID] = {}

    def keep(self, data: bytes, content: str) -> None:
        """Stores a content (its hash is `content`) that is about to be written, or to be written over.

        A writer that dies before its commit leaves it to be found.
        """
        try:
            self._repository.make()
            blob = _blob(data)
            self._repository.put([blob])
            self._kept[content] = blob.id
        except StorageError as error:
            self._note(error)

    def keep_file(self, path: str) -> None:
        """As `keep`, of a file as it lies there."""
        try:
            data = files.read_file(self._root, path)
        except (MemoryProblem, StorageError):
            return
        self.keep(data, files.content_hash(data))

    def is_behind(self) -> bool:
        """Whether the log may hold what is not committed yet, or something went wrong the last time."""
        is_behind = self.problem is not None or self._log.committed() != self._log.last_seq()
        return is_behind or is_left(self._repository.path)

    def catch_up(self, now: datetime) -> None:
        """Commits what the log holds beyond the newest commit. Raises nothing."""
        try:
            if self._log.is_begun():
                recover(self._repository.path)
                self._follow_or_begin_anew(now)
                self._kept.clear()
                self.problem = None
        except StorageError as error:
            self._note(error)
        except OSError as error:
            self._note(storage_error(error, self._repository.path))
        except Exception as error:
            # The memory itself is written by now: a fault of ours here must not be told as if it were not.
            logger.exception("the history of a memory folder could not be written")
            self.problem = f"The history of {self._root} could not be written ({type(error).__name__})."

    def _follow_or_begin_anew(self, now: datetime) -> None:
        try:
            self._follow(now)
        except StateDamaged:
            if not self._repository.exists():
                raise  # then it is the log that is damaged
            aside = self._repository.set_aside()
            logger.warning("a damaged history was set aside as %s", aside.name)
            self._follow(now)

    def _follow(self, now: datetime) -> None:
        head = self._commits.newest()
        position = Position(self._log.identity(), self._log.last_seq())
        if head is None and self._log.committed() is not None and self._repository.has_objects():
            raise StateDamaged("The history is damaged: its newest change is not named.")
        if head is not None:
            if head.told.seq == position.seq:
                self._repository.read_anew()
            self._repository.tree(object_id(head.tree))  # damage should be met before a write, not after it
        if head is None or head.told.log != position.log or head.told.seq > position.seq:
            self._take_up(head, position, now)
        elif head.told.seq < position.seq:
            with self._commits.adding(head, position) as adding:
                for group in groups_of(self._log.since(head.told.seq)):
                    adding.add(self._commit_of(group))
        if self._log.committed() != position.seq:
            self._log.note_committed(position.seq)

    def _commit_of(self, group: Group) -> NewCommit:
        contents: dict[str, Content] = {}
        told: dict[str, FileChange] = {}
        for path, change in group.changes.items():
            content = None if change.hash is None else self._find(path, change.hash)
            if content is None and change.hash is not None:
                continue  # nobody has this content any more: what followed it tells
            contents[path] = content
            told[path] = FileChange(path, change.action, self._mtime(path, change.hash))
        return NewCommit(group.at, group.author, group.reason, contents, told)

    def _take_up(self, head: Recorded | None, position: Position, now: datetime) -> None:
        """Commits the folder as the log knows it: the beginning, or what happened while nobody could tell."""
        before = list_tree(self._repository.tree, object_id(head.tree)) if head is not None else {}
        known = self._log.known()
        contents: dict[str, Content] = {path: None for path in before if path not in known}
        for path, one in known.items():
            content = self._find(path, one.hash)
            if content is not None:
                contents[path] = content
        told = {
            path: FileChange(
                path,
                action_of(path, was_there=path in before, is_there=content is not None),
                known[path].stat.mtime_ns if content is not None else None,
            )
            for path, content in contents.items()
        }
        reason = REASON_BEGUN if head is None else REASON_TAKEN_UP
        with self._commits.adding(head, position) as adding:
            adding.add(NewCommit(now, OUTSIDE, reason, contents, told), even_if_empty=True)

    def _find(self, path: str, content: str) -> "Blob | ObjectID | None":
        """A content by its hash: kept in this turn, on disk still, or left by a writer that died."""
        if content == files.UNKNOWN:
            return None
        if content in self._kept:
            return self._kept[content]
        try:
            data = files.read_file(self._root, path)
        except (MemoryProblem, StorageError):
            data = b""
        if files.content_hash(data) == content:
            return _blob(data)
        return self._repository.find_content(content)

    def _mtime(self, path: str, content: str | None) -> int | None:
        known = self._log.known_file(path) if content is not None else None
        return known.stat.mtime_ns if known is not None and known.hash == content else None

    def _note(self, error: StorageError) -> None:
        logger.warning("the history of a memory folder could not be written: %s", error.kind)
        self.problem = str(error)


def _blob(data: bytes) -> "Blob":
    from dulwich.objects import Blob

    return Blob.from_string(data)
