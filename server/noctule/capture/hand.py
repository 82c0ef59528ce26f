"""Whose hand writes: the author, the moment, and who gets what the disk holds that no record explains."""

from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime

from noctule.store.changes import Author
from noctule.store.folder import MemoryFolder, nobody_known
from noctule.store.sweep import AuthorOf
from noctule.store.writing import Writing


@dataclass(frozen=True, slots=True)
class Hand:
    """One author's turn at one or more folders."""

    author: Author
    now: datetime
    author_of_unexplained: AuthorOf = nobody_known

    def writing(self, folder: MemoryFolder) -> AbstractContextManager[Writing]:
        """The folder's write lock. Raises what `MemoryFolder.writing` raises."""
        return folder.writing(self.author, self.now, author_of_unexplained=self.author_of_unexplained)
