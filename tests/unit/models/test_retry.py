"""When a failed model call is tried again, and after how long."""

from datetime import timedelta
from email.utils import format_datetime

import pytest

from fakes.asking import NOW
from noctule.models.retry import Failure, wait_before_retry


def check(
    failure: Failure, expected: float | None, *, tried: int = 0, left: float = 300.0, jitter: float = 0.0
) -> None:
    wait = wait_before_retry(failure, tried=tried, retries=2, seconds_left=left, now=NOW, jitter=jitter)
    assert wait == (None if expected is None else pytest.approx(expected)), failure


def after(value: str, status: int = 429, **more: str) -> Failure:
    return Failure(status, {"retry-after": value, **{k.replace("_", "-"): v for k, v in more.items()}})


@pytest.mark.parametrize("status", [None, 408, 409, 429, 500, 502, 503, 504, 529, 599])
def test_a_passing_failure_is_tried_again(status: int | None) -> None:
    check(Failure(status), 0.5)


@pytest.mark.parametrize("status", [301, 302, 307, 400, 401, 402, 403, 404, 405, 410, 413, 418, 422])
def test_a_lasting_failure_is_not(status: int) -> None:
    check(Failure(status), None)


@pytest.mark.parametrize("status", [400, 401, 402, 403, 404, 413, 422])
def test_no_header_makes_a_hopeless_call_worth_repeating(status: int) -> None:
    check(Failure(status, {"x-should-retry": "true", "retry-after": "1"}), None)


def test_a_used_up_quota_is_no_rate_limit() -> None:
    check(Failure(429, {"x-should-retry": "true"}, code="insufficient_quota"), None)


def test_the_server_has_the_first_word() -> None:
    check(Failure(500, {"x-should-retry": "false"}), None)
    check(Failure(405, {"x-should-retry": "true"}), 0.5)
    check(Failure(500, {"x-should-retry": "perhaps"}), 0.5)


def test_two_retries_are_all() -> None:
    check(Failure(500), 1.0, tried=1)
    check(Failure(500), None, tried=2)


@pytest.mark.parametrize(("tried", "seconds"), [(0, 0.5), (1, 1.0), (2, 2.0), (4, 8.0), (9, 8.0), (5000, 8.0)])
def test_our_own_wait_doubles_up_to_eight_seconds(tried: int, seconds: float) -> None:
    wait = wait_before_retry(Failure(500), tried=tried, retries=9999, seconds_left=300, now=NOW, jitter=0)
    assert wait == seconds


def test_jitter_takes_off_up_to_a_quarter() -> None:
    check(Failure(500), 0.375, jitter=1.0)


@pytest.mark.parametrize(
    ("failure", "seconds"),
    [
        (after("7"), 7),
        (after("0.25"), 0.25),
        (after("60", retry_after_ms="1500"), 1.5),
        (after("3", retry_after_ms="soon"), 3),
        (after(format_datetime(NOW + timedelta(seconds=20), usegmt=True)), 20),
        (after("Sun, 01 Mar 2026 12:00:09 -0000"), 9),
        (after("4", status=503), 4),
    ],
)
def test_the_wait_that_the_server_names_is_kept(failure: Failure, seconds: float) -> None:
    check(failure, seconds)


@pytest.mark.parametrize(
    "value", ["", "0", "-5", "nan", "soon", "Sun, 01 Mar 2026 11:00:00 GMT", "Mon, 99 Foo 2026", "1 s"]
)
def test_a_wait_that_nobody_can_keep_is_ours_to_choose(value: str) -> None:
    check(after(value), 0.5)


@pytest.mark.parametrize("value", ["121", "1e99", "inf", "Sun, 01 Mar 2026 13:00:00 GMT"])
def test_a_wait_of_more_than_two_minutes_ends_it(value: str) -> None:
    check(after(value), None)


def test_a_wait_beyond_the_deadline_ends_it() -> None:
    check(after("120"), 120)
    check(after("5"), None, left=5)
    check(Failure(500), None, left=0.4)
