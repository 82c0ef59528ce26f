"""Scores documents by BM25 over weighed fields, each word of the query also by how much it says in the world."""

from collections.abc import Iterable, Iterator
from math import log

from noctule.search.index import FREQUENCY_UNIT, Index
from noctule.search.query import Query, Word

# The usual range of both is flat: a second mention counts little, and memories are all short.
K1 = 0.9
B = 0.35
# What a word of any chat still counts: a small folder's own rarity is a poor guide, but not none.
WORLD_FLOOR = 0.5
# In an index this large a word in more than an eighth of the documents only adds to what rarer words have found.
LARGE_INDEX = 500
COMMON_SHARE = 8
# So many of the best that rarer words found are carried on: a common word lifts none from below them to the top.
CARRIED_ON = 400


class Scorer:
    """Answers queries over one index. `forget` must be called after the index changed."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self._norms: list[float] = []

    def forget(self) -> None:
        """Drops what was computed from the index's average length."""
        self._norms = []

    def scores(self, query: Query) -> dict[int, float]:
        """Score by document number, for every document that holds a word of the query."""
        scores: dict[int, float] = {}
        for word in sorted(query.words, key=lambda word: (-self.worth(word), word.text)):
            if scores and self._is_common(word):
                self._add_to_best(word, scores)
            else:
                self._add(word, scores)
        return scores

    def worth(self, word: Word) -> float:
        """The most that a word can add to a score."""
        return max((factor * self.idf(number) for number, factor in word.variants), default=0.0) * _weight(word)

    def strength(self, word: Word, document: int) -> float:
        """What a word adds to the score of one document."""
        norm = self._norm(document)
        best = 0.0
        for number, factor in word.variants:
            frequency = self.index.postings.frequency(number, document)
            if frequency:
                best = max(best, factor * self.idf(number) * frequency / (frequency + norm))
        return best * _weight(word)

    def idf(self, number: int) -> float:
        """How rare a term is in this index; 0 where every document holds it, would it not be for the half."""
        holding = self.index.postings.holding(number)
        return log(1 + (len(self.index) - holding + 0.5) / (holding + 0.5))

    @property
    def highest_idf(self) -> float:
        """The rarity of a term that one document holds."""
        return log(1 + (len(self.index) - 0.5) / 1.5)

    def gains(self, number: int, factor: float) -> Iterator[tuple[int, float]]:
        """(document, gain) for one term."""
        self._ready()
        documents, frequencies = self.index.postings.of(number)
        norms = self._norms
        power = factor * self.idf(number)
        for document, frequency in zip(documents, frequencies, strict=True):
            yield document, power * frequency / (frequency + norms[document])

    def _is_common(self, word: Word) -> bool:
        total = len(self.index)
        holding = sum(self.index.postings.holding(number) for number, _ in word.variants)
        return total > LARGE_INDEX and holding * COMMON_SHARE > total

    def _add(self, word: Word, scores: dict[int, float]) -> None:
        weight = _weight(word)
        if len(word.variants) == 1:
            best: Iterable[tuple[int, float]] = self.gains(*word.variants[0])
        else:
            best = self._best_gains(word).items()
        get = scores.get
        for document, gain in best:
            scores[document] = get(document, 0.0) + weight * gain

    def _best_gains(self, word: Word) -> dict[int, float]:
        """A document that holds several variants of a word gains from the best of them alone."""
        best: dict[int, float] = {}
        get = best.get
        for number, factor in word.variants:
            for document, gain in self.gains(number, factor):
                if gain > get(document, 0.0):
                    best[document] = gain
        return best

    def _add_to_best(self, word: Word, scores: dict[int, float]) -> None:
        if len(scores) > CARRIED_ON:
            keys = self.index.keys
            kept = sorted(scores, key=lambda document: (-scores[document], keys[document]))[:CARRIED_ON]
        else:
            kept = list(scores)
        for document in kept:
            scores[document] += self.strength(word, document)

    def _norm(self, document: int) -> float:
        self._ready()
        return self._norms[document]

    def _ready(self) -> None:
        if not self._norms:
            average = self.index.average_length or 1.0
            unit = FREQUENCY_UNIT * K1
            self._norms = [unit * (1 - B + B * length / average) for length in self.index.lengths]


def _weight(word: Word) -> float:
    return word.weight * (WORLD_FLOOR + (1 - WORLD_FLOOR) * word.rarity)
