"""How much a word says about a topic, whatever the folder: little if it is said in any chat or any talk about code."""

from functools import cache, lru_cache

from noctule.regex import regex
from noctule.search.everyday_foreign import FOREIGN_WORDS
from noctule.search.everyday_words import CHAT_WORDS, COMMON_WORDS, TRADE_WORDS

CHAT, EVERYDAY, RARE = 0.0, 0.5, 1.0
# No word of a table is longer.
LONGEST = 40
# Turns of many days bring new words all the time.
WORDS_KEPT = 20_000
# Japanese writes endings and function words in it, and hardly a noun.
_HIRAGANA = regex("[\u3041-\u309f]+")
# (ending, what stood there before): wrong guesses are no words and do no harm.
_ENDINGS = (
    ("ies", "y"),
    ("ied", "y"),
    ("es", ""),
    ("s", ""),
    ("ed", ""),
    ("d", ""),
    ("ing", ""),
    ("ing", "e"),
    ("ly", ""),
)


def rarity(word: str) -> float:
    """From 0 (said in any chat) over 0.5 (an everyday word, or one of any software project) to 1, for a folded word."""
    return _known_rarity(word) if len(word) <= LONGEST else RARE


@lru_cache(maxsize=WORDS_KEPT)
def _known_rarity(word: str) -> float:
    if not word.isascii() and _HIRAGANA.fullmatch(word):
        return CHAT
    forms = base_forms(word)
    if not forms.isdisjoint(_chat()):
        return CHAT
    return EVERYDAY if not forms.isdisjoint(_everyday()) else RARE


def base_forms(word: str) -> frozenset[str]:
    """The word and what it may be a form of: `tries` gives `try`, `running` gives `run`."""
    forms = {word}
    for ending, before in _ENDINGS:
        if word.endswith(ending) and len(word) > len(ending) + 1:
            forms.add(word.removesuffix(ending) + before)
    forms |= {form[:-1] for form in forms if len(form) > 3 and form[-1] == form[-2]}
    return frozenset(forms)


@cache
def _chat() -> frozenset[str]:
    return frozenset(CHAT_WORDS.split())


@cache
def _everyday() -> frozenset[str]:
    return frozenset((COMMON_WORDS + TRADE_WORDS + FOREIGN_WORDS).split())
