"""A day is the same day in every spelling."""

import pytest

from noctule.search.dates import date_terms, terms_of_day

CASES = {
    "ISO": ("frozen since 2026-03-09", "@y2026 @m3 @d9"),
    "day first": ("on 9 march 2026", "@y2026 @m3 @d9"),
    "month first": ("march 9th, 2026", "@y2026 @m3 @d9"),
    "German": ("am 9. marz 2026", "@y2026 @m3 @d9"),
    "Chinese": ("2026年3月9日", "@y2026 @m3 @d9"),
    "a month": ("since october", "@m10"),
    "a year": ("the plan of 2025", "@y2025"),
    "a verb, not a month": ("we may march on", ""),
    "no such month": ("2026-13-45", "@y2026"),
    "nothing": ("no date", ""),
}


@pytest.mark.parametrize(("text", "expected"), CASES.values(), ids=CASES.keys())
def test_a_date_is_read_in_any_spelling(text: str, expected: str) -> None:
    assert date_terms(text) == expected.split()


def test_a_large_text_full_of_months_is_gone_through_once() -> None:
    assert date_terms("may " * 64_000 + "be on 12 march 2026") == ["@y2026", "@m3", "@d12"]
    assert date_terms("market " * 30_000 + "in may") == ["@m5"]


def test_a_date_lends_no_day_to_the_next() -> None:
    assert date_terms("12 march 15 april") == ["@m3", "@d12", "@m4"]


def test_a_time_stamp_has_the_terms_of_its_day() -> None:
    assert terms_of_day(1_773_014_400.0) == ["@y2026", "@m3", "@d9"]


@pytest.mark.parametrize("when", [float("inf"), float("nan"), 1e300])
def test_a_time_that_no_calendar_has_is_no_day(when: float) -> None:
    assert terms_of_day(when) == []
