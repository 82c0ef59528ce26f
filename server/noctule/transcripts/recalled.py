"""Finds in a transcript the memories that recall put into it: by the line `Memory: <path>:` of their blocks."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from noctule.dataclass import dataclass
from noctule.transcripts.lines import Line, lines_backwards
from noctule.transcripts.pi import header_of, live_branch
from noctule.transcripts.records import records

# As a plugin puts it in, and as a hook does.
_BLOCK = re.compile(r"<(system-reminder|recalled-memory)>(.*?)</\1>", re.DOTALL)
_NAMED = re.compile(r"^Memory: (.+):$", re.MULTILINE)

# A session begins no later for it: blocks that lie further back are taken for not shown, and may be shown again.
_MOST_BYTES = 64 << 20

# How each agent says that it has forgotten what came before.
_FORGETS = (b'"compact_boundary"', b'"compaction"', b'"compacted"')


@dataclass(frozen=True, slots=True)
class RecalledBlock:
    """A memory as a session was shown it: the absolute path of its file, and the text."""

    path: str
    text: str


def recalled_in(transcript: Path) -> list[RecalledBlock]:
    """The memories that a session still has in its context, in their order, each text once.

    What was shown before the last compaction is forgotten, and on a branch that was left. Any file of JSON lines is
    read, whichever agent's it is.
    """
    found: dict[RecalledBlock, None] = {}
    for record in records(line for line in _newest(transcript) if _may_tell(line.data)):
        if _is_compaction(record.value):
            break
        for text in reversed(list(_texts(record.value))):
            for block in reversed(list(_blocks(text))):
                found.setdefault(block)
    return list(found)[::-1]


def _newest(transcript: Path) -> Iterator[Line]:
    """The lines from the last one back; of a file that is a tree, those of the branch that the agent is on."""
    begin = _begin(transcript)
    return lines_backwards(transcript, begin) if header_of(transcript) is None else live_branch(transcript, begin)


def _begin(transcript: Path) -> int:
    try:
        return max(0, transcript.stat().st_size - _MOST_BYTES)
    except OSError:
        return 0


def _may_tell(line: bytes) -> bool:
    return b"Memory: " in line or any(word in line for word in _FORGETS)


def _is_compaction(value: Any) -> bool:
    return value.get("subtype") == "compact_boundary" or value.get("type") in ("compaction", "compacted")


def _texts(value: object) -> Iterator[str]:
    """Every text in a record, wherever it lies: each agent has a place of its own for what was put in."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)


def _blocks(text: str) -> Iterator[RecalledBlock]:
    for found in _BLOCK.finditer(text):
        named = _NAMED.search(found[2])
        if named:
            yield RecalledBlock(named[1], found[2][named.end() :].removeprefix("\n\n").removesuffix("\n"))
