"""Checks what a memory says of the workspace: files that are gone, lines past an end, names that are not there."""

import re
from collections.abc import Collection, Iterator
from typing import Final

from noctule.checks.code import Reference, is_missing, mentions
from noctule.checks.finding import Finding, Place
from noctule.checks.telling import is_told
from noctule.checks.workspace import Workspace
from noctule.memories.memory import Memory
from noctule.memories.text import cut

_SYMBOL: Final = r"(?P<name>[A-Za-z_]\w{2,60}(?:(?:\.|::)[A-Za-z_]\w{1,60}){0,3})(?:\(\))?"
# `parse()` in `src/parser.py`, and the other way round; `src/parser.py::parse`.
_BEFORE: Final = re.compile(
    rf"`{_SYMBOL}`[ \t]+(?:in|from|of|at|inside|within)[ \t]+(?:the[ \t]+file[ \t]+)?[`\[(]{{0,2}}$"
)
_BEHIND: Final = re.compile(rf"::{_SYMBOL}(?![\w:])|`?['’]s[ \t]+`{_SYMBOL.replace('name', 'own')}`")
_MOST_SHOWN: Final = 60


def check_naming(memory: Memory, workspace: Workspace, beside: Collection[str] = ()) -> list[Finding]:
    """The findings about the workspace files that a memory names; `beside` are the paths of its own folder."""
    found: list[Finding] = []
    for reference in mentions(memory.text):
        if reference.path not in beside and not _leads_beside(memory.text, reference, beside):
            found += _check(memory, reference, workspace)
    return found


def _leads_beside(text: str, reference: Reference, beside: Collection[str]) -> bool:
    """Whether it is where a link leads, into a sub-folder of the memory's own: links are checked as such."""
    is_target = text[: reference.start].endswith(("](", "](<", "](./"))
    folder = reference.path.partition("/")[0] + "/"
    return is_target and any(path.startswith(folder) for path in beside)


def _check(memory: Memory, reference: Reference, workspace: Workspace) -> Iterator[Finding]:
    start, end = _place(memory.text, reference.start), _place(memory.text, reference.end)
    shown = cut(reference.path, _MOST_SHOWN)
    if not workspace.has(reference.path):
        if is_missing(reference, workspace) and not is_told(memory.text, reference):
            moved = [path for path in workspace.named(reference.path.rpartition("/")[2]) if path != reference.path]
            advice = f"Is {moved[0]} meant?" if len(moved) == 1 else "Name the file that took its place, or drop it."
            yield Finding(memory.path, "path-gone", "warning", start, end, f"The workspace has no {shown}. {advice}")
        return
    lines = workspace.lines_of(reference.path) if reference.line is not None else None
    if lines is not None and reference.line is not None and reference.line > lines:
        message = f"{shown} has {lines:,} lines, and this names line {reference.line:,}. Look where that went."
        yield Finding(memory.path, "line-gone", "warning", start, end, message)
    yield from _missing_symbols(memory, reference, workspace)


def _missing_symbols(memory: Memory, reference: Reference, workspace: Workspace) -> Iterator[Finding]:
    places = list(_symbols(memory.text, reference))
    if not places:
        return
    source = workspace.text_of(reference.path)
    for name, at in places if source is not None else ():
        last = re.split(r"\.|::", name)[-1]
        if source is not None and re.search(rf"(?<!\w){re.escape(last)}(?!\w)", source) is None:
            start, end = _place(memory.text, at), _place(memory.text, at + len(name))
            message = (
                f"{cut(reference.path, _MOST_SHOWN)} does not hold `{cut(name, _MOST_SHOWN)}`. Look where it went."
            )
            yield Finding(memory.path, "symbol-gone", "information", start, end, message)


def _symbols(text: str, reference: Reference) -> Iterator[tuple[str, int]]:
    """The names that the text says are in a file, each with its offset."""
    line_start = text.rfind("\n", 0, reference.start) + 1
    before = _BEFORE.search(text[line_start : reference.start])
    if before is not None:
        yield before["name"], line_start + before.start("name")
    behind = _BEHIND.match(text, reference.end)
    if behind is not None:
        group = "name" if behind["name"] else "own"
        yield behind[group], behind.start(group)


def _place(text: str, offset: int) -> Place:
    return text.count("\n", 0, offset), offset - text.rfind("\n", 0, offset) - 1
