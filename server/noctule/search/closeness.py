"""Rewards documents in which words that stand together in the query stand together too."""

from collections.abc import Iterable
from itertools import pairwise, product

from noctule.search.query import Query
from noctule.search.scores import Scorer

# So far apart two words are one phrase: function words take no place, an identifier stands beside its parts.
WINDOW = 3
# Of what the lesser of two words is worth.
WEIGHT = 0.3

Pair = tuple[frozenset[int], frozenset[int], float]


def closeness(scorer: Scorer, query: Query, documents: Iterable[int]) -> dict[int, float]:
    """What documents gain for each pair of neighbouring words that they have close together; only those that gain."""
    words = [word for word in query.words if word.variants and word.kind != "whole"]
    pairs = [
        (first.numbers, second.numbers, WEIGHT * min(scorer.worth(first), scorer.worth(second)))
        for first, second in pairwise(words)
    ]
    wanted = frozenset().union(*(word.numbers for word in words))
    gains = {document: _gain(scorer.index.sequences[document], pairs, wanted) for document in documents}
    return {document: gain for document, gain in gains.items() if gain}


def _gain(sequence: Iterable[int], pairs: list[Pair], wanted: frozenset[int]) -> float:
    places: dict[int, list[int]] = {}
    for place, number in enumerate(sequence):
        if number in wanted:
            places.setdefault(number, []).append(place)
    return sum(gain for first, second, gain in pairs if _are_close(places, first, second))


def _are_close(places: dict[int, list[int]], first: frozenset[int], second: frozenset[int]) -> bool:
    here = [place for number, found in places.items() if number in first for place in found]
    there = [place for number, found in places.items() if number in second for place in found]
    return any(0 < abs(one - other) <= WINDOW for one, other in product(here, there))
