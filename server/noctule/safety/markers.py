"""Breaks the lines that pass for something the prompt itself would say.

A turn (`Human:`), a role heading (`### System:`), the head of a recalled memory (`Memory: PATH:`), a note on its age,
the end of a comment or CDATA block, a code fence that is never closed. Each gets a backslash or a blank at the place
that makes it a marker; the words stay.
"""

import re
from collections.abc import Iterator

from noctule.regex import regex
from noctule.safety.skeleton import PARAGRAPH, Skeleton
from noctule.safety.tags import Edit

_LINE = rf"(?:^|[\n{PARAGRAPH}])[\s>*_#-]{{0,8}}"
_ROLE = "human|user|system|assistant|developer|tool|function|model|ai"
# Each with what a text must hold to have it: most texts lack that, and looking for it costs nothing.
_TURNS = (
    (":", regex(rf"{_LINE}(?:human|assistant)[*_]{{0,3}}\s?(?P<at>:)")),
    # `System: macOS 14` is an ordinary line; only after a blank line does it look like a turn.
    (PARAGRAPH, regex(rf"{PARAGRAPH}[*_]{{0,3}}(?:{_ROLE})[*_]{{0,3}}\s?(?P<at>:)")),
    (
        "#",
        regex(
            rf"(?:^|[\n{PARAGRAPH}])\s?#{{1,6}}\s?(?:{_ROLE}|instructions?|input|response)"
            r"(?:\s(?:prompt|message|instructions?))?\s?(?P<at>:)"
        ),
    ),
    (
        "memory",
        regex(
            r"\bmemory\s(?:is|was)\s(?:(?:about|around|only|just)\s)?(?P<at>\d{1,6}|an?|one|zero)"
            r"\s(?:second|minute|hour|day|week|month|year)s?\sold"
        ),
    ),
)
_RECALLED = regex(rf"{_LINE}memory\s?(?P<at>:)\s?(?P<path>(?:[a-z]:)?[^\n:{PARAGRAPH}]{{1,1024}}):(?=\s|$)")
_CDATA_END = regex(r"\]\]\s?(?P<at>>)")
_COMMENT_END = regex(rf"(?:^|[\n{PARAGRAPH}])[\s>]{{0,4}}--!?(?P<at>>)")
_FENCE = regex(r"^[ ]{0,3}(?:>[ ]?){0,4}(?P<mark>`{3,}|~{3,})(?P<rest>[^\n]*)$", re.MULTILINE)


def marker_edits(read: Skeleton) -> Iterator[Edit]:
    """What to change so that no line of a text passes for one of the prompt's."""
    for needed, pattern in _TURNS:
        for match in pattern.finditer(read.text) if needed in read.text else ():
            yield _insert(read, match.start("at"), "\\")
    for match in _RECALLED.finditer(read.text) if "memory" in read.text else ():
        if re.search(r"[/\\]|\.md\b", match["path"]):
            yield _insert(read, match.start("at"), "\\")
    yield from _block_ends(read)


def escape_open_fence(text: str) -> str:
    """The text with a code fence that is never closed escaped, so that it cannot swallow what follows."""
    if "```" not in text and "~~~" not in text:
        return text
    opened: re.Match[str] | None = None
    for match in _FENCE.finditer(text):
        if opened is None:
            opened = match
        elif _closes(match, opened):
            opened = None
    if opened is None:
        return text
    start = opened.start()
    return text[:start] + _FENCE.sub(_escaped_fence, text[start:])


def _block_ends(read: Skeleton) -> Iterator[Edit]:
    text = read.text
    for match in _CDATA_END.finditer(text) if "]]" in text else ():
        if match[0] == "]]>":
            yield _insert(read, match.start("at"), " ")
    first_comment = text.find("<!--")
    for match in _COMMENT_END.finditer(text) if "--" in text else ():
        if first_comment < 0 or match.start() < first_comment:
            yield _insert(read, match.start("at"), " ")
    last_end = text.rfind("-->")
    for match in re.finditer("<!--", text):
        if match.start() > last_end:
            yield _insert(read, match.start() + 1, " ")


def _insert(read: Skeleton, at: int, text: str) -> Edit:
    return Edit(read.starts[at], read.starts[at], text)


def _closes(fence: re.Match[str], opened: re.Match[str]) -> bool:
    same = fence["mark"][0] == opened["mark"][0] and len(fence["mark"]) >= len(opened["mark"])
    return same and not fence["rest"].strip()


def _escaped_fence(match: re.Match[str]) -> str:
    at = match.start("mark") - match.start()
    return f"{match[0][:at]}\\{match[0][at:]}"
