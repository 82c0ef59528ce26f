"""What of a message was said: without the notices and reminders that harnesses and memories put in."""

from collections.abc import Iterable, Iterator
from typing import Final

from noctule.transcripts.records import objects_in, text_in

# A tool's output says little behind this many characters.
_TOOL_CHARS: Final = 2_000

# Blocks that a harness puts into what a person says, our recalled memories among them.
_PUT_IN = ("system-reminder", "ide_opened_file", "ide_selection", "ide_diagnostics", "new-diagnostics")


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


def without_blocks(text: str) -> str:
    """The text without the blocks that were put in, and without blanks around it."""
    for tag in _PUT_IN:
        if f"<{tag}>" in text:
            text = _without(text, f"<{tag}>", f"</{tag}>")
    return text.strip()


def tool_text(text: str, *, is_error: bool = False) -> str:
    """A tool's output, cut to its first characters; an error is marked as one."""
    clipped = _clipped(without_blocks(text))
    return f"[error] {clipped}" if is_error and clipped else clipped


def _clipped(text: str) -> str:
    """The head of a text, cut where a line or a word ends: half of a secret would not be recognised as one."""
    if len(text) <= _TOOL_CHARS:
        return text
    end = max(text.rfind(blank, 0, _TOOL_CHARS) for blank in "\n \t")
    line_end = text.rfind("\n", 0, _TOOL_CHARS)
    if line_end >= end // 2:
        end = line_end
    return f"{text[: max(end, 0)].rstrip()}\n[{len(text) - max(end, 0)} more characters]".lstrip()


def _without(text: str, opening: str, closing: str) -> str:
    """Cuts each block out; one that is not closed only where it begins a line and goes on below it."""
    kept: list[str] = []
    done = 0
    while (start := text.find(opening, done)) >= 0:
        end = text.find(closing, start)
        if end >= 0:
            kept.append(text[done:start].rstrip(" \t"))
            done = end + len(closing)
            continue
        if (start == 0 or text[start - 1] == "\n") and text.startswith("\n", start + len(opening)):
            return "".join([*kept, text[done:start]])
        break
    kept.append(text[done:])
    return "".join(kept)
