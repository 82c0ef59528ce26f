"""What each session was shown, which nothing shows twice, and how often each memory was recalled."""

import sqlite3
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from noctule.dataclass import dataclass
from noctule.store.database import Database
from noctule.store.sessions import require, stamp

SCHEMA = """
    CREATE TABLE ledger (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
        path TEXT NOT NULL, hash TEXT NOT NULL, bytes INTEGER NOT NULL, at TEXT NOT NULL, turn INTEGER NOT NULL,
        text TEXT NOT NULL
    );
    CREATE INDEX ledger_by_session ON ledger (session, path);
    CREATE TABLE recalls (
        folder TEXT NOT NULL, path TEXT NOT NULL, count INTEGER NOT NULL, last TEXT NOT NULL,
        PRIMARY KEY (folder, path)
    ) WITHOUT ROWID
"""


_ROW = "ledger.id, session, ledger.path, hash, bytes, ledger.at, ledger.turn, text"

# Values that one statement may hold, in every SQLite there is.
_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Shown:
    """A memory about to be shown: its path, the hash of its content, the text as injected and that text's bytes."""

    path: str
    hash: str
    bytes: int
    text: str


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """One memory that a session was shown, in the turn of this number (0: before it was forked)."""

    id: int
    session: str
    path: str
    hash: str
    bytes: int
    at: datetime
    turn: int
    text: str


@dataclass(frozen=True, slots=True)
class RecallCount:
    """How often a memory was recalled, and when last."""

    count: int
    last: datetime


