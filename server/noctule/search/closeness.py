"""Rewards documents in which words that stand together in the query stand together too."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import compress, pairwise, product

from noctule.search.query import Query
from noctule.search.scores import Scorer

# So far apart two words are one phrase: function words take no place, an identifier stands beside its parts.
WINDOW = 3
# Of what the lesser of two words is worth.
WEIGHT = 0.3


def closeness(scorer: Scorer, query: Query, documents: Iterable[int]) -> dict[int, float]:
    """What documents gain for each pair of neighbouring words that they have close together; only those that gain."""
    words = [word for word in query.words if word.variants and word.kind != "whole"]
    worths = [WEIGHT * min(scorer.worth(first), scorer.worth(second)) for first, second in pairwise(words)]
    words_of: dict[int, list[int]] = {}
    for place, word in enumerate(words):
        for number, _ in word.variants:
            words_of.setdefault(number, []).append(place)
    gains: dict[int, float] = {}
    for document in documents:
        places = _places(scorer.index.sequence(document), words_of, len(words))
        gain = sum(
            worth for worth, (one, other) in zip(worths, pairwise(places), strict=True) if _are_close(one, other)
        )
        if gain:
            gains[document] = gain
    return gains


def _places(sequence: Sequence[int], words_of: Mapping[int, list[int]], count: int) -> list[list[int]]:
    """Where in the document each of `count` words stands."""
    places: list[list[int]] = [[] for _ in range(count)]
    for place, number in compress(enumerate(sequence), map(words_of.__contains__, sequence)):
        for word in words_of[number]:
            places[word].append(place)
    return places


def _are_close(one: list[int], other: list[int]) -> bool:
    return any(0 < abs(first - second) <= WINDOW for first, second in product(one, other))
