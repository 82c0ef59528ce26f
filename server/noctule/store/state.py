"""`state.db`: what Noctule remembers of sessions, people's words and nudges, shared by every process of ours."""

from datetime import datetime
from pathlib import Path, PurePath
from types import TracebackType
from typing import Self

from noctule.dataclass import dataclass
from noctule.store import ledger, sessions
from noctule.store.database import Database, Schema
from noctule.store.ledger import Ledger
from noctule.store.sessions import Sessions, stamp

_OWN_SCHEMA = """
    CREATE TABLE trust (path TEXT PRIMARY KEY, at TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE flags (
        project TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (project, name)
    ) WITHOUT ROWID;
    CREATE TABLE nudges (
        session TEXT NOT NULL, reason TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (session, reason)
    ) WITHOUT ROWID;
    CREATE TABLE activity (project TEXT PRIMARY KEY, at TEXT NOT NULL) WITHOUT ROWID
"""

# A flag of a session, not of a project: their names never meet.
_HOOKED = "session.hooked"

# The newest form of the file that is known.
STATE_VERSION = 1

_SCHEMA = Schema(version=STATE_VERSION, script=";".join((sessions.SCHEMA, ledger.SCHEMA, _OWN_SCHEMA)))


@dataclass(frozen=True, slots=True)
class Trusted:
    """A folder that a person trusts, and since when."""

    path: str
    at: datetime


class State:
    """The database at `path`, made at the first change. Safe for threads and processes; each method is one transaction.

    A newer Noctule's file raises StorageError and stays as it is.
    """

    def __init__(self, path: Path) -> None:
        self._database = Database(path, _SCHEMA)
        self.sessions = Sessions(self._database)
        self.ledger = Ledger(self._database)

    @property
    def damaged(self) -> Path | None:
        """Where a damaged file was set aside, to be said once; None while all is well."""
        return self._database.damaged

    def trust(self, path: str, now: datetime) -> None:
        """Records a person's word for a folder (its real path) and all in it."""
        with self._database.changing() as connection:
            connection.execute("INSERT OR IGNORE INTO trust VALUES (?, ?)", (path, stamp(now)))

    def distrust(self, path: str) -> None:
        with self._database.changing() as connection:
            connection.execute("DELETE FROM trust WHERE path = ?", (path,))

    def trusted(self) -> list[Trusted]:
        with self._database.reading() as connection:
            rows = connection.execute("SELECT path, at FROM trust ORDER BY path")
            return [Trusted(path, datetime.fromisoformat(at)) for path, at in rows]

    def is_trusted(self, path: str) -> bool:
        """Whether the folder, or one that holds it, is trusted."""
        place = PurePath(path)
        around = {str(each) for each in (place, *place.parents)}
        return any(one.path in around for one in self.trusted())

    def flag(self, project: str, name: str) -> str | None:
        with self._database.reading() as connection:
            row = connection.execute(
                "SELECT value FROM flags WHERE project = ? AND name = ?", (project, name)
            ).fetchone()
            return str(row[0]) if row else None

    def set_flag(self, project: str, name: str, value: str | None) -> None:
        """None removes it."""
        with self._database.changing() as connection:
            if value is None:
                connection.execute("DELETE FROM flags WHERE project = ? AND name = ?", (project, name))
            else:
                connection.execute("INSERT OR REPLACE INTO flags VALUES (?, ?, ?)", (project, name, value))

    def note_hooked(self, session_id: str) -> None:
        """An agent's hooks keep this session: its events have no server that tells them."""
        self.set_flag(session_id, _HOOKED, "on")

    def hooked(self) -> frozenset[str]:
        """The sessions that hooks keep."""
        with self._database.reading() as connection:
            return frozenset(
                row[0] for row in connection.execute("SELECT project FROM flags WHERE name = ?", (_HOOKED,))
            )

    def forget_sessions(self, now: datetime) -> int:
        """Drops sessions that nobody will come back to, with all that is kept of them; gives their number."""
        with self._database.changing() as connection:
            gone = sessions.forget_old(connection, now)
            connection.executemany("DELETE FROM nudges WHERE session = ?", [(each,) for each in gone])
            connection.executemany(
                "DELETE FROM flags WHERE project = ? AND name = ?", [(each, _HOOKED) for each in gone]
            )
            return len(gone)

    def version(self) -> tuple[int, int]:
        """Another value each time that another process has changed something."""
        return self._database.version()

    def nudge(self, session_id: str, reason: str, now: datetime) -> bool:
        """Whether this nudge is the session's first for that reason; from now on it no longer is."""
        with self._database.changing() as connection:
            added = connection.execute(
                "INSERT OR IGNORE INTO nudges VALUES (?, ?, ?)", (session_id, reason, stamp(now))
            )
            return added.rowcount == 1

    def was_nudged(self, session_id: str, reason: str) -> bool:
        """Whether this nudge was given before; it does not become one by asking."""
        with self._database.reading() as connection:
            sql = "SELECT 1 FROM nudges WHERE session = ? AND reason = ?"
            return connection.execute(sql, (session_id, reason)).fetchone() is not None

    def note_activity(self, project: str, now: datetime) -> None:
        """Somebody worked in the project, in any editor."""
        with self._database.changing() as connection:
            connection.execute(
                "INSERT INTO activity VALUES (?, ?) ON CONFLICT (project) DO UPDATE SET at = max(at, excluded.at)",
                (project, stamp(now)),
            )

    def last_activity(self, project: str) -> datetime | None:
        with self._database.reading() as connection:
            row = connection.execute("SELECT at FROM activity WHERE project = ?", (project,)).fetchone()
            return datetime.fromisoformat(row[0]) if row else None

    def close(self) -> None:
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
