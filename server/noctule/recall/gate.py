"""Decides whether the best memory fits a turn well enough to be shown, or whether silence is better."""

from collections.abc import Mapping

from noctule.dataclass import dataclass
from noctule.search.everyday import EVERYDAY, RARE
from noctule.search.query import Query
from noctule.search.scores import Scorer

# The ranking gives a word of any project three quarters of a telling one's weight; as evidence it gets six tenths.
EVERYDAY_DISCOUNT = 0.2
# 0 would judge by what was found alone, 1 by its share of what was asked: a long turn is never covered whole.
COVERAGE_POWER = 0.25
# Rarity itself grows with the folder, and so does the best of many chance matches: together more than in proportion.
SIZE_POWER = 0.85
OPEN_FROM = 0.57


@dataclass(frozen=True, slots=True)
class Gate:
    """Whether anything is shown, the reason in a few words, and the figures it rests on."""

    is_open: bool
    reason: str
    features: dict[str, float]


NOTHING_FOUND = Gate(False, "no memory shares a word with the turn", {})


def judge(scorer: Scorer, query: Query, best: int, parts: Mapping[str, float]) -> Gate:
    """Weighs what the document with number `best`, whose score has these `parts`, has in common with `query`."""
    strengths = [(word, scorer.strength(word, best)) for word in query.words]
    everyday = sum(strength for word, strength in strengths if word.rarity == EVERYDAY)
    context = parts.get("context", 0.0)
    own = sum(parts.values()) - context - EVERYDAY_DISCOUNT * everyday
    evidence = own + (context if query.points_at_editor else min(context, own))
    asked = sum(scorer.worth(word) for word in query.words) or scorer.highest_idf
    fit = evidence / (asked**COVERAGE_POWER * scorer.highest_idf**SIZE_POWER)
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
