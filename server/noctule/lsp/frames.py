"""Cuts a stream of bytes into the bodies of LSP messages, and finds the next one after a fault.

A body is preceded by header lines and an empty line. Header names count in any case, and a bare LF ends a line as well
as CRLF. What cannot be read is reported once; then the stream is searched for the next `Content-Length` line. Such a
line cannot stand inside an honest body, since JSON has no raw line end inside a text.
"""

import re
from collections.abc import Iterator

from noctule.dataclass import dataclass

MAX_BODY_BYTES = 64 * 1024 * 1024
MAX_HEADER_BYTES = 8 * 1024
# More than this without one message in it is no client of ours.
MAX_SKIPPED_BYTES = 1024 * 1024 * 1024

_LENGTH_LINE = re.compile(rb"content-length[ \t]*:[ \t]*[0-9]+[ \t]*\r?\n", re.IGNORECASE)
_LENGTH_BEGINS = re.compile(rb"content-length[ \t]*:", re.IGNORECASE)
_HEADER_LINE = re.compile(rb"([A-Za-z][A-Za-z0-9-]*)[ \t]*:[ \t]*([^\r\n]*?)[ \t]*\r?\n?")
_HEADER_END = re.compile(rb"\r?\n\r?\n")
_BLANKS = re.compile(rb"[\r\n \t]*")
# Long enough for any length line that is still cut off at the end of what was read.
_LINE_TAIL = 128


@dataclass(frozen=True, slots=True)
class Body:
    """The bytes of one message, without its header."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Fault:
    """A place where the stream could not be read; `is_final` when there is no use in reading on."""

    reason: str
    is_final: bool = False


class FrameParser:
    """Bytes in as they come, bodies and faults out. It never raises and holds at most one message."""

    def __init__(self, *, max_body_bytes: int = MAX_BODY_BYTES, max_skipped_bytes: int = MAX_SKIPPED_BYTES) -> None:
        self._max_body_bytes = max_body_bytes
        self._max_skipped_bytes = max_skipped_bytes
        self._buffer = bytearray()
        self._is_lost = False
        self._skipped = 0
        self._body_length: int | None = None
        self._searched = 0

    def feed(self, data: bytes) -> Iterator[Body | Fault]:
        """Take in `data` and give what it completes. Refuse a body that turned out to be no JSON before asking on."""
        self._buffer += data
        while (step := self._next()) is not None:
            yield step

    def refuse(self, body: Body) -> None:
        """Take back a body that is no JSON: its length may have been wrong, so the next message may be inside it."""
        self._buffer[:0] = body.data
        self._lose()

    def _next(self) -> Body | Fault | None:
        if self._is_lost and not self._find_length_line():
            if self._skipped > self._max_skipped_bytes:
                self._skipped = 0
                return Fault("no message in what was sent", is_final=True)
            return None
        if self._body_length is None:
            fault = self._read_header()
            if fault is not None or self._body_length is None:
                return fault
        return self._read_body(self._body_length)

    def _read_header(self) -> Fault | None:
        """Set the length of the body that follows, once its whole header is there."""
        self._drop_blanks()
        end = _HEADER_END.search(self._buffer)
        if end is None:
            return self._lost("the header is too long") if len(self._buffer) > MAX_HEADER_BYTES else self._check_begun()
        if end.start() > MAX_HEADER_BYTES:
            return self._lost("the header is too long")
        lines = bytes(self._buffer[: end.start()]).split(b"\n")
        length = _length_of(lines, self._max_body_bytes)
        if isinstance(length, str):
            return self._lost(length)
        del self._buffer[: end.end()]
        self._body_length = length
        self._searched = 0
        return None

    def _check_begun(self) -> Fault | None:
        """Report a first line that can be no header at once: nothing may ever follow it."""
        line_end = self._buffer.find(b"\n")
        if line_end < 0 or _HEADER_LINE.fullmatch(self._buffer[: line_end + 1]):
            return None
        return self._lost("a line of the header cannot be read")

    def _read_body(self, length: int) -> Body | Fault | None:
        if len(self._buffer) < length:
            return self._check_growing()
        body = Body(bytes(self._buffer[:length]))
        del self._buffer[:length]
        self._body_length = None
        return body

    def _check_growing(self) -> Fault | None:
        """A length line inside an unfinished body shows that the length was wrong: the rest would never come."""
        found = _LENGTH_LINE.search(self._buffer, self._searched)
        self._searched = max(0, len(self._buffer) - _LINE_TAIL)
        if found is None:
            return None
        self._body_length = None
        self._lose()
        return Fault("a message is shorter than its header says")

    def _lost(self, reason: str) -> Fault:
        # The faulty length line itself must not be found again.
        first = _LENGTH_LINE.match(self._buffer)
        del self._buffer[: first.end() if first else 1]
        self._lose()
        return Fault(reason)

    def _lose(self) -> None:
        self._is_lost = True
        self._skipped = 0

    def _find_length_line(self) -> bool:
        found = _LENGTH_LINE.search(self._buffer)
        keep_from = found.start() if found else max(0, len(self._buffer) - _LINE_TAIL)
        self._skipped += keep_from
        del self._buffer[:keep_from]
        self._is_lost = found is None
        return found is not None

    def _drop_blanks(self) -> None:
        blanks = _BLANKS.match(self._buffer)
        del self._buffer[: blanks.end() if blanks else 0]


def _length_of(lines: list[bytes], limit: int) -> int | str:
    """The length that a header states, or why it states none."""
    lengths = set()
    for line in lines:
        match = _HEADER_LINE.fullmatch(line)
        # A length that begins within a line is the next message's, behind the rest of a broken one.
        if match is None or _LENGTH_BEGINS.search(line, 1):
            return "a line of the header cannot be read"
        if match[1].lower() == b"content-length":
            lengths.add(match[2])
    if len(lengths) != 1:
        return "the header has two lengths" if lengths else "the header has no Content-Length"
    text = lengths.pop()
    if not text.isdigit():
        return "the length is no number"
    length = int(text[:20])
    return length if length <= limit else f"a message is larger than {limit} bytes"
