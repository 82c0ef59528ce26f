"""How much of one text another holds, by words: the check on what a model says of texts before anything is dropped."""

from noctule.search.languages import DEFAULT_LANGUAGE
from noctule.search.terms import terms_of

# The share of its words by which a text counts as held in another (the same that a dream's merge must keep).
HELD_SHARE = 0.6


def share_held(text: str, by: str) -> float:
    """The share of the words of `text`, function words left out, that `by` holds: 0 to 1, and 1 for a text of none."""
    wanted = set(terms_of(text, DEFAULT_LANGUAGE))
    if not wanted:
        return 1.0
    return len(wanted & set(terms_of(by, DEFAULT_LANGUAGE))) / len(wanted)


def holds(text: str, *parts: str) -> bool:
    """Whether `text` says what each of `parts` says, as far as words tell."""
    return all(share_held(part, text) >= HELD_SHARE for part in parts)
