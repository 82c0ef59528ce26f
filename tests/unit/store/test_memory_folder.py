"""A memory folder is listed, read and written by relative paths that never lead out of it."""

import errno
import os
import stat
from pathlib import Path

import pytest

from fakes.moving_clock import MovingClock
from noctule.errors import Changed, FolderUnreadable, LockBusy, NotFound, PathRefused, StorageError
from noctule.store.changes import Author
from noctule.store.files import content_hash
from noctule.store.folder import MemoryFolder, nobody_known
from noctule.store.home import Home

AGENT = Author("agent", "s1")
LINKS = ["link.md", "loop.md", "folder-link/out.md"]


def write(folder: MemoryFolder, clock: MovingClock, path: str, data: bytes = b"text", **how: object) -> str | None:
    with folder.writing(AGENT, clock.now()) as writing:
        change = writing.write(path, data, "because", **how)  # type: ignore[arg-type]  # each test names what it needs
        return None if change is None else change.action


def listed(folder: MemoryFolder) -> list[str]:
    return [file.path for file in folder.scan()]


def test_a_folder_that_is_not_there_is_empty_and_made_by_a_write(
    tmp_path: Path, home: Home, clock: MovingClock
) -> None:
    path = tmp_path / "far" / "memory"
    folder = MemoryFolder(path, home.folder_state(path))
    assert (folder.exists(), listed(folder), folder.sweep(nobody_known, clock.now())) == (False, [], [])
    assert write(folder, clock, "sub/a.md") == "saved"
    assert (folder.exists(), listed(folder)) == (True, ["sub/a.md"])
    assert stat.S_IMODE((path / "sub").stat().st_mode) == 0o700
    folder.close()


def test_nothing_of_ours_but_memories_lies_in_the_folder(folder: MemoryFolder, clock: MovingClock) -> None:
    write(folder, clock, "a.md")
    write(folder, clock, "MEMORY.md")
    folder.sweep(nobody_known, clock.now())
    assert sorted(entry.name for entry in folder.path.rglob("*")) == ["MEMORY.md", "a.md"]


def test_only_memories_and_the_index_are_listed(folder: MemoryFolder, tmp_path: Path) -> None:
    for name in ("b.md", "A.MD", "MEMORY.md", "sub/MEMORY.md", "sub/deep/c.md", "résumé.md", "my notes.md"):
        (folder.path / name).parent.mkdir(parents=True, exist_ok=True)
        (folder.path / name).write_text("x")
    for name in (".hidden.md", "a.txt", "dreams.jsonl", ".consolidate-lock", "node_modules/x.md", ".git/y.md", "b.md~"):
        (folder.path / name).parent.mkdir(parents=True, exist_ok=True)
        (folder.path / name).write_text("x")
    (tmp_path / "out.md").write_text("secret")
    (folder.path / "link.md").symlink_to(tmp_path / "out.md")
    (folder.path / "dangling.md").symlink_to(tmp_path / "nowhere")
    (folder.path / "folder-link").symlink_to(tmp_path, target_is_directory=True)
    (folder.path / "folder.md").mkdir()
    os.mkfifo(folder.path / "pipe.md")
    (folder.path / os.fsdecode(b"caf\xe9.md")).write_text("x")
    expected = ["A.MD", "MEMORY.md", "b.md", "my notes.md", "résumé.md", "sub/MEMORY.md", "sub/deep/c.md"]
    assert listed(folder) == expected


def test_a_listing_gives_sizes_and_times(folder: MemoryFolder) -> None:
    (folder.path / "a.md").write_text("12345")
    os.utime(folder.path / "a.md", ns=(1, 1_600_000_000_000_000_001))
    (file,) = folder.scan()
    assert (file.size, file.mtime_ns) == (5, 1_600_000_000_000_000_001)


def test_a_file_instead_of_a_folder_is_said(tmp_path: Path, home: Home, clock: MovingClock) -> None:
    (tmp_path / "memory").write_text("a file")
    folder = MemoryFolder(tmp_path / "memory", home.folder_state(tmp_path / "memory"))
    with pytest.raises(FolderUnreadable, match="not a directory"):
        folder.scan()
    with pytest.raises(StorageError, match="is a file"):
        folder.ensure()
    folder.close()


def test_an_unreadable_folder_says_why(folder: MemoryFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_path: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "scandir", refuse)
    with pytest.raises(FolderUnreadable, match="permission denied"):
        folder.scan()


@pytest.mark.parametrize(
    "path",
    ["", ".", "..", "../out.md", "sub/../a.md", "./a.md", "/etc/a.md", "a//b.md", "sub/", "a\0.md", *LINKS],
)
def test_a_path_that_leads_elsewhere_is_refused(
    folder: MemoryFolder, tmp_path: Path, clock: MovingClock, path: str
) -> None:
    (tmp_path / "out.md").write_text("secret")
    (folder.path / "link.md").symlink_to(tmp_path / "out.md")
    (folder.path / "loop.md").symlink_to("loop.md")
    (folder.path / "folder-link").symlink_to(tmp_path, target_is_directory=True)
    with pytest.raises(PathRefused):
        folder.read(path)
    with pytest.raises(PathRefused), folder.writing(AGENT, clock.now()) as writing:
        writing.write(path, b"new", "because")
    with pytest.raises(PathRefused), folder.writing(AGENT, clock.now()) as writing:
        writing.remove(path, "because")
    assert (tmp_path / "out.md").read_text() == "secret"
    assert folder.changes.since(0) == []


