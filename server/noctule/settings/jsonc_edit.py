"""Puts something into a JSON text with comments, and takes it out again: not a character more is changed.

What `put` adds is one piece right behind a bracket, and `take` cuts out that same piece: the two undo each other, byte
for byte, as long as nobody edited the piece itself.
"""

import json
from collections.abc import Sequence

from noctule.dataclass import dataclass
from noctule.errors import SettingsError
from noctule.settings.jsonc import DECODER, blank_comments, skip_blanks

Step = str | int

_UNIT = "  "
_MARK = "\ufeff"


@dataclass(frozen=True, slots=True)
class _Item:
    """A member or an element: where it begins (a member with its key), where its value begins, and where it ends."""

    name: Step
    start: int
    value: int
    end: int


def fresh(text: str | None, value: object) -> str:
    """The text of a file that was not there (None), or that held nothing but blanks and comments."""
    made = json.dumps(value, ensure_ascii=False, indent=_UNIT)
    return f"{made}\n" if text is None else _with_newlines_of(text, f"{text}{made}")


def put(text: str, path: Sequence[Step], value: object, key: str | None = None) -> str:
    """`text` with a new first member `key`, or a new first element, of the object or list at `path`.

    Raises `SettingsError` where there is none.
    """
    blank = _blank(text)
    bracket = _value_at(blank, path)
    if blank[bracket] != ("[" if key is None else "{"):
        raise SettingsError(f"{'.'.join(map(str, path)) or 'the file'} is no {'list' if key is None else 'object'}")
    indent = _inner_indent(text, blank, bracket)
    lines = json.dumps(value, ensure_ascii=False, indent=_unit(text, blank)).split("\n")
    named = "" if key is None else f"{json.dumps(key, ensure_ascii=False)}: "
    piece = named + f"\n{indent}".join(lines)
    # A space on either side marks what was empty before: what `put` made itself begins with a line break.
    is_empty = blank[skip_blanks(blank, bracket + 1)] in "]}"
    piece = f" {piece} " if is_empty else f"\n{indent}{piece},"
    return text[: bracket + 1] + _with_newlines_of(text, piece) + text[bracket + 1 :]


def take(text: str, path: Sequence[Step]) -> str:
    """`text` without what is at `path`, and without what would then be an empty shell of `put`'s own making."""
    blank = _blank(text)
    if not path:
        start = _value_at(blank, ())
        return text[:start] + text[DECODER.raw_decode(blank, start)[1] :]
    bracket = _value_at(blank, path[:-1])
    items = _items(blank, bracket)
    place = max((number for number, one in enumerate(items) if one.name == path[-1]), default=None)
    if place is None:
        raise SettingsError(f"there is no {'.'.join(map(str, path))}")
    item = items[place]
    if place:
        return _without_later(text, blank, items[place - 1].end, item)
    after = skip_blanks(blank, item.end)
    if blank[after] == ",":
        start = bracket + 1 if _is_blank(text[bracket + 1 : item.start]) else item.start
        between = text[item.end : after]
        return text[:start] + ("" if _is_blank(between) else between) + text[after + 1 :]
    if text[bracket + 1 : item.start] == " " and text[item.end : item.end + 1] == " ":
        return text[: bracket + 1] + text[item.end + 1 :]
    around = text[bracket + 1 : item.start] + text[item.end : after].replace(",", "", 1)
    return take(text, path[:-1]) if _is_blank(around) else text[: item.start] + text[item.end :]


def _without_later(text: str, blank: str, previous_end: int, item: _Item) -> str:
    comma = blank.index(",", previous_end)
    between = text[comma + 1 : item.start]
    return text[:comma] + ("" if _is_blank(between) else between) + text[item.end :]


def _blank(text: str) -> str:
    """As `blank_comments`, with a byte order mark made blank: all offsets hold."""
    blank = blank_comments(text)
    return f" {blank[1:]}" if text.startswith(_MARK) else blank


def _value_at(blank: str, path: Sequence[Step]) -> int:
    at = skip_blanks(blank, 0)
    for depth, step in enumerate(path):
        found = [one for one in _items(blank, at) if one.name == step] if blank[at] in "[{" else []
        if not found:
            raise SettingsError(f"there is no {'.'.join(map(str, path[: depth + 1]))}")
        at = found[-1].value
    return at


def _items(blank: str, bracket: int) -> list[_Item]:
    items: list[_Item] = []
    at = skip_blanks(blank, bracket + 1)
    while blank[at] not in "]}":
        start, name = at, len(items)
        if blank[bracket] == "{":
            name, at = DECODER.raw_decode(blank, at)
            at = skip_blanks(blank, skip_blanks(blank, at) + 1)
        end = DECODER.raw_decode(blank, at)[1]
        items.append(_Item(name, start, at, end))
        at = skip_blanks(blank, end)
        if blank[at] == ",":
            at = skip_blanks(blank, at + 1)
    return items


def _unit(text: str, blank: str) -> str:
    """What one level is indented by, as the first line inside the outermost bracket shows it."""
    start = skip_blanks(blank, 0)
    return _indent_behind(text, start) or _UNIT


def _inner_indent(text: str, blank: str, bracket: int) -> str:
    found = _indent_behind(text, bracket)
    line = text[text.rfind("\n", 0, bracket) + 1 : bracket]
    outer = line[: len(line) - len(line.lstrip(" \t"))]
    return found if found and len(found) > len(outer) else outer + _unit(text, blank)


def _indent_behind(text: str, bracket: int) -> str:
    """The blanks before what stands on the next line; empty where it stands on the same one."""
    rest = text[bracket + 1 :]
    lead = rest[: len(rest) - len(rest.lstrip(" \t\r\n"))]
    return lead.rpartition("\n")[2] if "\n" in lead else ""


def _is_blank(text: str) -> bool:
    return not text.strip(" \t\r\n")


def _with_newlines_of(text: str, piece: str) -> str:
    first = text.find("\n")
    return piece.replace("\r\n", "\n").replace("\n", "\r\n") if first > 0 and text[first - 1] == "\r" else piece
