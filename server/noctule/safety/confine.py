"""Decides whether a path is inside the memory folder, and reads and writes there without ever leaving it."""

import contextlib
import errno
import os
import secrets
import stat
import unicodedata
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from noctule.errors import Changed, DiskFull, NotFound, OverCap, PathRefused, ReadOnly, StorageError
from noctule.safety.locations import relative_to
from noctule.safety.path_names import LOG, check_relative, relative_names, same_but_for_case
from noctule.safety.walk import DescriptorLevel, Level, PathLevel, is_link, level_type, stored_name

__all__ = ["Confined", "check_relative"]


class _Place(NamedTuple):
    """A name in the last of some open folders; `way` is the root and, with the name it went by, each folder below."""

    way: tuple[tuple[str, Level], ...]
    name: str

    @property
    def level(self) -> Level:
        return self.way[-1][1]

    def is_still_at(self, root: Path) -> bool:
        """Whether the same folders are still on the way."""
        steps = zip(self.way, self.way[1:], strict=False)
        return self.way[0][1].is_still_at(root) and all(
            above.is_still(name, below) for (_, above), (name, below) in steps
        )


_Step = Callable[[Level, str], Level]

_FULL = (errno.ENOSPC, errno.EDQUOT)
_READ_ONLY = (errno.EROFS, errno.EACCES, errno.EPERM)
_LED_ASTRAY = (errno.ELOOP, errno.ENOTDIR, errno.ENAMETOOLONG, errno.EISDIR, errno.EMLINK, errno.ENXIO)


class Confined:
    """A memory folder, and `readable`: files elsewhere that may be read by their absolute path, and only read.

    Paths are relative to the folder with slashes, absolute, or `file://` URIs. Every method raises PathRefused for a
    path that leads out of the folder or through a link, NotFound, or a StorageError when the disk refuses.
    """

    def __init__(
        self,
        root: Path,
        *,
        readable: Collection[Path] = (),
        levels: type[DescriptorLevel] | type[PathLevel] | None = None,
    ) -> None:
        self._root = root.absolute()
        # Resolved once: a link put in the folder's place later is refused, not followed.
        self._real_root = Path(os.path.realpath(self._root))
        self._readable = {str(path.absolute()) for path in readable}
        self._levels = levels or level_type()

    def relative_of(self, uri_or_path: str) -> str:
        """The path relative to the folder, whatever its name is like; the file need not exist."""
        return relative_to((self._root, self._real_root), uri_or_path)

    def read(self, path: str, max_bytes: int) -> bytes:
        """The bytes of a memory, the log, or a file that is readable besides; more than `max_bytes` is OverCap."""
        if isinstance(path, str) and path in self._readable:
            return self._read_elsewhere(Path(path), max_bytes)
        relative = self.relative_of(path)
        if not (relative.lower().endswith(".md") or relative == LOG):
            raise PathRefused("Only memories (`.md`), the log of dreams and the digest of sessions can be read.")
        return self.read_existing(relative, max_bytes)

    def read_existing(self, path: str, max_bytes: int) -> bytes:
        """The bytes of a file in the folder, also one whose name we would not give; hidden files are refused."""
        names = relative_names(self.relative_of(path))
        if any(name.startswith(".") for name in names):
            raise PathRefused("Hidden files are no memories.")
        with self._place_of(names) as place:
            return _read(place.level, place.name, max_bytes)

    def check_write(self, path: str) -> str:
        """The path relative to the folder, if it may be written: by its name, and by what is there."""
        names = self._writable_names(path)
        # A folder that is still missing holds nothing that could be in the way.
        with contextlib.suppress(NotFound), self._place_of(names, _enter_exactly) as place:
            _check_free_of_twins(place.level, place.name)
            _check_may_be_replaced(place.level.status(place.name))
        return "/".join(names)

    def write(self, path: str, data: bytes, *, instead_of: bytes | None = None) -> str:
        """Writes a file whole by a temp file and rename, makes its folders, and gives its relative path.

        With `instead_of` only if the file still holds these bytes: NotFound if it is gone, Changed if it differs.
        """
        names = self._writable_names(path)
        with self._place_of(names, _enter_or_make) as place:
            _check_free_of_twins(place.level, place.name)
            self._replace(place, data, instead_of)
        return "/".join(names)

    def remove(self, path: str) -> None:
        """Removes one file of the folder; links, folders and hidden files are refused."""
        names = relative_names(self.relative_of(path))
        if any(name.startswith(".") for name in names):
            raise PathRefused("Hidden files are no memories, and are not removed.")
        with self._place_of(names) as place:
            check_is_file(place.level.status(place.name))
            place.level.unlink(place.name)

    def _writable_names(self, path: str) -> tuple[str, ...]:
        relative = self.relative_of(path)
        check_relative(relative)
        return relative_names(unicodedata.normalize("NFC", relative))

    @contextmanager
    def _place_of(self, names: tuple[str, ...], enter: _Step | None = None) -> Iterator[_Place]:
        """Where the last name is; `enter` says how to go down a level."""
        with _errors(), contextlib.ExitStack() as opened:
            way = [("", opened.enter_context(self._levels.at(self._real_root)))]
            for name in names[:-1]:
                stored = stored_name(way[-1][1], name)
                way.append((stored, opened.enter_context((enter or _enter)(way[-1][1], stored))))
            yield _Place(tuple(way), stored_name(way[-1][1], names[-1]))

    def _replace(self, place: _Place, data: bytes, instead_of: bytes | None) -> None:
        level, name = place.level, place.name
        old = level.status(name)
        temp = f".noctule-{secrets.token_hex(8)}.tmp"
        try:
            _write_new(level, temp, data, stat.S_IMODE(old.st_mode) if old else None)
            if instead_of is not None:
                _check_holds(level, name, instead_of)
            _check_may_be_replaced(level.status(name))
            if not place.is_still_at(self._real_root):
                raise PathRefused(
                    "The memory folder or one in it was replaced meanwhile; nothing was written. Try again."
                )
            level.rename(temp, name)
        finally:
            with contextlib.suppress(OSError):
                level.unlink(temp)

    def _read_elsewhere(self, path: Path, max_bytes: int) -> bytes:
        with _errors(), self._levels.at(Path(os.path.realpath(path.parent))) as level:
            return _read(level, path.name, max_bytes)


