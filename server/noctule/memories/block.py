"""Where a memory's frontmatter lies and which pairs it holds, whatever a YAML parser would say of it."""

from typing import Final

from noctule.dataclass import dataclass
from noctule.memories.split import TEXT_KEYS, Pair, key_of, split_pairs
from noctule.memories.text import BOM, Problem, split_lines

# A block that is not closed within this many characters is not one: reading stays linear in a file of any size.
BLOCK_LIMIT: Final = 65_536


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


@dataclass(frozen=True, slots=True)
class _Head:
    """The whole lines from the one that opens a block to the limit, and the line `cut` there, if the text goes on."""

    top: int
    start: int
    line: int
    lines: list[str]
    cut: str


def find_block(text: str) -> Block:
    """Finds the block at a text's head, between `---` lines: a byte order mark, blanks or a `>` quote may go before."""
    top = 1 if text.startswith(BOM) else 0
    start, line = _opening(text, top)
    if start is None:
        return _absent(top)
    lines = split_lines(text[start : start + BLOCK_LIMIT])
    cut = lines.pop() if start + BLOCK_LIMIT < len(text) else ""
    head = _Head(top, start, line, lines, cut)
    closing = (at for at, line in enumerate(head.lines) if at > 0 and (_is_fence(line) or line.rstrip() == "..."))
    end = next(closing, None)
    return _unclosed(head, len(head.lines)) if end is None else _closed(head, end)


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
    return key_of(next((line for line in lines if not line.startswith("#")), "")) is not None


def _closed(head: _Head, closing: int) -> Block:
    lines = head.lines[1:closing]
    pairs, strays = split_pairs(lines)
    if not pairs and strays:
        return _no_mapping(head, lines)
    has_prose = any(at > 0 and not lines[at - 1].strip() for at in strays)
    if has_prose and pairs[0].key in TEXT_KEYS:
        return _unclosed(head, closing)
    first_of_each_run = sorted(set(strays) - {at + 1 for at in strays})
    problems = tuple(_stray(head.line + 1 + at) for at in first_of_each_run)
    return _found(head, lines, pairs, problems, len(head.lines[closing]))


def _unclosed(head: _Head, limit: int) -> Block:
    """A block that somebody opened and did not close: its first lines that are pairs; the rest is body."""
    lines = head.lines[1:limit]
    lines = lines[: next((at for at, line in enumerate(lines) if not line.strip()), len(lines))]
    pairs, strays = split_pairs(lines)
    if strays:
        lines = lines[: strays[0]]
        pairs = [pair for pair in pairs if pair.first < strays[0]]
    is_long = bool(head.cut) and len(lines) == len(head.lines) - 1
    if not pairs and is_long:
        return _absent(head.top, *_too_long_if_begun(head))
    if not pairs or (pairs[0].key not in TEXT_KEYS and pairs[0].key != "metadata"):
        return _absent(head.top)
    problem = _too_long(head.line) if is_long else _not_closed(head.line)
    return _found(head, lines, pairs, (problem,), 0)


def _too_long_if_begun(head: _Head) -> list[Problem]:
    """Whether the very first line of a block is too long to be read, or it is but a rule above a long text."""
    return [_too_long(head.line)] if key_of(head.cut) in TEXT_KEYS else []


def _found(
    head: _Head, lines: list[str], pairs: list[Pair], problems: tuple[Problem, ...], closing_length: int
) -> Block:
    content = head.start + len(head.lines[0])
    end = content + sum(map(len, lines))
    return Block(
        present=True,
        start=head.start,
        content=content,
        end=end,
        body=end + closing_length,
        first_line=head.line + 1,
        lines=tuple(lines),
        pairs=tuple(pairs),
        problems=problems,
    )


def _absent(top: int, *problems: Problem) -> Block:
    return Block(present=False, start=top, content=top, end=top, body=top, problems=problems)


def _no_mapping(head: _Head, lines: list[str]) -> Block:
    """Text between two `---` lines: a broken block if it follows the first at once, else two rules of the body."""
    if not lines[0].strip():
        return _absent(head.top)
    message = "The frontmatter holds no `key: value` line and is read as text. Write a name and a description."
    return _absent(head.top, Problem("frontmatter-not-mapping", head.line + 1, message))


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
