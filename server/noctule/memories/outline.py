"""The headings of a markdown text: those that stand outside code fences, in one pass over its lines."""

import re
from collections.abc import Iterator
from typing import Final

from noctule.dataclass import dataclass
from noctule.regex import regex

_CANDIDATE: Final = regex(r"^ {0,3}(?:(#{1,6})(?=[ \t\r\n]|\Z)|(`{3,}|~{3,}))([^\n]*)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Heading:
    """A `#` heading: its level, its title, the offset of its line and of the line after it (code points)."""

    level: int
    title: str
    start: int
    end: int


def headings(text: str, start: int = 0) -> Iterator[Heading]:
    """The headings from the offset `start` on, in order. A fence that is never closed runs to the text's end."""
    fence = ""
    for match in _CANDIDATE.finditer(text, start):
        marks, ticks, rest = match.groups()
        if ticks:
            fence = _after_fence_line(fence, ticks, rest)
        elif not fence:
            end = min(match.end() + 1, len(text))
            yield Heading(len(marks), _title(rest), match.start(), end)


def open_fence(text: str, start: int = 0) -> str:
    """The mark that would close the code fence in which the text ends, or an empty text."""
    fence = ""
    for match in _CANDIDATE.finditer(text, start):
        if match.group(2):
            fence = _after_fence_line(fence, match.group(2), match.group(3))
    return fence


def _after_fence_line(fence: str, ticks: str, rest: str) -> str:
    if not fence:
        return "" if ticks[0] == "`" and "`" in rest else ticks
    closes = ticks[0] == fence[0] and len(ticks) >= len(fence) and not rest.strip()
    return "" if closes else fence


def _title(rest: str) -> str:
    title = rest.strip()
    shorter = title.rstrip("#")
    return shorter.rstrip() if shorter != title and shorter[-1:] in ("", " ", "\t") else title
