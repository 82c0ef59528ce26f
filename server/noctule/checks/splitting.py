"""Splits a memory that recall would cut: its later entries become a memory of their own, and no word is lost."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from noctule.checks.finding import Edit, Fix, Place, insert_lines
from noctule.memories.entries import entries, hook_of
from noctule.memories.frontmatter import compose
from noctule.memories.index import Index, format_line
from noctule.memories.memory import Memory
from noctule.memories.names import INDEX_NAME, file_name
from noctule.memories.outline import headings, open_fence
from noctule.memories.text import cut, newline_of, on_one_line

_TITLE_LENGTH = 60
_BLANK_LINE = re.compile(r"\n\r?\n")


@dataclass(frozen=True, slots=True)
class _Cut:
    """Where a text is cut, and what the part behind is called."""

    offset: int
    title: str


def split_fix(memory: Memory, index: Index | None, taken: Collection[str], limit_bytes: int) -> Fix | None:
    """Splits a memory so that its first part has at most `limit_bytes`; None where it has no place for that.

    It is cut at the last entry that fits, else at a heading or a blank line. `taken` are the folder's paths.
    """
    where = _cut_of(memory, limit_bytes)
    if where is None:
        return None
    text = memory.text
    name = on_one_line(f"{memory.name}: {where.title}") if where.title else f"{memory.name} (2)"
    # Looking at all the paths for one that differs in capitals only is for the name that is taken.
    path = free if (free := file_name(name, ())) not in taken else file_name(name, taken)
    head, tail = text[: where.offset], text[where.offset :]
    edits = [Edit(memory.path, _place(head), _place(text), ""), _new_file(memory, path, name, tail)]
    if index is not None:
        edits += _index_line(index, memory.path, path, name, tail)
    return Fix(f"Move the rest to {path}", tuple(edits))


def _cut_of(memory: Memory, limit_bytes: int) -> _Cut | None:
    text = memory.text
    most = len(text.encode()[:limit_bytes].decode(errors="ignore"))
    least = memory.front.body_offset + 1
    for found in (
        [_Cut(entry.start, entry.title) for entry in entries(text)],
        [_Cut(heading.start, heading.title) for heading in headings(text, memory.front.body_offset)],
    ):
        fitting = [one for one in found if least < one.offset <= most and text[least : one.offset].strip()]
        if fitting:
            return fitting[-1]
    return _at_a_blank_line(text, least, most)


def _at_a_blank_line(text: str, least: int, most: int) -> _Cut | None:
    for blank in reversed(list(_BLANK_LINE.finditer(text, least, most))):
        if text[least : blank.start()].strip() and not open_fence(text[: blank.start()], least - 1):
            return _Cut(blank.end(), "")
    return None


def _new_file(memory: Memory, path: str, name: str, tail: str) -> Edit:
    pairs = {"name": name, "description": _description(tail)}
    if memory.type is not None:
        pairs["type"] = memory.type
    newline = newline_of(memory.text)
    head = compose(pairs).replace("\n", newline)
    return Edit(path, (0, 0), (0, 0), head + newline + tail.strip("\r\n") + newline)


def _index_line(index: Index, own: str, path: str, name: str, tail: str) -> tuple[Edit, ...]:
    line = next((line for line in index.entries if line.leads_to(own)), None)
    number = index.end_of(line) if line is not None else len(index.lines)
    new = format_line(name, path, _description(tail)) + newline_of(index.text)
    return insert_lines(INDEX_NAME, "", index.text, number, new).edits


def _description(tail: str) -> str:
    said = hook_of(tail)
    first = next((line.strip().lstrip("#>*-+ ") for line in tail.split("\n") if line.strip()), "")
    return said or cut(on_one_line(first), _TITLE_LENGTH * 2)


def _place(head: str) -> Place:
    return head.count("\n"), len(head) - head.rfind("\n") - 1
