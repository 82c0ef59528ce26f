"""Turns text into the terms an index holds: tokens without function words, brought to their stems."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from noctule.search.languages import DEFAULT_LANGUAGE, language_of, stop_words
from noctule.search.stem import stem
from noctule.search.tokens import Token, chunks, tokens_of

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
    found: list[str] = []
    for chunk in chunks(text):
        found += _terms_of_chunk(chunk, language)
    return found


def text_language(texts: Iterable[str]) -> str:
    """The language that the function words of `texts` together name."""
    return language_of(token.text for text in texts for chunk in chunks(text) for token in tokens_of(chunk))


def stems_of(token: Token, languages: Iterable[str]) -> list[str]:
    """The stems of one token in each of `languages`, each once; wholes and grams have none but themselves."""
    if token.kind != "word" or not token.text.isalpha():
        return [token.text]
    first = token.text[0]
    for low, high, language in _SCRIPTS:
        if low <= first <= high:
            return [stem(token.text, language)]
    return list(dict.fromkeys(stem(token.text, language) for language in languages))


@lru_cache(maxsize=_CHUNKS_KEPT)
def _terms_of_chunk(chunk: str, language: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_each_term(chunk, language)))


def _each_term(chunk: str, language: str) -> Iterator[str]:
    stops = stop_words(language)
    languages = dict.fromkeys((DEFAULT_LANGUAGE, language))
    for token in tokens_of(chunk):
        if token.kind == "gram":
            yield from dict.fromkeys((token.text, *token.text))
        elif token.text not in stops:
            yield from stems_of(token, languages)
