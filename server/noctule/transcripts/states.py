"""Reads a file that is one state, however it is written: in one piece, or as a log whose every line changes it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from noctule.transcripts.lines import lines, open_plain
from noctule.transcripts.records import parsed, records

# The programs that write them hold them whole as well. Of a larger log, lines over the limit are passed over.
MOST_BYTES: Final = 64 << 20


def read_whole(path: Path) -> bytes:
    """The bytes of a plain file; none where it cannot be read or is larger than `MOST_BYTES`."""
    try:
        with open_plain(path) as file:
            data = file.read(MOST_BYTES + 1)
    except OSError:
        return b""
    return data if len(data) <= MOST_BYTES else b""


def state_in(path: Path) -> dict[str, Any]:
    """The JSON object that the file is; an empty one where it is none."""
    return parsed(read_whole(path)) or {}


def log_of(path: Path) -> Iterator[dict[str, Any]]:
    """The objects of a log, line by line. A line may be as long as the file: one line may be the whole state."""
    data = read_whole(path)
    if not data:
        yield from (dict(record.value) for record in records(lines(path)))
        return
    start = 0
    while start < len(data):
        end = data.find(b"\n", start)
        end = len(data) if end < 0 else end
        value = parsed(data[start:end])
        if value is not None:
            yield value
        start = end + 1
