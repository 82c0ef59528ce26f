"""Lets the best document speak: its most telling words, which the query did not use, bring up what resembles it."""

from collections import Counter
from collections.abc import Mapping

from noctule.search.query import Query
from noctule.search.scores import Scorer, best_of

# More words, or more documents than one, bring up what has nothing to do with the query.
TERMS = 16
WEIGHT = 0.15


def feedback(scorer: Scorer, query: Query, best: int, totals: Mapping[int, float]) -> dict[int, float]:
    """What the others of `totals` gain for the words of the document `best`: they may draw level, not overtake it."""
    gains: dict[int, float] = {}
    for number in _telling_terms(scorer, query, best):
        for document, gain in scorer.gains(number, WEIGHT):
            gains[document] = gains.get(document, 0.0) + gain
    return {
        document: min(gain, totals[best] - totals[document])
        for document, gain in gains.items()
        if document in totals and document != best
    }


def _telling_terms(scorer: Scorer, query: Query, best: int) -> list[int]:
    postings = scorer.index.postings
    asked = frozenset().union(*(word.numbers for word in query.words))
    counts = Counter(scorer.index.sequence(best))
    for number in asked & counts.keys():
        del counts[number]
    rarities = zip(counts.items(), scorer.idfs(counts), strict=True)
    worth = {number: count / (count + 1) * idf for (number, count), idf in rarities}
    return [number for number in best_of(worth, TERMS, postings.terms) if postings.holding(number) > 1]
