"""Decides whether a model call that failed is tried again, and after how long."""

import math
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from noctule.dataclass import dataclass, field

LONGEST_WAIT = 120.0
FIRST_BACKOFF = 0.5
LONGEST_BACKOFF = 8.0
JITTER_SHARE = 0.25  # the vendors' clients take off up to a quarter

# Asking again cannot help, whatever the headers say.
NEVER_AGAIN = frozenset({400, 401, 402, 403, 404, 413, 422})
OUT_OF_QUOTA = "insufficient_quota"
AGAIN = frozenset({408, 409, 429})


@dataclass(frozen=True, slots=True)
class Failure:
    """One failed try. `status` None: no answer came; header names are lower case; `code` is the provider's word."""

    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    code: str = ""


def wait_before_retry(
    failure: Failure, *, tried: int, retries: int, seconds_left: float, now: datetime, jitter: float
) -> float | None:
    """Seconds to wait before the next try, or None to give up.

    `tried` counts the retries already made; `jitter` is in [0, 1) and only shortens our own backoff.
    """
    if tried >= retries or not is_worth_another_try(failure):
        return None
    wait = wait_asked_for(failure.headers, now)
    if wait is None:
        wait = _backoff(tried, jitter)
    return wait if wait <= LONGEST_WAIT and wait < seconds_left else None


def is_worth_another_try(failure: Failure) -> bool:
    """Whether the same request may succeed later; the server's own word on it counts first."""
    if failure.status in NEVER_AGAIN or failure.code == OUT_OF_QUOTA:
        return False
    said = failure.headers.get("x-should-retry", "").strip().lower()
    if said in ("true", "false"):
        return said == "true"
    return failure.status is None or failure.status in AGAIN or failure.status >= 500


def wait_asked_for(headers: Mapping[str, str], now: datetime) -> float | None:
    """The wait in seconds that the server asks for, or None where it names none that lies ahead."""
    for wait in (
        _milliseconds(headers.get("retry-after-ms")),
        _seconds(headers.get("retry-after")),
        _until(headers.get("retry-after"), now),
    ):
        if wait is not None and wait > 0:
            return wait
    return None


def _milliseconds(value: str | None) -> float | None:
    amount = _seconds(value)
    return None if amount is None else amount / 1000


def _seconds(value: str | None) -> float | None:
    try:
        amount = float(value or "")
    except ValueError:
        return None
    return None if math.isnan(amount) else amount


def _until(value: str | None, now: datetime) -> float | None:
    try:
        then = parsedate_to_datetime(value or "")
    except (ValueError, OverflowError):
        return None
    if then.tzinfo is None:
        then = then.replace(tzinfo=UTC)
    return (then - now).total_seconds()


def _backoff(tried: int, jitter: float) -> float:
    return min(FIRST_BACKOFF * 2.0 ** min(tried, 10), LONGEST_BACKOFF) * (1 - JITTER_SHARE * jitter)
