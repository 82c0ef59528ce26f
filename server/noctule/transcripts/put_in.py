"""Takes out of what was said what only a harness or a memory put in, so that no dream takes its own words for news."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

# Blocks by the names of their tags, however the words are joined: harnesses first, then tools that recall memories,
# ours among them, and what a person marked as not to be kept.
_NAMES: Final = """
    system-reminder ide-opened-file ide-selection ide-diagnostics new-diagnostics environment-context
    environment-details environment-info user-instructions current-datetime session-context hook-context
    additional-data open-and-recently-viewed-files attached-files user-info workspace-info editor-context
    reminder-instructions user-prompt-submit-hook session-start-hook
    relevant-memories relevant-memory recalled-memories recalled-memory memory-context user-memories persistent-memory
    claude-mem-context supermemory-context hindsight-memories mem0-memories
    private
"""

# How the snapshot of a session begins, in either of its variants; where it ends is not written in it.
SNAPSHOT_BEGINS: Final = "# Memory\n\nYou have a memory that outlives this conversation"

# How the reminder begins that a client may add to a turn.
REMINDER_BEGINS: Final = "Before you answer: does the memory index or a recalled memory bear on this?"


def without_blocks(text: str) -> str:
    """The text without the blocks that were put in, and without blanks around it.

    A block that is not closed counts only where it begins a line and goes on below it. A tag in backticks is talk.
    """
    if "<" in text and _opening().search(text):
        text = _without(text)
    if REMINDER_BEGINS in text:
        text = "\n".join(line for line in text.split("\n") if not line.startswith(REMINDER_BEGINS))
    return text.strip()


def without_snapshot(text: str, given: Iterable[str] = ()) -> str:
    """The text without the snapshots that its session was given, and without what follows the first words of one."""
    for snapshot in given:
        text = text.replace(snapshot, "")
    at = text.find(SNAPSHOT_BEGINS)
    begins_a_line = at == 0 or (at > 0 and text[at - 1] == "\n")
    return text[:at].strip() if begins_a_line else text.strip()


@cache
def _opening() -> re.Pattern[str]:
    names = "|".join(name.replace("-", "[-_]?") for name in _NAMES.split())
    return re.compile(rf"(?<!`)<({names})(?:\s[^<>]{{0,200}})?>", re.IGNORECASE)


def _without(text: str) -> str:
    kept: list[str] = []
    never_closed: set[str] = set()
    done = at = 0
    while match := _opening().search(text, at):
        end = -1 if match[1] in never_closed else _end_of(text, match)
        at = match.end()
        if end >= 0:
            kept.append(text[done : match.start()].rstrip(" \t"))
            done = at = end
        elif _begins_a_line(text, match):
            return "".join([*kept, text[done : match.start()]])
        else:
            never_closed.add(match[1])
    return "".join([*kept, text[done:]])


def _end_of(text: str, opening: re.Match[str]) -> int:
    closing = re.compile(rf"</{opening[1]}\s{{0,8}}>", re.IGNORECASE).search(text, opening.end())
    return closing.end() if closing else -1


def _begins_a_line(text: str, opening: re.Match[str]) -> bool:
    start = opening.start()
    return (start == 0 or text[start - 1] == "\n") and text.startswith("\n", opening.end())
