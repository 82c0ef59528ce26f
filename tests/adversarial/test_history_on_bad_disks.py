"""A full or read-only disk takes nothing from a history, and the history takes no memory from its person."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from fakes.bad_disk import FeignedDisk, RealDisk, bad_disk
from fakes.history_reader import check_agrees, check_git_reads_it, told
from noctule.errors import ReadOnly, StorageError
from noctule.store.changes import Author
from noctule.store.folder import MemoryFolder, nobody_known
from noctule.store.history.undo import undo

AGENT = Author("agent", "s1")


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RealDisk | FeignedDisk]:
    disk = bad_disk(tmp_path, monkeypatch)
    yield disk
    disk.end()


@pytest.fixture
def folder(disk: RealDisk | FeignedDisk, tmp_path: Path) -> Iterator[MemoryFolder]:
    """A folder on a good disk, its history on the bad one, with two changes."""
    folder = MemoryFolder(tmp_path / "memory", disk.path / "state")
    for text in ("one", "two"):
        write(folder, text)
    yield folder
    folder.close()


def write(folder: MemoryFolder, text: str) -> None:
    with folder.writing(AGENT, datetime.now(UTC)) as writing:
        writing.write("a.md", text.encode(), f"{text} written")


def test_what_was_written_while_the_disk_was_full_is_committed_later(
    folder: MemoryFolder, disk: RealDisk | FeignedDisk
) -> None:
    disk.fill()
    for number in range(3):
        with suppress(StorageError):
            write(folder, f"while full {number}")
    held = folder.read("a.md")
    disk.free()
    folder.sweep(nobody_known, datetime.now(UTC))
    assert folder.read("a.md") == held
    write(folder, "after")
    check_agrees(folder)
    check_git_reads_it(folder)
    assert told(folder)[-1] == "agent s1: after written [updated a.md]"


def test_an_undo_on_a_full_disk_is_refused_whole_or_done(folder: MemoryFolder, disk: RealDisk | FeignedDisk) -> None:
    change = next(folder.history.changes())
    disk.fill()
    with suppress(StorageError):
        undo(folder, change, Author("person"), datetime.now(UTC))
    assert folder.read("a.md") in (b"one", b"two")
    disk.free()
    folder.sweep(nobody_known, datetime.now(UTC))
    check_agrees(folder)


def test_a_read_only_history_is_read_and_refuses_what_could_not_be_recorded(
    folder: MemoryFolder, disk: RealDisk | FeignedDisk
) -> None:
    before = told(folder)
    folder.close()
    disk.make_read_only()
    assert told(folder) == before
    with pytest.raises(ReadOnly):
        write(folder, "three")
    assert folder.read("a.md") == b"two"
    disk.make_writable()
    write(folder, "three")
    assert told(folder) == [*before, "agent s1: three written [updated a.md]"]
    check_agrees(folder)
