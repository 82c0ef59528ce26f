"""Finds the words that people who build software use for one another, in one language or between two."""

from collections.abc import Iterator
from functools import cache

from noctule.search.everyday import base_forms
from noctule.search.stem import stem
from noctule.search.thesaurus_everyday import EVERYDAY_SYNONYMS
from noctule.search.thesaurus_trade import TRADE_SYNONYMS


@cache
def synonyms(word: str) -> tuple[str, ...]:
    """The stems that may stand for a folded `word`, in the order of the table; none if it is in no group."""
    return tuple(dict.fromkeys(_each_synonym(word)))


@cache
def groups_of_words() -> dict[str, list[str]]:
    """For each word of the table its groups, as they stand there."""
    groups_of: dict[str, list[str]] = {}
    for group in f"{TRADE_SYNONYMS},{EVERYDAY_SYNONYMS}".split(","):
        for word in group.split():
            groups_of.setdefault(word, []).append(group)
    return groups_of


@cache
def _stems(group: str) -> tuple[str, ...]:
    """Only of groups that are asked for: stemming the whole table takes a tenth of a second."""
    return tuple(dict.fromkeys(stem(word, "english") for word in group.split()))


def _each_synonym(word: str) -> Iterator[str]:
    own = stem(word, "english")
    for form in sorted(base_forms(word)):
        for group in groups_of_words().get(form, ()):
            yield from (other for other in _stems(group) if other != own)