class Ledger:
    """Each method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._own: set[int] = set()

    def rows(self, session_id: str) -> list[LedgerRow]:
        """All that the session was shown since its start or its last compaction, oldest first."""
        with self._database.reading() as connection:
            rows = connection.execute(f"SELECT {_ROW} FROM ledger WHERE session = ? ORDER BY id", (session_id,))
            return list(map(_row, rows))

    def bytes_shown(self, session_id: str, *, turn: int | None = None) -> int:
        """The bytes shown in the session, or in one turn of it."""
        with self._database.reading() as connection:
            row = connection.execute(
                "SELECT coalesce(sum(bytes), 0) FROM ledger WHERE session = ? AND (? IS NULL OR turn = ?)",
                (session_id, turn, turn),
            ).fetchone()
            return int(row[0])

    def bytes_by_session(self, session_ids: Sequence[str]) -> dict[str, int]:
        """The bytes shown in each of these sessions that was shown any."""
        found: dict[str, int] = {}
        with self._database.reading() as connection:
            for start in range(0, len(session_ids), _AT_ONCE):
                some = session_ids[start : start + _AT_ONCE]
                marks = ", ".join("?" * len(some))
                query = f"SELECT session, sum(bytes) FROM ledger WHERE session IN ({marks}) GROUP BY session"
                found |= {str(session): int(total) for session, total in connection.execute(query, some)}
        return found

    def add(self, session_id: str, shown: Iterable[Shown], turn: int, now: datetime) -> list[int]:
        """Enters what is shown; gives the rows' ids, by which it can be taken back. Raises UnknownSession."""
        with self._database.changing() as connection:
            require(connection, session_id)
            return [_insert(connection, session_id, each, turn, now) for each in shown]

    def enter(
        self, session_id: str, folder: str, shown: Sequence[Shown], turn: int, now: datetime, limit_bytes: int
    ) -> list[int]:
        """Enters and counts what a turn is given; gives a row's id for each, 0 for what is not to be shown after all.

        That is what another process showed the session meanwhile, and what its `limit_bytes` no longer hold. Raises
        UnknownSession.
        """
        with self._database.changing() as connection:
            require(connection, session_id)
            there = connection.execute(
                "SELECT path, hash, bytes FROM ledger WHERE session = ? ORDER BY id", (session_id,)
            )
            rows = there.fetchall()
            known, left = {path: content for path, content, _ in rows}, limit_bytes - sum(row[2] for row in rows)
            row_ids: list[int] = []
            for each in shown:
                is_new = known.get(each.path) != each.hash and each.bytes <= left
                left -= each.bytes if is_new else 0
                row_ids.append(_insert(connection, session_id, each, turn, now) if is_new else 0)
            entered = [each.path for each, row_id in zip(shown, row_ids, strict=True) if row_id]
            _count(connection, folder, entered, now)
        self._own.update(filter(None, row_ids))
        return row_ids

    def last_id(self) -> int:
        with self._database.reading() as connection:
            return int(connection.execute("SELECT coalesce(max(id), 0) FROM ledger").fetchone()[0])

    def recalled_elsewhere(self, after: int) -> list[LedgerRow]:
        """What other processes recalled, in rows of a higher id than `after`; what a snapshot shows is no recall."""
        with self._database.reading() as connection:
            rows = connection.execute(
                f"SELECT {_ROW} FROM ledger JOIN sessions ON sessions.id = ledger.session"
                " JOIN recalls ON recalls.folder = sessions.folder AND recalls.path = ledger.path"
                " WHERE ledger.id > ? AND recalls.last >= ledger.at ORDER BY ledger.id",
                (after,),
            )
            found = [one for one in map(_row, rows) if one.id not in self._own]
        # Who asks goes on from there: what lies before it is asked for no more.
        self._own.difference_update([one for one in tuple(self._own) if one <= after])
        return found

    def take_back(self, row_ids: Sequence[int]) -> None:
        """Removes rows of an answer that nobody saw."""
        with self._database.changing() as connection:
            connection.executemany("DELETE FROM ledger WHERE id = ?", [(row_id,) for row_id in row_ids])

    def clear(self, session_id: str) -> None:
        with self._database.changing() as connection:
            connection.execute("DELETE FROM ledger WHERE session = ?", (session_id,))

    def count_recalls(self, folder: str, paths: Iterable[str], now: datetime) -> None:
        """Each of these memories of the folder was recalled once more."""
        with self._database.changing() as connection:
            _count(connection, folder, paths, now)

    def uncount_recalls(self, folder: str, paths: Iterable[str]) -> None:
        """Takes one recall of each back; the time of the last stays."""
        with self._database.changing() as connection:
            for path in paths:
                where = (folder, path)
                connection.execute("UPDATE recalls SET count = count - 1 WHERE folder = ? AND path = ?", where)
                connection.execute("DELETE FROM recalls WHERE folder = ? AND path = ? AND count < 1", where)

    def forget(self, folder: str, path: str) -> None:
        """Blanks what sessions on the folder were shown of this memory, and drops its count."""
        with self._database.changing() as connection:
            connection.execute(
                "UPDATE ledger SET text = '' WHERE path = ? AND session IN (SELECT id FROM sessions WHERE folder = ?)",
                (path, folder),
            )
            connection.execute("DELETE FROM recalls WHERE folder = ? AND path = ?", (folder, path))

    def move_recalls(self, folder: str, new_folder: str) -> None:
        """The memories of a folder lie in another now: their counts go with them."""
        with self._database.changing() as connection:
            connection.execute("UPDATE OR IGNORE recalls SET folder = ? WHERE folder = ?", (new_folder, folder))

    def recalls(self, folder: str) -> dict[str, RecallCount]:
        """How often and when last each memory of the folder was recalled, by path."""
        with self._database.reading() as connection:
            rows = connection.execute("SELECT path, count, last FROM recalls WHERE folder = ?", (folder,))
            return {path: RecallCount(count, datetime.fromisoformat(last)) for path, count, last in rows}


def _row(row: tuple[Any, ...]) -> LedgerRow:
    row_id, session, path, content, size, at, turn, text = row
    return LedgerRow(row_id, session, path, content, size, datetime.fromisoformat(at), turn, text)


def _insert(connection: sqlite3.Connection, session_id: str, shown: Shown, turn: int, now: datetime) -> int:
    added = connection.execute(
        "INSERT INTO ledger (session, path, hash, bytes, at, turn, text) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (session_id, shown.path, shown.hash, shown.bytes, stamp(now), turn, shown.text),
    )
    return added.lastrowid or 0


def _count(connection: sqlite3.Connection, folder: str, paths: Iterable[str], now: datetime) -> None:
    connection.executemany(
        "INSERT INTO recalls VALUES (?, ?, 1, ?)"
        " ON CONFLICT (folder, path) DO UPDATE SET count = count + 1, last = excluded.last",
        [(folder, path, stamp(now)) for path in paths],
    )
