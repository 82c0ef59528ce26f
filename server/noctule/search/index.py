"""Holds documents for search: their terms in order, their lengths and the postings, changed one document at a time."""

from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import chain

from noctule.dataclass import dataclass
from noctule.search.postings import NUMBER, Postings, Row
from noctule.search.terms import document_terms, language_of
from noctule.search.tokens import chunks

# Frequencies are counted in halves, so that a byte holds weights such as 1.5.
FREQUENCY_UNIT = 2
NO_DOCUMENT = ""
# In an index this large a word in more than an eighth of the documents only adds to what rarer words have found.
LARGE = 500
COMMON_SHARE = 8


@dataclass(frozen=True, slots=True)
class Field:
    """A part of a document, and how much one of its words counts beside one of the body's (in steps of a half)."""

    text: str
    weight: float = 1.0


class Index:
    """Documents by key. A key has a number while it is here; the number is given away again when it has gone."""

    def __init__(self) -> None:
        self.postings = Postings()
        self.keys: list[str] = []
        self.languages: list[str] = []
        self.lengths = array(NUMBER)
        self._sequences: list[Row] = []
        self._number_of: dict[str, int] = {}
        self._free: list[int] = []
        self._languages_here: Counter[str] = Counter()
        self._total_length = 0

    @classmethod
    def restored(
        cls,
        postings: Postings,
        keys: list[str],
        languages: list[str],
        lengths: "array[int]",
        sequences: Iterable[Row],
    ) -> "Index":
        """The index that had these rows; a document without a key is a free place."""
        index = cls()
        index.postings, index.keys, index.languages = postings, keys, languages
        index.lengths, index._sequences = lengths, list(sequences)
        index._number_of = {key: number for number, key in enumerate(keys) if key != NO_DOCUMENT}
        index._free = [number for number, key in enumerate(keys) if key == NO_DOCUMENT]
        index._languages_here = Counter(languages[number] for number in index._number_of.values())
        index._total_length = sum(lengths)
        return index

    def __len__(self) -> int:
        return len(self._number_of)

    def __contains__(self, key: str) -> bool:
        return key in self._number_of

    @property
    def sequences(self) -> Sequence[Row]:
        """The numbers of each document's terms in their order, by document number."""
        return self._sequences

    @property
    def average_length(self) -> float:
        return self._total_length / max(1, len(self))

    @property
    def languages_here(self) -> list[str]:
        """The languages of the documents, the most frequent first."""
        return sorted(self._languages_here, key=lambda language: (-self._languages_here[language], language))

    def put(self, key: str, fields: Iterable[Field], extra_terms: Iterable[str] = ()) -> None:
        """Enters a document in place of the one with this key; `extra_terms`, taken as they are, make it no longer."""
        fields = [field for field in fields if field.text]
        found = [chunks(field.text) for field in fields]
        language = language_of(chain.from_iterable(found))
        weights: dict[int, int] = {}
        sequence = array(NUMBER)
        for field, pieces in zip(fields, found, strict=True):
            numbers = self.postings.numbers_of(document_terms(field.text, pieces, language))
            for number, count in Counter(numbers).items():
                weights[number] = weights.get(number, 0) + count * int(field.weight * FREQUENCY_UNIT)
            sequence.extend(numbers)
        length = sum(weights.values())
        for term in extra_terms:
            number = self.postings.number_of(term)
            weights[number] = weights.get(number, 0) + FREQUENCY_UNIT
            sequence.append(number)
        before = self._leave(key)
        document = self._seat(key, language, length, sequence)
        self.postings.change(document, before, weights)

    def drop(self, key: str) -> None:
        """Removes the document with this key; nothing happens if there is none."""
        if key in self:
            document = self.number(key)
            self.postings.change(document, self._leave(key), {})

    def _leave(self, key: str) -> Collection[int]:
        """Makes the place of `key` free, to be taken next; the terms under which it is still entered."""
        document = self._number_of.pop(key, None)
        if document is None:
            return ()
        before = dict.fromkeys(self.sequence(document))
        self._total_length -= self.lengths[document]
        self._languages_here -= Counter([self.languages[document]])
        self.keys[document] = NO_DOCUMENT
        self._sequences[document] = array(NUMBER)
        self.lengths[document] = 0
        self._free.append(document)
        return before

    def number(self, key: str) -> int:
        """The number of the document with this key, which must be here."""
        return self._number_of[key]

    def is_common(self, numbers: Iterable[int]) -> bool:
        """Whether these terms together stand in so many documents of a large index that they find too many."""
        return len(self) > LARGE and sum(map(self.postings.holding, numbers)) * COMMON_SHARE > len(self)

    def sequence(self, document: int) -> list[int]:
        """The numbers of the terms of a document in their order."""
        return self._sequences[document].tolist()

    def _seat(self, key: str, language: str, length: int, sequence: Row) -> int:
        if self._free:
            document = self._free.pop()
            self.keys[document], self.languages[document] = key, language
            self.lengths[document], self._sequences[document] = length, sequence
        else:
            document = len(self.keys)
            self.keys.append(key)
            self.languages.append(language)
            self.lengths.append(length)
            self._sequences.append(sequence)
        self._number_of[key] = document
        self._total_length += self.lengths[document]
        self._languages_here[language] += 1
        return document
