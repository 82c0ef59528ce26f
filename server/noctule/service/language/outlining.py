"""The outline of a page: its memory and entries, or the lines of the index; and what of it can be folded."""

import re
from collections.abc import Iterator
from typing import Final, Literal
from weakref import WeakKeyDictionary

from noctule.dataclass import dataclass
from noctule.memories.block import find_block
from noctule.memories.entries import entries
from noctule.memories.names import INDEX_NAME
from noctule.memories.outline import Heading, headings
from noctule.service.language.pages import Page, Span
from noctule.service.language.places import name_span

FoldKind = Literal["frontmatter", "section", "code"]

_MADE: Final[WeakKeyDictionary[Page, tuple["Symbol", ...]]] = WeakKeyDictionary()
_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})")


@dataclass(frozen=True, slots=True)
class Symbol:
    """A memory, an entry of one, or a line of the index. `chosen` is the part of `span` that a click selects."""

    name: str
    detail: str
    span: Span
    chosen: Span
    children: tuple["Symbol", ...] = ()


@dataclass(frozen=True, slots=True)
class Fold:
    """Lines that fold into the first, `last` included."""

    first: int
    last: int
    kind: FoldKind


def symbols(page: Page) -> tuple[Symbol, ...]:
    """The memory with its entries below it, or the lines of the index; made once a page."""
    known = _MADE.get(page)
    if known is None:
        known = _MADE[page] = _index_symbols(page) if page.is_index else (_memory_symbol(page),)
    return known


def folds(page: Page) -> list[Fold]:
    """The frontmatter, each section, each fenced block; only what has more than one line."""
    found = [*_front_fold(page), *_section_folds(page), *_code_folds(page)]
    return sorted((fold for fold in found if fold.last > fold.first), key=lambda fold: (fold.first, -fold.last))


def _memory_symbol(page: Page) -> Symbol:
    whole = Span((0, 0), page.end())
    chosen = name_span(page) or Span((0, 0), (0, len(page.line(0))))
    children = []
    for entry in entries(page.text):
        start, end = page.place(entry.start), page.place(entry.end)
        heading = Span(start, (start[0], len(page.line(start[0]))))
        children.append(Symbol(entry.title or "Entry", "", Span(start, end), heading))
    detail = page.memory.type or ""
    return Symbol(page.memory.name or page.path, detail, whole, chosen, tuple(children))


def _index_symbols(page: Page) -> tuple[Symbol, ...]:
    found = []
    for line in page.index.entries:
        span = Span((line.number, 0), (line.number, len(line.raw)))
        found.append(Symbol(line.title or line.target or INDEX_NAME, line.target or "", span, span))
    return tuple(found)


def _front_fold(page: Page) -> Iterator[Fold]:
    block = find_block(page.text)
    if block.present:
        yield Fold(block.first_line - 1, block.first_line + len(block.lines), "frontmatter")


def _section_folds(page: Page) -> Iterator[Fold]:
    found = list(headings(page.text, find_block(page.text).body))
    for number, heading in enumerate(found):
        below = next((other for other in found[number + 1 :] if other.level <= heading.level), None)
        last = page.place(below.start)[0] - 1 if below is not None else len(page.lines) - 1
        yield Fold(_line_of(page, heading), _last_said(page, last), "section")


def _line_of(page: Page, heading: Heading) -> int:
    return page.place(heading.start)[0]


def _last_said(page: Page, last: int) -> int:
    while last > 0 and not page.line(last).strip():
        last -= 1
    return last


def _code_folds(page: Page) -> Iterator[Fold]:
    fence, began = "", 0
    for number, line in enumerate(page.lines):
        found = _FENCE.match(line)
        if found is None:
            continue
        if not fence:
            fence, began = found[1], number
        elif found[1].startswith(fence):
            yield Fold(began, number, "code")
            fence = ""
