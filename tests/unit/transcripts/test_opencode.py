"""opencode's sessions are read out of its SQLite file, the newest rows too, and nothing else in it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from fakes.past import FIXTURES, places, said, sessions
from noctule.transcripts.opencode import Opencode

READER = Opencode()


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """The fixture's database where opencode keeps it, below a person's home."""
    path = tmp_path / ".local/share/opencode/opencode.db"
    path.parent.mkdir(parents=True)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((FIXTURES / "opencode/opencode.sql").read_text(encoding="utf-8"))
    return path


@pytest.fixture
def writer(database: Path) -> Iterator[sqlite3.Connection]:
    """opencode itself, at work: its rows are in the log beside the file until it ends."""
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        yield connection


def test_a_project_has_its_own_sessions_and_those_of_its_sub_folders(database: Path, tmp_path: Path) -> None:
    found = sessions(READER, places(tmp_path))
    assert {(ref.id, ref.kind, ref.cwd) for ref in found.values()} == {
        ("ses_main", "main", "/home/dev/kiln"),
        ("ses_sub", "subagent", "/home/dev/kiln/web"),
        ("ses_reverted", "main", "/home/dev/kiln"),
    }
    assert found["ses_main"].path == database
    assert found["ses_main"].mtime_ns == 1796040090000 * 1_000_000
    assert str(found["ses_main"].started) == "2026-11-30 12:00:00+00:00"


def test_words_tool_output_and_summaries_are_read_and_the_rest_is_not(database: Path, tmp_path: Path) -> None:
    assert said(READER, sessions(READER, places(tmp_path))["ses_main"]) == [
        ("user", "which cone do we fire the glaze at?"),
        ("tool", "cone = 6"),
        ("tool", "[error] no such file: glaze.toml"),
        ("assistant", "Cone 6, says kiln.toml."),
        ("summary", "We agreed on cone 6."),
    ]


def test_what_a_person_took_back_is_not_read(database: Path, tmp_path: Path) -> None:
    assert said(READER, sessions(READER, places(tmp_path))["ses_reverted"]) == [
        ("user", "keep this"),
        ("assistant", "kept"),
    ]


def test_rows_that_lie_in_the_log_beside_the_file_are_read(writer: sqlite3.Connection, tmp_path: Path) -> None:
    writer.execute("INSERT INTO message VALUES ('msg_5', 'ses_main', 1796040005000, 0, '{\"role\":\"user\"}')")
    writer.execute(
        "INSERT INTO part VALUES ('prt_51', 'msg_5', 'ses_main', 0, 0, '{\"type\":\"text\",\"text\":\"just now\"}')"
    )
    assert said(READER, sessions(READER, places(tmp_path))["ses_main"])[-1] == ("user", "just now")


def test_reading_changes_no_byte_of_the_file(database: Path, tmp_path: Path) -> None:
    before = database.read_bytes()
    for ref in sessions(READER, places(tmp_path)).values():
        said(READER, ref)
    assert database.read_bytes() == before
    assert [path.name for path in database.parent.iterdir()] == ["opencode.db"]


def test_tables_of_accounts_are_never_read(database: Path, tmp_path: Path) -> None:
    told = [pair for ref in sessions(READER, places(tmp_path)).values() for pair in said(READER, ref)]
    assert told
    assert not any("never names this table" in text for _, text in told)


def test_the_data_folder_that_the_environment_names_is_looked_in(database: Path, tmp_path: Path) -> None:
    moved = tmp_path / "elsewhere"
    (tmp_path / ".local/share").rename(moved)
    assert "ses_main" in sessions(READER, places(tmp_path, XDG_DATA_HOME=str(moved)))
    assert sessions(READER, places(tmp_path)) == {}
    assert "ses_main" in sessions(READER, places(tmp_path, others=(moved / "opencode",)))


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + b"\xff" * 4096])
def test_a_file_that_is_no_database_of_opencode_has_no_sessions(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / ".local/share/opencode/opencode.db"
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    assert sessions(READER, places(tmp_path)) == {}


def test_a_session_that_is_gone_has_no_messages(database: Path, tmp_path: Path) -> None:
    ref = sessions(READER, places(tmp_path))["ses_main"]
    database.unlink()
    assert said(READER, ref) == []
