"""What an editor shows of a memory, of a file that a memory names, and of one that memories name: as markdown.

Every text of a memory is shown as text: nothing in it can become a picture, a command link or a heading of ours.
"""

import re
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Final

from noctule.dataclass import dataclass
from noctule.memories.memory import Memory
from noctule.memories.text import cut, on_one_line
from noctule.safety.characters import show_hidden
from noctule.safety.sanitize import memory_name

_MOST_BODY_LINES: Final = 12
_MOST_BODY_CHARS: Final = 800
_MOST_NAMED: Final = 10
_MARKS: Final = re.compile(r"([\\`*_{}\[\]<>#|!~&])")


@dataclass(frozen=True, slots=True)
class Times:
    """What is known of a memory beside its text: when it was last news, and how often it was recalled."""

    modified: datetime | None
    recalls: int = 0
    last_recalled: datetime | None = None


def describe_memory(memory: Memory, times: Times, now: datetime) -> str:
    """A memory's head: its name, type, age and recalls, its description, and how its text begins."""
    facts = [memory.type or "no type", *([age(times.modified, now)] if times.modified else []), recalled(times, now)]
    parts = [f"**{plain(memory_name(memory.name, memory.path))}**", plain(" · ".join(facts))]
    if memory.description:
        parts.append(plain(memory.description))
    body = _beginning(memory.body)
    if body:
        parts.append(f"---\n{fenced(body, 'markdown')}")
    return "\n\n".join(parts)


def describe_missing(target: str) -> str:
    return f"There is no memory `{target.replace('`', '')}` in this folder."


def describe_file(spelled: str, file: Path | None, line: int | None, written: datetime | None) -> str:
    """Whether a workspace file is there, has that line, and changed after the memory was written."""
    name = f"`{spelled.replace('`', '')}`"
    if file is None:
        return f"{name} is not in the workspace: it was moved or removed."
    try:
        changed = datetime.fromtimestamp(file.stat().st_mtime, written.tzinfo if written else None)
        lines = 1 + file.read_bytes().count(b"\n") if line is not None and file.is_file() else None
    except (OSError, ValueError, OverflowError):
        return f"{name} is in the workspace, and cannot be read."
    said = f"{name} is in the workspace"
    if line is not None and lines is not None and line > lines:
        said += f", and has only {lines} lines"
    if written is None:
        return f"{said}."
    day = changed.date().isoformat()
    is_newer = changed > written
    return f"{said}. It changed on {day}, {'after' if is_newer else 'before'} this memory was written."


def describe_mentions(memories: Iterable[tuple[str, Memory]]) -> str:
    """Which memories mention a file, each with the address of its page."""
    named = list(memories)
    lines = [
        f"- [{plain(memory_name(memory.name, memory.path))}]({uri}): {plain(cut(memory.summary, 120))}"
        for uri, memory in named
    ]
    rest = [f"- and {len(named) - _MOST_NAMED} more"] if len(named) > _MOST_NAMED else []
    return "\n".join([f"**{mentions_title(len(named))}**", "", *lines[:_MOST_NAMED], *rest])


def mentions_title(count: int) -> str:
    return "1 memory mentions this file" if count == 1 else f"{count} memories mention this file"


def age(modified: datetime, now: datetime) -> str:
    """`written today`, `written 3 days ago`: whole days, rounded down."""
    days = max(0, (now - modified).days)
    return "written today" if days == 0 else f"written {days} day{'s' if days > 1 else ''} ago"


def recalled(times: Times, now: datetime) -> str:
    """`never recalled`, or how often and when last."""
    if times.recalls == 0:
        return "never recalled"
    often = "once" if times.recalls == 1 else f"{times.recalls} times"
    if times.last_recalled is None:
        return f"recalled {often}"
    days = max(0, (now - times.last_recalled).days)
    when = "today" if days == 0 else f"{days} day{'s' if days > 1 else ''} ago"
    return f"recalled {often}, last {when}"


def plain(text: str) -> str:
    """The text with every sign escaped that markdown would read."""
    return _MARKS.sub(r"\\\1", on_one_line(text))


def _beginning(body: str) -> str:
    lines = body.strip("\r\n").replace("\r\n", "\n").split("\n")
    text = show_hidden(cut("\n".join(lines[:_MOST_BODY_LINES]), _MOST_BODY_CHARS))
    return text + ("\n…" if len(lines) > _MOST_BODY_LINES else "")


def fenced(text: str, language: str) -> str:
    """The text as code: a fence longer than any in it."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"
