"""The text of recalled memories as an agent gets it: a reminder block each, which nothing in a memory can close."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Final

from noctule.dataclass import dataclass
from noctule.memories.memory import Memory
from noctule.prompts import load
from noctule.safety.sanitize import neutralise, one_line

# Longer texts are made safe anew each time, so that what is kept stays small.
_MOST_KEPT_CHARS = 16 * 1024

# Of a longer memory no more than this is made safe before it is cut: nothing gets shorter by it, and what a tag could
# be that begins in the part that is shown and ends behind this, no reader takes for one.
_MARGIN_CHARS = 64 * 1024

CUT_MARK: Final = "\n[cut here: read the file for the rest]"


@dataclass(frozen=True, slots=True)
class Block:
    """One memory ready to be shown. `path` is the file's absolute path; `text` is neutralised and within its budget.

    A memory that names files which the workspace has no longer is stale; `gone` are these files.
    """

    path: str
    text: str
    note: str | None
    cut: bool
    gone: tuple[str, ...] = ()

    @property
    def bytes(self) -> int:
        return len(self.text.encode())


def render(blocks: Sequence[Block]) -> str | None:
    """The blocks as one text, the preamble in the first; nothing where there are none. Same blocks, same bytes."""
    if not blocks:
        return None
    preamble = load("recall-preamble").text.strip()
    return "\n".join(_wrapped(block, preamble if at == 0 else None) for at, block in enumerate(blocks))


def block_of(memory: Memory, path: str, note: str | None, limit_bytes: int) -> Block:
    """A memory's block: its body, led by its description where the body does not say it, cut to `limit_bytes`."""
    shown, cut = shown_part(_told(memory, limit_bytes + _MARGIN_CHARS), limit_bytes)
    return Block(one_line(path), shown, note, cut)


def shown_part(text: str, limit_bytes: int) -> tuple[str, bool]:
    """A text made safe and cut to `limit_bytes`, and whether it was. What is far behind the cut is not looked at."""
    text = text[: limit_bytes + _MARGIN_CHARS]
    # Neutral before it is cut, so that no tag is cut into a harmless half and read as a whole.
    return cut_to(_neutralised(text) if len(text) <= _MOST_KEPT_CHARS else neutralise(text), limit_bytes)


@lru_cache(maxsize=256)
def _neutralised(text: str) -> str:
    """The same few memories fit many turns of many sessions: each is made safe once."""
    return neutralise(text)


def cut_to(text: str, limit_bytes: int) -> tuple[str, bool]:
    """The text within `limit_bytes` of UTF-8, its mark included, cut at a line if one ends in the last quarter."""
    data = text.encode()
    if len(data) <= limit_bytes:
        return text, False
    room = max(0, limit_bytes - len(CUT_MARK.encode()))
    head = data[:room].decode(errors="ignore")
    line_end = head.rfind("\n")
    if line_end >= len(head) * 3 // 4:
        head = head[:line_end]
    return head + CUT_MARK, True


def age_in_days(modified: datetime | None, changed: datetime, now: datetime) -> int:
    """Whole days since the newest of the two, rounded down; 0 for what lies in the future."""
    newest = changed if modified is None else max(changed, modified)
    return max(0, (now.astimezone(UTC) - newest.astimezone(UTC)).days)


def note_of(days: int, gone: Sequence[str] = ()) -> str | None:
    """What to know before trusting a memory: its age from one day on, and the files it names that are gone."""
    sentences = []
    if days >= 1:
        age = "1 day" if days == 1 else f"{days} days"
        sentences.append(
            f"This memory is {age} old. It is a point-in-time observation, not the present state: "
            "verify it against what you see now before you rely on it."
        )
    if gone:
        names = ", ".join(one_line(name) for name in gone)
        sentences.append(f"It names what is no longer in the workspace: {names}.")
    return " ".join(sentences) or None


def _told(memory: Memory, most_chars: int) -> str:
    body = memory.body.strip("\r\n")[:most_chars]
    if not memory.description or _folded(memory.description) in _folded(body):
        return body
    return f"{memory.description}\n\n{body}" if body.strip() else memory.description


def _folded(text: str) -> str:
    return re.sub(r"\s+", " ", text).casefold()


def _wrapped(block: Block, preamble: str | None) -> str:
    parts = [part for part in (preamble, block.note, f"Memory: {block.path}:", block.text) if part]
    return "<system-reminder>\n" + "\n\n".join(parts) + "\n</system-reminder>"
