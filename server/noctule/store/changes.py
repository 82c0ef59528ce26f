"""The change log of a memory folder: who changed which file, in one order, the same for every process.

A change of ours is announced before the rename and entered after it, both under the write lock, so that no reader
ever sees a change that did not happen. When the writer dies between the two, whoever takes the lock next finds the
announcement: where the disk holds the announced content the change is entered under its author, else it is dropped.
"""

import sqlite3
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from noctule.dataclass import dataclass, replace
from noctule.memories.names import INDEX_NAME
from noctule.store.database import Database, Schema
from noctule.store.files import FileStat

By = Literal["agent", "person", "dream", "import", "extract", "outside"]
Action = Literal["saved", "updated", "indexUpdated", "removed"]

_SCHEMA = Schema(
    version=1,
    script="""
    CREATE TABLE files (
        path TEXT PRIMARY KEY, hash TEXT NOT NULL,
        size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL, changed_ns INTEGER NOT NULL, checked_ns INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE changes (
        seq INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, path TEXT NOT NULL, action TEXT NOT NULL,
        hash TEXT, by TEXT NOT NULL, session TEXT, reason TEXT NOT NULL
    );
    CREATE TABLE announced (
        path TEXT PRIMARY KEY, at TEXT NOT NULL, action TEXT NOT NULL, hash TEXT,
        by TEXT NOT NULL, session TEXT, reason TEXT NOT NULL, temp TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID
    """,
)


@dataclass(frozen=True, slots=True)
class Author:
    """Who made a change, and in which session, where one is known."""

    by: By
    session: str | None = None


OUTSIDE = Author("outside")

# The reason of a change that no record explains.
REASON_FOUND = "found on disk"


@dataclass(frozen=True, slots=True)
class Change:
    """One change of one file. `hash` is None for a removal, and empty where the new content cannot be read.

    `seq` grows by the order of changes; it is 0 only in a change that is not entered yet.
    """

    seq: int
    at: datetime
    path: str
    action: Action
    hash: str | None
    author: Author
    reason: str


@dataclass(frozen=True, slots=True)
class Known:
    """What the log knows of a file: its stat and hash when it was last read, at `checked_ns` (ns since the epoch)."""

    stat: FileStat
    hash: str
    checked_ns: int


@dataclass(frozen=True, slots=True)
class Announced:
    """A change that a writer is about to make, with the temp file's path that it will use."""

    change: Change
    temp: str


