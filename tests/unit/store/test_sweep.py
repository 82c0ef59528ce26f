"""Every change is in the log once, with one author, whoever made it and whoever saw it first."""

import os
from pathlib import Path

import pytest

from fakes.moving_clock import MovingClock
from noctule.errors import DiskFull
from noctule.store import writing as writing_module
from noctule.store.atomic import write_atomic
from noctule.store.changes import OUTSIDE, Announced, Author, Change
from noctule.store.files import content_hash
from noctule.store.folder import MemoryFolder, nobody_known
from noctule.store.home import Home

AGENT = Author("agent", "s1")


def told(changes: list[Change]) -> list[tuple[str, str, str]]:
    return [(change.action, change.path, change.author.by) for change in changes]


def swept(folder: MemoryFolder, clock: MovingClock) -> list[tuple[str, str, str]]:
    return told(folder.sweep(nobody_known, clock.now()))


def save(folder: MemoryFolder, clock: MovingClock, path: str, data: bytes = b"text", author: Author = AGENT) -> None:
    with folder.writing(author, clock.now()) as writing:
        writing.write(path, data, "because")


def put(folder: MemoryFolder, path: str, text: str = "text") -> Path:
    file = folder.path / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def test_what_lay_there_before_us_is_nobodys_change(tmp_path: Path, home: Home, clock: MovingClock) -> None:
    path = tmp_path / "old"
    folder = MemoryFolder(path, home.folder_state(path))
    put(folder, "a.md")
    put(folder, "MEMORY.md")
    assert swept(folder, clock) == []
    put(folder, "a.md", "other")
    assert swept(folder, clock) == [("updated", "a.md", "outside")]
    folder.close()


def test_a_first_write_takes_the_rest_as_it_is(tmp_path: Path, home: Home, clock: MovingClock) -> None:
    path = tmp_path / "old"
    folder = MemoryFolder(path, home.folder_state(path))
    put(folder, "old.md")
    save(folder, clock, "new.md")
    assert swept(folder, clock) == []
    assert told(folder.changes.since(0)) == [("saved", "new.md", "agent")]
    folder.close()


def test_a_folder_that_appears_later_is_news(tmp_path: Path, home: Home, clock: MovingClock) -> None:
    path = tmp_path / "later"
    folder = MemoryFolder(path, home.folder_state(path))
    assert swept(folder, clock) == []
    put(folder, "a.md")
    assert swept(folder, clock) == [("saved", "a.md", "outside")]
    folder.close()


def test_outside_changes_are_found_once(folder: MemoryFolder, clock: MovingClock) -> None:
    put(folder, "a.md")
    put(folder, "sub/b.md")
    put(folder, "MEMORY.md")
    expected = [
        ("indexUpdated", "MEMORY.md", "outside"),
        ("saved", "a.md", "outside"),
        ("saved", "sub/b.md", "outside"),
    ]
    assert swept(folder, clock) == expected
    assert swept(folder, clock) == []
    put(folder, "a.md", "other")
    (folder.path / "sub" / "b.md").unlink()
    assert swept(folder, clock) == [("updated", "a.md", "outside"), ("removed", "sub/b.md", "outside")]
    assert len(folder.changes.since(0)) == 5
    assert folder.changes.last_seq() == 5


def test_our_own_changes_are_never_called_outside(folder: MemoryFolder, clock: MovingClock) -> None:
    save(folder, clock, "a.md", b"one")
    save(folder, clock, "a.md", b"two", Author("person"))
    with folder.writing(Author("dream"), clock.now()) as writing:
        writing.remove("a.md", "merged")
    assert swept(folder, clock) == []
    changes = folder.changes.since(0)
    assert told(changes) == [("saved", "a.md", "agent"), ("updated", "a.md", "person"), ("removed", "a.md", "dream")]
    assert [change.hash for change in changes] == [content_hash(b"one"), content_hash(b"two"), None]
    assert (changes[0].author, changes[0].reason, changes[2].reason) == (AGENT, "because", "merged")


def test_an_unexplained_change_gets_the_author_that_the_finder_names(folder: MemoryFolder, clock: MovingClock) -> None:
    put(folder, "a.md")
    (change,) = folder.sweep(lambda path: Author("agent", f"wrote {path}"), clock.now())
    assert change.author == Author("agent", "wrote a.md")


def test_a_tail_goes_on_where_it_was(folder: MemoryFolder, clock: MovingClock) -> None:
    save(folder, clock, "a.md", b"one")
    seen = folder.changes.last_seq()
    save(folder, clock, "a.md", b"two")
    save(folder, clock, "b.md")
    assert told(folder.changes.since(seen)) == [("updated", "a.md", "agent"), ("saved", "b.md", "agent")]
    assert folder.changes.since(folder.changes.last_seq()) == []


