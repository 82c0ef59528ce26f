"""A disk that can be filled and made read-only: a real small one, or for those who may mount nothing a feigned one."""

import errno
import os
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest


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


def bad_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RealDisk | FeignedDisk:
    """The real one where this system lets us mount it. Its `end` must be called."""
    try:
        return RealDisk(tmp_path / "disk")
    except (OSError, subprocess.CalledProcessError):
        return FeignedDisk(tmp_path / "feigned", monkeypatch)
