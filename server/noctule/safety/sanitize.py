"""Makes a memory's text safe to put into a prompt, a list or a log, without losing a word of it.

Text from a memory is data: whatever it says, it cannot close the block it is shown in, open another, speak as somebody
else or hide from a reader. The file on disk is never changed by this.
"""

import re
from typing import TYPE_CHECKING

from noctule.regex import regex

if TYPE_CHECKING:
    from noctule.safety.tags import Edit

# Characters that a name and a description may take in a prompt or a UI; the file keeps its own.
_NAME_LIMIT = 80
_DESCRIPTION_LIMIT = 200


# Nothing in such a text can be a tag, hidden, or a marker (a note on a memory's age ends in `old`): most names and
# descriptions are so, and a list has hundreds.
_PLAIN = regex(r"(?!.*old)[a-z0-9 .,;'()/_+-]*", re.IGNORECASE | re.ASCII)


def neutralise(text: str) -> str:
    """A body as it may stand in a prompt: tags, tokens and markers escaped, hidden characters written out.

    Ordinary prose, code and scripts come back as they are, line breaks as `\\n`. Applying it twice changes no more.
    """
    from noctule.safety.characters import LINE_BREAK, show_hidden
    from noctule.safety.markers import escape_open_fence

    plain = LINE_BREAK.sub("\n", text)
    return escape_open_fence(show_hidden(_escaped(plain)))


def one_line(text: str, limit: int | None = None) -> str:
    """A text as one line without hidden characters or tags, of at most `limit` characters (cut with `…`)."""
    line = " ".join((text if _PLAIN.fullmatch(text) else _visible(text)).split())
    return line if limit is None else _cut(line, limit)


def memory_name(name: str, path: str) -> str:
    """A memory's name as it is shown and injected; its path, where the name is all hidden characters."""
    return shown_name(name) or shown_name(path)


def shown_name(text: str) -> str:
    """A name or title as it is shown and injected: one line of at most 80 characters, empty if none can be seen."""
    return one_line(text, _NAME_LIMIT)


def shown_description(text: str) -> str:
    """A memory's description as it is shown and injected: one line of at most 200 characters."""
    return one_line(text, _DESCRIPTION_LIMIT)


def _visible(text: str) -> str:
    from noctule.safety.characters import strip_hidden

    return _escaped(strip_hidden(text))


def _escaped(text: str) -> str:
    from noctule.safety.markers import marker_edits
    from noctule.safety.skeleton import skeleton
    from noctule.safety.tags import tag_edits

    read = skeleton(text)
    edits = sorted({edit.start: edit for edit in (*marker_edits(read), *tag_edits(read))}.values())
    return _applied(text, edits) if edits else text


def _applied(text: str, edits: "list[Edit]") -> str:
    pieces: list[str] = []
    done = 0
    for edit in edits:
        if edit.start < done:
            continue
        pieces += (text[done : edit.start], edit.text)
        done = edit.end
    pieces.append(text[done:])
    return "".join(pieces)


def _cut(line: str, limit: int) -> str:
    return line if len(line) <= limit else line[: max(limit - 1, 0)].rstrip() + "…"[:limit]
