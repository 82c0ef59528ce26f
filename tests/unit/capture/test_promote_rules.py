"""When promoting is advised, and where lines are inserted."""

from datetime import UTC, datetime, timedelta

import pytest

from noctule.capture.promote import Insertion, inserted, is_advised

NOW = datetime(2026, 3, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("fullest", "days", "expected"),
    [
        (0.0, None, False),
        (0.1, None, True),
        (0.1, 29, False),
        (0.1, 30, True),
        (0.69, 8, False),
        (0.7, 6, False),
        (0.7, 7, True),
        (0.0, 90, False),
    ],
)
def test_promoting_is_advised(fullest: float, days: int | None, expected: bool) -> None:
    last = None if days is None else NOW - timedelta(days=days)
    assert is_advised(fullest=fullest, last=last, now=NOW) == expected


@pytest.mark.parametrize(
    ("text", "after", "expected"),
    [
        ("", None, "- x\n"),
        ("a", None, "a\n\n- x\n"),
        ("a\n", None, "a\n\n- x\n"),
        ("a\n\n", None, "a\n\n- x\n"),
        ("a\nb\n", "a", "a\n- x\nb\n"),
        ("a\nb", "b", "a\nb\n- x\n"),
        ("a\na\n", "a", "a\na\n\n- x\n"),
        ("a b\n", "a", "a b\n\n- x\n"),
        ("a\r\nb\r\n", "a", "a\r\n- x\r\nb\r\n"),
        ("a\n", "  ", "a\n\n- x\n"),
    ],
)
def test_lines_go_below_the_one_line_that_is_named_or_to_the_end(text: str, after: str | None, expected: str) -> None:
    assert inserted(text, Insertion(("x",), "- x", after)) == expected
