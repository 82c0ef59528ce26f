"""Where a memory's frontmatter lies, cut into `key: value` pairs line by line, whatever YAML would say of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from noctule.memories.text import BOM, Problem, split_lines

# A block that is not closed within this many characters is not one: reading stays linear in a file of any size.
BLOCK_LIMIT: Final = 65_536
# Keys whose value is a text, never a list: they are read literally even where YAML would see a structure.
TEXT_KEYS: Final = frozenset({"name", "title", "description", "type", "modified", "updated", "pinned"})

_NO_KEY: Final = frozenset("#&*!|>%@`[]{},")


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


@dataclass(frozen=True, slots=True)
class Block:
    """A frontmatter block. Offsets are code points in the text; without a block, `start` is where a new one belongs."""

    present: bool
    start: int
    content: int
    end: int
    body: int
    first_line: int = 0
    lines: tuple[str, ...] = ()
    pairs: tuple[Pair, ...] = ()
    problems: tuple[Problem, ...] = ()


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


def find_block(text: str) -> Block:
    """Finds the block at a text's head, between `---` lines: a byte order mark, blanks or a `>` quote may go before."""
    top = 1 if text.startswith(BOM) else 0
    opening, line_number = _opening(text, top)
    if opening is None:
        return _absent(top)
    head = split_lines(text[opening : opening + BLOCK_LIMIT])
    if opening + BLOCK_LIMIT < len(text):
        head.pop()
    if not head:
        return _absent(top)
    closing = next((at for at in range(1, len(head)) if _is_fence(head[at]) or head[at].rstrip() == "..."), None)
    if closing is None:
        return _unclosed(text, top, opening, line_number, head, len(head))
    return _closed(text, top, opening, line_number, head, closing)


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


def indent_of(line: str) -> int:
    """How many blanks and tabs a line begins with."""
    return len(line) - len(line.lstrip(" \t"))


def base_indent(lines: Sequence[str]) -> int:
    """How deep the first line that says something is indented: pairs lie there, what belongs to them lies deeper."""
    said = (line for line in lines if line.strip() and not line.lstrip().startswith("#"))
    return indent_of(next(said, ""))


def _opening(text: str, top: int) -> tuple[int | None, int]:
    """The offset and line number of the line that may open a block."""
    if text.startswith("---", top):
        end = text.find("\n", top, top + BLOCK_LIMIT)
        line = text[top : end if end >= 0 else top + 64]
        return (top, 0) if _is_fence(line) else (None, 0)
    if text[top : top + 1] not in (">", "\n", "\r", " ", "\t"):
        return None, 0
    offset = top
    for number, line in enumerate(split_lines(text[top : top + BLOCK_LIMIT])):
        if _is_fence(line):
            return (offset, number) if _begins_with_pair(text, offset + len(line)) else (None, 0)
        if line.strip() and not line.startswith(">"):
            break
        offset += len(line)
    return None, 0


def _begins_with_pair(text: str, start: int) -> bool:
    lines = split_lines(text[start : start + 1024])
    return _draft(next((line for line in lines if not line.startswith("#")), ""), 0) is not None


def _closed(text: str, top: int, opening: int, line_number: int, head: list[str], closing: int) -> Block:
    lines = head[1:closing]
    pairs, strays = split_pairs(lines)
    if not pairs and strays:
        return _no_mapping(top, line_number, lines)
    gap = next((at for at in strays if at > 0 and not lines[at - 1].strip()), None)
    if gap is not None and pairs[0].key in TEXT_KEYS:
        return _unclosed(text, top, opening, line_number, head, closing)
    content = opening + len(head[0])
    end = content + sum(map(len, lines))
    first_line = line_number + 1
    problems = tuple(_stray(first_line + at) for at in sorted(set(strays) - {at + 1 for at in strays}))
    return Block(
        present=True,
        start=opening,
        content=content,
        end=end,
        body=end + len(head[closing]),
        first_line=first_line,
        lines=tuple(lines),
        pairs=tuple(pairs),
        problems=problems,
    )


