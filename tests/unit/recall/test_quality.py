"""Recall on a labelled folder of made-up memories does not get worse: shares that a change may not undercut."""

import json
from collections import defaultdict
from functools import cache
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from noctule.recall.rank import Document, Ranker

FIXTURES = Path(__file__).parents[2] / "fixtures" / "recall"


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FIXTURES / name).read_text(encoding="utf-8").splitlines()]


@cache
def shares() -> dict[str, dict[str, float]]:
    """By category: the gold among the first five, the gold shown, the turns met with silence that should be."""
    ranker = Ranker()
    for memory in lines("memories.jsonl"):
        ranker.update(Document(**memory))
    found: dict[str, dict[str, list[float]]] = {kind: defaultdict(list) for kind in ("ranked", "shown", "quiet")}
    for turn in lines("turns.jsonl"):
        gold, context = set(turn["gold"]), turn.get("context", "")
        shown = {scored.path for scored in ranker.pick(turn["query"], context).chosen}
        if not gold:
            found["quiet"][turn["category"]].append(not shown)
            continue
        ranked = {scored.path for scored in ranker.rank(turn["query"], context, limit=5)}
        found["ranked"][turn["category"]].append(len(gold & ranked) / len(gold))
        found["shown"][turn["category"]].append(len(gold & shown) / len(gold))
    return {kind: {name: fmean(values) for name, values in by.items()} for kind, by in found.items()}


LEAST = {
    "ranked": {
        "lexical": 1.0, "identifier": 1.0, "multi": 1.0, "typo": 1.0, "german": 1.0, "chinese": 1.0, "japanese": 1.0,
        "korean": 1.0, "across": 1.0, "context": 1.0, "paraphrase": 0.75,
    },
    "shown": {
        "lexical": 1.0, "identifier": 1.0, "multi": 1.0, "typo": 1.0, "german": 1.0, "chinese": 1.0, "japanese": 1.0,
        "korean": 1.0, "across": 0.8, "context": 0.5, "paraphrase": 0.25,
    },
    "quiet": {"off": 1.0, "hard": 0.93, "context": 1.0},
}  # fmt: skip
CASES = [(kind, name, least) for kind, by in LEAST.items() for name, least in by.items()]


@pytest.mark.parametrize(("kind", "category", "least"), CASES)
def test_the_share_does_not_fall(kind: str, category: str, least: float) -> None:
    assert shares()[kind][category] >= least - 0.01


def test_every_category_is_bounded() -> None:
    assert {kind: by.keys() for kind, by in shares().items()} == {kind: by.keys() for kind, by in LEAST.items()}
