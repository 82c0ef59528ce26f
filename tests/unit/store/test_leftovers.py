"""What a crash left half written is cleared up; nothing else is touched."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from noctule.store.atomic import new_temp_name
from noctule.store.leftovers import remove_stale_temps, write_outside_home


def test_old_temp_files_go_wherever_they_lie_and_nothing_else(tmp_path: Path) -> None:
    deep, outside = tmp_path / "home" / "projects" / "key" / "state", tmp_path / "outside"
    for folder in (deep, outside):
        folder.mkdir(parents=True)
        (folder / new_temp_name()).write_text("half")
    kept = [deep / name for name in ("rank.cache", ".noctule-mine", "mine.tmp")]
    for path in kept:
        path.write_text("whole")
    (deep / "link").symlink_to(outside)
    now = datetime.now(UTC)
    assert remove_stale_temps(tmp_path / "home", now - timedelta(hours=1)) == 0
    assert remove_stale_temps(tmp_path / "home", now + timedelta(hours=1)) == 1
    assert sorted(deep.iterdir()) == sorted([*kept, deep / "link"])
    assert len(list(outside.iterdir())) == 1


def test_a_home_that_is_not_there_has_none(tmp_path: Path) -> None:
    assert remove_stale_temps(tmp_path / "none", datetime.now(UTC)) == 0


def test_in_a_folder_of_others_what_a_killed_writer_left_goes_with_the_next_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (".noctule-00.tmp", "mine.tmp", ".noctule-rules"):
        (tmp_path / name).write_text("left")
    write_outside_home(tmp_path / "a.md", b"text")
    assert (tmp_path / ".noctule-00.tmp").exists(), "its writer may be at work still"
    monkeypatch.setattr("noctule.store.leftovers._DEAD_SECONDS", -1.0)
    write_outside_home(tmp_path / "a.md", b"at last")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".noctule-rules", "a.md", "mine.tmp"]
    assert (tmp_path / "a.md").read_bytes() == b"at last"
