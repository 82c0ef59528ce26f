"""The turn log's files: added to, for their owner only, and gone when they are old."""

import os
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from noctule.errors import StorageError
from noctule.store.turn_log import append, remove_older

NOW = datetime(2026, 3, 8, tzinfo=UTC)


def test_a_new_file_begins_with_its_head_and_is_its_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "turns" / "s.jsonl"
    append(file, b"head\n", [b"one\n", b"two\n"])
    append(file, b"head\n", [b"three\n"])
    assert file.read_bytes() == b"head\none\ntwo\nthree\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_what_a_crash_cut_stays_a_line_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "s.jsonl"
    file.write_bytes(b"head\nhal")
    append(file, b"head\n", [b"one\n"])
    assert file.read_bytes() == b"head\nhal\none\n"


def test_nothing_is_written_through_a_link(tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.write_bytes(b"")
    (tmp_path / "s.jsonl").symlink_to(target)
    with pytest.raises(StorageError):
        append(tmp_path / "s.jsonl", b"head\n", [b"one\n"])
    assert target.read_bytes() == b""


def test_files_that_nothing_was_added_to_for_long_are_deleted(tmp_path: Path) -> None:
    for name, days in (("old", 31), ("new", 29)):
        file = tmp_path / name
        file.write_bytes(b"x")
        then = (NOW - timedelta(days=days)).timestamp()
        os.utime(file, (then, then))
    (tmp_path / "folder").mkdir()
    assert remove_older(tmp_path, NOW - timedelta(days=30)) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "new"]
    assert remove_older(tmp_path / "gone", NOW) == 0
