"""Three-way merge of a file line by line: both sides' edits, or nothing where they touch the same lines. Pure.

Stricter tools call edits side by side a conflict. Here they are none: in an index each line stands for itself, and a
line taken back must not fail because another was added below it.
"""

from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import takewhile

from noctule.dataclass import dataclass

# A line matcher is quadratic at worst; files with more lines than this that differ are not merged.
_MOST_LINES = 20_000


@dataclass(frozen=True, slots=True)
class _Edit:
    """Lines `start` to `end` of the base become `lines`; an empty range is an insertion before `start`."""

    start: int
    end: int
    lines: tuple[bytes, ...]


def merge(base: bytes, ours: bytes, theirs: bytes) -> bytes | None:
    """What becomes of `base` by both changes, or None where they touch the same lines.

    Where both insert at one place, `theirs` comes first. Line ends and a missing one at the end of the file are kept.
    """
    if ours in (base, theirs):
        return theirs
    if theirs == base:
        return ours
    lines = [_lines(data) for data in (base, ours, theirs)]
    if max(map(len, lines)) > _MOST_LINES:
        return None
    merged = _merge_edits(lines[0], _edits(lines[0], lines[1]), _edits(lines[0], lines[2]))
    if merged is None:
        return None
    is_open = _is_open(ours) if _is_open(ours) != _is_open(base) else _is_open(theirs)
    return _without_last_newline(merged) if is_open else merged


def _lines(data: bytes) -> list[bytes]:
    """The lines with their ends. The last is given one, else a line would change by another being added below it."""
    newline = b"\r\n" if b"\r\n" in data else b"\n"
    return (data + newline if _is_open(data) else data).splitlines(keepends=True)


def _is_open(data: bytes) -> bool:
    """Whether the last line has no end. In UTF-16, which has zero bytes, lines are taken as they are."""
    return bool(data) and not data.endswith((b"\n", b"\r")) and b"\0" not in data


def _without_last_newline(data: bytes) -> bytes:
    return data.removesuffix(b"\r\n") if data.endswith(b"\r\n") else data.removesuffix(b"\n")


def _merge_edits(base: Sequence[bytes], ours: list[_Edit], theirs: list[_Edit]) -> bytes | None:
    merged: list[bytes] = []
    at = 0
    # What both did is done once. Sorting is stable: at one place theirs come before ours.
    edits = dict.fromkeys([*(edit for edit in theirs if not _is_inserted(edit, ours)), *ours])
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if edit.start < at:
            return None
        merged += base[at : edit.start]
        merged += edit.lines
        at = edit.end
    return b"".join([*merged, *base[at:]])


def _is_inserted(edit: _Edit, ours: list[_Edit]) -> bool:
    """Whether our side inserted the same lines at the same place, among others."""
    same = (other.lines for other in ours if other.start == other.end == edit.start == edit.end)
    return any(lines[at : at + len(edit.lines)] == edit.lines for lines in same for at in range(len(lines)))


def _edits(base: Sequence[bytes], changed: Sequence[bytes]) -> list[_Edit]:
    head = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(base, changed, strict=False)))
    most = min(len(base), len(changed)) - head
    tail = sum(
        1
        for _ in takewhile(
            lambda pair: pair[0] == pair[1], zip(reversed(base[len(base) - most :]), reversed(changed), strict=False)
        )
    )
    tail = min(tail, most)
    matcher = SequenceMatcher(None, base[head : len(base) - tail], changed[head : len(changed) - tail], autojunk=False)
    return [
        _Edit(head + start, head + end, tuple(changed[head + new_start : head + new_end]))
        for tag, start, end, new_start, new_end in matcher.get_opcodes()
        if tag != "equal"
    ]
