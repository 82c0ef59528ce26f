"""Finds tokens by the shape that their provider gave them: a prefix of letters, then a tail of a known alphabet.

The tokens stand in long runs of letters, digits, dashes and underscores. Such runs are rare in prose, so they are
found first; only there are the prefixes looked for, and only behind a prefix is a tail tried.
"""

import re
from collections.abc import Iterator

from noctule.safety.redaction.found import Found
from noctule.safety.redaction.looks import is_placeholder
from noctule.safety.redaction.shape_table import ANYWHERE, BY_PREFIX, WHOLE_RUNS

# The shortest of the tokens (an AWS key id) has 20 characters; a part of one that has dots may be shorter.
_RUN = re.compile(r"(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{16,}")
_PREFIX = re.compile(
    r"(?<![A-Za-z0-9])(?:" + "|".join(re.escape(p) for p in sorted(BY_PREFIX, key=len, reverse=True)) + ")"
)
_TELLING = 4
# `\n` and `%3D` before a token run into it: their last letters are no part of it.
_ESCAPE_BEFORE = re.compile(r"(?<=\\)[nrtbf]|(?<=%)[0-9A-Fa-f]{2}|(?<=\\u)[0-9A-Fa-f]{4}|(?<=\\x)[0-9A-Fa-f]{2}")


def shaped_secrets(text: str) -> Iterator[Found]:
    """Tokens of known shape, in no order; a shape filled with a placeholder is left alone."""
    for run in _RUN.finditer(text):
        yield from _in_run(text, run.start(), run.end())
    for kind, keyword, before, pattern in ANYWHERE:
        if keyword in text:
            yield from _around(text, kind, keyword, before, pattern)


def _in_run(text: str, start: int, end: int) -> Iterator[Found]:
    escape = _ESCAPE_BEFORE.match(text, start)
    start = escape.end() if escape else start
    for kind, pattern in WHOLE_RUNS:
        match = pattern.match(text, start)
        if match and not is_placeholder(match[0]):
            yield Found(kind, match.start(), match.end())
            return
    # Matched from the run's own start: what stands before it (an escape's letter) is no part of the token.
    stretch = text[start:end]
    for prefix in _PREFIX.finditer(stretch):
        # In the middle of a hash in base 64 two letters and a dash mean nothing.
        if prefix.start() > 0 and len(prefix[0]) < _TELLING:
            continue
        yield from _shaped(text, start + prefix.start(), prefix[0])


def _shaped(text: str, start: int, prefix: str) -> Iterator[Found]:
    for kind, tail in BY_PREFIX[prefix]:
        match = tail.match(text, start + len(prefix))
        if match and not is_placeholder(match[0]):
            yield Found(kind, start, _before_full_stop(text, match.end()))
            return


def _around(text: str, kind: str, keyword: str, before: frozenset[str], pattern: re.Pattern[str]) -> Iterator[Found]:
    at = text.find(keyword)
    while at >= 0:
        start = _walked_back(text, at, before)
        match = pattern.match(text, start)
        if match and not is_placeholder(match["secret"]):
            yield Found(kind, match.start("secret"), _before_full_stop(text, match.end("secret")))
        at = text.find(keyword, match.end() if match else at + len(keyword))


def _before_full_stop(text: str, end: int) -> int:
    """Some tokens have dots in them; the one that ends a sentence is none of theirs."""
    return end - 1 if text[end - 1] == "." else end


def _walked_back(text: str, at: int, over: frozenset[str]) -> int:
    """The start of what stands before a keyword; 64 characters are more than any token has there."""
    start = at
    while start > 0 and at - start < 64 and text[start - 1] in over:
        start -= 1
    return start + 1 if start > 0 and start < at and text[start - 1] == "\\" and text[start] in "nrt" else start
