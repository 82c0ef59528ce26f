"""Reads text the way a careless reader does: disguises off, blanks folded, and each character's place remembered.

Full-width letters, look-alikes from other alphabets, HTML entities, percent and backslash escapes, zero-width
characters, terminal colours and stacked accents all fall away, so that one pattern finds a word in any of them.
"""

import unicodedata
from functools import lru_cache

from noctule.dataclass import dataclass
from noctule.regex import regex
from noctule.safety.characters import ANSI, LINE_BREAK, is_hidden

_LOOK_ALIKES = str.maketrans(
    {
        **dict.fromkeys("\u2039\u27e8\u276e\u276c\u1438\u02c2\u227a", "<"),
        **dict.fromkeys("\u203a\u27e9\u276f\u276d\u1433\u02c3\u227b", ">"),
        **dict.fromkeys("\u2044\u2215\u2571\u29f8", "/"),
        **dict.fromkeys("\u2223\u01c0\u2502\u2758", "|"),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212\u2581", "-"),
        **dict.fromkeys("\ua789\u02d0\u2236", ":"),
        # Cyrillic and Greek letters that look like the Latin ones.
        **dict(zip("аԁеһіјӏмопрԛгѕтуԝхс", "adehijlmonpqrstywxc", strict=True)),
        **dict(zip("καειορτυνβ", "kaeioptuvb", strict=True)),
    }
)
_PIECE = regex(
    r"&(?:amp;){0,8}(?:[A-Za-z]{2,8}|#[0-9]{1,10}|#[xX][0-9A-Fa-f]{1,8});?"
    r"|\\(?:u00|x)(?:3[cCeE]|2[fF])"
    r"|%(?:25){0,8}(?:3[cCeE]|2[fF])"
    rf"|{ANSI.pattern}"
    r"|\s{2,}|[^ -~]"
)
# `&amp;amp;lt;` is read as deep as the pattern above lets it be written.
_DECODE_ROUNDS = 9
# What a blank line becomes: one character, so that "after a blank line" stays a simple pattern.
PARAGRAPH = "\u2029"


@dataclass(frozen=True, slots=True)
class Skeleton:
    """`text` as read; `starts[i]` and `ends[i]` say which part of the source its i-th character stands for."""

    text: str
    starts: list[int]
    ends: list[int]


def skeleton(source: str) -> Skeleton:
    """The skeleton of a text, in linear time. Blanks in a row become one; a row with line breaks keeps one or two."""
    reader = _Reader(source)
    done = 0
    for match in _PIECE.finditer(source):
        reader.copy(done, match.start())
        reader.add(_read(match[0]), match.start(), match.end())
        done = match.end()
    reader.copy(done, len(source))
    return Skeleton("".join(reader.letters), reader.starts, reader.ends)


class _Reader:
    """Collects the letters of a skeleton and their places."""

    def __init__(self, source: str) -> None:
        self._source = source
        self.letters: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []

    def copy(self, start: int, end: int) -> None:
        """Takes over a plain stretch of ASCII; a blank that follows a blank is left out."""
        if start < end and self._source[start] == " " and self._ends_in_blank():
            start += 1
        self.letters.extend(self._source[start:end].lower())
        self.starts.extend(range(start, end))
        self.ends.extend(range(start + 1, end + 1))

    def add(self, read: str, start: int, end: int) -> None:
        """Adds what a piece of the source reads as."""
        if read.isspace() and self._ends_in_blank():
            self.letters[-1] = _wider(self.letters[-1], read)
            return
        self.letters.extend(read)
        self.starts.extend([start] * len(read))
        self.ends.extend([end] * len(read))

    def _ends_in_blank(self) -> bool:
        return bool(self.letters) and self.letters[-1].isspace()


def _wider(before: str, now: str) -> str:
    if PARAGRAPH in (before, now) or before == now == "\n":
        return PARAGRAPH
    return "\n" if "\n" in (before, now) else " "


@lru_cache(maxsize=4096)
def _read(piece: str) -> str:
    """What a piece of source says to a careless reader: a character or two, or nothing."""
    if piece.isspace():
        breaks = len(LINE_BREAK.findall(piece))
        return " " if breaks == 0 else "\n" if breaks == 1 else PARAGRAPH
    if piece[0] == "&":
        return _entity(piece)
    if len(piece) > 1 and piece[0] in "\\%":
        return chr(int(piece[-2:], 16))
    if len(piece) > 1 or is_hidden(piece):
        return ""
    return _fold(piece)


def _entity(piece: str) -> str:
    from html import unescape  # late: few texts have any, and its table is long

    read = piece
    for _ in range(_DECODE_ROUNDS):
        read, before = unescape(read), read
        if read == before:
            break
    return _read(read) if len(read) == 1 and read != "&" else piece.lower()


def _fold(character: str) -> str:
    plain = unicodedata.normalize("NFKD", character)
    letters = "".join(c for c in plain if not is_hidden(c)).translate(_LOOK_ALIKES)
    return letters.lower().translate(_LOOK_ALIKES)
