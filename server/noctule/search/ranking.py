"""Adds up a document's score: the query's words, their closeness, the best document's words, a weaker second query."""

from collections.abc import Mapping

from noctule.dataclass import dataclass
from noctule.search.closeness import closeness
from noctule.search.feedback import feedback
from noctule.search.query import Query
from noctule.search.scores import Scorer, best_of

CONTEXT_WEIGHT = 0.2
# Only what is near the top can come to the top by closeness.
LOOKED_AT = 10


@dataclass(frozen=True, slots=True)
class Ranking:
    """Scores by document number, in all and by part: words, closeness, feedback, context."""

    totals: Mapping[int, float]
    parts: Mapping[str, Mapping[int, float]]

    def parts_of(self, document: int) -> dict[str, float]:
        """The parts that make up one document's score."""
        return {name: part[document] for name, part in self.parts.items() if document in part}


def rank_documents(scorer: Scorer, query: Query, context: Query) -> Ranking:
    """Scores every document that shares a word with `query` or `context`."""
    parts: dict[str, Mapping[int, float]] = {"words": scorer.scores(query)}
    totals = dict(parts["words"])
    if context.words:
        scores = scorer.scores(context)
        parts["context"] = {document: CONTEXT_WEIGHT * score for document, score in scores.items()}
        _add(parts["context"], totals)
    if not totals:
        return Ranking(totals, parts)
    parts["closeness"] = closeness(scorer, query, best_of(totals, LOOKED_AT, scorer.index.keys))
    _add(parts["closeness"], totals)
    parts["feedback"] = feedback(scorer, query, best_of(totals, 1, scorer.index.keys)[0], totals)
    _add(parts["feedback"], totals)
    return Ranking(totals, parts)


def _add(gains: Mapping[int, float], totals: dict[int, float]) -> None:
    for document, gain in gains.items():
        totals[document] = totals.get(document, 0.0) + gain
