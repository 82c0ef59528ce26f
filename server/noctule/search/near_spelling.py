"""Finds the terms an unknown word may be a misspelling or a beginning of."""

from collections.abc import Iterable, Iterator

from noctule.search.postings import Postings
from noctule.search.stem import stem

_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
# Shorter words have neighbours that mean something else.
SHORTEST_MISSPELT = 4
SHORTEST_BEGINNING = 4
MOST_TERMS = 4


def near_spellings(word: str, languages: Iterable[str], postings: Postings) -> list[int]:
    """Numbers of at most `MOST_TERMS` terms one edit away, or else of terms that begin with the word or its stem."""
    if len(word) < SHORTEST_MISSPELT:
        return []
    stems = list(dict.fromkeys([*(stem(word, language) for language in languages), word]))
    found = dict.fromkeys(
        number for form in stems for edited in _edits(form) if (number := postings.known(edited)) is not None
    )
    if not found:
        found = dict.fromkeys(_beginnings(stems, postings))
    return list(found)[:MOST_TERMS]


def _edits(word: str) -> Iterator[str]:
    """The words one swap, loss, gain or change of a letter away; the first letter is nearly always right."""
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


def _beginnings(stems: list[str], postings: Postings) -> Iterator[int]:
    for form in stems:
        if len(form) >= SHORTEST_BEGINNING:
            for term in postings.beginning_with(form, MOST_TERMS):
                number = postings.known(term)
                if number is not None:
                    yield number
