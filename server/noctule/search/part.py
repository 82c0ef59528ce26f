"""A part of a collection too large to hold: some of its documents, scored by how rare words are in the whole.

What ranks memories ranks these too: the index knows few documents, and answers for all of them how common a word is.
"""

from array import array
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import Protocol

from noctule.dataclass import dataclass
from noctule.search.index import FREQUENCY_UNIT, Index
from noctule.search.postings import FREQUENCY, HIGHEST_FREQUENCY, NUMBER, Pair, Postings


class Vocabulary(Protocol):
    """The terms of the whole collection."""

    def holding(self, term: str) -> int:
        """How many documents hold the term; 0 for one that is not known."""
        ...

    def among(self, terms: AbstractSet[str]) -> AbstractSet[str]:
        """Those of `terms` that are known."""
        ...

    def beginning_with(self, prefix: str, limit: int) -> list[str]:
        """At most `limit` known terms that begin with `prefix`, in alphabetical order."""
        ...


@dataclass(frozen=True, slots=True)
class Whole:
    """What is to be known of the collection as a whole: its size, its documents' mean length in terms, languages."""

    documents: int
    average_length: float
    languages: Sequence[str]


@dataclass(frozen=True, slots=True)
class PartDocument:
    """A document by its key: its terms in order, and how many of them count for its length."""

    key: str
    terms: Sequence[str]
    length: int


class PartOfPostings(Postings):
    """Rows of the part's documents; whether and how often a term is held is the whole collection's."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        super().__init__()
        self._vocabulary = vocabulary
        self._held: dict[int, int] = {}
        self._told: list[Sequence[str]] = []
        self._sets: list[frozenset[str]] = []

    def known(self, term: str) -> int | None:
        number = self.number_of(term)
        return number if self.holding(number) else None

    def holding(self, number: int) -> int:
        held = self._held.get(number)
        if held is None:
            held = self._held[number] = self._vocabulary.holding(self.terms[number])
        return held

    def of(self, number: int) -> Pair:
        # Looked up when it is asked for: of all terms of the part a query needs a few dozen.
        term = self.terms[number]
        documents = [document for document, held in enumerate(self._sets) if term in held]
        counts = (FREQUENCY_UNIT * self._told[document].count(term) for document in documents)
        return array(NUMBER, documents), array(FREQUENCY, (min(count, HIGHEST_FREQUENCY) for count in counts))

    def frequency(self, number: int, document: int) -> int:
        return min(FREQUENCY_UNIT * self._told[document].count(self.terms[number]), HIGHEST_FREQUENCY)

    def among(self, terms: AbstractSet[str]) -> AbstractSet[str]:
        return self._vocabulary.among(terms)

    def has_beginning(self, prefix: str) -> bool:
        return bool(self._vocabulary.beginning_with(prefix, 1))

    def beginning_with(self, prefix: str, limit: int) -> list[str]:
        return self._vocabulary.beginning_with(prefix, limit)

    def enter(self, terms: Sequence[str]) -> None:
        """The terms of the next document."""
        self._told.append(terms)
        self._sets.append(frozenset(terms))

    def sequence(self, document: int) -> list[int]:
        return [self.number_of(term) for term in self._told[document]]


class PartOfIndex(Index):
    """Documents of the part by key; its size and its lengths are those of the whole."""

    def __init__(self, vocabulary: Vocabulary, whole: Whole) -> None:
        super().__init__()
        self._part = PartOfPostings(vocabulary)
        self.postings = self._part
        self._whole = whole

    def __len__(self) -> int:
        return self._whole.documents

    @property
    def average_length(self) -> float:
        return self._whole.average_length

    @property
    def languages_here(self) -> list[str]:
        return list(self._whole.languages)

    def take(self, documents: Iterable[PartDocument]) -> None:
        """Adds documents of the collection; none of them may be here already."""
        for document in documents:
            # Lengths are counted in the unit of frequencies.
            self._seat(document.key, "", document.length * FREQUENCY_UNIT, array(NUMBER))
            self._part.enter(document.terms)

    def sequence(self, document: int) -> list[int]:
        return self._part.sequence(document)