def test_a_log_begun_anew_is_told_from_its_beginning(folder: MemoryFolder, clock: MovingClock) -> None:
    save(folder, clock, "a.md")
    save(folder, clock, "b.md")
    folder.close()
    (folder.state / "changes.db").write_bytes(b"damaged beyond repair " * 400)
    assert swept(folder, clock) == []
    assert folder.changes.damaged == folder.state / "changes.db.damaged-1"
    save(folder, clock, "c.md")
    assert told(folder.changes.since(2)) == [("saved", "c.md", "agent")]


def test_somebody_elses_edit_is_logged_before_it_is_overwritten(folder: MemoryFolder, clock: MovingClock) -> None:
    save(folder, clock, "a.md", b"ours")
    put(folder, "a.md", "theirs")
    save(folder, clock, "a.md", b"ours again")
    changes = folder.changes.since(0)
    assert told(changes) == [("saved", "a.md", "agent"), ("updated", "a.md", "outside"), ("updated", "a.md", "agent")]
    assert changes[1].hash == content_hash(b"theirs")


def test_a_writer_sees_what_was_entered_in_its_turn(folder: MemoryFolder, clock: MovingClock) -> None:
    put(folder, "a.md", "theirs")
    with folder.writing(AGENT, clock.now(), author_of_unexplained=lambda _path: Author("person")) as writing:
        writing.write("a.md", b"ours", "because")
        assert told(writing.changes) == [("saved", "a.md", "person"), ("updated", "a.md", "agent")]


def test_a_touched_file_is_no_change(folder: MemoryFolder, clock: MovingClock) -> None:
    file = put(folder, "a.md")
    swept(folder, clock)
    clock.pass_time(60)
    os.utime(file, ns=(5, 5))
    assert swept(folder, clock) == []


def test_an_edit_of_the_same_size_with_its_old_time_put_back_is_found(folder: MemoryFolder, clock: MovingClock) -> None:
    file = put(folder, "a.md", "12345")
    clock.pass_time(60)
    swept(folder, clock)
    before = file.stat()
    file.write_text("54321")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert swept(folder, clock) == [("updated", "a.md", "outside")]


def test_an_edit_within_one_tick_of_the_disks_clock_is_found(folder: MemoryFolder, clock: MovingClock) -> None:
    """As on a disk whose clock stands still: the stat of the edited file is in every part the one that was seen."""
    put(folder, "a.md", "12345")
    swept(folder, clock)
    known = folder.changes.known_file("a.md")
    assert known is not None
    put(folder, "a.md", "54321")
    (now_on_disk,) = folder.scan()
    folder.changes.note_files([type(known)(now_on_disk, known.hash, known.checked_ns)])
    assert swept(folder, clock) == [("updated", "a.md", "outside")]


def test_a_renamed_file_is_removed_and_saved(folder: MemoryFolder, clock: MovingClock) -> None:
    put(folder, "a.md").rename(folder.path / "b.md")
    swept(folder, clock)
    (folder.path / "b.md").rename(folder.path / "c.md")
    assert swept(folder, clock) == [("removed", "b.md", "outside"), ("saved", "c.md", "outside")]


def test_a_folder_deleted_and_made_again_is_told_as_it_is(folder: MemoryFolder, clock: MovingClock) -> None:
    put(folder, "a.md").unlink()
    put(folder, "b.md")
    swept(folder, clock)
    (folder.path / "b.md").unlink()
    folder.path.rmdir()
    assert swept(folder, clock) == [("removed", "b.md", "outside")]
    put(folder, "b.md")
    assert swept(folder, clock) == [("saved", "b.md", "outside")]


def test_a_memory_replaced_by_a_link_is_removed(folder: MemoryFolder, clock: MovingClock, tmp_path: Path) -> None:
    save(folder, clock, "a.md")
    (tmp_path / "out.md").write_text("secret")
    (folder.path / "a.md").unlink()
    (folder.path / "a.md").symlink_to(tmp_path / "out.md")
    assert swept(folder, clock) == [("removed", "a.md", "outside")]


