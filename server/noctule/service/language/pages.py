"""A page: one file of a memory folder as an editor sees it, saved or not, with the places of all that it refers to."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from itertools import accumulate
from posixpath import dirname
from typing import Final

from noctule.checks.code import Reference, mentions
from noctule.checks.finding import Place
from noctule.dataclass import dataclass
from noctule.memories.index_lines import Index, parse_index
from noctule.memories.links import Link, links_in
from noctule.memories.memory import Memory, parse_memory
from noctule.memories.names import INDEX_NAME
from noctule.memories.text import Problem, without_comments

_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})")
_CODE: Final = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
# More lines than this are no memory that anybody edits: what stands below is shown, and refers to nothing.
_MOST_LINES: Final = 20_000


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of one file, `end` exclusive; characters are code points."""

    start: Place
    end: Place

    def holds(self, place: Place) -> bool:
        """Whether the place is in it, or right behind its last character, as a cursor may be."""
        return self.start <= place <= self.end


@dataclass(frozen=True, slots=True)
class PlacedLink:
    """A link with the line that it stands in."""

    line: int
    link: Link

    @property
    def span(self) -> Span:
        return Span((self.line, self.link.start), (self.line, self.link.end))


@dataclass(frozen=True, slots=True)
class PlacedReference:
    """A workspace file that a line names, and where."""

    line: int
    reference: Reference

    @property
    def span(self) -> Span:
        return Span((self.line, self.reference.start), (self.line, self.reference.end))


class Page:
    """One file's text and what was read from it; each part is read when it is first asked for, and kept."""

    def __init__(self, path: str, text: str, problem: Problem | None = None, unreadable: str = "") -> None:
        """`problem` is what its bytes had; `unreadable` says why there is no text of a file that is there."""
        self.path = path
        self.text = text
        self.problem = problem
        self.unreadable = unreadable

    @property
    def is_index(self) -> bool:
        return self.path == INDEX_NAME

    @cached_property
    def memory(self) -> Memory:
        return parse_memory(self.path, self.text, self.problem)

    @cached_property
    def index(self) -> Index:
        return parse_index(self.text)

    @cached_property
    def key(self) -> str:
        """What a memory is looked for by: its name and its path, capitals aside."""
        return f"{self.memory.name} {self.path}".casefold()

    @cached_property
    def titles(self) -> str:
        """All that it is called by, capitals aside: its name, its path and its headings, a line each."""
        return "\n".join((self.key, *(title.casefold() for title in self.memory.headings)))

    @cached_property
    def lines(self) -> list[str]:
        """The lines without their ends, the empty last one too: as an editor numbers them."""
        return [line.removesuffix("\r") for line in self.text.split("\n")]

    @cached_property
    def links(self) -> tuple[PlacedLink, ...]:
        """The links to memories, top to bottom; code and comments hold none."""
        if "[" not in self.text:
            return ()
        return tuple(
            PlacedLink(number, link)
            for number, line in self._prose()
            if "[" in line
            for link in links_in(line, dirname(self.path))
            if link.target is not None
        )

    @cached_property
    def references(self) -> tuple[PlacedReference, ...]:
        """The workspace files that the text names, each time it does; those in code and in links too."""
        return tuple(
            PlacedReference(number, one)
            for number, line in enumerate(self.lines[:_MOST_LINES])
            if "." in line
            for one in mentions(line)
            if not self._is_in_link(number, one)
        )

    def line(self, number: int) -> str:
        return self.lines[number] if 0 <= number < len(self.lines) else ""

    def end(self) -> Place:
        return len(self.lines) - 1, len(self.lines[-1])

    def place(self, offset: int) -> Place:
        """The place of an offset in code points."""
        line = bisect_right(self._starts, offset) - 1
        return line, offset - self._starts[line]

    @cached_property
    def _starts(self) -> list[int]:
        """The offset at which each line begins."""
        return [0, *accumulate(len(line) + 1 for line in self.text.split("\n")[:-1])]

    def _is_in_link(self, number: int, reference: Reference) -> bool:
        """Whether a path is the destination of a link to a memory: that is one thing, not two."""
        return any(one.line == number and one.link.start <= reference.start < one.link.end for one in self.links)

    def _prose(self) -> Iterator[tuple[int, str]]:
        if self.is_index:
            yield from ((line.number, line.raw) for line in self.index.lines if line.kind != "comment")
            return
        fence = ""
        lines = self.lines[:_MOST_LINES]
        if "<!--" in self.text:
            lines = without_comments("\n".join(lines)).split("\n")
        for number, line in enumerate(lines):
            found = _FENCE.match(line)
            if found is not None and (not fence or found[1].startswith(fence)):
                fence = "" if fence else found[1]
            elif not fence:
                yield number, _CODE.sub(lambda match: " " * len(match[0]), line) if "`" in line else line
