"""The index of a memory folder, changed line by line: what people wrote around a line survives every write."""

import re
from collections.abc import Collection, Iterable
from typing import Final, Protocol

from noctule.memories.index_cut import MOST_CHARACTERS, MOST_LINES, Truncated, is_loaded, truncate
from noctule.memories.index_lines import BULLET, Index, IndexLine, parse_index
from noctule.memories.links import Link, link_target, without_wiki_links, write_link
from noctule.memories.names import path_key
from noctule.memories.text import cut, newline_of, on_one_line, split_lines
from noctule.regex import regex

__all__ = [
    "LINE_LIMIT",
    "MOST_CHARACTERS",
    "MOST_LINES",
    "Index",
    "IndexLine",
    "Truncated",
    "add_line",
    "drop_line",
    "format_line",
    "is_loaded",
    "link_target",
    "make_index",
    "new_line",
    "parse_index",
    "pin_first",
    "set_hook",
    "truncate",
    "without",
]

LINE_LIMIT: Final = 150

_TITLE_LIMIT: Final = 80
_SEPARATOR: Final = regex(r"[*_~]{0,3}[ \t]*(?:[—–:|·→]|-+>?)[ \t]*")
_MADE: Final = "> This list was made from the memories' names and descriptions: the folder has no MEMORY.md yet."


class Listed(Protocol):
    """What an index line is made from; a `Memory` is one."""

    @property
    def path(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def description(self) -> str: ...
    @property
    def pinned(self) -> bool: ...


def format_line(title: str, path: str, hook: str, bullet: str = "- ") -> str:
    """`- [Title](path) — hook`, its hook cut so that the line has at most 150 characters."""
    return _with_hook(bullet + write_link(cut(on_one_line(title), _TITLE_LIMIT), path), " — ", hook)


def add_line(text: str, title: str, path: str, hook: str) -> str:
    """The index with a line for a memory after its last entry; a memory that has one already changes nothing."""
    index = parse_index(text)
    if any(line.leads_to(path) for line in index.entries):
        return text
    number, line = new_line(index, title, path, hook)
    lines = split_lines(text)
    if number > 0 and not lines[number - 1].endswith("\n"):
        lines[number - 1] += newline_of(text)
    lines.insert(number, line)
    return "".join(lines)


def new_line(index: Index, title: str, path: str, hook: str) -> tuple[int, str]:
    """Where a new memory's line goes (the number of the line it will have) and the line with its line end."""
    newline = newline_of(index.text)
    last = index.entries[-1] if index.entries else None
    if last is not None:
        return index.end_of(last), format_line(title, path, hook, _bullet_like(last)) + newline
    number = _end_of_text(index)
    # At the top it needs a blank line below, else an indented line there would read as more of it.
    return number, format_line(title, path, hook) + (newline if number == len(index.lines) else newline * 2)


def drop_line(text: str, path: str) -> str:
    """The index without the lines of a memory. Where others share a line, only the memory's link becomes plain text.

    A memory that is only mentioned there, and has a line of its own, shares none: it would be listed twice.
    """
    index = parse_index(text)
    own = {path_key(line.target) for line in index.entries if line.target is not None} | {path_key(path)}
    lines = split_lines(text)
    for line in reversed(index.lines):
        link = line.first_link
        if line.kind not in ("entry", "table") or link is None or not line.leads_to(path):
            continue
        if all(path_key(other.target) in own for other in line.links if other.target is not None):
            del lines[line.number : index.end_of(line)]
        else:
            end = lines[line.number][len(line.raw) :]
            lines[line.number] = line.raw[: link.start] + link.title + line.raw[link.end :] + end
    return "".join(lines)


def set_hook(text: str, path: str, title: str, hook: str) -> str:
    """The index with a memory's line saying `title` and `hook`: bullet and link stay as spelled; added if absent."""
    index = parse_index(text)
    line = next((line for line in index.entries if line.leads_to(path)), None)
    link = line.first_link if line is not None else None
    if line is None or link is None:
        return add_line(text, title, path, hook)
    if (on_one_line(title) or line.title, on_one_line(hook)) == (line.title, line.hook):
        return text
    lines = split_lines(text)
    end = index.end_of(line)
    newline = lines[end - 1][len(lines[end - 1].rstrip("\r\n")) :]
    lines[line.number : end] = [_rewritten(line, link, title, hook) + newline]
    return "".join(lines)


def pin_first(text: str, paths: Collection[str]) -> str:
    """The index with the lines of these memories moved to its top, in their order: for a snapshot, not for the file."""
    index = parse_index(text)
    keys = {path_key(path) for path in paths}
    lines = split_lines(text)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += newline_of(text)
    pinned: list[str] = []
    for line in reversed(index.entries):
        if line.target is not None and path_key(line.target) in keys:
            end = index.end_of(line)
            moved = lines[line.number : end]
            del lines[line.number : end]
            pinned[:0] = [moved[0].lstrip(" \t"), *moved[1:]]
    return "".join(pinned + lines) if pinned else text


def without(text: str, paths: Collection[str]) -> str:
    """The index without any line that links to or names one of these memories: nothing of them may reach a prompt."""
    keys = {path_key(path) for path in paths}
    if not keys:
        return text
    named = re.compile(r"(?<![\w./-])(?:\./)*(?:" + "|".join(map(re.escape, sorted(keys))) + r")(?![\w-])")
    index = parse_index(text)
    lines = split_lines(text)
    for line in reversed(index.lines):
        links_there = any(path_key(path) in keys for link in line.links for path in (link.target, link.literal) if path)
        if links_there or named.search(path_key(line.raw)):
            del lines[line.number : index.end_of(line)]
    return "".join(lines)


def make_index(memories: Iterable[Listed]) -> str:
    """An index for a folder that has none, marked as made: a line a memory, pinned ones first, then by name."""
    ordered = sorted(memories, key=lambda memory: (not memory.pinned, memory.name.casefold(), memory.path))
    lines = [format_line(memory.name, memory.path, memory.description) for memory in ordered]
    return "\n".join([_MADE, "", *lines, ""]) if lines else ""


def _with_hook(head: str, separator: str, hook: str) -> str:
    # A hook is often a description that somebody else wrote: it must not bring a link of its own into the index.
    plain = without_wiki_links(on_one_line(hook)).replace("](", "] (")
    room = LINE_LIMIT - len(head) - len(separator)
    return head + separator + cut(plain, room) if plain and room > 1 else head


def _rewritten(line: IndexLine, link: Link, title: str, hook: str) -> str:
    written = line.raw[link.start : link.end]
    if on_one_line(title) not in ("", line.title):
        written = write_link(cut(on_one_line(title), _TITLE_LIMIT), link.target or "")
    separator = _SEPARATOR.match(line.raw, link.end)
    return _with_hook(line.raw[: link.start] + written, separator[0] if separator else " — ", hook)


def _end_of_text(index: Index) -> int:
    """The line after the last, or 0 where a fence or comment that is never closed would swallow a line there."""
    probe = index.text + newline_of(index.text) + format_line("x", "x.md", "")
    return len(index.lines) if parse_index(probe).entries else 0


def _bullet_like(line: IndexLine) -> str:
    bullet = BULLET.match(line.raw)
    mark = bullet[0].strip()[:1] if bullet else "-"
    return f"{mark} " if mark in ("*", "+") else "- "
