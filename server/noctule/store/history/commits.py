"""The commits of a history, one after the other on one branch: read them, walk back, add some at once."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, TypeAlias, Union

from noctule.dataclass import dataclass
from noctule.store.changes import Author
from noctule.store.history.message import FileChange, Recorded, Told, read_message, write_message
from noctule.store.history.repository import Repository, object_id
from noctule.store.history.trees import changed_tree, find_file, list_tree

if TYPE_CHECKING:
    from dulwich.objects import Blob, Commit, ObjectID, ShaFile, Tree

# The new content of a file: to be stored, or stored already; None for a removal.
Content: TypeAlias = Union["Blob", "ObjectID", None]

# For so many files it is quicker to list the whole tree than to look each up.
_MANY = 50


@dataclass(frozen=True, slots=True)
class Position:
    """Up to which entry (`seq`) of which change log the commits tell."""

    log: str
    seq: int


@dataclass(frozen=True, slots=True)
class NewCommit:
    """What a commit is to tell: the new contents by path, and a word on each file.

    `position` is given where it is not that of all that are added at once.
    """

    at: datetime
    author: Author
    reason: str
    contents: Mapping[str, Content]
    files: Mapping[str, FileChange]
    position: Position | None = None


class Commits:
    """Raises StateDamaged and StorageError."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    def newest(self) -> Recorded | None:
        head = self._repository.head()
        return None if head is None else self.read(head.decode())

    def read(self, commit: str) -> Recorded:
        found = self._repository.commit(object_id(commit))
        parent = found.parents[0].decode() if found.parents else None
        return Recorded(commit, parent, found.tree.decode(), read_message(found.message))

    def walk(self, newest: str | None = None) -> Iterator[Recorded]:
        """From the newest commit, or the one named, back to the first."""
        head = self._repository.head()
        at = newest or (head.decode() if head is not None else None)
        while at is not None:
            change = self.read(at)
            yield change
            at = change.parent

    @contextmanager
    def adding(self, head: Recorded | None, position: Position) -> Iterator["Adding"]:
        """Adds commits after `head`: all of those added in the block are on disk when it ends, or none."""
        adding = Adding(self._repository, head, position)
        yield adding
        adding.write()


class Adding:
    """Commits to be written at once. Each begins where the one before it ends."""

    def __init__(self, repository: Repository, head: Recorded | None, position: Position) -> None:
        self._repository = repository
        self._position = position
        self._newest = head.id if head is not None else None
        self._tree = object_id(head.tree) if head is not None else None
        self._number = head.told.number if head is not None else 0
        self._objects: dict[ObjectID, ShaFile] = {}
        self._needed: set[ObjectID] = set()

    def add(self, new: NewCommit, *, even_if_empty: bool = False) -> str | None:
        """The new commit's name. None, and no commit, where no file would be another, but for `even_if_empty`."""
        contents = self._news(new.contents)
        if not contents and not even_if_empty:
            return None
        self._tree, trees = changed_tree(self._read_tree, self._tree, contents)
        self._number += 1
        position = new.position or self._position
        told = Told(
            at=new.at,
            author=new.author,
            reason=new.reason,
            files=tuple(new.files[path] for path in sorted(contents)),
            number=self._number,
            log=position.log,
            seq=position.seq,
        )
        commit = _commit(self._tree, self._newest, told)
        for each in (*trees, commit):
            self._objects[each.id] = each
        self._newest = commit.id.decode()
        return self._newest

    def write(self) -> None:
        if not self._objects or self._newest is None:
            return
        self._repository.make()
        self._repository.put(list(self._objects.values()))
        self._repository.advance(object_id(self._newest), [*self._objects, *self._needed])

    def _news(self, contents: Mapping[str, Content]) -> "dict[str, ObjectID | None]":
        """The contents that the folder does not hold yet, as names; what is not stored yet will be."""
        before = self._before(contents)
        news: dict[str, ObjectID | None] = {}
        for path, content in contents.items():
            name = content if content is None or isinstance(content, bytes) else content.id
            if before.get(path) == name:
                continue
            news[path] = name
            if content is not None and not isinstance(content, bytes):
                self._objects[content.id] = content
            elif name is not None:
                self._needed.add(name)
        return news

    def _before(self, paths: Mapping[str, Content]) -> "Mapping[str, ObjectID | None]":
        tree = self._tree
        if tree is None:
            return {}
        if len(paths) > _MANY:
            return list_tree(self._read_tree, tree)
        return {path: find_file(self._read_tree, tree, path) for path in paths}

    def _read_tree(self, name: "ObjectID") -> "Tree":
        from dulwich.objects import Tree

        made = self._objects.get(name)
        return made if isinstance(made, Tree) else self._repository.tree(name)


def _commit(tree: "ObjectID", parent: str | None, told: Told) -> "Commit":
    from dulwich.objects import Commit

    commit = Commit()
    commit.tree = tree
    commit.parents = [object_id(parent)] if parent is not None else []
    commit.author = commit.committer = f"{told.author.by} <{told.author.by}@noctule>".encode()
    commit.author_time = commit.commit_time = int(told.at.timestamp())
    commit.author_timezone = commit.commit_timezone = 0
    commit.encoding = b"UTF-8"
    commit.message = write_message(told)
    return commit