@contextmanager
def _errors() -> Iterator[None]:
    """Turns what the system says into our errors; a missing part of the path is NotFound."""
    try:
        yield
    except FileNotFoundError as error:
        raise NotFound("There is no such file in the memory folder.") from error
    except OSError as error:
        if error.errno in _FULL:
            raise DiskFull("The disk is full; nothing was written.") from error
        if error.errno in _READ_ONLY:
            raise ReadOnly("The memory folder does not allow this; see its permissions.") from error
        if error.errno in _LED_ASTRAY:
            raise PathRefused("The path leads through a link or a file, or is too long for the disk.") from error
        raise StorageError(f"The disk failed: {os.strerror(error.errno or 0)}.") from error


def _enter(level: Level, name: str) -> Level:
    return level.child(name)


def _enter_exactly(level: Level, name: str) -> Level:
    _check_free_of_twins(level, name)
    return level.child(name)


def _enter_or_make(level: Level, name: str) -> Level:
    _check_free_of_twins(level, name)
    if level.status(name) is None:
        with contextlib.suppress(FileExistsError):
            level.make_folder(name)
    return level.child(name)


def _check_free_of_twins(level: Level, name: str) -> None:
    for other in level.names():
        if other != name and same_but_for_case(other, name):
            raise PathRefused("Another file has this name but for case or accents: use its exact name.")


def _check_may_be_replaced(status: os.stat_result | None) -> None:
    if status is not None:
        check_is_file(status)


def check_is_file(status: os.stat_result | None) -> None:
    """Raises PathRefused unless it is a plain file with one name; a second name may lie outside the folder."""
    if status is None:
        raise FileNotFoundError
    if is_link(status):
        raise PathRefused("That is a link; memories are real files.")
    if stat.S_ISDIR(status.st_mode):
        raise PathRefused("That is a folder; give the path of a file.")
    if not stat.S_ISREG(status.st_mode):
        raise PathRefused("That is no plain file.")
    if status.st_nlink > 1:
        raise PathRefused("That file has a second name elsewhere (a hard link); copy it to a file of its own.")


def _check_holds(level: Level, name: str, expected: bytes) -> None:
    try:
        holds = _read(level, name, len(expected)) == expected
    except OverCap:
        holds = False
    if not holds:
        raise Changed("The file was changed meanwhile; read it again before you write.")


def _read(level: Level, name: str, max_bytes: int) -> bytes:
    check_is_file(level.status(name))
    descriptor = level.open_to_read(name)
    with os.fdopen(descriptor, "rb") as file:
        # Looked at again once it is open: what was checked by name may have been swapped.
        check_is_file(os.fstat(descriptor))
        data = file.read(max_bytes + 1)
    if len(data) > max_bytes:
        raise OverCap(f"The file is larger than {max_bytes:,} bytes.")
    return data


def _write_new(level: Level, name: str, data: bytes, mode: int | None) -> None:
    descriptor = level.create(name)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        if mode is not None and hasattr(os, "fchmod"):
            os.fchmod(descriptor, mode)
        os.fsync(descriptor)
