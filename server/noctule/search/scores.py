"""Scores documents for a query by BM25 over weighed fields."""

from math import log

from noctule.search.index import FREQUENCY_UNIT, Index
from noctule.search.query import Query, Word

K1 = 0.9
B = 0.35


class Scorer:
    """Answers queries over one index; keeps what depends on its average length until that changes."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._norms: list[float] = []

    def forget_norms(self) -> None:
        self._norms = []

    def idf(self, number: int) -> float:
        here = len(self._index.postings.of(number)[0])
        return log(1 + (len(self._index) - here + 0.5) / (here + 0.5))

    def score(self, query: Query) -> dict[int, float]:
        scores: dict[int, float] = {}
        self._ready()
        for word in sorted(query.words, key=lambda w: (-self._power(w), w.text)):
            self._add(word, scores)
        return scores

    def strength(self, word: Word, document: int) -> float:
        """What the word adds to this document's score."""
        self._ready()
        norm = self._norms[document]
        best = 0.0
        for number, factor in word.variants:
            frequency = self._index.postings.frequency(number, document)
            best = max(best, factor * self.idf(number) * frequency / (frequency + norm))
        return best * word.weight * self.world(word)

    def world(self, word: Word) -> float:
        return 0.5 + 0.5 * word.rarity

    def _power(self, word: Word) -> float:
        return max((factor * self.idf(number) for number, factor in word.variants), default=0.0) * word.weight

    def _add(self, word: Word, scores: dict[int, float]) -> None:
        if not word.variants:
            return
        weight = word.weight * self.world(word)
        if len(word.variants) == 1:
            gains = self._gains(*word.variants[0])
        else:
            gains = {}
            for number, factor in word.variants:
                for document, gain in self._gains(number, factor).items():
                    if gain > gains.get(document, 0.0):
                        gains[document] = gain
        get = scores.get
        for document, gain in gains.items():
            scores[document] = get(document, 0.0) + weight * gain

    def _gains(self, number: int, factor: float) -> dict[int, float]:
        documents, row = self._index.postings.of(number)
        norms = self._norms
        power = factor * self.idf(number)
        return {document: power * tf / (tf + norms[document]) for document, tf in zip(documents, row, strict=True)}

    def _ready(self) -> None:
        if not self._norms:
            average = self._index.average_length or 1.0
            self._norms = [FREQUENCY_UNIT * K1 * (1 - B + B * length / average) for length in self._index.lengths]
