"""Markdown as tests of the documents read it: code spans, fenced blocks, links, headings, sections, tables."""

import re
from dataclasses import dataclass
from itertools import pairwise

_BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^(#{1,4}) (.+)$", re.MULTILINE)
_LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
_SPAN = re.compile(r"`([^`\n]+)`")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: the line of its fence (from 1), its language, the word after it, and its text."""

    line: int
    language: str
    word: str
    text: str


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, without its backquotes, and the text below it up to the next heading of any level."""

    heading: str
    body: str

    @property
    def prose(self) -> str:
        return without_blocks(self.body)


def blocks(text: str) -> list[Block]:
    return [
        Block(text.count("\n", 0, found.start()) + 1, found[1], found[2] or "", found[3])
        for found in _BLOCK.finditer(text)
    ]


def sections(text: str) -> list[Section]:
    """Every section that has a heading, in order."""
    found = [*_HEADING.finditer(without_blocks(text))]
    ends = [one.start() for one in found[1:]] + [len(text)]
    return [Section(bare(one[2]), text[one.end() : end]) for one, end in zip(found, ends, strict=True)]


def section(text: str, heading: str) -> Section:
    """The one section with this heading."""
    (found,) = [one for one in sections(text) if one.heading == heading]
    return found


def tables(text: str) -> dict[str, list[list[str]]]:
    """The tables by what stands in the first cell of their heads, rows of the same one together, as cells."""
    found: dict[str, list[list[str]]] = {}
    head = ""
    previous = ""
    for line in without_blocks(text).splitlines():
        if line.startswith("|") and not previous.startswith("|"):
            head = _cells(line)[0]
            found.setdefault(head, [])
        elif line.startswith("|") and not set(line) <= set("|-: "):
            found[head].append(_cells(line))
        previous = line
    return found


def spans(text: str) -> list[str]:
    """What stands between backquotes, outside of blocks."""
    return _SPAN.findall(without_blocks(text))


def links(text: str) -> list[str]:
    """The targets of links, outside of blocks and code."""
    return _LINK.findall(_SPAN.sub("", without_blocks(text)))


def anchors(text: str) -> set[str]:
    """The anchors of the headings, as GitHub makes them."""
    made: dict[str, int] = {}
    for one in sections(text):
        slug = re.sub(r"[^\w\- ]", "", one.heading.lower()).replace(" ", "-")
        made[slug] = made.get(slug, 0) + 1
    return {slug if number == 0 else f"{slug}-{number}" for slug, count in made.items() for number in range(count)}


def bare(cell: str) -> str:
    """What a cell says, without backquotes."""
    return cell.replace("`", "").strip()


def without_blocks(text: str) -> str:
    """The text with fenced blocks and comments blanked out, so that every place in it stays where it is."""
    blanked = _COMMENT.sub(lambda found: _blank(found[0]), text)
    edges = [0, *(edge for found in _BLOCK.finditer(blanked) for edge in found.span()), len(blanked)]
    parts = [blanked[start:end] for start, end in pairwise(edges)]
    return "".join(_blank(part) if at % 2 else part for at, part in enumerate(parts))


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
