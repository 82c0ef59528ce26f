"""One figure of a benchmark: what was measured, beside what of the same run, and the bar that it is held to.

Each benchmark has a function `rows(quick)` that measures and gives such rows; `quick` takes few rounds of small things,
to see that it works. Where something is not here that it needs, it raises `Skipped`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """`figure` is in `unit`, as is `bar`: the most that it may be, or the least (`is_least`). None: there is no bar."""

    what: str
    figure: float
    unit: str
    bar: float | None
    beside: str
    is_least: bool = False

    @property
    def is_met(self) -> bool:
        if self.bar is None:
            return True
        return self.figure >= self.bar if self.is_least else self.figure <= self.bar


class Skipped(Exception):
    """Cannot be measured here: its text says what is missing."""


Measure = Callable[[bool], Iterable[Row]]


def times(what: str, ours: float, bare: float, bar: float, unit: str, beside: str) -> Row:
    """A row of how many times `bare` ours is."""
    return Row(what, ours / bare, "×", bar, f"{ours:,.1f} {unit} beside {bare:,.1f} {unit} of {beside}")


def more(what: str, ours: float, bare: float, bar: float, unit: str, beside: str) -> Row:
    """A row of how much more than `bare` ours is."""
    return Row(what, ours - bare, unit, bar, f"{ours:,.1f} {unit} beside {bare:,.1f} {unit} of {beside}")
