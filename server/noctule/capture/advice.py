"""What a writer is told of a text that may be written: dates that will fade, and what nearly says the same already."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from math import log

from noctule.checks.relative_dates import relative_dates
from noctule.dataclass import dataclass

# From this share of the rarer words of the shorter text on, two texts are near; fewer words in common are chance.
NEAR_SHARE = 0.6
_LEAST_SHARED = 3
_MOST_NEAR = 3


@dataclass(frozen=True, slots=True)
class Part:
    """Something known: an entry, a whole body or an item, and the file it stands in."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Near:
    """A known part that is near to a text, and how near: 1 where one of the two says all that the other says."""

    part: Part
    share: float


def date_warnings(text: str, today: date) -> tuple[str, ...]:
    """A sentence for each date in `text` that is told relative to `today`, with the date to write for it."""
    told = dict.fromkeys((one.text, one.date) for one in relative_dates(text, today))
    return tuple(f"“{words}” means another day each time it is read: write {meant}." for words, meant in told)


def near(text: str, known: Sequence[Part]) -> tuple[Near, ...]:
    """The parts that nearly say what `text` says, the nearest first: by words in common, weighed by their rarity."""
    words = _words(text)
    parts = [(part, _words(part.text)) for part in known]
    weight = _Weights(words for _, words in parts)
    found = [
        Near(part, share)
        for part, others in parts
        if len(words & others) >= _LEAST_SHARED and (share := _share(words, others, weight)) >= NEAR_SHARE
    ]
    return tuple(sorted(found, key=lambda one: (-one.share, one.part.path))[:_MOST_NEAR])


def _words(text: str) -> frozenset[str]:
    from noctule.search.languages import DEFAULT_LANGUAGE  # late: a write to an empty folder needs none of this
    from noctule.search.terms import terms_of

    return frozenset(terms_of(text, DEFAULT_LANGUAGE))


class _Weights:
    """How much a word counts: the more, the fewer of the known parts hold it."""

    def __init__(self, parts: Iterable[frozenset[str]]) -> None:
        self._counts: Counter[str] = Counter()
        self._parts = 0
        for words in parts:
            self._parts += 1
            self._counts.update(words)

    def of(self, words: Iterable[str]) -> float:
        return sum(log(1 + self._parts / max(1, self._counts[word])) for word in words)


def _share(one: frozenset[str], other: frozenset[str], weight: _Weights) -> float:
    return weight.of(one & other) / min(weight.of(one), weight.of(other))