def _unclosed(text: str, top: int, opening: int, line_number: int, head: list[str], limit: int) -> Block:
    """A block that somebody opened and did not close: its first lines that are pairs, the rest is body."""
    lines = head[1:limit]
    first_blank = next((at for at, line in enumerate(lines) if not line.strip()), len(lines))
    lines = lines[:first_blank]
    pairs, strays = split_pairs(lines)
    if strays:
        lines = lines[: strays[0]]
        pairs = [pair for pair in pairs if pair.first < strays[0]]
    if not pairs or (pairs[0].key not in TEXT_KEYS and pairs[0].key != "metadata"):
        return _absent(top)
    content = opening + len(head[0])
    end = content + sum(map(len, lines))
    is_long = len(text) - opening > BLOCK_LIMIT and end - opening > BLOCK_LIMIT // 2
    return Block(
        present=True,
        start=opening,
        content=content,
        end=end,
        body=end,
        first_line=line_number + 1,
        lines=tuple(lines),
        pairs=tuple(pairs),
        problems=(_too_long(line_number) if is_long else _not_closed(line_number),),
    )


def _absent(top: int) -> Block:
    return Block(present=False, start=top, content=top, end=top, body=top)


def _no_mapping(top: int, line_number: int, lines: list[str]) -> Block:
    """Text between two `---` lines: a broken block if it follows the first at once, else two rules of the body."""
    if not lines[0].strip():
        return _absent(top)
    message = "The frontmatter holds no `key: value` line and is read as text. Write a name and a description."
    problem = Problem("frontmatter-not-mapping", line_number + 1, message)
    return Block(present=False, start=top, content=top, end=top, body=top, problems=(problem,))


def _stray(line: int) -> Problem:
    message = f"Line {line + 1} is in the frontmatter but no `key: value`, so it is not read. Mend it or move it down."
    return Problem("frontmatter-broken", line, message)


def _not_closed(line: int) -> Problem:
    return Problem("frontmatter-unclosed", line, "The frontmatter is not closed. End it with a line `---`.")


def _too_long(line: int) -> Problem:
    message = f"The frontmatter is longer than {BLOCK_LIMIT:,} characters; only its head is read. Shorten it."
    return Problem("frontmatter-too-long", line, message)


def _is_fence(line: str) -> bool:
    return line.rstrip(" \t\r\n") == "---"


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
    if not text or text[0] in _NO_KEY or (text[0] in "-?:" and text[1:2] in ("", " ", "\t")):
        return None
    if text[0] in "'\"":
        end = text.find(text[0], 1)
        colon = end + 1 + len(text[end + 1 :]) - len(text[end + 1 :].lstrip(" \t"))
        is_key = end > 0 and text[colon : colon + 1] == ":" and text[colon + 1 : colon + 2] in ("", " ", "\t")
        return (text[1:end], colon) if is_key else None
    colon = text.find(":")
    while colon >= 0 and text[colon + 1 : colon + 2] not in ("", " ", "\t"):
        colon = text.find(":", colon + 1)
    if colon < 0:
        # `name:value` without the blank is no pair in YAML, but nobody can mean anything else by it.
        colon = text.find(":")
        return (text[:colon], colon) if colon > 0 and text[:colon] in TEXT_KEYS else None
    key = text[:colon].rstrip(" \t")
    return None if not key or len(key) > 256 or " #" in key else (key, colon)


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
    closing = {"'": "'", '"': '"', "[": "]", "{": "}"}.get(draft.raw[:1])
    return closing is not None and (not last.endswith(closing) or (last == closing and not draft.rest))


def _extend(draft: _Draft, lines: Sequence[str], number: int) -> None:
    have = draft.first + 1 + len(draft.rest)
    draft.rest.extend(line.rstrip("\r\n") for line in lines[have : number + 1])
