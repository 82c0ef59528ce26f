"""Finds tokens that a line's end, a block's or a message's parts in two or more: neither part is a token by itself."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from noctule.safety.redaction.found import Found
from noctule.safety.redaction.looks import looks_random
from noctule.safety.redaction.shapes import shaped_secrets

# The shortest token of a known shape has 20 characters, the longest some hundreds.
_SHORTEST, _LONGEST = 20, 600
_MOST_PARTS = 4

_SEAM = re.compile(r"[ \t\r]*\n\s*")
_FIRST_WORD = re.compile(r"\S+")


def parted_secrets(text: str, known: Sequence[Found]) -> list[Found]:
    """Those of `text` that are none of `known`, each from its first part's start to its last part's end."""
    ends = {found.end for found in known}
    seams = list(_SEAM.finditer(text))
    found: list[Found] = []
    for at in range(len(seams)):
        parts = _parts(text, seams, at)
        # With fewer parts too: what stands behind the last would run into it.
        for count in range(2, len(parts) + 1):
            found += _across(text, parts[:count], ends)
    return found


def _parts(text: str, seams: Sequence[re.Match[str]], at: int) -> list[tuple[int, int]]:
    """The word before a seam, the word behind it, and the next as long as a word is a whole line."""
    line_start = seams[at - 1].end() if at else 0
    before = _last_word(text[max(line_start, seams[at].start() - _LONGEST) : seams[at].start()])
    if not before:
        return []
    parts = [(seams[at].start() - len(before), seams[at].start())]
    for number in range(at, min(at + _MOST_PARTS, len(seams))):
        line_end = seams[number + 1].start() if number + 1 < len(seams) else len(text)
        word = _FIRST_WORD.match(text, seams[number].end(), min(line_end, seams[number].end() + _LONGEST))
        if word is None:
            break
        parts.append(word.span())
        if word.end() < line_end:
            break
    return parts if len(parts) > 1 else []


def _last_word(line: str) -> str:
    """What a line ends in; to search for it from the front takes ten times as long."""
    words = line.rsplit(None, 1)
    return words[-1] if words and not line[-1].isspace() else ""


def _across(text: str, parts: Sequence[tuple[int, int]], known_ends: set[int]) -> Iterator[Found]:
    """Tokens of the parts put together that reach over a seam.

    Where a whole token ends at that seam, what follows is most often a word: it belongs to the token only where it
    looks as made by a machine.
    """
    bounds = [0, *accumulate(end - start for start, end in parts)]
    if bounds[-1] < _SHORTEST:
        return
    together = "".join(text[start:end] for start, end in parts)
    for kind, start, end in shaped_secrets(together):
        first, last = bisect_right(bounds, start) - 1, bisect_right(bounds, end - 1) - 1
        if first == last:
            continue
        rest = together[bounds[first + 1] : end]
        if parts[first][1] in known_ends and not (any(map(str.isdigit, rest)) and looks_random(rest)):
            continue
        yield Found(kind, parts[first][0] + start - bounds[first], parts[last][0] + end - bounds[last])