class ChangeLog:
    """The log in `state`, a folder of ours. Safe for threads and processes; who writes holds the folder's lock."""

    def __init__(self, state: Path) -> None:
        self._database = Database(state / "changes.db", _SCHEMA)

    @property
    def damaged(self) -> Path | None:
        """Where a damaged log was set aside, to be said once; the folder as it is then became the new beginning."""
        return self._database.damaged

    def since(self, seq: int) -> list[Change]:
        """The changes after `seq`, oldest first. A `seq` the log never reached means it was begun anew: all of it."""
        with self._database.reading() as connection:
            after = seq if seq <= _last_seq(connection) else 0
            rows = connection.execute(
                "SELECT seq, at, path, action, hash, by, session, reason FROM changes WHERE seq > ? ORDER BY seq",
                (after,),
            )
            return [_change(row) for row in rows]

    def last_of(self, path: str) -> Change | None:
        """The newest change of one file, None where it has none."""
        with self._database.reading() as connection:
            row = connection.execute(
                "SELECT seq, at, path, action, hash, by, session, reason FROM changes"
                " WHERE path = ? ORDER BY seq DESC LIMIT 1",
                (path,),
            ).fetchone()
            return _change(row) if row else None

    def was_by(self, path: str, by: By) -> bool:
        """Whether this author ever changed the file, be it gone by now."""
        with self._database.reading() as connection:
            found = connection.execute("SELECT 1 FROM changes WHERE path = ? AND by = ? LIMIT 1", (path, by))
            return found.fetchone() is not None

    def has_any_by(self, by: By) -> bool:
        """Whether this author ever changed any file."""
        with self._database.reading() as connection:
            return connection.execute("SELECT 1 FROM changes WHERE by = ? LIMIT 1", (by,)).fetchone() is not None

    def last_seq(self) -> int:
        """The number of the newest change, 0 before the first."""
        with self._database.reading() as connection:
            return _last_seq(connection)

    def close(self) -> None:
        self._database.close()

    def is_begun(self) -> bool:
        """Whether the folder was looked at once: until then, what lies in it is nobody's change."""
        with self._database.reading() as connection:
            return connection.execute("SELECT 1 FROM facts WHERE name = 'begun'").fetchone() is not None

    def begin(self, files: Iterable[Known]) -> None:
        """Takes `files` as what was there before us."""
        with self._database.changing() as connection:
            connection.execute("INSERT OR IGNORE INTO facts VALUES ('begun', '1')")
            for known in files:
                _put_file(connection, known)

    def identity(self) -> str:
        """What tells this log from one that was begun anew, and whose numbers therefore mean other changes."""
        found = self._fact("identity")
        if found is not None:
            return found
        with self._database.changing() as connection:
            import secrets

            connection.execute("INSERT OR IGNORE INTO facts VALUES ('identity', ?)", (secrets.token_hex(8),))
            return str(connection.execute("SELECT value FROM facts WHERE name = 'identity'").fetchone()[0])

    def committed(self) -> int | None:
        """Up to which change the history was said to tell all; None where it has told nothing yet."""
        found = self._fact("committed")
        return None if found is None else int(found)

    def note_committed(self, seq: int) -> None:
        """The history holds the changes up to `seq`. Only a hint, which spares a look: the history itself knows."""
        with self._database.changing() as connection:
            connection.execute("INSERT OR REPLACE INTO facts VALUES ('committed', ?)", (str(seq),))

    def _fact(self, name: str) -> str | None:
        with self._database.reading() as connection:
            row = connection.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
            return None if row is None else str(row[0])

    def known(self) -> dict[str, Known]:
        with self._database.reading() as connection:
            rows = connection.execute("SELECT path, size, mtime_ns, changed_ns, hash, checked_ns FROM files")
            return {row[0]: _known(row) for row in rows}

    def known_file(self, path: str) -> Known | None:
        with self._database.reading() as connection:
            row = connection.execute(
                "SELECT path, size, mtime_ns, changed_ns, hash, checked_ns FROM files WHERE path = ?", (path,)
            ).fetchone()
            return _known(row) if row else None

    def announce(self, announced: Announced) -> None:
        """Records that a writer is about to make this change."""
        change = announced.change
        row = (change.path, _stamp(change.at), change.action, change.hash, *_who(change), announced.temp)
        with self._database.changing() as connection:
            connection.execute("INSERT OR REPLACE INTO announced VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)

    def announced(self) -> list[Announced]:
        with self._database.reading() as connection:
            rows = connection.execute("SELECT 0, at, path, action, hash, by, session, reason, temp FROM announced")
            return [Announced(_change(row[:8]), row[8]) for row in rows]

    def withdraw(self, path: str) -> None:
        """Forgets an announced change that did not happen."""
        with self._database.changing() as connection:
            connection.execute("DELETE FROM announced WHERE path = ?", (path,))

    def enter(self, happened: Iterable[tuple[Change, Known | None]]) -> list[Change]:
        """Enters changes that happened, each with its file as it is now (None: removed), in one transaction.

        Gives them back with their numbers; what was announced for their paths is done.
        """
        with self._database.changing() as connection:
            return [_enter_one(connection, change, known) for change, known in happened]

    def forget(self, path: str, reason: str) -> None:
        """Drops what is told of a file but its last change, which gets `reason`."""
        with self._database.changing() as connection:
            connection.execute(
                "DELETE FROM changes WHERE path = ? AND seq < (SELECT max(seq) FROM changes WHERE path = ?)",
                (path, path),
            )
            connection.execute("UPDATE changes SET reason = ? WHERE path = ?", (reason, path))

    @property
    def path(self) -> Path:
        return self._database.path

    def note_files(self, files: Iterable[Known]) -> None:
        """Records newer stats of files whose content did not change."""
        with self._database.changing() as connection:
            for known in files:
                _put_file(connection, known)


def action_of(path: str, was_there: bool, is_there: bool) -> Action:
    """What a change of `path` is called."""
    if not is_there:
        return "removed"
    if path == INDEX_NAME:
        return "indexUpdated"
    return "updated" if was_there else "saved"


def _last_seq(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT coalesce(max(seq), 0) FROM changes").fetchone()[0])


def _enter_one(connection: sqlite3.Connection, change: Change, known: Known | None) -> Change:
    cursor = connection.execute(
        "INSERT INTO changes (at, path, action, hash, by, session, reason) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (_stamp(change.at), change.path, change.action, change.hash, *_who(change)),
    )
    connection.execute("DELETE FROM announced WHERE path = ?", (change.path,))
    if known is None:
        connection.execute("DELETE FROM files WHERE path = ?", (change.path,))
    else:
        _put_file(connection, known)
    return replace(change, seq=cursor.lastrowid or 0)


def _put_file(connection: sqlite3.Connection, known: Known) -> None:
    stat = known.stat
    row = (stat.path, known.hash, stat.size, stat.mtime_ns, stat.changed_ns, known.checked_ns)
    connection.execute("INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?)", row)


def _known(row: tuple[str, int, int, int, str, int]) -> Known:
    return Known(FileStat(row[0], row[1], row[2], row[3]), row[4], row[5])


def _who(change: Change) -> tuple[str, str | None, str]:
    return change.author.by, change.author.session, change.reason


def _stamp(at: datetime) -> str:
    return at.astimezone(UTC).isoformat()


def _change(row: tuple[int, str, str, Action, str | None, By, str | None, str]) -> Change:
    seq, at, path, action, content, by, session, reason = row
    return Change(seq, datetime.fromisoformat(at), path, action, content, Author(by, session), reason)
