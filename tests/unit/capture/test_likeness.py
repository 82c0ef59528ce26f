"""What counts as held in another text, before a model is believed that nothing is lost."""

import pytest

from noctule.capture.likeness import holds, says_all, share_held

KNOWN = "Integration tests run against a real Postgres on port 5433, started by `make test-db`; mocks are forbidden."

CASES = [
    ("Integration tests run against the real Postgres.", True),
    ("tests of integration run on real postgres, port 5433", True),
    ("Integration tests run against a real Postgres on port 5434.", False),
    ("Integration tests never run against a real Postgres.", False),
    ("Integration tests run against real Postgres, started by `make pg`.", False),
    ("Integration tests run in refund_worker.py against real Postgres.", False),
    ("The harbour bell rings each morning.", False),
    ("", True),
]


@pytest.mark.parametrize(("part", "expected"), CASES)
def test_a_text_says_all_of_another(part: str, expected: bool) -> None:
    assert says_all(KNOWN, part) == expected


def test_a_merge_may_drop_a_few_words() -> None:
    assert holds("Deploys go green first, then blue.", "Deploys go blue first, then green; since March.")
    assert not holds("ok", "Deploys go blue first.")


@pytest.mark.parametrize(
    ("text", "by", "share"), [("red oars", "red oars", 1.0), ("red oars", "red sails", 0.5), ("", "", 1.0)]
)
def test_the_share_counts_telling_words(text: str, by: str, share: float) -> None:
    assert share_held(text, by) == share


def test_scripts_without_spaces_count_by_pairs() -> None:
    assert says_all("统一使用制表符缩进代码", "使用制表符缩进")
    assert not says_all("统一使用制表符缩进代码", "每周五不要部署到生产环境")
