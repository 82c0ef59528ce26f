"""Looks at one of our databases from outside: whether it can be used, without bringing it up or setting it aside."""

import contextlib
import sqlite3
from pathlib import Path
from typing import Literal

State = Literal["sound", "absent", "damaged", "busy", "newer", "closed"]

_WAIT_SECONDS = 1.0
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


def look_at_database(path: Path, version: int, *, may_write: bool) -> State:
    """How the file stands; `version` is the newest that is known. "closed": the system lets nobody look.

    The write lock is taken for a moment and given back, where the file may be written; its content stays as it is.
    """
    if not path.exists():
        return "absent"
    mode = "rw" if may_write else "ro"
    try:
        with contextlib.closing(
            sqlite3.connect(
                f"{path.absolute().as_uri()}?mode={mode}", timeout=_WAIT_SECONDS, isolation_level=None, uri=True
            )
        ) as connection:
            return _look(connection, version, may_write=may_write)
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        return "damaged" if code in _DAMAGED else "busy" if code in _BUSY else "closed"


def _look(connection: sqlite3.Connection, version: int, *, may_write: bool) -> State:
    found = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if found > version:
        return "newer"
    if may_write:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")
    sound = connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok"
    return "sound" if sound else "damaged"
