"""The inverted index: for each term the documents it stands in and how often, changed document by document."""

from array import array
from bisect import bisect_left, insort
from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Final, TypeAlias

# Four bytes a document number, one byte a frequency.
NUMBER: Final = "I"
FREQUENCY: Final = "B"
HIGHEST_FREQUENCY = 255
# So many new terms are put into their places one by one; for more it is quicker to sort them all.
FEW = 50

# Both have the quick `tolist`; reading their items one by one is slow.
Row: TypeAlias = "array[int] | memoryview[int]"
Pair: TypeAlias = tuple[Row, Row]
_NOWHERE: Pair = (array(NUMBER), array(FREQUENCY))


class Postings:
    """Terms by number, and for each two parallel rows: document numbers, ascending, and frequencies.

    What was read from a cache stays one shared row: a term's part is copied when a document first changes it.
    """

    def __init__(self, terms: Iterable[str] = (), in_order: Iterable[str] = ()) -> None:
        self.terms: list[str] = list(terms)
        self._in_order: list[str] = list(in_order)
        self._unsorted: list[str] = []
        self._number_of = {term: number for number, term in enumerate(self.terms)}
        self._starts: Sequence[int] = array(NUMBER, [0])
        self._numbers, self._frequencies = _NOWHERE
        self._changed: dict[int, tuple[array[int], array[int]]] = {}

    @classmethod
    def from_rows(cls, terms: list[str], in_order: list[str], starts: Sequence[int], rows: Pair) -> "Postings":
        """The index as `rows` gave it: term n owns what lies between `starts[n]` and `starts[n + 1]`."""
        postings = cls(terms, in_order)
        postings._starts = starts
        postings._numbers, postings._frequencies = rows
        return postings

    def number_of(self, term: str) -> int:
        """The number of `term`, given to it here if it is new."""
        number = self._number_of.get(term)
        if number is None:
            number = self._number_of[term] = len(self.terms)
            self.terms.append(term)
            self._unsorted.append(term)
        return number

    def numbers_of(self, terms: Sequence[str]) -> list[int]:
        """The number of each of `terms`: at once, which is quicker."""
        known = self._number_of
        for term in [term for term in terms if term not in known]:
            self.number_of(term)
        return list(map(known.__getitem__, terms))

    def known(self, term: str) -> int | None:
        """The number of `term` if any document holds it."""
        number = self._number_of.get(term)
        return number if number is not None and self.holding(number) else None

    def holding(self, number: int) -> int:
        """How many documents hold the term."""
        changed = self._changed.get(number)
        if changed is not None:
            return len(changed[0])
        return self._starts[number + 1] - self._starts[number] if number + 1 < len(self._starts) else 0

    def of(self, number: int) -> Pair:
        """Documents and frequencies of the term with this number."""
        changed = self._changed.get(number)
        if changed is not None:
            return changed
        if number + 1 >= len(self._starts):
            return _NOWHERE
        start, end = self._starts[number], self._starts[number + 1]
        return self._numbers[start:end], self._frequencies[start:end]

    def in_order(self) -> list[str]:
        """All terms in alphabetical order."""
        if len(self._unsorted) > FEW:
            self._in_order = sorted(self._in_order + self._unsorted)
        else:
            for term in self._unsorted:
                insort(self._in_order, term)
        self._unsorted = []
        return self._in_order

    def change(self, document: int, before: Collection[int], frequencies: Mapping[int, int]) -> None:
        """Enters the document under the terms of `frequencies`, and takes it out of others of `before`.

        Most of a changed file is as it was: what keeps its frequency is only looked at.
        """
        for number in before:
            if number not in frequencies:
                documents, row = self._own(number)
                place = bisect_left(documents, document)
                del documents[place], row[place]
        for number, frequency in frequencies.items():
            held = min(frequency, HIGHEST_FREQUENCY)
            if number not in before or self.frequency(number, document) != held:
                self._enter(number, document, held)

    def frequency(self, number: int, document: int) -> int:
        """How often the term stands in the document, weighed by field; 0 where it does not."""
        changed = self._changed.get(number)
        if changed is None and number + 1 >= len(self._starts):
            return 0
        if changed is None:
            # Where the rows lie in one: a part of each takes longer to cut out than to look into.
            documents, row, start, end = (
                self._numbers,
                self._frequencies,
                self._starts[number],
                self._starts[number + 1],
            )
        else:
            documents, row, start, end = *changed, 0, len(changed[0])
        place = bisect_left(documents, document, start, end)
        return row[place] if place < end and documents[place] == document else 0

    def among(self, terms: AbstractSet[str]) -> AbstractSet[str]:
        """Those of `terms` that have a number."""
        return self._number_of.keys() & terms

    def has_beginning(self, prefix: str) -> bool:
        """Whether some term begins with `prefix`."""
        in_order = self.in_order()
        place = bisect_left(in_order, prefix)
        return place < len(in_order) and in_order[place].startswith(prefix)

    def beginning_with(self, prefix: str, limit: int) -> list[str]:
        """At most `limit` known terms that begin with `prefix`, in alphabetical order."""
        in_order = self.in_order()
        found: list[str] = []
        place = bisect_left(in_order, prefix)
        while len(found) < limit and place < len(in_order) and in_order[place].startswith(prefix):
            if self.known(in_order[place]) is not None:
                found.append(in_order[place])
            place += 1
        return found

    def _enter(self, number: int, document: int, frequency: int) -> None:
        documents, row = self._own(number)
        if not documents or documents[-1] < document:
            documents.append(document)
            row.append(frequency)
            return
        place = bisect_left(documents, document)
        if documents[place] == document:
            row[place] = frequency
        else:
            documents.insert(place, document)
            row.insert(place, frequency)

    def _own(self, number: int) -> "tuple[array[int], array[int]]":
        own = self._changed.get(number)
        if own is None:
            documents, row = self.of(number)
            own = self._changed[number] = (array(NUMBER, bytes(documents)), array(FREQUENCY, bytes(row)))
        return own
