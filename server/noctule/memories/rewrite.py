"""Sets and removes single frontmatter keys by editing their lines and no other, also in a block that YAML refuses."""

from collections.abc import Sequence

from noctule.memories.block import Block, find_block
from noctule.memories.pairs import METADATA, children_of, says_exactly
from noctule.memories.scalars import write_value
from noctule.memories.split import Pair, base_indent, indent_of
from noctule.memories.text import newline_of

_NESTED = METADATA + "."


def set_key(text: str, key: str, value: str) -> str:
    """The text with one key set, in a block that exists.

    Where `metadata` is a list, a text or a mapping on one line, `metadata.x` is set as `x` at the top.
    """
    block = find_block(text)
    lines = list(block.lines)
    if key.startswith(_NESTED):
        _set_nested(lines, block.pairs, key.removeprefix(_NESTED), value)
    else:
        _set_among(lines, block.pairs, key, value)
    return _with_lines(text, block, lines)


def remove_key(text: str, key: str) -> str:
    """The text without a key, however often it stands there; a `metadata` mapping on one line is left as it is."""
    block = find_block(text)
    lines = list(block.lines)
    spans = _nested_spans(block.pairs, key) if key.startswith(_NESTED) else _spans(block.pairs, key, 0)
    for first, end in reversed(spans):
        del lines[first:end]
    return _with_lines(text, block, lines)


def _set_nested(lines: list[str], pairs: Sequence[Pair], key: str, value: str) -> None:
    parent = _last(pairs, METADATA)
    if parent is None:
        indent = _indent_like(pairs)
        new = [f"{indent}{METADATA}:", _line(_deeper(lines), key, value)]
        _insert(lines, pairs[-1].end if pairs else len(lines), new)
        return
    children = children_of(parent)
    is_mapping = not parent.raw and (bool(children) or not any(line.strip() for line in parent.rest))
    if not is_mapping:
        _set_among(lines, pairs, key, value)
    elif children:
        _set_among(lines, children, key, value, offset=parent.first + 1)
    else:
        _insert(lines, parent.first + 1, [_line(_deeper(lines), key, value)])


def _set_among(lines: list[str], pairs: Sequence[Pair], key: str, value: str, *, offset: int = 0) -> None:
    old = _last(pairs, key)
    if old is None:
        _insert(lines, offset + pairs[-1].end if pairs else len(lines), [_line(_indent_like(pairs), key, value)])
    elif not says_exactly(old, value):
        first, end = offset + old.first, offset + old.end
        gap = old.gap if old.gap.strip(" ") == "" and old.gap else " "
        lines[first:end] = [f"{old.prefix}{gap}{write_value(value)}{_end_of(lines[end - 1])}"]


def _insert(lines: list[str], at: int, new: list[str]) -> None:
    newline = newline_of("".join(lines[:1]))
    if at > 0 and not lines[at - 1].endswith("\n"):
        lines[at - 1] += newline
    lines[at:at] = [line + newline for line in new]


def _line(indent: str, key: str, value: str) -> str:
    # The one value that is no text: in quotes it would be one to every other reader.
    is_switch = key == "pinned" and value in ("true", "false")
    return f"{indent}{write_value(key)}: {value if is_switch else write_value(value)}"


def _indent_like(pairs: Sequence[Pair]) -> str:
    prefix = pairs[-1].prefix if pairs else ""
    return prefix[: indent_of(prefix)]


def _deeper(lines: Sequence[str]) -> str:
    return " " * (base_indent(lines) + 2)


def _end_of(line: str) -> str:
    return line[len(line.rstrip("\r\n")) :]


def _last(pairs: Sequence[Pair], key: str) -> Pair | None:
    return next((pair for pair in reversed(pairs) if pair.key == key), None)


def _spans(pairs: Sequence[Pair], key: str, offset: int) -> list[tuple[int, int]]:
    return [(offset + pair.first, offset + pair.end) for pair in pairs if pair.key == key]


def _nested_spans(pairs: Sequence[Pair], key: str) -> list[tuple[int, int]]:
    inner = key.removeprefix(_NESTED)
    parents = [pair for pair in pairs if pair.key == METADATA]
    return [span for parent in parents for span in _spans(children_of(parent), inner, parent.first + 1)]


def _with_lines(text: str, block: Block, lines: list[str]) -> str:
    return text[: block.content] + "".join(lines) + text[block.end :]
