"""Looks for a text in every file below a folder, also in what git and SQLite have put away."""

import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

# The first two bytes of a zlib stream, at any level.
_STREAMS = (b"\x78\x01", b"\x78\x5e", b"\x78\x9c", b"\x78\xda")


def places_of(text: str, folder: Path) -> list[str]:
    """The files that hold the text: plainly, in UTF-16, or in any compressed stream at any place in them."""
    wanted = [text.encode(encoding) for encoding in ("utf-8", "utf-16-le")]
    return [
        path.relative_to(folder).as_posix()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and any(one in data for data in _contents(path) for one in wanted)
    ]


def _contents(path: Path) -> Iterator[bytes]:
    data = path.read_bytes()
    yield data
    for head in _STREAMS:
        at = data.find(head)
        while at >= 0:
            with suppress(zlib.error):
                yield zlib.decompressobj().decompress(data[at:])
            at = data.find(head, at + 1)
