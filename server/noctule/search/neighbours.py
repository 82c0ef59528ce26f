"""Lets the messages of a conversation lend each other score: an answer is often said beside the words asked with."""

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

K = TypeVar("K", bound=Hashable)

# The share of its score that a message lends to those one and two places away.
LENT = (0.35, 0.2)


def with_neighbours(scores: Mapping[K, float], order: Sequence[K]) -> dict[K, float]:
    """The scores of one conversation's messages, whose keys `order` gives as they were said, after lending."""
    own = [scores.get(key, 0.0) for key in order]
    lent = list(own)
    for distance, share in enumerate(LENT, 1):
        for place, score in enumerate(own):
            for neighbour in (place - distance, place + distance):
                if score and 0 <= neighbour < len(lent):
                    lent[neighbour] += share * score
    return {key: score for key, score in zip(order, lent, strict=True) if score}
