"""Finds the words that people who build software use for one another, in one language or between two."""

from collections.abc import Iterator
from functools import cache, lru_cache

from noctule.search.everyday import LONGEST, WORDS_KEPT, base_forms
from noctule.search.stem import stem
from noctule.search.thesaurus_everyday import EVERYDAY_SYNONYMS
from noctule.search.thesaurus_trade import TRADE_SYNONYMS

_TABLE = f"{TRADE_SYNONYMS},{EVERYDAY_SYNONYMS},"
_BETWEEN = " \n,"


def synonyms(word: str) -> tuple[str, ...]:
    """The stems that may stand for a folded `word`, in the order of the table; none if it is in no group."""
    return _known_synonyms(word) if len(word) <= LONGEST else ()


@lru_cache(maxsize=WORDS_KEPT)
def _known_synonyms(word: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_each_synonym(word)))


def has_synonyms(word: str) -> bool:
    """Whether a folded `word` is in a group as it stands: far cheaper to tell than to give them."""
    return any(_groups_with(word))


@cache
def _stems(group: str) -> tuple[str, ...]:
    """Only of groups that are asked for: stemming the whole table takes a tenth of a second."""
    return tuple(dict.fromkeys(stem(word, "english") for word in group.split()))


def _each_synonym(word: str) -> Iterator[str]:
    own = stem(word, "english")
    for form in sorted(base_forms(word)):
        for group in _groups_with(form):
            yield from (other for other in _stems(group) if other != own)


def _groups_with(word: str) -> Iterator[str]:
    """The groups that a word stands in. Few are ever asked for: a dict of all takes as long to make as fifty looks."""
    at = _TABLE.find(word)
    while at >= 0:
        end = at + len(word)
        if _TABLE[at - 1] in _BETWEEN and _TABLE[end] in _BETWEEN:
            yield _TABLE[_TABLE.rfind(",", 0, at) + 1 : _TABLE.index(",", end)]
        at = _TABLE.find(word, end)
