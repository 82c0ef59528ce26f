"""What is offered for a held proposal, and what is recommended."""

from datetime import UTC, datetime

import pytest

from noctule.capture.choices import choices, target_of
from noctule.store.proposals import Concern, Kind, Proposal, Verdict


def concern(kind: Kind, *, can_change: bool = True) -> Concern:
    return Concern(kind, "x.md", None, "d", "near", "text", can_change)


MEMORY, USER, RULES = concern("memory"), concern("user"), concern("instructions", can_change=False)
SEEN_IN_PART = concern("memory", can_change=False)

CASES = [
    ("new", "project", (), None, "add discard"),
    ("unreviewed", "project", (), None, "add discard"),
    ("overlap", "project", (MEMORY,), "both", "merge replace add discard"),
    ("overlap", "project", (MEMORY,), None, "add replace discard"),
    ("overlap", "project", (SEEN_IN_PART,), None, "discard add"),
    ("overlap", "project", (USER,), None, "discard add"),
    ("overlap", "user", (USER,), "both", "merge replace add discard"),
    ("overlap", "notes", (USER,), "both", "discard add"),
    ("overlap", "project", (RULES,), None, "discard add"),
    ("overlap", "project", (MEMORY, RULES), "both", "discard merge replace add"),
    ("contradiction", "project", (MEMORY,), None, "replace add discard"),
    ("contradiction", "project", (USER,), None, "add discard"),
    ("contradiction", "project", (RULES,), None, "discard add"),
    ("contradiction", "project", (RULES, MEMORY), None, "discard replace add"),
    ("duplicate", "project", (MEMORY,), None, "discard replace add"),
]


@pytest.mark.parametrize(("verdict", "target", "concerns", "merged", "expected"), CASES)
def test_the_recommended_comes_first(
    verdict: Verdict, target: str, concerns: tuple[Concern, ...], merged: str | None, expected: str
) -> None:
    proposal = Proposal(
        id="0",
        at=datetime(2026, 3, 5, tzinfo=UTC),
        workspace="/",
        target=target,
        text="t",
        type="feedback",
        by="agent",
        verdict=verdict,
        reason="",
        concerns=concerns,
        merged=merged,
    )
    assert " ".join(choices(proposal)) == expected
    assert (target_of(proposal) is not None) == ("replace" in expected)
