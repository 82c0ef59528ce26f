"""A disk that is full or read-only is said, costs no memory, and is forgotten when it is well again."""

import errno
import os
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from noctule.errors import DiskFull, ReadOnly, StorageError
from noctule.store.changes import Author
from noctule.store.folder import MemoryFolder, nobody_known
from noctule.store.home import Home
from noctule.store.paths import project_key
from noctule.store.sessions import NewSession
from noctule.store.state import State

OLD, NEW = b"what was known\n" * 100, b"what is new\n" * 20_000
PERSON = Author("person")


class RealDisk:
    """A small file system of its own, in memory."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(path)], check=True, capture_output=True)

    def fill(self) -> None:
        with suppress(OSError), (self.path / ".ballast").open("wb", buffering=0) as ballast:
            while True:
                ballast.write(b"\0" * 4096)

    def free(self) -> None:
        (self.path / ".ballast").unlink()

    def make_read_only(self) -> None:
        self._remount("ro")

    def make_writable(self) -> None:
        self._remount("rw")

    def end(self) -> None:
        subprocess.run(["umount", "--lazy", str(self.path)], check=True)

    def _remount(self, mode: str) -> None:
        subprocess.run(["mount", "-o", f"remount,{mode}", str(self.path)], check=True)


class FeignedDisk:
    """For those who may mount nothing: a folder on which the system's calls answer as a bad disk's do."""

    def __init__(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.path = path
        path.mkdir()
        self._monkeypatch = monkeypatch
        self._open, self._unlink, self._sync, self._access = os.open, os.unlink, os.fsync, os.access

    def fill(self) -> None:
        def refuse(_descriptor: int) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        self._monkeypatch.setattr(os, "fsync", refuse)

    def free(self) -> None:
        self._monkeypatch.setattr(os, "fsync", self._sync)

    def make_read_only(self) -> None:
        def refuse_open(path: object, flags: int, *more: int, **named: int) -> int:
            if self._is_here(path) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
                raise OSError(errno.EROFS, "Read-only file system")
            return self._open(path, flags, *more, **named)  # type: ignore[arg-type]  # handed through

        def refuse_unlink(path: object, **named: int) -> None:
            if self._is_here(path):
                raise OSError(errno.EROFS, "Read-only file system")
            self._unlink(path, **named)  # type: ignore[arg-type]  # handed through

        self._monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK or not self._is_here(path))
        self._monkeypatch.setattr(os, "open", refuse_open)
        self._monkeypatch.setattr(os, "unlink", refuse_unlink)

    def make_writable(self) -> None:
        self._monkeypatch.setattr(os, "access", self._access)
        self._monkeypatch.setattr(os, "open", self._open)
        self._monkeypatch.setattr(os, "unlink", self._unlink)

    def end(self) -> None:
        self.free()
        self.make_writable()

    def _is_here(self, path: object) -> bool:
        return str(path).startswith(str(self.path))


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RealDisk | FeignedDisk]:
    disk: RealDisk | FeignedDisk
    try:
        disk = RealDisk(tmp_path / "disk")
    except (OSError, subprocess.CalledProcessError):
        disk = FeignedDisk(tmp_path / "feigned", monkeypatch)
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
