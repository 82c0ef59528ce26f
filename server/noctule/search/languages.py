"""Tells which language a text is in, by its function words, so that the right stemmer and stop words serve it."""

from collections import Counter
from collections.abc import Iterable
from functools import cache

from noctule.search.stopwords import STOP_WORDS

DEFAULT_LANGUAGE = "english"
# Two function words may be names or borrowings; more of a text than this tells nothing new.
ENOUGH_FUNCTION_WORDS = 2
WORDS_LOOKED_AT = 300


def languages_named_by(word: str) -> tuple[str, ...]:
    """The languages in which a folded word is a function word."""
    if word not in _words_of_any():
        return ()
    return tuple(language for language in STOP_WORDS if word in _words_of(language))


def most_named(named: Iterable[tuple[str, ...]]) -> str:
    """The language that function words name together, each having named some."""
    counts: Counter[str] = Counter()
    # Few words name many sets of languages; counting these first is quicker.
    for languages, count in Counter(filter(None, named)).items():
        for language in languages:
            counts[language] += count
    if not counts:
        return DEFAULT_LANGUAGE
    best = max(sorted(counts), key=counts.__getitem__)
    if counts[best] < ENOUGH_FUNCTION_WORDS or counts[best] <= counts[DEFAULT_LANGUAGE]:
        return DEFAULT_LANGUAGE
    return best


@cache
def stop_words(language: str) -> frozenset[str]:
    """The folded function words of English and of `language`: English is mixed into every project's texts."""
    return _words_of(DEFAULT_LANGUAGE) | _words_of(language)


@cache
def _words_of_any() -> frozenset[str]:
    return frozenset(" ".join(STOP_WORDS.values()).split())


@cache
def _words_of(language: str) -> frozenset[str]:
    return frozenset(STOP_WORDS.get(language, "").split())
