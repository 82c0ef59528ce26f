"""The lines of a file that another program adds to, from an offset onwards or from the end back, never held whole.

A transcript may be gigabytes long and a line of it megabytes: what is kept at once is a line of at most 1 MiB, or a
block. Only a line feed ends a line: U+2028, NEL and form feed are text.
"""

import logging
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, Final

from noctule.dataclass import dataclass

logger = logging.getLogger(__name__)

# A longer line is noise, an image or a tool's output; what lies behind the limit is passed over unread.
LINE_CAP: Final = 1 << 20

# What is kept of a line over the limit: enough to see what it is.
HEAD_BYTES: Final = 64 * 1024

_BLOCK = 256 * 1024
_OPEN = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)

# Says by a line's bytes whether it is worth to be taken apart.
Keep = Callable[[bytes], bool]


@dataclass(frozen=True, slots=True)
class Line:
    """A line with its line feed, which the last one may lack. Of one that is not `whole`, `data` is its head.

    `start` and `end` are byte offsets in the file; the next line starts at `end`.
    """

    data: bytes
    start: int
    end: int
    whole: bool = True


def lines(path: Path, start: int = 0, keep: Keep | None = None, stop: int | None = None) -> Iterator[Line]:
    """The lines from the byte `start` on, those that `keep` takes; with `stop`, those that start before that byte.

    None of a file that is no plain one, or is gone.
    """
    try:
        with open_plain(path) as file:
            yield from _forwards(file, start, keep, stop)
    except OSError as error:
        _log(path, error)


def lines_backwards(path: Path, stop: int = 0, keep: Keep | None = None, before: int | None = None) -> Iterator[Line]:
    """As `lines`, from the last line back to the one that starts at the byte `stop`, read block by block.

    With `before`, the last line is the one that ends at that byte.
    """
    try:
        with open_plain(path, buffering=0) as file:
            end = file.seek(0, os.SEEK_END)
            yield from _backwards(file, stop, end if before is None else min(before, end), keep)
    except OSError as error:
        _log(path, error)


def line_at(file: BinaryIO, start: int) -> Line | None:
    """The one line that starts there, in a file opened by `open_plain`; None at the end of the file."""
    file.seek(start)
    data = file.readline(LINE_CAP + 1)
    if not data:
        return None
    if _is_over(data):
        return Line(data[:HEAD_BYTES], start, start + len(data) + _pass_over(file, data), False)
    return Line(data, start, start + len(data))


def open_plain(path: Path, buffering: int = _BLOCK) -> BinaryIO:
    """Opens a plain file to be read, never through a link in its place. Raises OSError."""
    descriptor = os.open(path, _OPEN)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError("it is no plain file")
    return os.fdopen(descriptor, "rb", buffering=buffering)


def _forwards(file: BinaryIO, start: int, keep: Keep | None, stop: int | None) -> Iterator[Line]:
    file.seek(start)
    end = start
    while (stop is None or end < stop) and (data := file.readline(LINE_CAP + 1)):
        start, end = end, end + len(data)
        is_whole = not _is_over(data)
        if not is_whole:
            end += _pass_over(file, data)
            data = data[:HEAD_BYTES]
        if keep is None or keep(data):
            yield Line(data, start, end, is_whole)


def _is_over(data: bytes) -> bool:
    return len(data) > LINE_CAP


def _pass_over(file: BinaryIO, data: bytes) -> int:
    """Reads to the end of the line of which `data` was read; gives how many bytes that took."""
    passed = 0
    while data and not data.endswith(b"\n"):
        data = file.readline(LINE_CAP)
        passed += len(data)
    return passed


def _backwards(file: BinaryIO, stop: int, end: int, keep: Keep | None) -> Iterator[Line]:
    position = end
    while position > stop:
        begin = max(stop, position - _BLOCK)
        block = _read(file, begin, position - begin)
        # The line feed before `end` closes the line in hand; the one before that closes the line before.
        found = block.rfind(b"\n", 0, min(len(block), max(0, end - 1 - begin)))
        while found >= 0:
            start = begin + found + 1
            if end <= position:
                yield from _kept(Line(block[found + 1 : end - begin], start, end), keep)
            else:
                yield from _kept(_spanning(file, start, end), keep)
            end = start
            found = block.rfind(b"\n", 0, found)
        position = begin
    if end > stop:
        yield from _kept(_spanning(file, stop, end), keep)


def _kept(line: Line, keep: Keep | None) -> Iterator[Line]:
    if keep is None or keep(line.data):
        yield line


def _spanning(file: BinaryIO, start: int, end: int) -> Line:
    """A line that lies in several blocks."""
    is_whole = end - start <= LINE_CAP
    return Line(_read(file, start, end - start if is_whole else HEAD_BYTES), start, end, is_whole)


def _read(file: BinaryIO, start: int, size: int) -> bytes:
    file.seek(start)
    return file.read(size)


def _log(path: Path, error: OSError) -> None:
    logger.info("a transcript could not be read (%s): %s", path.suffix, error.strerror or error)
