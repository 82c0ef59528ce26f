"""The text of a message, whichever way its source writes it, and what of a tool's output is kept."""

from collections.abc import Iterable, Iterator
from typing import Final

from noctule.transcripts.put_in import without_blocks
from noctule.transcripts.records import objects_in, text_in

# A tool's output says little behind this many characters.
_TOOL_CHARS: Final = 2_000


def said_in(content: object, kinds: Iterable[str] = ("text",)) -> str:
    """The text of a message's content: a text itself, or blocks, of which those of these types with a `text` count."""
    return without_blocks("\n".join(texts_in(content, kinds)))


def texts_in(content: object, kinds: Iterable[str] = ("text",)) -> Iterator[str]:
    """The texts of a message's content one by one, as they are."""
    if isinstance(content, str):
        yield content
    wanted = tuple(kinds)
    for block in objects_in(content):
        if block.get("type") in wanted and text_in(block.get("text")):
            yield block["text"]


def tool_text(text: str, *, is_error: bool = False) -> str:
    """A tool's output, cut to its first characters; an error is marked as one."""
    head = clipped(without_blocks(text), _TOOL_CHARS)
    return f"[error] {head}" if is_error and head else head


def clipped(text: str, limit: int) -> str:
    """A text's first `limit` characters at most, and how many more there are.

    It is cut where a line or a word ends: half of a secret would not be recognised as one.
    """
    if len(text) <= limit:
        return text
    end = max(0, *(text.rfind(blank, 0, limit) for blank in "\n \t"))
    line_end = text.rfind("\n", 0, limit)
    if line_end >= end // 2:
        end = line_end
    return f"{text[:end].rstrip()}\n[{len(text) - end} more characters]".lstrip()
