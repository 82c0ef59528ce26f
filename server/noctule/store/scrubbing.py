"""Takes forgotten texts out of our own files: databases, logs, and what waits there for a person's word."""

import contextlib
import shutil
import sqlite3
from pathlib import Path

from noctule.errors import LockBusy
from noctule.store.atomic import storage_error, write_atomic
from noctule.store.needles import Needles

_BUSY_SECONDS = 10.0

# Files that are always written whole, so that nobody holds them open to add to them.
_WHOLE = {".json"}
# Databases and what SQLite keeps beside them have their own way; a history is written anew.
_SKIPPED = (".db", ".db-wal", ".db-shm", ".lock")
_SKIPPED_FOLDER = "history.git"

# What names a row or a file: it stays, or nothing would be found again.
_NAMES = frozenset({"id", "session", "path", "folder", "project", "transcript", "hash", "temp"})


def scrub_files(folder: Path, needles: Needles) -> int:
    """Takes the texts out of every plain file below `folder` but databases; gives how many files held one.

    What others may be adding to keeps its length. Raises StorageError.
    """
    found = 0
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or not path.is_file() or path.name.endswith(_SKIPPED):
            continue
        if _SKIPPED_FOLDER in path.relative_to(folder).parts:
            continue
        try:
            found += _scrub_file(path, needles)
        except OSError as error:
            raise storage_error(error, path) from error
    return found


def _scrub_file(path: Path, needles: Needles) -> bool:
    data = path.read_bytes()
    if not needles.are_in(data):
        return False
    if path.suffix in _WHOLE:
        write_atomic(path, needles.out_of(data))
        return True
    with path.open("r+b") as file:
        file.write(needles.blotted(data))
    return True


def remove_set_aside(folder: Path) -> int:
    """Deletes the damaged databases and histories that were set aside in `folder`: nobody can look into them."""
    aside = list(folder.glob("*.damaged-*"))
    for path in aside:
        try:
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()
        except OSError as error:
            raise storage_error(error, path) from error
    return len(aside)


def scrub_database(path: Path, needles: Needles) -> None:
    """Takes the texts out of every column of every table, and out of the pages that SQLite no longer uses.

    Raises LockBusy where another process does not let go of the database.
    """
    if not path.exists():
        return
    with contextlib.closing(sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        for table, columns, keys in _tables(connection):
            _scrub_table(connection, table, columns, keys, needles)
        connection.execute("COMMIT")
        vacuum(connection, path)


def vacuum(connection: sqlite3.Connection, path: Path) -> None:
    """Writes the database anew, so that what was deleted is gone from the disk. Raises LockBusy."""
    connection.execute("VACUUM")
    is_busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if is_busy:
        raise LockBusy(f"{path} is in use by another program, which keeps what was deleted. Try again in a moment.")


def _tables(connection: sqlite3.Connection) -> list[tuple[str, list[str], list[str]]]:
    """Each table with its columns and those of its key."""
    names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    tables = []
    for name in names:
        if name.startswith("sqlite_"):
            continue
        rows = connection.execute(f'PRAGMA table_info("{name}")').fetchall()
        tables.append((name, [row[1] for row in rows], [row[1] for row in rows if row[5]] or ["rowid"]))
    return tables


def _scrub_table(
    connection: sqlite3.Connection, table: str, columns: list[str], keys: list[str], needles: Needles
) -> None:
    wanted = [column for column in columns if column not in keys and column not in _NAMES]
    if not wanted:
        return
    listed = ", ".join(f'"{column}"' for column in [*keys, *wanted])
    where = " AND ".join(f'"{key}" = ?' for key in keys)
    for row in connection.execute(f'SELECT {listed} FROM "{table}"').fetchall():
        for column, value in zip(wanted, row[len(keys) :], strict=True):
            left = _left_of(value, needles)
            if left != value:
                connection.execute(f'UPDATE "{table}" SET "{column}" = ? WHERE {where}', (left, *row[: len(keys)]))


def _left_of(value: object, needles: Needles) -> object:
    if isinstance(value, bytes):
        return needles.out_of(value)
    if isinstance(value, str):
        return needles.out_of_text(value)
    return value
