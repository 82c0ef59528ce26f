"""Gives memories that came their index lines, with the words of the tool's own index; a person's lines stay."""

from collections.abc import Sequence

from noctule.dataclass import dataclass
from noctule.memories.index import add_line, new_line, set_hook
from noctule.memories.index_lines import parse_index
from noctule.memories.names import path_key
from noctule.memories.text import newline_of, on_one_line, split_lines


@dataclass(frozen=True, slots=True)
class Line:
    """A memory's line: `before` is what the memory was described by until now, empty for a new one."""

    path: str
    title: str
    hook: str
    before: str


def merge(text: str, wanted: Sequence[Line]) -> str:
    """The index with a line for each memory. Where one is there, its hook follows only if it was made, not written."""
    known = {path_key(line.target): line for line in parse_index(text).entries if line.target is not None}
    for one in wanted:
        there = known.get(path_key(one.path))
        is_made = there is not None and bool(one.before) and there.hook == one.before
        if there is not None and is_made and there.hook != on_one_line(one.hook):
            text = set_hook(text, one.path, there.title, one.hook)
    return _with_new(text, [one for one in wanted if path_key(one.path) not in known])


def _with_new(text: str, new: Sequence[Line]) -> str:
    """All at once behind the last line there is: an index of thousands is read twice, not once a line."""
    if not new:
        return text
    first, *rest = new
    text = add_line(text, first.title, first.path, first.hook)
    index, lines = parse_index(text), split_lines(text)
    placed = [new_line(index, one.title, one.path, one.hook) for one in rest]
    if placed:
        number = placed[0][0]
        if number > 0 and not lines[number - 1].endswith("\n"):
            lines[number - 1] += newline_of(text)
        lines[number:number] = [line for _, line in placed]
    return "".join(lines)
