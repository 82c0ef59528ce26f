"""Turns text into the terms an index holds: tokens without function words, brought to their stems."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, islice

from noctule.search.dates import date_terms, may_name_date
from noctule.search.fold import fold
from noctule.search.languages import DEFAULT_LANGUAGE, WORDS_LOOKED_AT, languages_named_by, most_named, stop_words
from noctule.search.stem import stem
from noctule.search.tokens import LONGEST_KEPT, Token, chunks, tokens_of

_CHUNKS_KEPT = 200_000
# Scripts that name their language, by the first and last letter of their block.
_SCRIPTS = (
    ("\u0370", "\u03ff", "greek"),
    ("\u0400", "\u04ff", "russian"),
    ("\u0600", "\u06ff", "arabic"),
    ("\u0900", "\u097f", "hindi"),
)


def terms_of(text: str, language: str) -> list[str]:
    """The terms of a text in `language`, in order; where English stems otherwise, both stems, side by side."""
    return list(chain.from_iterable(map(_known_terms(language).__getitem__, chunks(text))))


def document_terms(text: str, found: Sequence[str], language: str) -> list[str]:
    """The terms by which a text, cut into the `found` chunks, is found: its words' in order, then its dates'."""
    terms = chain.from_iterable(map(_known_terms(language).__getitem__, found))
    dates = date_terms(fold(text)) if any(map(_known_dates().__getitem__, found)) else ()
    return [*terms, *dates]


def read_document(text: str) -> tuple[str, list[str]]:
    """The language of a text that stands alone, and its `document_terms`."""
    found = chunks(text)
    language = language_of(found)
    return language, document_terms(text, found, language)


def text_language(text: str) -> str:
    """The language that the function words of a text name."""
    return language_of(chunks(text))


def language_of(found: Iterable[str]) -> str:
    """The language that the function words among the first of the `found` chunks together name."""
    return most_named(map(_known_languages().__getitem__, islice(found, WORDS_LOOKED_AT)))


def stems_of(token: Token, languages: Iterable[str]) -> list[str]:
    """The stems of one token in each of `languages`, each once; wholes and grams have none but themselves."""
    if token.kind != "word" or not token.text.isalpha():
        return [token.text]
    first = token.text[0]
    for low, high, language in _SCRIPTS:
        if low <= first <= high:
            return [stem(token.text, language)]
    return list(dict.fromkeys(stem(token.text, language) for language in languages))


class _Known(dict[str, tuple[str, ...]]):
    """What was made of chunks, kept by chunk. Looking one up costs a third of what `lru_cache` takes."""

    def __init__(self, make: Callable[[str], Iterable[str]]) -> None:
        self._make = make

    def __missing__(self, chunk: str) -> tuple[str, ...]:
        if len(self) >= _CHUNKS_KEPT:
            self.clear()
        made = tuple(self._make(chunk))
        if len(chunk) <= LONGEST_KEPT:
            self[chunk] = made
        return made


@cache
def _known_languages() -> _Known:
    return _Known(lambda chunk: (one for token in tokens_of(chunk) for one in languages_named_by(token.text)))


@cache
def _known_dates() -> _Known:
    return _Known(lambda chunk: (chunk,) if may_name_date(fold(chunk)) else ())


@cache
def _known_terms(language: str) -> _Known:
    return _Known(lambda chunk: dict.fromkeys(_each_term(chunk, language)))


def _each_term(chunk: str, language: str) -> Iterator[str]:
    stops = stop_words(language)
    languages = dict.fromkeys((DEFAULT_LANGUAGE, language))
    for token in tokens_of(chunk):
        if token.kind == "gram":
            yield from dict.fromkeys((token.text, *token.text))
        elif token.text not in stops:
            yield from stems_of(token, languages)
