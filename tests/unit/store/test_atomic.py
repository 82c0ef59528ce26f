"""A file is written whole or not at all, and what the disk refused is said."""

import errno
import os
import stat
from pathlib import Path

import pytest

from noctule.errors import DiskFull, ReadOnly, StorageError
from noctule.store.atomic import make_folder, set_aside, storage_error, write_atomic


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_file_is_for_its_owner_only(tmp_path: Path) -> None:
    write_atomic(tmp_path / "a.md", b"text")
    assert (tmp_path / "a.md").read_bytes() == b"text"
    assert mode_of(tmp_path / "a.md") == 0o600
    assert names_in(tmp_path) == ["a.md"]


def test_a_file_that_is_there_keeps_its_mode(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text("old")
    file.chmod(0o640)
    write_atomic(file, b"new")
    assert file.read_bytes() == b"new"
    assert mode_of(file) == 0o640


def test_a_modification_time_can_be_given(tmp_path: Path) -> None:
    write_atomic(tmp_path / "a.md", b"text", mtime_ns=1_500_000_000_123_456_789)
    assert (tmp_path / "a.md").stat().st_mtime_ns == 1_500_000_000_123_456_789


@pytest.mark.parametrize("call", ["fsync", "replace", "open"])
@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (errno.ENOSPC, DiskFull),
        (errno.EDQUOT, DiskFull),
        (errno.EROFS, ReadOnly),
        (errno.EACCES, ReadOnly),
        (errno.EPERM, ReadOnly),
        (errno.EIO, StorageError),
    ],
)
def test_a_failed_write_leaves_the_old_file_and_no_temp_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, number: int, kind: type[StorageError]
) -> None:
    file = tmp_path / "a.md"
    file.write_text("old")

    def refuse(*_arguments: object, **_named: object) -> None:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patch:
        patch.setattr(os, call, refuse)
        with pytest.raises(kind) as raised:
            write_atomic(file, b"new")
    assert type(raised.value) is kind
    assert str(file) in str(raised.value)
    assert file.read_text() == "old"
    assert names_in(tmp_path) == ["a.md"]


def test_a_folder_that_cannot_be_synced_is_no_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sync = os.fsync

    def only_files(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "no folders here")
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", only_files)
    write_atomic(tmp_path / "a.md", b"text")
    assert (tmp_path / "a.md").read_bytes() == b"text"


def test_folders_are_made_for_their_owner_only(tmp_path: Path) -> None:
    make_folder(tmp_path / "a" / "b")
    make_folder(tmp_path / "a" / "b")
    assert mode_of(tmp_path / "a") == mode_of(tmp_path / "a" / "b") == 0o700


def test_a_file_in_the_way_of_a_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("")
    for path in (tmp_path / "a", tmp_path / "a" / "b"):
        with pytest.raises(StorageError, match="a file of that name is in the way"):
            make_folder(path)


def test_a_name_too_long_for_the_disk_is_said() -> None:
    error = storage_error(OSError(errno.ENAMETOOLONG, "File name too long"), Path("/somewhere/long"))
    assert str(error) == "The name of /somewhere/long is too long for this disk."


def test_damaged_files_are_set_aside_one_by_one(tmp_path: Path) -> None:
    asides = []
    for number in range(3):
        (tmp_path / "state.db").write_text(str(number))
        asides.append(set_aside(tmp_path / "state.db"))
    assert [(path.name, path.read_text()) for path in asides] == [
        ("state.db.damaged-1", "0"),
        ("state.db.damaged-2", "1"),
        ("state.db.damaged-3", "2"),
    ]