@pytest.mark.parametrize("path", [".hidden.md", "a.txt", "dreams.jsonl", ".consolidate-lock", "node_modules/a.md"])
def test_what_is_no_memory_is_not_written(folder: MemoryFolder, clock: MovingClock, path: str) -> None:
    with pytest.raises(PathRefused, match="no name for a memory"):
        write(folder, clock, path)


def test_a_pipe_is_not_read(folder: MemoryFolder) -> None:
    os.mkfifo(folder.path / "pipe.md")
    with pytest.raises(PathRefused, match="no plain file"):
        folder.read("pipe.md")


def test_what_is_not_there_cannot_be_read_or_removed(folder: MemoryFolder, clock: MovingClock) -> None:
    with pytest.raises(NotFound):
        folder.read("a.md")
    with pytest.raises(NotFound), folder.writing(AGENT, clock.now()) as writing:
        writing.remove("a.md", "because")


def test_the_same_text_again_writes_nothing(folder: MemoryFolder, clock: MovingClock) -> None:
    write(folder, clock, "a.md")
    before = (folder.path / "a.md").stat()
    assert write(folder, clock, "a.md") is None
    assert (folder.path / "a.md").stat() == before
    assert len(folder.changes.since(0)) == 1


def test_a_write_can_keep_or_set_the_modification_time(folder: MemoryFolder, clock: MovingClock) -> None:
    write(folder, clock, "a.md", b"one", mtime_ns=1_600_000_000_000_000_000)
    write(folder, clock, "a.md", b"two", keep_mtime=True)
    assert (folder.path / "a.md").stat().st_mtime_ns == 1_600_000_000_000_000_000
    write(folder, clock, "a.md", b"three")
    assert (folder.path / "a.md").stat().st_mtime_ns > 1_600_000_000_000_000_000


def test_a_write_over_what_the_writer_saw_goes_through_and_over_anything_else_does_not(
    folder: MemoryFolder, clock: MovingClock
) -> None:
    assert write(folder, clock, "a.md", b"one", expected_hash=None) == "saved"
    assert write(folder, clock, "a.md", b"two", expected_hash=content_hash(b"one")) == "updated"
    for wrong in (None, content_hash(b"one")):
        with pytest.raises(Changed, match="Read it again"):
            write(folder, clock, "a.md", b"three", expected_hash=wrong)
    with pytest.raises(Changed):
        write(folder, clock, "b.md", b"new", expected_hash=content_hash(b"one"))
    with pytest.raises(Changed), folder.writing(AGENT, clock.now()) as writing:
        writing.remove("a.md", "because", expected_hash=content_hash(b"one"))
    assert folder.read("a.md") == b"two"


def test_a_name_spelled_in_another_unicode_form_is_the_same_file(folder: MemoryFolder, clock: MovingClock) -> None:
    on_disk, asked = "cafe\u0301.md", "caf\u00e9.md"
    (folder.path / on_disk).write_text("one")
    folder.sweep(nobody_known, clock.now())
    assert folder.read(asked) == b"one"
    assert write(folder, clock, asked, b"two") == "updated"
    assert listed(folder) == [on_disk]
    assert folder.changes.since(0)[-1].path == on_disk
    assert write(folder, clock, "o\u0308.md") == "saved"
    assert listed(folder) == [on_disk, "\u00f6.md"]


def test_a_lock_that_is_held_is_said(folder: MemoryFolder, clock: MovingClock) -> None:
    impatient = MemoryFolder(folder.path, folder.state, lock_seconds=0.02)
    with folder.writing(AGENT, clock.now()), pytest.raises(LockBusy):
        write(impatient, clock, "a.md")
    impatient.close()


def test_a_writing_whose_lock_is_gone_writes_nothing(folder: MemoryFolder, clock: MovingClock) -> None:
    with folder.writing(AGENT, clock.now()) as writing:
        pass
    with pytest.raises(RuntimeError):
        writing.write("a.md", b"x", "because")
    assert listed(folder) == []


def test_twenty_thousand_files_are_listed(folder: MemoryFolder) -> None:
    for number in range(200):
        (folder.path / f"{number}").mkdir()
    for number in range(20_000):
        os.close(os.open(folder.path / f"{number % 200}" / f"{number}.md", os.O_CREAT | os.O_WRONLY))
    assert len(folder.scan()) == 20_000


@pytest.mark.parametrize("path", ["MEMORY.md", "a.md", "sub/USER.md"])
def test_a_folder_with_a_memory_s_name_is_no_memory(folder: MemoryFolder, path: str) -> None:
    (folder.path / path).mkdir(parents=True)
    with pytest.raises(PathRefused):
        folder.read(path)
    assert listed(folder) == []
