"""Decides whether the best memory fits a turn well enough to be shown, or whether silence is better."""

from collections.abc import Iterable, Mapping
from math import pow

from noctule.dataclass import dataclass
from noctule.search.everyday import EVERYDAY, RARE
from noctule.search.query import Query, Word
from noctule.search.scores import Scorer

# The ranking gives a word of any project three quarters of a telling one's weight; as evidence it gets six tenths.
EVERYDAY_DISCOUNT = 0.2
# A digit by itself stands in any list and any log: it gets half, as `three` does.
DIGIT_DISCOUNT = 0.5
# 0 would judge by what was found alone, 1 by its share of what was asked: a long turn is never covered whole.
COVERAGE_POWER = 0.25
# Rarity itself grows with the folder, and so does the best of many chance matches: together more than in proportion.
SIZE_POWER = 0.85
OPEN_FROM = 0.57
# For what a turn asks besides: that it speaks of this folder is known by then.
REST_FROM = 0.5


@dataclass(frozen=True, slots=True)
class Gate:
    """Whether anything is shown, the reason in a few words, and the figures it rests on."""

    is_open: bool
    reason: str
    features: dict[str, float]


NOTHING_FOUND = Gate(False, "no memory shares a word with the turn", {})


def judge(scorer: Scorer, query: Query, best: int, parts: Mapping[str, float]) -> Gate:
    """Weighs what the document with number `best`, whose score has these `parts`, has in common with `query`."""
    strengths = _strengths(scorer, query, best)
    context = parts.get("context", 0.0)
    own = sum(parts.values()) - context - _doubt(strengths)
    evidence = own + (context if query.points_at_editor else min(context, own))
    asked = _asked(scorer, query)
    fit = _fit(scorer, evidence, asked)
    features = {
        "fit": fit,
        "openFrom": OPEN_FROM,
        "evidence": evidence,
        "coverage": sum(strength for _, strength in strengths) / asked,
        "tellingWords": float(sum(strength > 0 and word.rarity == RARE for word, strength in strengths)),
    }
    if fit < OPEN_FROM:
        return Gate(False, "too little in common with the best memory", features)
    return Gate(True, "the best memory fits", features)


def fits_rest(scorer: Scorer, rest: Query, document: int) -> bool:
    """Whether a document fits the words of a turn that those chosen do not hold: one turn may ask for two things."""
    strengths = _strengths(scorer, rest, document)
    evidence = sum(strength for _, strength in strengths) - _doubt(strengths)
    return _fit(scorer, evidence, _asked(scorer, rest)) >= REST_FROM


def _strengths(scorer: Scorer, query: Query, document: int) -> list[tuple[Word, float]]:
    return [(word, scorer.strength(word, document)) for word in query.words]


def _doubt(strengths: Iterable[tuple[Word, float]]) -> float:
    """How much less words are worth as evidence than in the ranking."""
    return sum(strength * _discount(word) for word, strength in strengths)


def _discount(word: Word) -> float:
    if word.rarity == EVERYDAY:
        return EVERYDAY_DISCOUNT
    return DIGIT_DISCOUNT if len(word.text) == 1 and word.text.isdecimal() else 0.0


def _asked(scorer: Scorer, query: Query) -> float:
    return sum(scorer.worth(word) for word in query.words) or scorer.highest_idf


def _fit(scorer: Scorer, evidence: float, asked: float) -> float:
    return evidence / (pow(asked, COVERAGE_POWER) * pow(scorer.highest_idf, SIZE_POWER))
