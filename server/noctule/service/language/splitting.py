"""Splits a memory that recall would cut: whole entries, or the paragraphs at its end, go to memories of their own."""

from noctule.checks.finding import Edit
from noctule.checks.memory import RECALLED_BYTES
from noctule.dataclass import dataclass
from noctule.memories.block import find_block
from noctule.memories.entries import entries
from noctule.memories.index import add_line
from noctule.memories.memory import Memory, compose_memory, parse_memory
from noctule.memories.names import INDEX_NAME, file_name
from noctule.memories.outline import open_fence
from noctule.memories.text import newline_of
from noctule.service.language.editing import changed_lines
from noctule.service.language.library import Library
from noctule.service.language.pages import Page

# What stays has room for the lines that lead to what went.
_ROOM = 64


@dataclass(frozen=True, slots=True)
class _Part:
    """What leaves a memory: where it stood (code points), and the memory that it becomes."""

    start: int
    end: int
    name: str
    body: str


def split_memory(library: Library, page: Page) -> tuple[Edit, ...]:
    """The edits that make several memories of one, with links and index lines to the new ones; none where it is whole.

    No word is lost: what leaves the page stands in a new one, and the page says where.
    """
    parts = _entries_to_move(page.text) or _tail_to_move(page)
    if not parts:
        return ()
    taken = set(library.pages())
    folder = page.path.rpartition("/")[0]
    prefix = folder + "/" if folder else ""
    text, index = page.text, library.index().text
    made: list[Edit] = []
    links: list[str] = []
    for part in parts:
        path = prefix + file_name(part.name, {one.removeprefix(prefix) for one in taken if one.startswith(prefix)})
        taken.add(path)
        memory = _memory_of(page.memory, path, part)
        made.append(Edit(path, (0, 0), (0, 0), memory.text))
        index = add_line(index, memory.name, path, memory.summary)
        links.append(f"See [[{path.removeprefix(prefix).removesuffix('.md')}]].")
    for part, link in reversed(list(zip(parts, links, strict=True))):
        text = _replaced(text, part, link)
    return (
        *made,
        *changed_lines(page.path, page.text, text),
        *changed_lines(INDEX_NAME, library.index().text, index),
    )


def _entries_to_move(text: str) -> list[_Part]:
    """The largest entries, as many as it takes for the rest to fit; at least one stays or the head has text."""
    found = sorted(entries(text), key=lambda entry: entry.start - entry.end)
    size = len(text.encode("utf-8", "replace"))
    moved: list[_Part] = []
    for entry in found:
        if size <= RECALLED_BYTES:
            break
        size -= len(text[entry.start : entry.end].encode("utf-8", "replace")) - _ROOM
        moved.append(_Part(entry.start, entry.end, entry.title or "Entry", entry.text))
    return sorted(moved, key=lambda part: part.start) if size <= RECALLED_BYTES else []


def _tail_to_move(page: Page) -> list[_Part]:
    """The paragraphs that do not fit, as one part; none where no blank line outside of code lies early enough."""
    text = page.text
    start = find_block(text).body
    cuts = []
    at = text.find("\n\n", start)
    while at >= 0 and len(text[:at].encode("utf-8", "replace")) <= RECALLED_BYTES - _ROOM:
        if text[start:at].strip() and not open_fence(text[:at], start):
            cuts.append(at + 2)
        at = text.find("\n\n", at + 1)
    if not cuts or not text[cuts[-1] :].strip():
        return []
    return [_Part(cuts[-1], len(text), f"{page.memory.name} (2)", text[cuts[-1] :].strip("\r\n"))]


def _memory_of(whole: Memory, path: str, part: _Part) -> Memory:
    found = parse_memory(path, part.body)
    text = compose_memory(part.name, found.summary, whole.type, part.body, whole.modified)
    return parse_memory(path, text)


def _replaced(text: str, part: _Part, link: str) -> str:
    newline = newline_of(text)
    gap = newline if part.end < len(text) else ""
    return text[: part.start] + link + newline + gap + text[part.end :]
