"""The database of what was said: sessions, their messages and terms. A cache: whoever loses it has it fed anew.

A message's id is its session's number and its place in it, so that neighbours are found by counting, and a session is
one range. Texts are redacted before they come here.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeVar

from noctule.search.part import Whole
from noctule.store.database import Database, Schema

T = TypeVar("T")

# Places for a session's messages: sixteen million are more than any has.
PLACE_BITS: Final = 24
FILE_NAME: Final = "search.db"

# Terms are words already: what parts them is the blank alone, and these signs belong to them.
_SIGNS = "@._+#-"
# One statement asks for so many at once.
_AT_ONCE = 500

_SCRIPT = f"""
CREATE TABLE session (
    number INTEGER PRIMARY KEY,
    source TEXT NOT NULL,
    path TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    first_at REAL,
    last_at REAL,
    mtime_ns INTEGER NOT NULL,
    size INTEGER NOT NULL,
    read_to INTEGER NOT NULL,
    print BLOB,
    messages INTEGER NOT NULL,
    copies INTEGER NOT NULL,
    UNIQUE (source, path, id)
);
CREATE TABLE message (
    id INTEGER PRIMARY KEY,
    role TEXT NOT NULL,
    at REAL,
    mark INTEGER NOT NULL,
    length INTEGER NOT NULL,
    language TEXT NOT NULL,
    text TEXT NOT NULL,
    terms TEXT NOT NULL
);
CREATE INDEX message_by_mark ON message (mark);
CREATE VIRTUAL TABLE said USING fts5 (
    terms, content = 'message', content_rowid = 'id', columnsize = 0, detail = none,
    tokenize = "ascii tokenchars '{_SIGNS}'"
);
CREATE TABLE term (term TEXT PRIMARY KEY, messages INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE language (language TEXT PRIMARY KEY, messages INTEGER NOT NULL) WITHOUT ROWID;
CREATE VIRTUAL TABLE said_term USING fts5vocab (said, row);
CREATE TABLE total (messages INTEGER NOT NULL, length INTEGER NOT NULL, uncounted INTEGER NOT NULL);
INSERT INTO total VALUES (0, 0, 0)
"""


class SearchStore:
    """One project's database. Thread-safe; reading goes on while a feed writes, in this process or another."""

    def __init__(self, path: Path) -> None:
        schema = Schema(1, _SCRIPT, is_cache=True)
        self.path = path
        self._to_read = Database(path, schema)
        self._to_write = Database(path, schema)

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection that sees one state of the database for the whole block. Raises `StorageError`s."""
        with self._to_read.reading() as connection:
            connection.execute("BEGIN")
            try:
                yield connection
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")

    @contextmanager
    def changing(self) -> Iterator[sqlite3.Connection]:
        """A transaction. Raises `StorageError`s."""
        with self._to_write.changing() as connection:
            yield connection

    def close(self) -> None:
        self._to_read.close()
        self._to_write.close()


def first_id(session: int) -> int:
    return session << PLACE_BITS


def session_of(message: int) -> int:
    return message >> PLACE_BITS


def whole(connection: sqlite3.Connection) -> Whole:
    """What is to be known of all messages together."""
    messages, length = connection.execute("SELECT messages, length FROM total").fetchone()
    rows = connection.execute("SELECT language FROM language WHERE messages > 0 ORDER BY messages DESC, language")
    return Whole(messages, length / max(1, messages), [row[0] for row in rows])


class StoredTerms:
    """The vocabulary of all messages, as the ranker asks it. Good for one block of `reading`."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def holding(self, term: str) -> int:
        row = self._connection.execute("SELECT messages FROM term WHERE term = ?", (term,)).fetchone()
        return int(row[0]) if row else 0

    def among(self, terms: AbstractSet[str]) -> AbstractSet[str]:
        found: set[str] = set()
        for part in parts(sorted(terms)):
            marks = ",".join("?" * len(part))
            rows = self._connection.execute(f"SELECT term FROM term WHERE messages > 0 AND term IN ({marks})", part)
            found.update(row[0] for row in rows)
        return found

    def beginning_with(self, prefix: str, limit: int) -> list[str]:
        above = prefix + chr(0x10FFFF)
        rows = self._connection.execute(
            "SELECT term FROM term WHERE messages > 0 AND term >= ? AND term < ? ORDER BY term LIMIT ?",
            (prefix, above, limit),
        )
        return [row[0] for row in rows]


def parts(values: Sequence[T]) -> Iterator[Sequence[T]]:
    """The values in runs that one statement takes."""
    for start in range(0, len(values), _AT_ONCE):
        yield values[start : start + _AT_ONCE]
