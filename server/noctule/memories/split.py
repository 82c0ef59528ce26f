"""Cuts the lines of a frontmatter into `key: value` pairs, each with the lines that belong to it."""

from collections.abc import Sequence
from typing import Final

from noctule.dataclass import dataclass, field

# Keys whose value is a text, never a list: they are read literally even where YAML would see a structure.
TEXT_KEYS: Final = frozenset({"name", "title", "description", "type", "modified", "updated", "pinned"})

_NO_KEY: Final = frozenset("#&*!|>%@`[]{},")
_BLANK: Final = ("", " ", "\t")
_LONGEST_KEY: Final = 256
_CLOSING: Final = {"'": "'", '"': '"', "[": "]", "{": "}"}


@dataclass(frozen=True, slots=True)
class Pair:
    """One key with the lines it takes: `first` to `end` (exclusive), counted in the lines it was cut from.

    `prefix` is the first line up to and including the colon, `gap` the blanks behind it, `raw` the value's text on that
    line, `rest` the lines below.
    """

    key: str
    first: int
    end: int
    prefix: str
    gap: str
    raw: str
    rest: tuple[str, ...]


def split_pairs(lines: Sequence[str]) -> tuple[list[Pair], list[int]]:
    """Cuts lines into pairs; the second list holds the numbers of lines that belong to none.

    A deeper line, a list item under an empty key and the lines of an open quote or bracket belong to the pair above.
    """
    base = base_indent(lines)
    drafts: list[_Draft] = []
    strays: list[int] = []
    above: _Draft | None = None
    for number, line in enumerate(lines):
        stripped = line.strip()
        if not stripped:
            continue
        is_deeper = indent_of(line) > base
        if above is not None and (is_deeper or _goes_on(above, line)):
            _extend(above, lines, number)
            continue
        if stripped.startswith("#"):
            continue
        above = None if is_deeper else _draft(line, number)
        if above is None:
            strays.append(number)
        else:
            drafts.append(above)
    return [draft.finished() for draft in drafts], strays


def key_of(line: str) -> str | None:
    """The key that a line begins a pair with, or None."""
    draft = _draft(line, 0)
    return draft.key if draft is not None else None


def indent_of(line: str) -> int:
    """How many blanks and tabs a line begins with."""
    return len(line) - len(line.lstrip(" \t"))


def base_indent(lines: Sequence[str]) -> int:
    """How deep the first line that says something is indented: pairs lie there, what belongs to them lies deeper."""
    said = (line for line in lines if line.strip() and not line.lstrip().startswith("#"))
    return indent_of(next(said, ""))


@dataclass(slots=True)
class _Draft:
    """A pair that further lines may still join."""

    key: str
    first: int
    prefix: str
    gap: str
    raw: str
    rest: list[str] = field(default_factory=list)

    def finished(self) -> Pair:
        end = self.first + 1 + len(self.rest)
        return Pair(self.key, self.first, end, self.prefix, self.gap, self.raw, tuple(self.rest))


def _draft(line: str, number: int) -> _Draft | None:
    text = line.rstrip(" \t\r\n")
    start = indent_of(text)
    found = _key(text[start:])
    if found is None:
        return None
    key, colon = found
    colon += start
    behind = text[colon + 1 :]
    raw = behind.lstrip(" \t")
    return _Draft(key, number, text[: colon + 1], behind[: len(behind) - len(raw)], raw)


def _key(text: str) -> tuple[str, int] | None:
    """The key that a line begins with and the place of its colon."""
    if not text or text[0] in _NO_KEY or (text[0] in "-?:" and text[1:2] in _BLANK):
        return None
    if text[0] in "'\"":
        return _quoted_key(text)
    colon = text.find(":")
    while colon >= 0 and text[colon + 1 : colon + 2] not in _BLANK:
        colon = text.find(":", colon + 1)
    if colon < 0:
        # `name:value` without the blank is no pair in YAML, but nobody can mean anything else by it.
        colon = text.find(":")
        return (text[:colon], colon) if colon > 0 and text[:colon] in TEXT_KEYS else None
    key = text[:colon].rstrip(" \t")
    return None if not key or len(key) > _LONGEST_KEY or " #" in key else (key, colon)


def _quoted_key(text: str) -> tuple[str, int] | None:
    end = text.find(text[0], 1)
    if end < 0:
        return None
    colon = end + 1 + indent_of(text[end + 1 :])
    is_key = text[colon : colon + 1] == ":" and text[colon + 1 : colon + 2] in _BLANK
    return (text[1:end], colon) if is_key else None


def _goes_on(draft: _Draft, line: str) -> bool:
    """Whether a line that is not indented belongs to the pair above: a list item, or what its quote or bracket has."""
    stripped = line.strip()
    last = draft.rest[-1].strip() if draft.rest else draft.raw
    if stripped == "-" or stripped.startswith("- "):
        return not draft.raw and (not last or last.startswith("-"))
    if draft.key in TEXT_KEYS and draft.raw[:1] not in ("'", '"'):
        return False
    if stripped.startswith("#") or _draft(line, 0) is not None:
        return False
    closing = _CLOSING.get(draft.raw[:1])
    return closing is not None and (not last.endswith(closing) or (last == closing and not draft.rest))


def _extend(draft: _Draft, lines: Sequence[str], number: int) -> None:
    have = draft.first + 1 + len(draft.rest)
    draft.rest.extend(line.rstrip("\r\n") for line in lines[have : number + 1])
