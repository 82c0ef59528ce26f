"""Decides whether the best memory fits a turn well enough to be shown, or whether silence is better."""

from dataclasses import dataclass

from noctule.search.everyday import EVERYDAY, RARE
from noctule.search.query import Query
from noctule.search.scores import Scorer

# The ranking gives a word of any project three quarters of a telling one's weight; as evidence it gets half.
EVERYDAY_DISCOUNT = 1 / 3
# 0 would judge by what was found alone, 1 by its share of what was asked: a long turn is never covered whole.
COVERAGE_POWER = 0.25
OPEN_FROM = 0.62


@dataclass(frozen=True, slots=True)
class Gate:
    """Whether anything is shown, the reason in a few words, and the figures it rests on."""

    is_open: bool
    reason: str
    features: dict[str, float]


def judge(scorer: Scorer, query: Query, best: int | None, score: float) -> Gate:
    """Weighs what the document with number `best` and this `score` has in common with `query`."""
    if best is None:
        return Gate(False, "no memory shares a word with the turn", {})
    strengths = [(word, scorer.strength(word, best)) for word in query.words]
    everyday = sum(strength for word, strength in strengths if word.rarity == EVERYDAY)
    asked = sum(scorer.worth(word) for word in query.words)
    # Any text finds more by chance among many memories, and by as much as the rarity of a word grows with them.
    largest = scorer.highest_idf
    evidence = score - EVERYDAY_DISCOUNT * everyday
    fit = evidence / (asked**COVERAGE_POWER * largest ** (1 - COVERAGE_POWER)) if asked else 0.0
    features = {
        "fit": fit,
        "openFrom": OPEN_FROM,
        "evidence": evidence,
        "coverage": sum(strength for _, strength in strengths) / asked if asked else 0.0,
        "tellingWords": sum(1.0 for word, strength in strengths if strength and word.rarity == RARE),
    }
    if fit < OPEN_FROM:
        return Gate(False, "too little in common with the best memory", features)
    return Gate(True, "the best memory fits", features)
