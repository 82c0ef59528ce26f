"""The lines of an index: which are a memory's own, and which are headings, prose, tables or comments around them."""

from functools import lru_cache
from typing import Final, Literal

from noctule.dataclass import dataclass, field
from noctule.memories.block import find_block
from noctule.memories.links import Link, links_in
from noctule.memories.names import path_key
from noctule.memories.text import split_lines
from noctule.regex import regex

# `comment` is also code, frontmatter and a rule: what nobody means as an entry. `continuation` goes on an entry's line.
Kind = Literal["entry", "continuation", "heading", "table", "text", "comment", "blank"]

BULLET: Final = regex(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
SEPARATORS: Final = " \t*_~—–-:|·→"

_HEADING: Final = regex(r" {0,3}#{1,6}(?:[ \t]|$)")
_FENCE: Final = regex(r" {0,3}(`{3,}|~{3,})")
_RULE: Final = regex(r" {0,3}(?:-[ \t]*){3,}$| {0,3}(?:\*[ \t]*){3,}$| {0,3}(?:_[ \t]*){3,}$| {0,3}={3,}[ \t]*$")


@dataclass(frozen=True, slots=True)
class IndexLine:
    """One line: `number` counts from 0, `raw` is without its line end, `target` the path of its first memory link.

    `links` are all links in it, whatever its kind; only an `entry` is a memory's own line.
    """

    number: int
    raw: str
    kind: Kind
    title: str = ""
    target: str | None = None
    hook: str = ""
    links: tuple[Link, ...] = ()

    @property
    def first_link(self) -> Link | None:
        """The link that `target` comes from."""
        return next((link for link in self.links if link.target is not None), None)

    def leads_to(self, path: str) -> bool:
        """Whether the line's first memory link is this path."""
        return self.target is not None and path_key(self.target) == path_key(path)


@dataclass(frozen=True, slots=True)
class Index:
    """An index as its lines; `text` is the whole of it."""

    text: str
    lines: tuple[IndexLine, ...]

    @property
    def entries(self) -> tuple[IndexLine, ...]:
        """The lines that are a memory's own."""
        return tuple(line for line in self.lines if line.kind == "entry")

    def end_of(self, line: IndexLine) -> int:
        """The number of the line after an entry and the lines that go on with it."""
        end = line.number + 1
        while end < len(self.lines) and self.lines[end].kind == "continuation":
            end += 1
        return end


def parse_index(text: str) -> Index:
    """Reads an index line by line; never raises, and costs no more than its length."""
    block = find_block(text)
    reader = _Reader()
    offset = 0
    for number, whole in enumerate(split_lines(text)):
        raw = whole.rstrip("\r\n")
        kind: Kind = "comment" if block.present and offset < block.body else reader.kind_of(raw)
        reader.lines.append(_line(number, raw, kind))
        offset += len(whole)
    return Index(text, tuple(reader.lines))


@dataclass(slots=True)
class _Reader:
    """What the lines so far leave open: a code fence, a comment, an entry that may go on."""

    lines: list[IndexLine] = field(default_factory=list)
    fence: str = ""
    in_comment: bool = False

    def kind_of(self, raw: str) -> Kind:
        if self._is_inside(raw):
            return "comment"
        if not raw.strip():
            return "blank"
        if _HEADING.match(raw):
            return "heading"
        if raw.lstrip().startswith("|"):
            return "table"
        if _RULE.match(raw):
            return "comment"
        if raw[0] in " \t" and not BULLET.match(raw) and self._last_kind() in ("entry", "continuation"):
            return "continuation"
        return "text"

    def _is_inside(self, raw: str) -> bool:
        fence = _FENCE.match(raw)
        if self.fence:
            closes = fence is not None and fence[1].startswith(self.fence) and not raw.strip(" \t`~")
            self.fence = "" if closes else self.fence
            return True
        if fence is not None and not self.in_comment:
            self.fence = fence[1]
            return True
        was_inside = self.in_comment
        opened, closed = raw.rfind("<!--"), raw.rfind("-->")
        if opened >= 0 or closed >= 0:
            self.in_comment = opened > closed
        return was_inside or raw.lstrip().startswith("<!--")

    def _last_kind(self) -> Kind:
        return self.lines[-1].kind if self.lines else "blank"


def _line(number: int, raw: str, kind: Kind) -> IndexLine:
    if "[" not in raw:
        return IndexLine(number, raw, kind)
    kind, title, target, hook, links = _read(raw, kind)
    return IndexLine(number, raw, kind, title, target, hook, links)


# An index is read again at every keystroke in it, and most of its lines are as they were.
@lru_cache(maxsize=4_096)
def _read(raw: str, kind: Kind) -> tuple[Kind, str, str | None, str, tuple[Link, ...]]:
    """What a line is and says: kind, title, target, hook and links."""
    links = tuple(links_in(raw))
    first = next((link for link in links if link.target is not None), None)
    if first is None:
        return kind, "", None, "", links
    if kind == "comment":
        return kind, first.title, first.target, "", links
    bullet = BULLET.match(raw)
    begins = raw[: first.start].strip(SEPARATORS) == ""
    if kind == "text" and (bullet is not None or begins):
        kind = "entry"
    return kind, first.title, first.target, _hook(raw, first), links


def _hook(raw: str, link: Link) -> str:
    behind = raw[link.end :].strip().lstrip(SEPARATORS).strip()
    if behind:
        return behind
    before = raw[: link.start]
    bullet = BULLET.match(before)
    return before[bullet.end() if bullet else 0 :].strip(SEPARATORS)
