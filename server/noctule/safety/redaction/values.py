"""Takes the value that follows a name: quoted, escaped, in a block or bare, without what belongs to its line."""

import re

from noctule.dataclass import dataclass

# A value is judged by its head; how far it goes on is only measured.
_HEAD = 400
_LONGEST = 16_000

_QUOTED = re.compile(r"(?:[bBfFrRuU@$]{1,2})?(?P<open>\\{0,7}(?P<quote>\"{3}|'{3}|[\"'`“‘«「『]))")
_CLOSING = {"“": "”", "‘": "’", "«": "»", "「": "」", "『": "』"}
_BARE = re.compile(rf"[!-~\u00a1-\u024f]{{1,{_HEAD}}}")
_REST = re.compile(rf"[A-Za-z0-9+/=_.~%-]{{0,{_LONGEST}}}")
_BLOCK = re.compile(r"[|>][+-]?\d?[ \t]*\r?\n[ \t]{1,40}(?=\S)")
# Where a bare value ends although no blank follows: an escape, the next parameter, a quote that closes what is around.
_END_OF_BARE = re.compile(
    r"\\{1,4}[nrt](?![A-Za-z0-9]{0,2}[!@#$%^&*])|\\{1,4}[\"']|&(?:amp;)?[\w.-]{1,40}=|;"
    r"(?:[\w .-]{1,40}=|\Z)|,(?:[\"'{\[]|[\w.-]{1,40}[=:]|\Z)|</|\*\*|`"
    r"|[\"'](?=[\s,;:)}\]&|+>\\\"']|\Z)|\]\]>|%2[26C](?:%22)?(?=[A-Za-z_%]|\Z)"
)


@dataclass(frozen=True, slots=True)
class Value:
    """A value and where it stands; `text` is its head only, `is_quoted` whether quotes say where it ends."""

    text: str
    start: int
    end: int
    is_quoted: bool


def value_at(text: str, at: int) -> Value | None:
    """The value that starts at `at`, or None where nothing stands there."""
    block = _BLOCK.match(text, at)
    at = block.end() if block else at
    quoted = _QUOTED.match(text, at)
    if quoted:
        return _quoted_value(text, quoted)
    bare = _BARE.match(text, at)
    return _bare_value(text, bare) if bare else None


def _quoted_value(text: str, opened: re.Match[str]) -> Value | None:
    start = opened.end()
    closing = opened["open"][: -len(opened["quote"])] + _CLOSING.get(opened["quote"], opened["quote"])
    line_end = text.find("\n", start, start + _LONGEST)
    limit = line_end if line_end >= 0 else min(len(text), start + _LONGEST)
    end = _closing_quote(text, closing, start, limit)
    if end < 0:
        # Cut off, or a quote that was none: what follows up to a blank is the value.
        bare = _BARE.match(text, start)
        return _bare_value(text, bare) if bare else None
    if opened["quote"] == "«":
        # French quotes have a blank inside.
        start, end = start + len(text[start:end]) - len(text[start:end].lstrip()), start + len(text[start:end].rstrip())
    return Value(text[start : min(end, start + _HEAD)], start, end, is_quoted=True) if end > start else None


def _closing_quote(text: str, closing: str, start: int, limit: int) -> int:
    """The first closing quote that no backslash of its own stands before."""
    end = text.find(closing, start, limit)
    for _ in range(64):
        if end < 0 or closing.startswith("\\") or text[end - 1] != "\\" or text[end - 2 : end] == "\\\\":
            return end
        end = text.find(closing, end + 1, limit)
    return end


def _bare_value(text: str, match: re.Match[str]) -> Value | None:
    head = match[0]
    cut = _END_OF_BARE.search(head)
    if cut:
        head = head[: cut.start()]
    head = _without_tail(head)
    if not head:
        return None
    end = match.start() + len(head)
    if len(head) == _HEAD:
        rest = _REST.match(text, end)
        end = rest.end() if rest else end
    return Value(head, match.start(), end, is_quoted=False)


def _without_tail(value: str) -> str:
    """The value without the punctuation of the sentence or call that it stands in."""
    while value and value[-1] in ".,;:)]}>\"'?" and not _is_balanced(value):
        value = value[:-1]
    return value


def _is_balanced(value: str) -> bool:
    pairs = {")": "(", "]": "[", "}": "{", ">": "<"}
    opening = pairs.get(value[-1])
    return opening is not None and value.count(opening) >= value.count(value[-1])
