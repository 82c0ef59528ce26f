"""The part of an index that a session is shown: 200 lines or 25,000 characters, and a warning about the rest.

Both limits are those by which Claude Code loads a MEMORY.md, so that a folder reads alike in either.
"""

from typing import Final

from noctule.dataclass import dataclass
from noctule.memories.index_lines import IndexLine, parse_index
from noctule.memories.text import cut, split_lines

MOST_LINES: Final = 200
MOST_CHARACTERS: Final = 25_000

_KEEP: Final = "Keep one short line a memory, and merge or drop what is no longer needed."
_READ: Final = "Read the file for the rest."

_MOST_NAMED: Final = 20
_NAME_LENGTH: Final = 80


@dataclass(frozen=True, slots=True)
class Truncated:
    """`text` is what is shown, warning included; `lines` and `chars` count the whole index, code points with line ends.

    `shown_lines` counts a line that was cut inside too; `hidden` are the entries of which nothing is shown.
    """

    text: str
    lines: int
    chars: int
    shown_lines: int
    shown_chars: int
    truncated: bool
    hidden: tuple[IndexLine, ...]


def truncate(text: str, most_chars: int = MOST_CHARACTERS) -> Truncated:
    """Cuts an index at the last line end inside the limit that trips first; one endless line is cut where it stands.

    `most_chars` is less where an agent takes no longer texts: the index is then in order, and to be read in its file.
    """
    content = text.rstrip()
    lines = content.split("\n") if content else []
    total = len(lines)
    shown = "\n".join(lines[:MOST_LINES])
    is_too_wide = len(shown) > most_chars
    if is_too_wide:
        end = shown.rfind("\n", 0, most_chars + 1)
        shown = shown[: end if end > 0 else most_chars]
    if not is_too_wide and total <= MOST_LINES:
        return Truncated(text, total, len(text), total, len(text), truncated=False, hidden=())
    shown = shown.removesuffix("\r")
    shown_lines = shown.count("\n") + 1 if shown else 0
    hidden = tuple(line for line in parse_index(text).entries if line.number >= shown_lines)
    limit = _over("characters", len(text), most_chars) if is_too_wide else _over("lines", total, MOST_LINES)
    warning = _warning(limit, shown_lines, hidden, _READ if most_chars < MOST_CHARACTERS else _KEEP)
    return Truncated(
        f"{shown}\n\n{warning}\n", total, len(text), shown_lines, len(shown), truncated=True, hidden=hidden
    )


def is_loaded(text: str, path: str) -> bool:
    """Whether a session that starts now is shown the whole index line of this memory."""
    result = truncate(text)
    own = [line for line in parse_index(text).entries if line.leads_to(path)]
    if not result.truncated:
        return bool(own)
    whole = split_lines(text[: result.shown_chars + 1])
    return any(line.number < len(whole) and whole[line.number].rstrip("\r\n") == line.raw for line in own)


def _over(unit: str, size: int, limit: int) -> str:
    return f"{size:,} {unit}, over the limit of {limit:,} {unit}"


def _warning(limit: str, shown_lines: int, hidden: tuple[IndexLine, ...], advice: str) -> str:
    some = "only its first line is" if shown_lines == 1 else f"only its first {shown_lines} lines are"
    lines = some if shown_lines else "nothing of it is"
    parts = [f"> WARNING: MEMORY.md has {limit}: {lines} shown above."]
    if hidden:
        names = ", ".join(cut(line.target or "", _NAME_LENGTH) for line in hidden[:_MOST_NAMED])
        more = f" and {len(hidden) - _MOST_NAMED:,} more" if len(hidden) > _MOST_NAMED else ""
        parts.append(f"> Not shown: {names}{more}.")
    parts.append(f"> {advice}")
    return "\n".join(parts)
