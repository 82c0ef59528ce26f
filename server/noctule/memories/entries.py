"""The `## Title` entries of a memory that collects several: found, added, replaced and removed, the rest untouched."""

from typing import Final

from noctule.dataclass import dataclass
from noctule.errors import Ambiguous, NotFound
from noctule.memories.block import find_block
from noctule.memories.names import path_key
from noctule.memories.outline import headings, open_fence
from noctule.memories.text import cut, newline_of, on_one_line, with_newline

HOOK_LENGTH: Final = 150

_SHOWN_TITLE: Final = 80
_MOST_SHOWN: Final = 10


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: `start` to `end` (code points) is all of it, `text` what stands below its title."""

    title: str
    start: int
    end: int
    text: str


def entries(text: str) -> list[Entry]:
    """The entries in order. One ends where the next begins, or a `# ` heading; a code fence holds none."""
    found = [heading for heading in headings(text, find_block(text).body) if heading.level <= 2]
    ends = [heading.start for heading in found[1:]] + [len(text)]
    return [
        Entry(heading.title, heading.start, end, text[heading.end : end].strip("\r\n"))
        for heading, end in zip(found, ends, strict=False)
        if heading.level == 2
    ]


def find_entry(text: str, title: str) -> Entry:
    """The one entry of that title, capitals and spacing aside. Raises NotFound or Ambiguous, naming what there is."""
    known = entries(text)
    wanted = [entry for entry in known if entry.title == title]
    wanted = wanted or [entry for entry in known if _loosely(entry.title) == _loosely(title)]
    if not wanted:
        raise NotFound(f"No entry is titled “{_shown(title)}”. {_there_is(known)}")
    if len(wanted) > 1:
        lines = ", ".join(str(text.count("\n", 0, entry.start) + 1) for entry in wanted)
        raise Ambiguous(
            f"{len(wanted)} entries are titled “{_shown(wanted[0].title)}” (lines {lines}). Rename one first."
        )
    return wanted[0]


def add_entry(text: str, title: str, body: str) -> str:
    """The text with an entry at its end. A code fence left open is closed first, else it would swallow the entry."""
    newline = newline_of(text)
    fence = open_fence(text, find_block(text).body)
    if text and not text.endswith("\n"):
        text += newline
    if fence:
        text += fence + newline
    gap = "" if not text or text.endswith((newline * 2, "\n\n")) else newline
    return text + gap + _written(title, body, newline)


def replace_entry(text: str, title: str, body: str) -> str:
    """The text with the body of one entry replaced; its title line stays as it is."""
    entry = find_entry(text, title)
    newline = newline_of(text)
    line_end = text.find("\n", entry.start, entry.end)
    head = text[entry.start : line_end + 1] if line_end >= 0 else text[entry.start : entry.end] + newline
    tail = newline if entry.end < len(text) else ""
    return text[: entry.start] + head + newline + _body(body, newline) + tail + text[entry.end :]


def remove_entry(text: str, title: str) -> str:
    """The text without one entry."""
    entry = find_entry(text, title)
    return text[: entry.start] + text[entry.end :]


def hook_of(text: str) -> str:
    """What an index line says of a file of entries: their titles joined by `; `, cut at 150 characters."""
    return cut("; ".join(on_one_line(entry.title) for entry in entries(text)), HOOK_LENGTH)


def _written(title: str, body: str, newline: str) -> str:
    return f"## {on_one_line(title).lstrip('# ') or 'Entry'}{newline}{newline}{_body(body, newline)}"


def _body(body: str, newline: str) -> str:
    """A body that stays one entry: its own `#` and `##` headings become `###`, an open fence is closed."""
    plain = with_newline(body, "\n").strip("\n")
    for heading in reversed(list(headings(plain))):
        if heading.level <= 2:
            line = plain[heading.start : heading.end]
            plain = plain[: heading.start] + line.replace("#" * heading.level, "###", 1) + plain[heading.end :]
    fence = open_fence(plain)
    return with_newline(plain + (f"\n{fence}" if fence else "") + "\n", newline)


def _loosely(title: str) -> str:
    return path_key(on_one_line(title)).casefold()


def _shown(title: str) -> str:
    return cut(on_one_line(title), _SHOWN_TITLE)


def _there_is(known: list[Entry]) -> str:
    if not known:
        return "The memory has no entries."
    names = ", ".join(f"“{_shown(entry.title)}”" for entry in known[:_MOST_SHOWN])
    return f"There is {names}" + (f" and {len(known) - _MOST_SHOWN} more." if len(known) > _MOST_SHOWN else ".")
