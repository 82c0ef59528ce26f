"""Chooses memories for a turn, without a model: words in common, weighed by rarity."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from noctule.recall.gate import Gate, judge
from noctule.search.cache import CacheUnusable, index_from_sections, index_sections, pack, unpack
from noctule.search.dates import terms_of_day
from noctule.search.index import Field, Index
from noctule.search.query import read_query
from noctule.search.scores import Scorer

NAME_WEIGHT, DESCRIPTION_WEIGHT, HEADING_WEIGHT, BODY_WEIGHT, TYPE_WEIGHT = 2.0, 2.0, 1.5, 1.0, 0.5
# What scores less than this share of the best memory is not shown beside it.
SHARE_OF_BEST = 0.5
MOST_CHOSEN = 5


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
    """A memory with its score and what the score is made of."""

    path: str
    score: float
    parts: dict[str, float]


@dataclass(frozen=True, slots=True)
class Pick:
    """What would be shown, best first, and why so, or why nothing."""

    chosen: list[Scored]
    gate: Gate


@dataclass(frozen=True, slots=True)
class _Facts:
    type: str | None
    modified: float
    stamp: str


class Ranker:
    """Memories of one folder, changed one at a time; it answers from those it has. The caller holds a lock."""

    def __init__(self) -> None:
        self._index = Index()
        self._scorer = Scorer(self._index)
        self._facts: dict[str, _Facts] = {}

    def __len__(self) -> int:
        return len(self._facts)

    def stamps(self) -> Mapping[str, str]:
        """The `stamp` of each memory here, by path: what has to be updated or removed shows in a comparison."""
        return {path: facts.stamp for path, facts in self._facts.items()}

    def update(self, document: Document) -> None:
        """Takes in a memory, new or changed."""
        fields = [
            Field(document.name, NAME_WEIGHT),
            Field(document.description, DESCRIPTION_WEIGHT),
            Field("\n".join(document.headings), HEADING_WEIGHT),
            Field(document.type or "", TYPE_WEIGHT),
            Field(document.body, BODY_WEIGHT),
        ]
        self._index.put(document.path, fields, terms_of_day(document.modified) if document.modified else ())
        self._facts[document.path] = _Facts(document.type, document.modified, document.stamp)
        self._scorer.forget_norms()

    def remove(self, path: str) -> None:
        """Forgets a memory; nothing happens if it is not here."""
        self._index.drop(path)
        self._facts.pop(path, None)
        self._scorer.forget_norms()

    def rank(self, query: str, context: str = "", limit: int | None = None) -> list[Scored]:
        """Memories that share words with `query`, best first; `context` is what the editor shows, a weaker query."""
        scores = self._scorer.score(read_query(f"{query}\n{context}", self._index))
        found = [Scored(self._index.keys[number], score, {"words": score}) for number, score in scores.items()]
        found.sort(key=lambda scored: (-round(scored.score, 6), -self._facts[scored.path].modified, scored.path))
        return found[:limit]

    def pick(self, query: str, context: str = "", limit: int = MOST_CHOSEN) -> Pick:
        """At most `limit` memories worth showing for `query`: none unless the best of them fits."""
        ranked = self.rank(query, context, limit)
        gate = judge(ranked[0].score if ranked else 0.0)
        if not gate.is_open:
            return Pick([], gate)
        return Pick([scored for scored in ranked if scored.score >= SHARE_OF_BEST * ranked[0].score], gate)

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
        ranker = cls()
        ranker._index = index_from_sections(sections)
        ranker._scorer = Scorer(ranker._index)
        ranker._facts = {path: _Facts(*values) for path, values in json.loads(bytes(facts)).items()}
        return ranker
