"""What one frontmatter pair says: its value as text, its children, and whether other YAML readers would agree."""

from typing import Final

from noctule.memories.scalars import Value, is_read_alike, read_value, write_value
from noctule.memories.split import TEXT_KEYS, Pair, indent_of, split_pairs

METADATA: Final = "metadata"


def value_of(pair: Pair) -> Value:
    """The pair's value, with the fault that a strict reader would find in it."""
    value = _without_indent(pair)
    if value.fault is None and "\t" in pair.prefix[: indent_of(pair.prefix)]:
        return Value(value.text, "is indented by a tab")
    return value


def children_of(pair: Pair) -> list[Pair]:
    """The pairs that lie indented under an empty key; their line numbers count from the line below it."""
    return [] if pair.raw else split_pairs(pair.rest)[0]


def is_misread(pair: Pair) -> bool:
    """Whether another YAML reader would refuse the pair's text or see less of it, and quotes would help."""
    value = _without_indent(pair)
    if value.text is None:
        return False
    return value.fault is not None or (_is_plain(pair) and not is_read_alike(value.text))


def says_exactly(pair: Pair, text: str) -> bool:
    """Whether the pair already gives this text to every YAML reader, so that it need not be rewritten."""
    if is_misread(pair) or value_of(pair).text != text:
        return False
    return not _is_plain(pair) or (not pair.rest and pair.raw == write_value(text))


def _without_indent(pair: Pair) -> Value:
    value = read_value(pair.raw, pair.rest, is_text=pair.key in TEXT_KEYS)
    has_odd_gap = bool(pair.raw) and (not pair.gap or "\t" in pair.gap)
    if value.fault is None and value.text is not None and has_odd_gap:
        return Value(value.text, "does not follow its colon by a blank")
    return value


def _is_plain(pair: Pair) -> bool:
    return bool(pair.raw) and pair.raw[0] not in "'\"|>"
