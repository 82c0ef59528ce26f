"""Checks what a memory says: secrets, hidden characters, requests that no memory should make, and dates that fade."""

from collections.abc import Iterator
from datetime import date
from typing import Final

from noctule.checks.finding import Edit, Finding, Fix, Severity
from noctule.checks.relative_dates import relative_dates
from noctule.memories.memory import Memory

# What is read of a memory, in characters: enough for any real one, and a bound on what a huge file costs.
_MOST_READ: Final = 262_144
# A text full of one thing is told of it so often, and no more.
_MOST_OF_A_KIND: Final = 20


def check_saying(memory: Memory) -> list[Finding]:
    """The findings about a memory's text, top to bottom. No message repeats a secret."""
    text = memory.text[:_MOST_READ]
    lines = _Lines(memory.path, text)
    found = [*_secrets(lines), *_hidden(lines), *_requests(lines), *_fading(lines, memory)]
    return sorted(found, key=lambda finding: finding.start)


class _Lines:
    """A text with the places of its offsets."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text

    def place(self, offset: int) -> tuple[int, int]:
        return self.text.count("\n", 0, offset), offset - self.text.rfind("\n", 0, offset) - 1

    def finding(
        self, code: str, severity: Severity, span: tuple[int, int], message: str, fix: Fix | None = None
    ) -> Finding:
        return Finding(self.path, code, severity, self.place(span[0]), self.place(span[1]), message, fix)


def _secrets(lines: _Lines) -> Iterator[Finding]:
    from noctule.safety.redact import secrets_in

    for kind, start, end in secrets_in(lines.text)[:_MOST_OF_A_KIND]:
        message = f"This looks like a secret ({kind}). Say where it is kept instead, and change it if it was shared."
        yield lines.finding("secret", "error", (start, end), message)


def _hidden(lines: _Lines) -> Iterator[Finding]:
    from noctule.safety.characters import hidden_spans

    for start, end, label in hidden_spans(lines.text)[:_MOST_OF_A_KIND]:
        message = f"A character that nobody sees stands here ({label}). Agents are shown it written out; remove it."
        fix = Fix("Remove what nobody sees", (Edit(lines.path, lines.place(start), lines.place(end), ""),))
        yield lines.finding("hidden-characters", "warning", (start, start + 1), message, fix)


def _requests(lines: _Lines) -> Iterator[Finding]:
    from noctule.safety.instructions import instruction_like

    for start, end, label in instruction_like(lines.text)[:_MOST_OF_A_KIND]:
        message = f"This asks an agent for something that no memory should ask: it {label}. Rewrite it as a fact."
        yield lines.finding("instruction-like", "warning", (start, end), message)


def _fading(lines: _Lines, memory: Memory) -> Iterator[Finding]:
    """What is only true seen from the day it was written; that day is the file's own `modified`, where it has one."""
    written = memory.modified.date() if memory.modified else None
    # Without a day of its own any will do to find the words; no date is told then.
    for one in relative_dates(lines.text, written or date(2000, 1, 3)):
        start, end = lines.place(one.start), lines.place(one.end)
        fix = None
        advice = "Write the date itself."
        if written is not None:
            fix = Fix(f"Write {one.absolute}", (Edit(memory.path, start, end, one.absolute),))
            advice = f"Write {one.date} if that is the one that was meant on {written.isoformat()}."
        message = f"“{one.text}” means another day each time it is read. {advice}"
        yield Finding(memory.path, "relative-date", "information", start, end, message, fix)
