"""The sessions that Noctule knows, with their snapshots, as rows that outlive the server."""

import json
import sqlite3
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from noctule.dataclass import dataclass
from noctule.errors import UnknownSession
from noctule.store.database import Database

Kind = Literal["main", "subagent", "side", "headless"]

SCHEMA = """
    CREATE TABLE sessions (
        id TEXT PRIMARY KEY, project TEXT NOT NULL, folder TEXT NOT NULL, kind TEXT NOT NULL, model TEXT,
        transcript TEXT, fork_of TEXT, paused INTEGER NOT NULL DEFAULT 0, started TEXT NOT NULL, ended TEXT,
        last_seen TEXT NOT NULL, turn INTEGER NOT NULL DEFAULT 0, turn_open INTEGER NOT NULL DEFAULT 0,
        compacted_turn INTEGER NOT NULL DEFAULT -1
    ) WITHOUT ROWID;
    CREATE INDEX sessions_by_folder ON sessions (folder, last_seen);
    CREATE TABLE snapshots (
        session TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE, text BLOB NOT NULL, facts TEXT NOT NULL
    ) WITHOUT ROWID
"""

# How long a session is known that was not seen: agents delete a conversation after a month, if they do, and nobody
# goes back to a subagent. One that is paused stays so until it ends, whatever the time.
_KEPT_DAYS: dict[Kind, int] = {"main": 90, "headless": 90, "subagent": 14, "side": 14}
# So many of the last seen are kept for all that: a clock that jumps ahead takes nothing from those who work.
_ALWAYS_KEPT = 50

_COLUMNS = "id, project, folder, kind, model, transcript, fork_of, paused, started, ended, last_seen, turn, turn_open"


@dataclass(frozen=True, slots=True)
class Session:
    """One conversation of an agent. `folder` is its memory folder's path, `turn` the number of turns begun."""

    id: str
    project: str
    folder: str
    kind: Kind
    model: str | None
    transcript: str | None
    fork_of: str | None
    paused: bool
    started: datetime
    ended: datetime | None
    last_seen: datetime
    turn: int
    turn_open: bool


@dataclass(frozen=True, slots=True)
class NewSession:
    """What a client says of a session at its start."""

    id: str
    project: str
    folder: str
    kind: Kind = "main"
    model: str | None = None
    transcript: str | None = None
    fork_of: str | None = None


@dataclass(frozen=True, slots=True)
class Started:
    """A session after its start, and whether it was known before: then this is a resume."""

    session: Session
    is_resume: bool


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The prompt text that a session was given, byte for byte, and what was said of its index."""

    text: bytes
    facts: dict[str, Any]


class Sessions:
    """Each method is one transaction. A method that names a session raises UnknownSession where there is none."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def start(self, new: NewSession, now: datetime) -> Started:
        """Starting twice changes nothing but the time it was last seen. A resume opens an ended session again.

        A fork gets the snapshot and the ledger of the session it came from, once.
        """
        with self._database.changing() as connection:
            known = _find(connection, new.id)
            if known is None:
                _insert(connection, new, now)
                if new.fork_of is not None:
                    _copy_fork(connection, new.fork_of, new.id)
            else:
                connection.execute(
                    "UPDATE sessions SET ended = NULL, last_seen = ?, model = coalesce(?, model),"
                    " transcript = coalesce(?, transcript) WHERE id = ?",
                    (stamp(now), new.model, new.transcript, new.id),
                )
            return Started(require(connection, new.id), known is not None)

    def get(self, session_id: str) -> Session:
        with self._database.reading() as connection:
            return require(connection, session_id)

    def find(self, session_id: str) -> Session | None:
        with self._database.reading() as connection:
            return _find(connection, session_id)

    def all(
        self, *, project: str | None = None, folder: str | None = None, seen_since: datetime | None = None
    ) -> list[Session]:
        """The sessions of a project or a memory folder, the last seen first; all, or those seen since then."""
        with self._database.reading() as connection:
            rows = connection.execute(
                f"SELECT {_COLUMNS} FROM sessions WHERE (? IS NULL OR project = ?) AND (? IS NULL OR folder = ?)"
                " AND last_seen >= ? ORDER BY last_seen DESC, id",
                (project, project, folder, folder, stamp(seen_since) if seen_since else ""),
            )
            return [_session(row) for row in rows]

    def touch(self, session_id: str, now: datetime) -> None:
        """The session showed activity."""
        self._change(session_id, "last_seen = ?", stamp(now))

    def end(self, session_id: str, now: datetime) -> None:
        """Ends the session; its pause and its turn end with it."""
        self._change(session_id, "ended = ?, last_seen = ?, paused = 0, turn_open = 0", stamp(now), stamp(now))

    def pause(self, session_id: str) -> None:
        self._change(session_id, "paused = 1")

    def resume(self, session_id: str) -> None:
        """Lifts the pause."""
        self._change(session_id, "paused = 0")

    def open_turn(self, session_id: str, now: datetime) -> int:
        """A turn begins: gives its number, from 1."""
        with self._database.changing() as connection:
            require(connection, session_id)
            connection.execute(
                "UPDATE sessions SET turn = turn + 1, turn_open = 1, last_seen = ? WHERE id = ?",
                (stamp(now), session_id),
            )
            return require(connection, session_id).turn

    def close_turn(self, session_id: str, now: datetime) -> None:
        """The turn is over; what was compacted in it may be compacted again."""
        self._change(session_id, "turn_open = 0, compacted_turn = -1, last_seen = ?", stamp(now))

    def open_turns(self, folder: str, *, seen_since: datetime | None = None) -> list[str]:
        """The ids of the sessions on this memory folder whose turn is open, in any process.

        With `seen_since`, only those that showed activity since then: a client that died never closes its turn.
        """
        with self._database.reading() as connection:
            rows = connection.execute(
                "SELECT id FROM sessions WHERE folder = ? AND turn_open = 1 AND ended IS NULL AND last_seen >= ?"
                " ORDER BY id",
                (folder, stamp(seen_since) if seen_since else ""),
            )
            return [row[0] for row in rows]

    def snapshot(self, session_id: str) -> Snapshot | None:
        """What `record_snapshot` was given last, None before the first."""
        with self._database.reading() as connection:
            row = connection.execute("SELECT text, facts FROM snapshots WHERE session = ?", (session_id,)).fetchone()
            return Snapshot(bytes(row[0]), json.loads(row[1])) if row else None

    def record_snapshot(self, session_id: str, text: bytes, facts: Mapping[str, Any]) -> Snapshot:
        """Records the snapshot of a session that has none, and gives the one that counts: the first one recorded."""
        with self._database.changing() as connection:
            require(connection, session_id)
            connection.execute(
                "INSERT OR IGNORE INTO snapshots VALUES (?, ?, ?)", (session_id, text, json.dumps(dict(facts)))
            )
            row = connection.execute("SELECT text, facts FROM snapshots WHERE session = ?", (session_id,)).fetchone()
            return Snapshot(bytes(row[0]), json.loads(row[1]))

    def compact(self, session_id: str, text: bytes, facts: Mapping[str, Any]) -> bool:
        """Takes the new snapshot and clears the ledger; False, and nothing done, for a second one within a turn."""
        with self._database.changing() as connection:
            session = require(connection, session_id)
            changed = connection.execute(
                "UPDATE sessions SET compacted_turn = turn WHERE id = ? AND compacted_turn <> turn", (session.id,)
            )
            if changed.rowcount == 0:
                return False
            connection.execute("DELETE FROM ledger WHERE session = ?", (session_id,))
            connection.execute(
                "INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?)", (session_id, text, json.dumps(dict(facts)))
            )
            return True

    def _change(self, session_id: str, assignments: str, *values: object) -> None:
        with self._database.changing() as connection:
            changed = connection.execute(f"UPDATE sessions SET {assignments} WHERE id = ?", (*values, session_id))
            if changed.rowcount == 0:
                raise _unknown(session_id)


