"""Makes room in an index that is too long to be shown whole, without dropping a memory from it."""

import re
from collections.abc import Mapping
from typing import Final

from noctule.memories.index import LINE_LIMIT, MOST_CHARACTERS, MOST_LINES, Index, IndexLine, parse_index
from noctule.memories.index_lines import BULLET
from noctule.memories.links import paths_by_key, resolve
from noctule.memories.memory import Memory
from noctule.memories.text import split_lines

_WORD: Final = re.compile(r"\w+")
_BETWEEN: Final = "; "


def group_lines(text: str, memories: Mapping[str, Memory]) -> tuple[str, int]:
    """The index with neighbouring lines put on one, from its end upwards, until it fits; and how many lines that took.

    Only lines of which the memory itself says every word are put together: what goes is a copy.
    """
    if _fits(text):
        return text, 0
    index = parse_index(text)
    known = paths_by_key(memories)
    free = {line.number: line for line in index.entries if _is_copy(index, line, memories, known)}
    lines = split_lines(text)
    gone = 0
    for number in sorted(free, reverse=True):
        if number not in free or _fits("".join(lines)):
            continue
        run = _run_up_from(number, free)
        if len(run) > 1:
            first = run[0].number
            end = lines[first][len(run[0].raw) :]
            lines[first : number + 1] = [_together(run) + end]
            gone += len(run)
        for line in run:
            del free[line.number]
    return "".join(lines), gone


def words_of(text: str) -> set[str]:
    """The words by which two texts are compared for what one would lose."""
    return set(_WORD.findall(text.casefold()))


def _fits(text: str) -> bool:
    content = text.rstrip()
    return len(content) <= MOST_CHARACTERS and content.count("\n") < MOST_LINES


def _is_copy(index: Index, line: IndexLine, memories: Mapping[str, Memory], known: Mapping[str, str]) -> bool:
    link = line.first_link
    path = resolve(link, known) if link is not None else None
    if path is None or len(line.links) != 1 or index.end_of(line) > line.number + 1 or not BULLET.match(line.raw):
        return False
    memory = memories[path]
    return words_of(line.hook) <= words_of(f"{memory.name} {memory.text}")


def _run_up_from(number: int, free: Mapping[int, IndexLine]) -> list[IndexLine]:
    """The lines right above, with the same bullet, that fit on one together with this."""
    run = [free[number]]
    while (above := free.get(run[0].number - 1)) is not None:
        if _bullet(above) != _bullet(run[0]) or len(_together([above, *run])) > LINE_LIMIT:
            break
        run.insert(0, above)
    return run


def _together(run: list[IndexLine]) -> str:
    return _bullet(run[0]) + _BETWEEN.join(_link(line) for line in run)


def _bullet(line: IndexLine) -> str:
    found = BULLET.match(line.raw)
    return found[0] if found else ""


def _link(line: IndexLine) -> str:
    link = line.first_link
    return line.raw[link.start : link.end] if link is not None else line.raw
