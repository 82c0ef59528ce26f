"""Finds messages for a question: the database gives those that hold its rarest words, the ranker orders them."""

import sqlite3
from collections.abc import Iterable, Sequence
from datetime import datetime
from heapq import nlargest
from itertools import pairwise

from noctule.dataclass import dataclass
from noctule.search.neighbours import LENT, with_neighbours
from noctule.search.part import PartDocument, PartOfIndex
from noctule.search.query import Query, Word, read_query
from noctule.search.ranking import rank_documents
from noctule.search.scores import Scorer
from noctule.transcripts.search.store import PLACE_BITS, StoredTerms, first_id, parts, session_of, whole

# In talk a message's length says less of what it is about than a memory's does.
_B = 0.1
# So many rows of the rarest words are looked through; a word too common for it only adds to what the others found.
_MOST_ROWS = 6_000
# So many of these are ranked, with their neighbours.
_RANKED = 100
# A message without a time of its own is as new as anything: its session was let through.
_SAID_SINCE = "SELECT id FROM message WHERE ifnull(at, 1e18) >= ?"
_NOTHING = Query((), points_at_editor=False)
# Sums taken in another order differ far behind this.
_DECIMALS = 6


@dataclass(frozen=True, slots=True)
class Asked:
    """What to look for, and among what: one agent's sessions, one session by its id, messages since a time."""

    query: str
    limit: int = 5
    source: str | None = None
    session: str | None = None
    since: datetime | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """A message by its id. `has_words` is False for one that only stands beside such as were found."""

    id: int
    score: float
    has_words: bool


@dataclass(frozen=True, slots=True)
class Matches:
    """Best first. `terms` are those that the question was read as, for marking them in a text."""

    found: Sequence[Match]
    terms: frozenset[str]


def find_messages(connection: sqlite3.Connection, asked: Asked) -> Matches:
    """At most `asked.limit` messages; the same database and question give the same."""
    index = PartOfIndex(StoredTerms(connection), whole(connection))
    scorer = Scorer(index, _B)
    query = read_query(asked.query, index)
    terms = frozenset(index.postings.terms[number] for word in query.words for number in word.numbers)
    best = _candidates(connection, scorer, query, _Filter(asked))
    runs = _runs(best)
    rows = _rows(connection, [message for run in runs for message in run])
    index.take(rows)
    ranking = rank_documents(scorer, query, _NOTHING)
    totals = {int(index.keys[number]): score for number, score in ranking.totals.items()}
    present = {int(row.key) for row in rows}
    lent: dict[int, float] = {}
    for run in runs:
        lent |= with_neighbours(totals, [message for message in run if message in present])
    allowed = _allowed(connection, lent.keys(), _Filter(asked))
    ordered = sorted(allowed, key=lambda message: (-round(lent[message], _DECIMALS), -message))
    return Matches([Match(one, lent[one], one in totals) for one in ordered[: asked.limit]], terms)


class _Filter:
    """The sessions and times that are asked about, as a condition of SQL on a row of `said`."""

    def __init__(self, asked: Asked) -> None:
        self.since = asked.since.timestamp() if asked.since else None
        told = (("source = ?", asked.source), ("id = ?", asked.session), ("ifnull(last_at, 1e18) >= ?", self.since))
        given = [(condition, value) for condition, value in told if value is not None]
        self.condition = ""
        self.values: list[object] = [value for _, value in given]
        if given:
            conditions = " AND ".join(condition for condition, _ in given)
            self.condition = f"AND (rowid >> {PLACE_BITS}) IN (SELECT number FROM session WHERE {conditions})"
        if self.since is not None:
            self.condition += f" AND EXISTS ({_SAID_SINCE} AND id = said.rowid)"
            self.values.append(self.since)


def _candidates(connection: sqlite3.Connection, scorer: Scorer, query: Query, wanted: _Filter) -> list[int]:
    """The messages that hold most of what the rarest words are worth, in the order of their ids."""
    scores: dict[int, float] = {}
    left = _MOST_ROWS
    for word in sorted(query.words, key=lambda word: (-scorer.worth(word), word.text)):
        held = sum(map(scorer.index.postings.holding, word.numbers))
        if not held or (held > left and scores):
            continue
        left -= min(held, left)
        for message, gain in _gains(connection, scorer, word, wanted).items():
            scores[message] = scores.get(message, 0.0) + gain
    best = nlargest(_RANKED, scores.items(), key=lambda pair: (pair[1], pair[0]))
    return sorted(message for message, _ in best)


def _gains(connection: sqlite3.Connection, scorer: Scorer, word: Word, wanted: _Filter) -> dict[int, float]:
    """What the word alone is worth to each message; of several variants the best counts."""
    gains: dict[int, float] = {}
    for number, factor in sorted(word.variants, key=lambda variant: (variant[1], variant[0])):
        gain = factor * scorer.idf(number) * word.weight
        rows = connection.execute(
            f"SELECT rowid FROM said WHERE said MATCH ? {wanted.condition} ORDER BY rowid DESC LIMIT {_MOST_ROWS}",
            (f'"{scorer.index.postings.terms[number]}"', *wanted.values),
        )
        gains.update((row[0], gain) for row in rows)
    return gains


def _runs(messages: Sequence[int]) -> list[list[int]]:
    """The messages with the places around them, a list for each stretch of one session."""
    reach = len(LENT)
    places: set[int] = set()
    for message in messages:
        session = session_of(message)
        lowest, above = first_id(session), first_id(session + 1)
        places.update(range(max(message - reach, lowest), min(message + reach + 1, above)))
    ordered = sorted(places)
    runs: list[list[int]] = [ordered[:1]] if ordered else []
    for before, place in pairwise(ordered):
        if place != before + 1 or session_of(place) != session_of(before):
            runs.append([])
        runs[-1].append(place)
    return runs


def _rows(connection: sqlite3.Connection, messages: Sequence[int]) -> list[PartDocument]:
    found: list[PartDocument] = []
    for part in parts(messages):
        marks = ",".join("?" * len(part))
        rows = connection.execute(f"SELECT id, terms, length FROM message WHERE id IN ({marks}) ORDER BY id", part)
        found += [PartDocument(str(row[0]), row[1].split(), row[2]) for row in rows]
    return found


def _allowed(connection: sqlite3.Connection, messages: Iterable[int], wanted: _Filter) -> list[int]:
    """Those that the filter lets through."""
    if wanted.since is None:
        return list(messages)
    found: list[int] = []
    for part in parts(sorted(messages)):
        marks = ",".join("?" * len(part))
        rows = connection.execute(f"{_SAID_SINCE} AND id IN ({marks})", (wanted.since, *part))
        found += [row[0] for row in rows]
    return found
