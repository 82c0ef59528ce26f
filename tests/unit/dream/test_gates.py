"""Claims about when a dream may begin: the gates in their order, and the reason that each gives."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from noctule.dream.gates import Facts, Rules, backoff_of, believable, closed_gate, is_worth_a_nudge

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
RULES = Rules(min_hours=24, min_sessions=5)
OPEN = Facts(
    trigger="idle",
    is_interactive=True,
    is_enabled=True,
    is_paused=False,
    is_automatic=True,
    last=NOW - timedelta(hours=25),
    last_scan=NOW - timedelta(minutes=11),
    sessions=5,
)
IN_ORDER: list[tuple[str, dict[str, Any]]] = [
    ("client", {"is_interactive": False}),
    ("disabled", {"is_enabled": False}),
    ("paused", {"is_paused": True}),
    ("automatic", {"is_automatic": False}),
    ("minHours", {"last": NOW - timedelta(hours=23)}),
    ("backoff", {"failures": 1, "last_failure": NOW - timedelta(minutes=59)}),
    ("scan", {"last_scan": NOW - timedelta(minutes=9)}),
    ("minSessions", {"sessions": 4}),
    ("held", {"held": "0123abcd"}),
    ("consent", {"needs_consent": True}),
    ("lock", {"holder": "A dream is already running."}),
]


def check(facts: Facts, expected: str | None) -> None:
    gate = closed_gate(facts, RULES, NOW)
    assert (gate.name if gate else None) == expected
    assert gate is None or gate.reason.endswith(".")


def test_all_gates_can_be_open() -> None:
    check(OPEN, None)


@pytest.mark.parametrize(("name", "closing"), IN_ORDER)
def test_each_gate_closes_by_itself(name: str, closing: dict[str, Any]) -> None:
    check(replace(OPEN, **closing), name)


@pytest.mark.parametrize("first", range(len(IN_ORDER)))
def test_the_first_closed_gate_is_the_one_that_is_named(first: int) -> None:
    closing = {key: value for _, one in IN_ORDER[first:] for key, value in one.items()}
    check(replace(OPEN, **closing), IN_ORDER[first][0])


@pytest.mark.parametrize(
    ("ahead", "is_believed"), [(-timedelta(days=9), True), (timedelta(minutes=59), True), (timedelta(hours=2), False)]
)
def test_a_moment_that_lies_well_ahead_says_nothing(ahead: timedelta, is_believed: bool) -> None:
    assert believable(NOW + ahead, NOW) == (NOW + ahead if is_believed else None)
    assert believable(None, NOW) is None


def test_a_command_is_stopped_by_a_switch_a_pause_and_the_lock_alone() -> None:
    for name, closing in IN_ORDER:
        check(replace(OPEN, trigger="command", **closing), name if name in ("disabled", "paused", "lock") else None)


def test_a_folder_that_never_dreamed_has_waited_long_enough() -> None:
    check(replace(OPEN, last=None, last_scan=None), None)


@pytest.mark.parametrize(
    ("closing", "said"),
    [
        ({"last": NOW - timedelta(hours=3)}, "The last dream was 3 hours ago; the next may begin after 24 hours."),
        ({"last": NOW - timedelta(seconds=9)}, "The last dream was less than a minute ago"),
        ({"sessions": 1}, "1 session has ended since the last dream, of 5 that it takes."),
        ({"failures": 3, "last_failure": NOW}, "The last 3 dreams failed; the next is tried in 4 hours."),
        ({"held": "0123abcd"}, "The dream 0123abcd waits for your word: apply or discard it first."),
    ],
)
def test_a_reason_says_what_is_missing(closing: dict[str, Any], said: str) -> None:
    gate = closed_gate(replace(OPEN, **closing), RULES, NOW)
    assert gate is not None
    assert gate.reason.startswith(said)


def test_a_failing_dream_backs_off_one_two_four_hours_and_a_day_at_most() -> None:
    assert [backoff_of(count) / timedelta(hours=1) for count in range(8)] == [0, 1, 2, 4, 8, 16, 24, 24]


def test_a_failing_dream_is_tried_again_when_its_time_has_come() -> None:
    failed = replace(OPEN, failures=2, last_failure=NOW - timedelta(hours=2))
    check(failed, None)
    check(replace(failed, last_failure=NOW - timedelta(minutes=119)), "backoff")


@pytest.mark.parametrize(
    ("last", "sessions", "expected"),
    [
        (None, 5, True),
        (None, 4, False),
        (None, None, False),
        (NOW - timedelta(hours=24), 0, True),
        (NOW - timedelta(hours=23), 4, False),
        (NOW - timedelta(hours=23), 5, True),
    ],
)
def test_a_nudge_is_worth_its_while_after_sessions_enough_or_hours(
    last: datetime | None, sessions: int | None, expected: bool
) -> None:
    assert is_worth_a_nudge(last, sessions, RULES, NOW) is expected