def test_a_file_that_cannot_be_read_is_known_without_a_hash(
    folder: MemoryFolder, clock: MovingClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(folder, "a.md")
    put(folder, "b.md", "readable")
    with unreadable(monkeypatch, "a.md"):
        assert swept(folder, clock) == [("saved", "a.md", "outside"), ("saved", "b.md", "outside")]
        assert [change.hash for change in folder.changes.since(0)] == ["", content_hash(b"readable")]
        assert swept(folder, clock) == []
    assert swept(folder, clock) == [("updated", "a.md", "outside")]
    with unreadable(monkeypatch, "a.md"):
        assert swept(folder, clock) == []
    assert swept(folder, clock) == []


def test_a_sub_folder_that_cannot_be_looked_into_has_lost_nothing(
    folder: MemoryFolder, clock: MovingClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(folder, "sub/a.md")
    put(folder, "b.md")
    swept(folder, clock)
    look = os.scandir

    def refuse(path: str) -> object:
        if str(path).endswith("/sub/"):
            raise PermissionError(13, "Permission denied")
        return look(path)

    with monkeypatch.context() as patch:
        patch.setattr(os, "scandir", refuse)
        assert [file.path for file in folder.scan()] == ["b.md"]
        assert swept(folder, clock) == []
    assert swept(folder, clock) == []


def test_two_processes_views_of_one_folder_find_a_change_once(folder: MemoryFolder, clock: MovingClock) -> None:
    other = MemoryFolder(folder.path, folder.state)
    put(folder, "a.md")
    assert swept(other, clock) == [("saved", "a.md", "outside")]
    assert swept(folder, clock) == []
    assert told(folder.changes.since(0)) == told(other.changes.since(0)) == [("saved", "a.md", "outside")]
    other.close()


def announce(folder: MemoryFolder, clock: MovingClock, path: str, data: bytes | None) -> None:
    content = None if data is None else content_hash(data)
    change = Change(0, clock.now(), path, "updated" if data else "removed", content, AGENT, "because")
    folder.changes.announce(Announced(change, ".noctule-temp.tmp"))
    (folder.path / ".noctule-temp.tmp").write_text("half of")


@pytest.mark.parametrize("finder", ["sweep", "writer"])
def test_a_writer_that_died_before_its_rename_has_changed_nothing(
    folder: MemoryFolder, clock: MovingClock, finder: str
) -> None:
    save(folder, clock, "a.md", b"one")
    announce(folder, clock, "a.md", b"two")
    assert told(folder.changes.since(1)) == []
    look(folder, clock, finder)
    assert told(folder.changes.since(1)) == []
    assert [entry.name for entry in folder.path.iterdir()] == ["a.md"]
    assert folder.changes.announced() == []


@pytest.mark.parametrize("finder", ["sweep", "writer"])
def test_a_writer_that_died_after_its_rename_is_the_author(
    folder: MemoryFolder, clock: MovingClock, finder: str
) -> None:
    save(folder, clock, "a.md", b"one")
    announce(folder, clock, "a.md", b"two")
    put(folder, "a.md", "two")
    look(folder, clock, finder)
    assert told(folder.changes.since(1)) == [("updated", "a.md", "agent")]
    announce(folder, clock, "a.md", None)
    (folder.path / "a.md").unlink()
    look(folder, clock, finder)
    assert told(folder.changes.since(2)) == [("removed", "a.md", "agent")]
    assert swept(folder, clock) == []


def look(folder: MemoryFolder, clock: MovingClock, finder: str) -> None:
    if finder == "sweep":
        folder.sweep(nobody_known, clock.now())
        return
    with folder.writing(Author("person"), clock.now()):
        pass


def test_an_outside_write_over_a_dead_writers_announcement_is_outside(folder: MemoryFolder, clock: MovingClock) -> None:
    announce(folder, clock, "a.md", b"two")
    put(folder, "a.md", "something else")
    assert swept(folder, clock) == [("saved", "a.md", OUTSIDE.by)]


def test_a_write_that_fails_after_its_rename_is_in_the_log(
    folder: MemoryFolder, clock: MovingClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = write_atomic

    def fail_late(*arguments: object, **named: object) -> None:
        write(*arguments, **named)  # type: ignore[arg-type]  # handed through
        raise DiskFull("the folder could not be synced")

    monkeypatch.setattr(writing_module, "write_atomic", fail_late)
    with pytest.raises(DiskFull):
        save(folder, clock, "a.md")
    assert told(folder.changes.since(0)) == [("saved", "a.md", "agent")]
    assert swept(folder, clock) == []


def test_ten_thousand_files_are_read_once(
    folder: MemoryFolder, clock: MovingClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(2_000):
        put(folder, f"{number}.md", str(number))
    assert len(swept(folder, clock)) == 2_000
    clock.pass_time(60)
    assert swept(folder, clock) == []
    with unreadable(monkeypatch, ".md"):
        assert swept(folder, clock) == []
        assert all(known.hash for known in folder.changes.known().values())


class unreadable:
    """For the block, opening a file whose name ends so is refused; root would read it whatever its mode says."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, ending: str) -> None:
        self._monkeypatch = monkeypatch
        self._ending = ending
        self._open = os.open

    def __enter__(self) -> None:
        self._monkeypatch.setattr(os, "open", self._refuse)

    def __exit__(self, *_error: object) -> None:
        self._monkeypatch.setattr(os, "open", self._open)

    def _refuse(self, path: object, *arguments: int, **named: int) -> int:
        if str(path).endswith(self._ending):
            raise PermissionError(13, "Permission denied")
        return self._open(path, *arguments, **named)  # type: ignore[arg-type]  # handed through
