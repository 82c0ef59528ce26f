"""The text of a message, whichever way its source writes it, and what of a tool's output is kept."""

from collections.abc import Iterable, Iterator
from typing import Final

from noctule.transcripts.put_in import without_blocks
from noctule.transcripts.records import objects_in, text_in

# A tool's output says little behind this many characters.
_TOOL_CHARS: Final = 2_000

# Longer than any secret that is no block of lines.
_BEHIND_CUT: Final = 1_000


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
    """A text of at most `limit` characters as it is; of a longer one the head, and how much is left out.

    Half of a secret, or one without what follows it, would not be recognised: what is cut is redacted before, together
    with some text behind the cut, and then cut where a line or a word ends.
    """
    from noctule.safety.redact import redact

    if len(text) <= limit:
        return text
    looked_at = text[: limit + _BEHIND_CUT]
    seen = redact(looked_at).text
    if looked_at == text and len(seen) <= limit:
        return seen
    # What lies near the end of what was looked at may be half of a secret.
    head = seen[: limit if looked_at == text else min(limit, max(0, len(seen) - _BEHIND_CUT))]
    end = max(0, *(head.rfind(blank) for blank in "\n \t"))
    line_end = head.rfind("\n")
    if line_end >= end // 2:
        end = line_end
    return f"{head[:end].rstrip()}\n[{len(text) - end} more characters]".lstrip()
