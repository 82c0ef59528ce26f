"""A database file of ours: made late, shared, versioned, and begun anew when it is damaged."""

import sqlite3
import stat
import threading
from contextlib import closing
from pathlib import Path

import pytest

from noctule.errors import LockBusy, StateDamaged, StorageError
from noctule.store import database as module
from noctule.store.database import Database, Schema

SCHEMA = Schema(1, "CREATE TABLE words (word TEXT PRIMARY KEY); CREATE TABLE other (value TEXT)")


def add(database: Database, word: str) -> None:
    with database.changing() as connection:
        connection.execute("INSERT INTO words VALUES (?)", (word,))


def add_twice(database: Database, word: str) -> None:
    with database.changing() as connection:
        for _ in range(2):
            connection.execute("INSERT INTO words VALUES (?)", (word,))


def words(database: Database) -> list[str]:
    with database.reading() as connection:
        return [row[0] for row in connection.execute("SELECT word FROM words ORDER BY word")]


def test_reading_makes_no_file(tmp_path: Path) -> None:
    with closing(Database(tmp_path / "sub" / "a.db", SCHEMA)) as database:
        assert words(database) == []
    assert list(tmp_path.iterdir()) == []


def test_the_file_is_for_its_owner_only(tmp_path: Path) -> None:
    with closing(Database(tmp_path / "sub" / "a.db", SCHEMA)) as database:
        add(database, "one")
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "sub").iterdir()}
    assert modes["a.db"] == modes["a.db-wal"] == 0o600
    assert stat.S_IMODE((tmp_path / "sub").stat().st_mode) == 0o700


def test_a_change_that_fails_changes_nothing(tmp_path: Path) -> None:
    with closing(Database(tmp_path / "a.db", SCHEMA)) as database:
        with pytest.raises(StorageError):
            add_twice(database, "lost")
        add(database, "kept")
        assert words(database) == ["kept"]


def test_threads_share_one_database(tmp_path: Path) -> None:
    with closing(Database(tmp_path / "a.db", SCHEMA)) as database:
        threads = [threading.Thread(target=add, args=(database, f"{number:02}")) for number in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert words(database) == [f"{number:02}" for number in range(20)]


def test_two_databases_on_one_file_see_each_other(tmp_path: Path) -> None:
    with closing(Database(tmp_path / "a.db", SCHEMA)) as first, closing(Database(tmp_path / "a.db", SCHEMA)) as second:
        add(first, "one")
        add(second, "two")
        assert words(first) == words(second) == ["one", "two"]


@pytest.mark.parametrize("content", [b"no database at all, but long enough to be read as one" * 99, b"\0" * 4096])
def test_a_damaged_file_is_set_aside_and_begun_anew(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.db").write_bytes(content)
    with closing(Database(tmp_path / "a.db", SCHEMA)) as database:
        add(database, "new")
        assert words(database) == ["new"]
        assert database.damaged == tmp_path / "a.db.damaged-1"
        assert database.damaged.read_bytes() == content


def test_damage_that_shows_only_later_is_said_once(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with closing(Database(path, SCHEMA)) as database:
        for number in range(2000):
            add(database, f"a word that fills a page {number}")
    pages = bytearray(path.read_bytes())
    pages[8192:] = b"\xff" * (len(pages) - 8192)
    path.write_bytes(pages)
    with closing(Database(path, SCHEMA)) as database:
        with pytest.raises(StateDamaged, match="begun anew"):
            words(database)
        assert words(database) == []
        add(database, "new")
        assert words(database) == ["new"]
        assert database.damaged == tmp_path / "a.db.damaged-1"


def test_a_file_that_another_process_set_aside_is_followed(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with closing(Database(path, SCHEMA)) as first:
        add(first, "old")
        path.rename(tmp_path / "away")
        with closing(Database(path, SCHEMA)) as second:
            add(second, "new")
        assert words(first) == ["new"]


def test_a_newer_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with closing(Database(path, Schema(2, SCHEMA.script))) as newer:
        add(newer, "tomorrow")
    with closing(Database(path, SCHEMA)) as older:
        with pytest.raises(StorageError, match="A newer Noctule wrote"):
            words(older)
        assert older.damaged is None
    with closing(Database(path, Schema(2, SCHEMA.script))) as newer:
        assert words(newer) == ["tomorrow"]


def test_a_file_that_stays_locked_is_busy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_BUSY_SECONDS", 0.05)
    with closing(Database(tmp_path / "a.db", SCHEMA)) as database:
        add(database, "one")
        with closing(sqlite3.connect(tmp_path / "a.db", isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            with pytest.raises(LockBusy):
                add(database, "two")


def test_many_that_begin_at_once_make_one_file(tmp_path: Path) -> None:
    databases = [Database(tmp_path / "a.db", SCHEMA) for _ in range(8)]
    ready = threading.Barrier(len(databases))
    failed: list[Exception] = []

    def begin(number: int) -> None:
        ready.wait()
        try:
            add(databases[number], str(number))
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=begin, args=(number,)) for number in range(len(databases))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert words(databases[0]) == [str(number) for number in range(8)]
    for database in databases:
        database.close()
