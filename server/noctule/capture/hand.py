"""Whose hand writes: the author, the moment, and who gets what the disk holds that no record explains."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime

from noctule.dataclass import dataclass
from noctule.store.changes import Author
from noctule.store.folder import MemoryFolder, nobody_known
from noctule.store.overlay import Overlay
from noctule.store.sweep import AuthorOf
from noctule.store.writing import Writing


def unconditionally() -> None:
    """The check of a write that depends on nothing else."""


@dataclass(frozen=True, slots=True)
class Hand:
    """One author's turn at one or more folders. `check` raises where what was decided on is no longer so."""

    author: Author
    now: datetime
    author_of_unexplained: AuthorOf = nobody_known
    check: Callable[[], None] = unconditionally

    @contextmanager
    def writing(self, folder: MemoryFolder) -> Iterator[Writing]:
        """The folder's write lock, under which `check` is made. Raises what both raise."""
        with folder.writing(self.author, self.now, author_of_unexplained=self.author_of_unexplained) as writing:
            self.check()
            yield writing

    @contextmanager
    def planning(self, folder: MemoryFolder) -> Iterator[Overlay]:
        """As `writing`, but what is written in the block is on disk only once it ends: all of it or, killed, nothing.

        A block that raises has written nothing.
        """
        with self.writing(folder) as writing:
            plan = Overlay(folder.path, writing)
            yield plan
            folder.journal.apply(writing, self.author, plan.steps())
