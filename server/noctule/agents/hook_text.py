"""How a text goes into an agent's context by its hook: as long as the agent takes it, and in tags that it leaves alone.

Measured with Claude Code 2.1: a text of more than 10,000 UTF-16 units goes into a file, and the agent is shown the
first 2,000; each hook's text is put into a reminder, in which the tag of a reminder is spelled `&lt;system-reminder>`.
"""

from typing import Final

MOST_UNITS: Final = 10_000

# What a turn may be given at least, where the snapshot stands before it.
LEAST_OF_TURN: Final = 4_000

_BETWEEN: Final = "\n\n"


def units_left(snapshot: str) -> int:
    """How much a turn may be given after the snapshot, if that stands before it: memories and reminder together."""
    from noctule.memories.text import utf16_length

    return MOST_UNITS - utf16_length(snapshot) - 2 * len(_BETWEEN)


def joined(*texts: str | None) -> str:
    """The texts as one, without those that say nothing."""
    return _BETWEEN.join(text for text in texts if text)


def put_in(text: str) -> str:
    """The text with the blocks of memories in tags of their own. No memory can hold these: texts are made neutral."""
    return text.replace("<system-reminder>", "<recalled-memory>").replace("</system-reminder>", "</recalled-memory>")
