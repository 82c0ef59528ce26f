"""Places in a text and positions on the wire: ours count code points, the client's what it chose at `initialize`."""

from collections.abc import Sequence

from lsprotocol import types

from noctule.checks.finding import Place
from noctule.lsp.encoding import Encoding
from noctule.service.language.pages import Page, Span


def units(text: str, encoding: Encoding) -> int:
    """How long a text is in the client's units."""
    if encoding == "utf-32" or text.isascii():
        return len(text)
    if encoding == "utf-16":
        return len(text) + sum(sign > "\uffff" for sign in text)
    return len(text.encode("utf-8", "surrogatepass"))


def code_points(line: str, character: int, encoding: Encoding) -> int:
    """The place in a line (code points) of a position; past the end is the end, within a character is its begin."""
    if encoding == "utf-32" or line.isascii():
        return max(0, min(character, len(line)))
    left = character
    for at, sign in enumerate(line):
        left -= units(sign, encoding)
        if left < 0:
            return at
    return len(line)


def to_place(lines: Sequence[str], position: types.Position, encoding: Encoding) -> Place:
    """A position as a place in a text of these lines (without their ends); one past the end is the end."""
    if position.line >= len(lines):
        return len(lines) - 1, len(lines[-1])
    return position.line, code_points(lines[position.line], position.character, encoding)


def to_position(page: Page, place: Place, encoding: Encoding) -> types.Position:
    line, character = place
    return types.Position(line, units(page.line(line)[:character], encoding))


def to_range(page: Page, span: Span, encoding: Encoding) -> types.Range:
    return types.Range(to_position(page, span.start, encoding), to_position(page, span.end, encoding))
