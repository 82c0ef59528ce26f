"""Scores documents by BM25 over weighed fields, each word of the query also by how much it says in the world."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from heapq import nlargest
from math import log

from noctule.search.index import FREQUENCY_UNIT, Index
from noctule.search.query import Query, Word

# The usual range of both is flat: a second mention counts little, and memories are all short.
K1 = 0.9
B = 0.3
# What a word of any chat still counts: a small folder's own rarity is a poor guide, but not none.
WORLD_FLOOR = 0.5
# So many of the best that rarer words found are carried on: a common word lifts none from below them to the top.
CARRIED_ON = 64


class Scorer:
    """Answers queries over one index. `forget` must be called after the index changed."""

    def __init__(self, index: Index, b: float = B) -> None:
        self.index = index
        self._b = b
        self._norms: list[float] = []
        self._idf = _Idfs(index)

    def forget(self) -> None:
        """Drops what was computed from the index's average length."""
        self._norms = []
        self._idf = _Idfs(self.index)

    def scores(self, query: Query) -> dict[int, float]:
        """Score by document number, for every document that holds a word of the query."""
        scores: dict[int, float] = {}
        for word in sorted(query.words, key=lambda word: (-self.worth(word), word.text)):
            if scores and self.index.is_common(word.numbers):
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
        """How rare a term is in this index: nearly 0 where every document holds it."""
        return self._idf[number]

    def idfs(self, numbers: Iterable[int]) -> list[float]:
        """The `idf` of each: at once, which is quicker."""
        return list(map(self._idf.__getitem__, numbers))

    @property
    def highest_idf(self) -> float:
        """The rarity of a term that one document holds."""
        return _idf(self.index, 1)

    def gains(self, number: int, factor: float) -> Iterable[tuple[int, float]]:
        """(document, gain) for each document that holds the term."""
        self._ready()
        rows = self.index.postings.of(number)
        documents, frequencies = rows[0].tolist(), rows[1].tolist()
        norms = self._norms
        power = factor * self.idf(number)
        pairs = zip(documents, frequencies, strict=True)
        return zip(documents, [power * held / (held + norms[document]) for document, held in pairs], strict=True)

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
        kept = best_of(scores, CARRIED_ON, self.index.keys)
        weight = _weight(word)
        for document, gain in self._gains_among(word, kept).items():
            scores[document] += weight * gain

    def _gains_among(self, word: Word, kept: list[int]) -> dict[int, float]:
        best: dict[int, float] = {}
        for number, factor in word.variants:
            power = factor * self.idf(number)
            documents, frequencies = self.index.postings.of(number)
            for document in kept:
                place = bisect_left(documents, document)
                if place < len(documents) and documents[place] == document:
                    gain = power * frequencies[place] / (frequencies[place] + self._norms[document])
                    best[document] = max(gain, best.get(document, 0.0))
        return best

    def _norm(self, document: int) -> float:
        self._ready()
        return self._norms[document]

    def _ready(self) -> None:
        if not self._norms:
            average = self.index.average_length or 1.0
            unit = FREQUENCY_UNIT * K1
            self._norms = [unit * (1 - self._b + self._b * length / average) for length in self.index.lengths]


class _Idfs(dict[int, float]):
    """The `idf` of each term, computed when it is first asked for."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def __missing__(self, number: int) -> float:
        idf = self[number] = _idf(self._index, self._index.postings.holding(number))
        return idf


def _idf(index: Index, holding: int) -> float:
    return log(1 + (len(index) - holding + 0.5) / (holding + 0.5))


def _weight(word: Word) -> float:
    return word.weight * (WORLD_FLOOR + (1 - WORLD_FLOOR) * word.rarity)


def best_of(scores: Mapping[int, float], count: int, keys: list[str]) -> list[int]:
    """The `count` documents with the highest scores, best first, equal ones in the order of their keys."""
    found: Iterable[int] = scores
    if len(scores) > count:
        lowest = nlargest(count, scores.values())[-1]
        found = [document for document, score in scores.items() if score >= lowest]
    return sorted(found, key=lambda document: (-scores[document], keys[document]))[:count]
