"""Finds the terms an unknown word may be a misspelling or a beginning of."""

from collections.abc import Iterable

from noctule.search.postings import Postings
from noctule.search.stem import stem

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
# Shorter words have neighbours that mean something else.
SHORTEST = 4
SHORTEST_EDITED = 5
# What a misspelt ending leaves of it when the stemmer does not know it.
LONGEST_ENDING = 3
MOST_TERMS = 4


def near_spellings(word: str, postings: Postings) -> list[int]:
    """Numbers of at most `MOST_TERMS` terms: stems that `word` begins with, one edit allowed; else terms it begins."""
    if len(word) < SHORTEST:
        return []
    stemmed = stem(word, "english")
    shortest = max(SHORTEST, len(stemmed) - LONGEST_ENDING)
    beginnings = (stemmed[:length] for length in range(len(stemmed), shortest - 1, -1))
    shared = _shared_letters(word, postings)
    for beginning in dict.fromkeys((stemmed, word, *beginnings)):
        is_edited = len(beginning) >= SHORTEST_EDITED or beginning in (stemmed, word)
        spellings = _edits(beginning, shared) if is_edited else {beginning}
        found = _known(sorted(postings.among(spellings)), postings)
        if found:
            return found[:MOST_TERMS]
    return _known(postings.beginning_with(word, MOST_TERMS), postings)


def _shared_letters(word: str, postings: Postings) -> int:
    """How many letters `word` has in common with the beginning of some term: an edit behind them leads nowhere."""
    return next((length for length in range(1, len(word)) if not postings.has_beginning(word[: length + 1])), len(word))


def _edits(word: str, shared: int) -> set[str]:
    """The word and those one swap, loss, gain or change of a letter away; the first letter is nearly always right."""
    cuts = [(word[:place], word[place:]) for place in range(1, min(len(word), shared + 1))]
    edits = {word, *(head + tail[1:] for head, tail in cuts)}
    edits.update(head + tail[1] + tail[0] + tail[2:] for head, tail in cuts if len(tail) > 1)
    edits.update(head + letter + tail[1:] for head, tail in cuts for letter in _LETTERS)
    edits.update(head + letter + tail for head, tail in [*cuts, (word, "")] for letter in _LETTERS)
    return edits


def _known(terms: Iterable[str], postings: Postings) -> list[int]:
    return [number for term in terms if (number := postings.known(term)) is not None]
