"""How much of one text another holds, by words: the check on what a model says of texts before anything is dropped."""

import re

from noctule.search.languages import DEFAULT_LANGUAGE
from noctule.search.terms import terms_of
from noctule.search.tokens import tokens

# The share of its words by which a text counts as held in another (the same that a dream's merge must keep).
HELD_SHARE = 0.6

_CODE = re.compile(r"`([^`\n]+)`")

# One of these turns a sentence round, and no share of words shows it.
_NEGATION_WORDS = """
not never no none nor cannot without don dont doesn isn aren won shouldn mustn avoid
nicht nie kein keine ohne jamais pas sans nunca sin nao non mai senza не никогда без
"""
_NEGATIONS = frozenset(_NEGATION_WORDS.split())


def share_held(text: str, by: str) -> float:
    """The share of the words of `text`, function words left out, that `by` holds: 0 to 1, and 1 for a text of none."""
    wanted = set(terms_of(text, DEFAULT_LANGUAGE))
    if not wanted:
        return 1.0
    return len(wanted & set(terms_of(by, DEFAULT_LANGUAGE))) / len(wanted)


def holds(text: str, *parts: str) -> bool:
    """Whether `text` says most of what each of `parts` says, as far as words tell."""
    return all(share_held(part, text) >= HELD_SHARE for part in parts)


def says_all(text: str, part: str) -> bool:
    """Whether nothing of `part` is lost where only `text` is kept: its numbers, names in code and its `not` as well."""
    is_turned = bool(_words(part) & _NEGATIONS) != bool(_words(text) & _NEGATIONS)
    return not is_turned and holds(text, part) and _particulars(part) <= _words(text) | _particulars(text)


def _words(text: str) -> frozenset[str]:
    return frozenset(token.text for token in tokens(text))


def _particulars(text: str) -> frozenset[str]:
    """The words that no other word stands in for: with a digit in them, identifiers, and what is written as code."""
    found = {token.text for token in tokens(text) if token.kind == "whole" or any(map(str.isdigit, token.text))}
    return frozenset(found | {token.text for span in _CODE.findall(text) for token in tokens(span)})
