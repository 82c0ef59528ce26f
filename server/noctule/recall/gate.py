"""Decides whether the best memory fits a turn well enough to be shown, or whether silence is better."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Gate:
    """Whether anything is shown, the reason in a few words, and the figures it rests on."""

    is_open: bool
    reason: str
    features: dict[str, float]


def judge(best_score: float) -> Gate:
    """Open if anything scores at all."""
    is_open = best_score > 2
    return Gate(is_open, "fits" if is_open else "nothing fits", {"score": best_score})
