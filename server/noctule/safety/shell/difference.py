"""The lines in which two texts differ, found by Myers' way, with an end to the effort."""

from collections.abc import Sequence
from typing import NamedTuple

from noctule.safety.shell.limits import Limits

# Beyond so many changed lines a shorter difference is not looked for.
_MOST_CHANGES = 500


class Change(NamedTuple):
    """Lines `old` to `old_end` became lines `new` to `new_end`; all count from 0, the ends not included."""

    old: int
    old_end: int
    new: int
    new_end: int


def changes(old: Sequence[str], new: Sequence[str], limits: Limits) -> list[Change]:
    """The changes from one text to another, in order and apart from each other."""
    start = _common(old, new)
    end = _common(old[start:][::-1], new[start:][::-1])
    inner_old, inner_new = old[start : len(old) - end], new[start : len(new) - end]
    if not inner_old and not inner_new:
        return []
    same = _same_lines(inner_old, inner_new, limits) if inner_old and inner_new else []
    found: list[Change] = []
    at_old = at_new = 0
    for left, right in [*same, (len(inner_old), len(inner_new))]:
        if left > at_old or right > at_new:
            found.append(Change(start + at_old, start + left, start + at_new, start + right))
        at_old, at_new = left + 1, right + 1
    return found


def _common(first: Sequence[str], second: Sequence[str]) -> int:
    count = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        count += 1
    return count


def _same_lines(old: Sequence[str], new: Sequence[str], limits: Limits) -> list[tuple[int, int]]:
    """Pairs of equal lines that a shortest difference keeps; none where it would take too long to find."""
    furthest = {1: 0}
    trail: list[dict[int, int]] = []
    for cost in range(min(len(old) + len(new), _MOST_CHANGES) + 1):
        limits.check()
        trail.append(dict(furthest))
        for diagonal in range(-cost, cost + 1, 2):
            down = diagonal == -cost or (
                diagonal != cost and furthest.get(diagonal - 1, -1) < furthest.get(diagonal + 1, -1)
            )
            left = furthest.get(diagonal + 1, 0) if down else furthest.get(diagonal - 1, -1) + 1
            right = left - diagonal
            while left < len(old) and right < len(new) and old[left] == new[right]:
                left, right = left + 1, right + 1
            furthest[diagonal] = left
            if left >= len(old) and right >= len(new):
                return _walked_back(trail, len(old), len(new))
    return []


def _walked_back(trail: list[dict[int, int]], left: int, right: int) -> list[tuple[int, int]]:
    same: list[tuple[int, int]] = []
    for cost in range(len(trail) - 1, -1, -1):
        furthest = trail[cost]
        diagonal = left - right
        down = diagonal == -cost or (
            diagonal != cost and furthest.get(diagonal - 1, -1) < furthest.get(diagonal + 1, -1)
        )
        before = diagonal + 1 if down else diagonal - 1
        from_left = furthest.get(before, 0)
        from_right = from_left - before
        while left > from_left and right > from_right and left > 0 and right > 0:
            left, right = left - 1, right - 1
            same.append((left, right))
        left, right = from_left, from_right
    return same[::-1]
