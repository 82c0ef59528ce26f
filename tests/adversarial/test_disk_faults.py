"""A disk that is full or read-only is said, costs no memory, and is forgotten when it is well again."""

import errno
import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from fakes.bad_disk import FeignedDisk, RealDisk, bad_disk
from noctule.errors import DiskFull, ReadOnly, StorageError
from noctule.store.changes import Author
from noctule.store.folder import MemoryFolder, nobody_known
from noctule.store.home import Home
from noctule.store.paths import project_key
from noctule.store.sessions import NewSession
from noctule.store.state import State

OLD, NEW = b"what was known\n" * 100, b"what is new\n" * 20_000
PERSON = Author("person")


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RealDisk | FeignedDisk]:
    disk = bad_disk(tmp_path, monkeypatch)
    yield disk
    disk.end()


@pytest.fixture
def folder(disk: RealDisk | FeignedDisk, tmp_path: Path) -> Iterator[MemoryFolder]:
    """A folder on the disk, its state elsewhere, with one memory."""
    folder = MemoryFolder(disk.path / "memory", tmp_path / "state")
    write(folder, "a.md", OLD)
    yield folder
    folder.close()


def write(folder: MemoryFolder, path: str, data: bytes) -> None:
    with folder.writing(PERSON, datetime.now(UTC)) as writing:
        writing.write(path, data, "because")


def remove(folder: MemoryFolder, path: str) -> None:
    with folder.writing(PERSON, datetime.now(UTC)) as writing:
        writing.remove(path, "because")


def check_untouched(folder: MemoryFolder) -> None:
    assert folder.read("a.md") == OLD
    assert [path.name for path in folder.path.iterdir()] == ["a.md"]
    assert [(change.action, change.author.by) for change in folder.changes.since(0)] == [("saved", "person")]
    assert folder.sweep(nobody_known, datetime.now(UTC)) == []


def test_a_full_disk_is_said_and_the_old_memory_stays(folder: MemoryFolder, disk: RealDisk | FeignedDisk) -> None:
    disk.fill()
    for path in ("a.md", "b.md"):
        with pytest.raises(DiskFull, match="The disk is full"):
            write(folder, path, NEW)
        check_untouched(folder)
    disk.free()
    write(folder, "a.md", b"there is room again")
    assert folder.read("a.md") == b"there is room again"


def test_a_read_only_disk_is_said_and_still_read(folder: MemoryFolder, disk: RealDisk | FeignedDisk) -> None:
    disk.make_read_only()
    for path in ("a.md", "b.md"):
        with pytest.raises(ReadOnly, match="may not be written"):
            write(folder, path, NEW)
    with pytest.raises(ReadOnly):
        remove(folder, "a.md")
    check_untouched(folder)
    assert [file.path for file in folder.scan()] == ["a.md"]
    disk.make_writable()
    remove(folder, "a.md")
    assert folder.scan() == []


def test_a_read_only_home_is_said_and_still_read(disk: RealDisk | FeignedDisk, tmp_path: Path) -> None:
    home = Home(disk.path / ".noctule")
    folder = MemoryFolder(tmp_path / "memory", home.folder_state(tmp_path / "memory"))
    write(folder, "a.md", OLD)
    state = State(home.state_db)
    state.trust("/w", datetime.now(UTC))
    folder.close()
    state.close()
    disk.make_read_only()
    assert state.is_trusted("/w")
    check_untouched(folder)
    with pytest.raises(ReadOnly):
        write(folder, "a.md", NEW)
    with pytest.raises(ReadOnly):
        state.trust("/other", datetime.now(UTC))
    disk.make_writable()
    state.trust("/other", datetime.now(UTC))
    write(folder, "a.md", NEW)
    folder.close()
    state.close()


def test_a_full_home_is_said_and_nothing_is_written_unrecorded(tmp_path: Path, disk: RealDisk | FeignedDisk) -> None:
    home = Home(disk.path / ".noctule")
    folder = MemoryFolder(tmp_path / "memory", home.folder_state(tmp_path / "memory"))
    write(folder, "a.md", OLD)
    with State(home.state_db) as state:
        state.sessions.start(NewSession("s1", "p", "/m"), datetime.now(UTC))
        disk.fill()
        if isinstance(disk, RealDisk):
            with pytest.raises(DiskFull):
                state.sessions.record_snapshot("s1", b"x" * 100_000, {})
            assert state.sessions.snapshot("s1") is None
        with suppress(DiskFull):
            write(folder, "a.md", NEW)
        disk.free()
        state.sessions.record_snapshot("s1", b"x", {})
    folder.sweep(nobody_known, datetime.now(UTC))
    assert {change.author.by for change in folder.changes.since(0)} == {"person"}
    folder.close()


def test_a_disk_of_short_names_gets_a_short_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As encrypted home folders do, which take 143 bytes."""
    make = os.mkdir

    def refuse_long(path: object, *more: int) -> None:
        if len(os.fsencode(Path(str(path)).name)) > 143:
            raise OSError(errno.ENAMETOOLONG, "File name too long")
        make(path, *more)  # type: ignore[arg-type]  # handed through

    monkeypatch.setattr(os, "mkdir", refuse_long)
    home = Home(tmp_path / "home")
    path = home.memory_dir(project_key("/home/dev/" + "x" * 170))
    folder = MemoryFolder(path, home.folder_state(path))
    write(folder, "a.md", OLD)
    assert folder.read("a.md") == OLD
    folder.close()
    long = MemoryFolder(tmp_path / ("y" * 200) / "memory", home.folder_state(tmp_path / ("y" * 200)))
    with pytest.raises(StorageError, match="too long for this disk"):
        long.ensure()
    long.close()