def stamp(at: datetime) -> str:
    """A time as rows hold it: UTC, always with microseconds, so that text sorts as time does."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def forget_old(connection: sqlite3.Connection, now: datetime) -> list[str]:
    """Deletes the sessions that were not seen for long, with their snapshots and ledgers; gives their ids."""
    wanted = (
        "SELECT id FROM sessions WHERE kind = ? AND paused = 0 AND last_seen < ?"
        " AND id NOT IN (SELECT id FROM sessions ORDER BY last_seen DESC LIMIT ?)"
    )
    gone: list[str] = []
    for kind, days in _KEPT_DAYS.items():
        before = stamp(now - timedelta(days=days))
        gone += [row[0] for row in connection.execute(wanted, (kind, before, _ALWAYS_KEPT))]
    connection.executemany("DELETE FROM sessions WHERE id = ?", [(each,) for each in gone])
    return gone


def _insert(connection: sqlite3.Connection, new: NewSession, now: datetime) -> None:
    connection.execute(
        "INSERT INTO sessions (id, project, folder, kind, model, transcript, fork_of, started, last_seen)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (new.id, new.project, new.folder, new.kind, new.model, new.transcript, new.fork_of, stamp(now), stamp(now)),
    )


def _copy_fork(connection: sqlite3.Connection, source: str, target: str) -> None:
    connection.execute("INSERT INTO snapshots SELECT ?, text, facts FROM snapshots WHERE session = ?", (target, source))
    connection.execute(
        "INSERT INTO ledger (session, path, hash, bytes, at, turn, text)"
        " SELECT ?, path, hash, bytes, at, 0, text FROM ledger WHERE session = ? ORDER BY id",
        (target, source),
    )


def _find(connection: sqlite3.Connection, session_id: str) -> Session | None:
    row = connection.execute(f"SELECT {_COLUMNS} FROM sessions WHERE id = ?", (session_id,)).fetchone()
    return _session(row) if row else None


def require(connection: sqlite3.Connection, session_id: str) -> Session:
    """The session, read on this connection. Raises UnknownSession."""
    session = _find(connection, session_id)
    if session is None:
        raise _unknown(session_id)
    return session


def _unknown(session_id: str) -> UnknownSession:
    return UnknownSession(f"There is no session {session_id[:80]!r}. Start it first.")


def _session(row: tuple[Any, ...]) -> Session:
    return Session(
        id=row[0],
        project=row[1],
        folder=row[2],
        kind=row[3],
        model=row[4],
        transcript=row[5],
        fork_of=row[6],
        paused=bool(row[7]),
        started=datetime.fromisoformat(row[8]),
        ended=datetime.fromisoformat(row[9]) if row[9] else None,
        last_seen=datetime.fromisoformat(row[10]),
        turn=row[11],
        turn_open=bool(row[12]),
    )
