"""A small SQLite file shared by processes and threads: opened late, versioned, set aside when damaged."""

import contextlib
import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from noctule.dataclass import dataclass
from noctule.errors import DiskFull, LockBusy, ReadOnly, StateDamaged, StorageError
from noctule.store.atomic import PRIVATE_FILE, make_folder, set_aside, storage_error
from noctule.store.lock import exclusive

_BUSY_SECONDS = 10.0
_RETRY_SECONDS = 0.01

_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_READ_ONLY = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH, sqlite3.SQLITE_CANTOPEN}
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


@dataclass(frozen=True, slots=True)
class Schema:
    """The statements that make a new file, and the version they make.

    `is_cache`: what the file holds is made of other files, so one that is damaged or of another version is thrown away.
    """

    version: int
    script: str
    is_cache: bool = False


class Database:
    """One file. Nothing is opened or made before the first use, and reading a file that is not there makes none.

    `damaged` is where a file that SQLite could not read was set aside, None while all is well; a caller says so.
    """

    def __init__(self, path: Path, schema: Schema) -> None:
        self.path = path
        self.damaged: Path | None = None
        self._schema = schema
        self._guard = threading.RLock()
        self._connection: sqlite3.Connection | None = None
        self._inode = 0

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection for queries; over a file that does not exist, an empty one in memory.

        Where the file may not be written it is still read, as it is.
        """
        with self._guard, self._errors_named():
            if self._is_there() and _may_write(self.path):
                yield self._open()
                return
            with contextlib.closing(self._connect_to_read()) as connection:
                yield connection

    @contextmanager
    def changing(self) -> Iterator[sqlite3.Connection]:
        """A transaction: committed when the block ends, rolled back when it raises. Not nested."""
        with self._guard, self._errors_named():
            connection = self._open()
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    def version(self) -> tuple[int, int]:
        """Another value each time that another process has changed the file."""
        with self.reading() as connection:
            return self._inode, int(connection.execute("PRAGMA data_version").fetchone()[0])

    def close(self) -> None:
        with self._guard:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def __del__(self) -> None:
        connection = getattr(self, "_connection", None)
        if connection is not None:
            connection.close()

    def _is_there(self) -> bool:
        try:
            return self.path.exists()
        except OSError as error:
            reason = (error.strerror or "unknown reason").lower()
            raise StorageError(f"{self.path} cannot be looked for: {reason}. `noctule doctor` tells more.") from error

    def _open(self) -> sqlite3.Connection:
        if self._connection is not None and self._inode == _inode_of(self.path):
            return self._connection
        # The file under us is gone or another one, set aside or deleted: what we would write there nobody would read.
        self.close()
        try:
            self._connection = self._connect_checked()
        except sqlite3.DatabaseError as error:
            if _code(error) not in _DAMAGED:
                raise
            self._set_aside()
            self._connection = self._connect_checked()
        except _OtherVersion:
            self._throw_away()
            self._connection = self._connect_checked()
        self._inode = _inode_of(self.path)
        return self._connection

    def _connect_checked(self) -> sqlite3.Connection:
        make_folder(self.path.parent)
        _make_private(self.path)
        connection = _connect(self.path.absolute().as_uri())
        try:
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute("PRAGMA foreign_keys = ON")
            _switch_to_wal(connection)
            self._bring_up(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _connect_to_read(self) -> sqlite3.Connection:
        if not self._is_there():
            empty = _connect(":memory:")
            empty.executescript(self._schema.script)
            return empty
        # A write-ahead log on a disk that cannot be written is read only where its index lies beside it; without a
        # log the file is all there is.
        has_log = self.path.with_name(f"{self.path.name}-wal").exists()
        mode = "mode=ro" if has_log else "mode=ro&immutable=1"
        connection = _connect(f"{self.path.absolute().as_uri()}?{mode}")
        try:
            self._refuse_newer(_version(connection))
        except BaseException:
            connection.close()
            raise
        return connection

    def _refuse_newer(self, version: int) -> None:
        if self._schema.is_cache and version not in (0, self._schema.version):
            raise _OtherVersion(f"{self.path} is a cache of another version.")
        if version > self._schema.version:
            raise StorageError(f"A newer Noctule wrote {self.path}. Update this one, or move the file away.")

    def _bring_up(self, connection: sqlite3.Connection) -> None:
        if _version(connection) == self._schema.version:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            return
        connection.execute("BEGIN IMMEDIATE")
        try:
            found = _version(connection)
            self._refuse_newer(found)
            if found == 0:
                for statement in self._schema.script.split(";"):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {self._schema.version}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise

    def _set_aside(self) -> None:
        """Moves the damaged file away, once: of two processes that find it, the second sees a sound one."""
        with exclusive(self.path.with_name(f"{self.path.name}.lock"), _BUSY_SECONDS):
            # An index inside the file can be damaged where the file as such is sound: a cache goes for less.
            is_ours = self._schema.is_cache and self._inode == _inode_of(self.path)
            if not is_ours and not _is_damaged(self.path):
                return
            if self._schema.is_cache:
                self._throw_away()
                return
            self.damaged = set_aside(self.path)
            # A write-ahead log belongs to the file beside it; with a new file it would be replayed into it.
            for suffix in ("-wal", "-shm"):
                with contextlib.suppress(OSError):
                    self.path.with_name(self.path.name + suffix).replace(f"{self.damaged}{suffix}")

    def _throw_away(self) -> None:
        """The log goes first: without its file it says nothing, beside a new one it might."""
        for suffix in ("-wal", "-shm", ""):
            path = self.path.with_name(self.path.name + suffix)
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                raise storage_error(error, path) from error

    @contextmanager
    def _errors_named(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.DatabaseError as error:
            if _code(error) in _DAMAGED:
                self.close()
                self._set_aside()
            raise _storage_error(error, self.path, is_cache=self._schema.is_cache) from error


class _OtherVersion(StorageError):
    """A cache that an older or a newer Noctule wrote."""


def _connect(name: str) -> sqlite3.Connection:
    return sqlite3.connect(name, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False, uri=True)


def _switch_to_wal(connection: sqlite3.Connection) -> None:
    deadline = time.monotonic() + _BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            # SQLite asks its busy handler for every lock but the one of this switch.
            if _code(error) not in _BUSY or time.monotonic() > deadline:
                raise
        time.sleep(_RETRY_SECONDS)


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _may_write(path: Path) -> bool:
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def _make_private(path: Path) -> None:
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE_FILE))
    except OSError as error:
        raise storage_error(error, path) from error


def _inode_of(path: Path) -> int:
    try:
        return path.stat().st_ino
    except OSError:
        return -1


def _is_damaged(path: Path) -> bool:
    with contextlib.closing(_connect(path.absolute().as_uri())) as connection:
        try:
            return bool(connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok")
        except sqlite3.DatabaseError as error:
            return _code(error) in _DAMAGED


def _code(error: sqlite3.Error) -> int:
    # The low byte is the primary code; the rest says more than we need.
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _storage_error(error: sqlite3.DatabaseError, path: Path, *, is_cache: bool) -> StorageError:
    code = _code(error)
    if code in _DAMAGED:
        kept = "" if is_cache else "; what it held lies beside it"
        return StateDamaged(f"{path} was damaged and is begun anew{kept}.")
    if code in _BUSY:
        return LockBusy(f"{path} is busy: another program keeps it locked. Try again in a moment.")
    if code == sqlite3.SQLITE_FULL:
        return DiskFull(f"The disk is full: {path} was not written.")
    if code in _READ_ONLY:
        return ReadOnly(f"{path} may not be written.")
    return StorageError(f"{path} cannot be used: {error}.")
