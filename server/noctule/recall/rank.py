"""Chooses memories for a turn, without a model: words in common, weighed by rarity."""

import json
from collections.abc import Mapping
from heapq import nlargest

from noctule.dataclass import dataclass
from noctule.recall.gate import NOTHING_FOUND, Gate, fits_rest, judge
from noctule.search.cache import CacheUnusable, index_from_sections, index_sections, pack, unpack
from noctule.search.dates import terms_of_day
from noctule.search.index import Field, Index
from noctule.search.query import Query, read_query
from noctule.search.ranking import Ranking, rank_documents
from noctule.search.scores import Scorer

# How much a word counts where it stands.
NAME, DESCRIPTION, HEADING, BODY, TYPE = 2.0, 2.0, 1.5, 1.0, 0.5
# What scores less than this share of the best memory is not shown beside it, unless it fits what that leaves open.
SHARE_OF_BEST = 0.55
MOST_CHOSEN = 5
# Of memories with equal scores and dates, how to work comes before what is.
TYPE_ORDER = ("feedback", "user", "project", "reference")
# Sums taken in another order differ far behind this.
DECIMALS = 6


@dataclass(frozen=True, slots=True)
class Document:
    """A memory for the ranker: `modified` in seconds since 1970 (0 = unknown), `stamp` the caller's mark of it."""

    path: str
    name: str = ""
    description: str = ""
    type: str | None = None
    headings: tuple[str, ...] = ()
    body: str = ""
    modified: float = 0.0
    stamp: str = ""


@dataclass(frozen=True, slots=True)
class Scored:
    """A memory with its score and the parts that add up to it: words, closeness, feedback, context."""

    path: str
    score: float
    parts: dict[str, float]


@dataclass(frozen=True, slots=True)
class Pick:
    """What would be shown, best first, and why so, or why nothing."""

    chosen: list[Scored]
    gate: Gate


@dataclass(frozen=True, slots=True)
class Explained:
    """A candidate with the query's words it holds and the share of the query's worth that they make up, 0 to 1."""

    scored: Scored
    words: tuple[str, ...]
    coverage: float


@dataclass(frozen=True, slots=True)
class _Facts:
    """What the ranker keeps of a memory beside its words."""

    type: str | None
    modified: float
    stamp: str


class Ranker:
    """Memories of one folder, changed one at a time; it answers from those it has. The caller holds a lock."""

    def __init__(self, index: Index | None = None, facts: Mapping[str, _Facts] | None = None) -> None:
        self._index = index or Index()
        self._scorer = Scorer(self._index)
        self._facts = dict(facts or {})

    def __len__(self) -> int:
        return len(self._facts)

    def stamps(self) -> dict[str, str]:
        """The `stamp` of each memory here, by path: what has to be updated or removed shows in a comparison."""
        return {path: facts.stamp for path, facts in self._facts.items()}

    def update(self, document: Document) -> None:
        """Takes in a memory, new or changed."""
        fields = [
            Field(document.name, NAME),
            Field(document.description, DESCRIPTION),
            Field("\n".join(document.headings), HEADING),
            Field(document.type or "", TYPE),
            Field(document.body, BODY),
        ]
        self._index.put(document.path, fields, terms_of_day(document.modified) if document.modified else ())
        self._facts[document.path] = _Facts(document.type, document.modified, document.stamp)
        self._scorer.forget()

    def remove(self, path: str) -> None:
        """Forgets a memory; nothing happens if it is not here."""
        self._index.drop(path)
        self._facts.pop(path, None)
        self._scorer.forget()

    def rank(self, query: str, context: str = "", limit: int | None = None) -> list[Scored]:
        """Memories that share words with `query`, best first; `context` is what the editor shows, a weaker query."""
        _, ranking = self._ask(query, context)
        return self._best(ranking, limit)

    def pick(self, query: str, context: str = "", limit: int = MOST_CHOSEN) -> Pick:
        """At most `limit` memories worth showing for `query`: none unless the best of them fits."""
        asked, ranking = self._ask(query, context)
        best = self._best(ranking, limit)
        gate = self._judge(asked, best)
        return Pick(self._worth_showing(asked, best) if gate.is_open else [], gate)

    def explain(self, query: str, context: str = "", limit: int = 50) -> tuple[list[Explained], Gate]:
        """What `rank` finds, with the words it was found by, and what the gate says of the best."""
        asked, ranking = self._ask(query, context)
        best = self._best(ranking, limit)
        return [self._explained(asked, scored) for scored in best], self._judge(asked, best)

    def to_bytes(self) -> bytes:
        """All of it, for `from_bytes`."""
        facts = {path: [facts.type, facts.modified, facts.stamp] for path, facts in self._facts.items()}
        return pack([json.dumps(facts).encode(), *index_sections(self._index)])

    @classmethod
    def from_bytes(cls, data: bytes) -> "Ranker | None":
        """The ranker that `to_bytes` wrote, or None if the bytes are damaged or of another version: then build anew."""
        try:
            facts, *sections = unpack(data)
        except CacheUnusable:
            return None
        known = {path: _Facts(*values) for path, values in json.loads(bytes(facts)).items()}
        return cls(index_from_sections(sections), known)

    def _ask(self, query: str, context: str) -> tuple[Query, Ranking]:
        asked = read_query(query, self._index)
        seen = read_query(context, self._index).without(asked.words)
        return asked, rank_documents(self._scorer, asked, seen)

    def _worth_showing(self, asked: Query, best: list[Scored]) -> list[Scored]:
        """Of `best`, those near the first, and those that fit the words of the turn which none before them holds."""
        shown: list[Scored] = []
        rest = asked
        for scored in best:
            number = self._index.number(scored.path)
            if scored.score >= SHARE_OF_BEST * best[0].score or fits_rest(self._scorer, rest, number):
                shown.append(scored)
                rest = rest.without([word for word in rest.words if self._scorer.strength(word, number)])
        return shown

    def _best(self, ranking: Ranking, limit: int | None) -> list[Scored]:
        """At most `limit` of the candidates, best first."""
        totals = ranking.totals
        numbers = list(totals)
        if limit is not None and len(numbers) > limit:
            lowest = nlargest(limit, (totals[number] for number in numbers))[-1] - 10**-DECIMALS
            numbers = [number for number in numbers if totals[number] >= lowest]
        scored = [Scored(self._index.keys[number], totals[number], ranking.parts_of(number)) for number in numbers]
        return sorted(scored, key=self._order)[:limit]

    def _order(self, scored: Scored) -> tuple[float, float, int, str]:
        facts = self._facts[scored.path]
        place = TYPE_ORDER.index(facts.type) if facts.type in TYPE_ORDER else len(TYPE_ORDER)
        return -round(scored.score, DECIMALS), -facts.modified, place, scored.path

    def _judge(self, asked: Query, best: list[Scored]) -> Gate:
        if not best:
            return NOTHING_FOUND
        return judge(self._scorer, asked, self._index.number(best[0].path), best[0].parts)

    def _explained(self, asked: Query, scored: Scored) -> Explained:
        number = self._index.number(scored.path)
        strengths = {word.text: self._scorer.strength(word, number) for word in asked.words}
        worth = sum(self._scorer.worth(word) for word in asked.words)
        held = tuple(text for text, strength in strengths.items() if strength)
        return Explained(scored, held, sum(strengths.values()) / worth if worth else 0.0)
