"""Walks a folder one raw component at a time, never through a link.

Where the system can, each level is opened relative to the one above it (`dir_fd`, no links), so that nothing swapped
in meanwhile can lead outside. Elsewhere each level is looked at before it is used.
"""

import os
import stat
import unicodedata
from abc import ABC, abstractmethod
from pathlib import Path
from types import TracebackType
from typing import Self

from noctule.errors import PathRefused

_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
# A FIFO that is opened for reading would wait for a writer.
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)
_PRIVATE_FILE = 0o600
_PRIVATE_FOLDER = 0o700


class Level(ABC):
    """An open folder: names in it are single components, and none is ever followed as a link."""

    @abstractmethod
    def child(self, name: str) -> "Level":
        """The folder of that name; raises FileNotFoundError, or PathRefused if it is no real folder."""

    @abstractmethod
    def status(self, name: str) -> os.stat_result | None:
        """What is there under that name, a link as a link; None where nothing is."""

    @abstractmethod
    def names(self) -> list[str]:
        """All names in the folder."""

    @abstractmethod
    def make_folder(self, name: str) -> None:
        """Makes a private folder."""

    @abstractmethod
    def open_to_read(self, name: str) -> int:
        """A descriptor of an existing file."""

    @abstractmethod
    def create(self, name: str) -> int:
        """A descriptor of a new private file; fails if anything is there, be it a link to nothing."""

    @abstractmethod
    def rename(self, old: str, new: str) -> None:
        """Puts one file of this folder in the place of another."""

    @abstractmethod
    def unlink(self, name: str) -> None:
        """Removes a file."""

    @abstractmethod
    def is_still_at(self, path: Path) -> bool:
        """Whether `path` still leads to this folder."""

    @abstractmethod
    def identity(self) -> os.stat_result:
        """What tells this folder from every other."""

    def is_still(self, name: str, child: "Level") -> bool:
        """Whether that name in this folder still is the folder `child`."""
        status = self.status(name)
        return status is not None and os.path.samestat(status, child.identity())

    @abstractmethod
    def close(self) -> None:
        """Lets the folder go; what was renamed or removed in it lasts from here on."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class DescriptorLevel(Level):
    """A folder held by a descriptor."""

    def __init__(self, descriptor: int) -> None:
        self._fd = descriptor

    @classmethod
    def at(cls, path: Path) -> "DescriptorLevel":
        """The folder at `path`, whose last component is no link."""
        return cls(os.open(path, os.O_RDONLY | os.O_DIRECTORY | _NO_LINK))

    def child(self, name: str) -> "Level":
        _check_is_folder(self.status(name))
        return type(self)(os.open(name, os.O_RDONLY | os.O_DIRECTORY | _NO_LINK, dir_fd=self._fd))

    def status(self, name: str) -> os.stat_result | None:
        try:
            return os.stat(name, dir_fd=self._fd, follow_symlinks=False)
        except FileNotFoundError:
            return None

    def names(self) -> list[str]:
        return os.listdir(self._fd)  # noqa: PTH208 - a path has no way to list a descriptor

    def make_folder(self, name: str) -> None:
        os.mkdir(name, _PRIVATE_FOLDER, dir_fd=self._fd)

    def open_to_read(self, name: str) -> int:
        return os.open(name, os.O_RDONLY | _NO_LINK | _NO_WAIT, dir_fd=self._fd)

    def create(self, name: str) -> int:
        return os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK, _PRIVATE_FILE, dir_fd=self._fd)

    def rename(self, old: str, new: str) -> None:
        os.replace(old, new, src_dir_fd=self._fd, dst_dir_fd=self._fd)
        os.fsync(self._fd)

    def unlink(self, name: str) -> None:
        os.unlink(name, dir_fd=self._fd)

    def is_still_at(self, path: Path) -> bool:
        return os.path.samestat(os.fstat(self._fd), path.lstat())

    def identity(self) -> os.stat_result:
        return os.fstat(self._fd)

    def close(self) -> None:
        os.close(self._fd)


class PathLevel(Level):
    """A folder known by its path, for systems without descriptors of folders (Windows)."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._status = path.lstat()
        _check_is_folder(self._status)

    @classmethod
    def at(cls, path: Path) -> "PathLevel":
        """The folder at `path`, whose last component is no link."""
        return cls(path)

    def child(self, name: str) -> "Level":
        return type(self)(self._path / name)

    def status(self, name: str) -> os.stat_result | None:
        try:
            return (self._path / name).lstat()
        except FileNotFoundError:
            return None

    def names(self) -> list[str]:
        return [path.name for path in self._path.iterdir()]

    def make_folder(self, name: str) -> None:
        (self._path / name).mkdir(_PRIVATE_FOLDER)

    def open_to_read(self, name: str) -> int:
        return os.open(self._path / name, os.O_RDONLY | _NO_LINK | _NO_WAIT)

    def create(self, name: str) -> int:
        return os.open(self._path / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK, _PRIVATE_FILE)

    def rename(self, old: str, new: str) -> None:
        self._check_unchanged()
        (self._path / old).replace(self._path / new)

    def unlink(self, name: str) -> None:
        (self._path / name).unlink()

    def is_still_at(self, path: Path) -> bool:
        return os.path.samestat(self._status, path.lstat())

    def identity(self) -> os.stat_result:
        return self._status

    def close(self) -> None:
        """Nothing is held."""

    def _check_unchanged(self) -> None:
        if not os.path.samestat(self._status, self._path.lstat()):
            raise PathRefused("The folder was replaced meanwhile; nothing was written. Try again.")


def level_type() -> type[DescriptorLevel] | type[PathLevel]:
    """The surest way of walking that this system has."""
    needed = (os.open, os.stat, os.mkdir, os.unlink, os.rename)
    can_use_descriptors = all(call in os.supports_dir_fd for call in needed) and os.listdir in os.supports_fd
    return DescriptorLevel if can_use_descriptors else PathLevel


def stored_name(level: Level, name: str) -> str:
    """The name as the folder has it: accents may be stored in another form than the client sends."""
    if level.status(name) is not None or name.isascii():
        return name
    wanted = unicodedata.normalize("NFC", name)
    return next((other for other in level.names() if unicodedata.normalize("NFC", other) == wanted), name)


def is_link(status: os.stat_result) -> bool:
    """Whether it is a link of any sort, a Windows junction among them."""
    reparse = getattr(stat, "FILE_ATTRIBUTE_REPARSE_POINT", 0)
    return stat.S_ISLNK(status.st_mode) or bool(getattr(status, "st_file_attributes", 0) & reparse)


def _check_is_folder(status: os.stat_result | None) -> None:
    if status is None:
        raise FileNotFoundError
    if is_link(status):
        raise PathRefused("The path leads through a link; memories lie in real folders only.")
    if not stat.S_ISDIR(status.st_mode):
        raise PathRefused("A part of the path is a file, not a folder.")
