"""Finds the terms an unknown word may be a misspelling or a beginning of."""

from collections.abc import Iterable, Iterator

from noctule.search.postings import Postings
from noctule.search.stem import stem

_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
# Shorter words have neighbours that mean something else.
SHORTEST = 4
SHORTEST_EDITED = 5
# What may follow a stem: `ations`, `ness`, misspelt or not.
LONGEST_ENDING = 5
MOST_TERMS = 4


def near_spellings(word: str, postings: Postings) -> list[int]:
    """Numbers of at most `MOST_TERMS` terms: stems that `word` begins with, one edit allowed; else terms it begins."""
    if len(word) < SHORTEST:
        return []
    stemmed = stem(word, "english")
    shortest = max(SHORTEST, len(word) - LONGEST_ENDING)
    beginnings = (word[:length] for length in range(len(word), shortest - 1, -1))
    for beginning in dict.fromkeys((stemmed, *beginnings)):
        is_whole = beginning in (stemmed, word)
        found = dict.fromkeys(_known(_spellings(beginning, is_whole=is_whole), postings))
        if found:
            return list(found)[:MOST_TERMS]
    return list(_known(postings.beginning_with(word, MOST_TERMS), postings))


def _known(terms: Iterable[str], postings: Postings) -> Iterator[int]:
    for term in terms:
        number = postings.known(term)
        if number is not None:
            yield number


def _spellings(word: str, *, is_whole: bool) -> Iterator[str]:
    """The word and, unless it is too short for that, the words one swap, loss, gain or change of a letter away."""
    yield word
    if len(word) < SHORTEST_EDITED and not is_whole:
        return
    for place in range(1, len(word)):
        head, tail = word[:place], word[place:]
        yield head + tail[1:]
        if len(tail) > 1:
            yield head + tail[1] + tail[0] + tail[2:]
        for letter in _LETTERS:
            yield head + letter + tail[1:]
            yield head + letter + tail
    for letter in _LETTERS:
        yield word + letter
