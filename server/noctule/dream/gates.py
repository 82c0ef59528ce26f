"""Whether a dream may begin: the gates in their order, of which the first closed one is named. Pure."""

from datetime import datetime, timedelta
from typing import Literal

from noctule.dataclass import dataclass

Trigger = Literal["idle", "command"]
GateName = Literal[
    "client",
    "disabled",
    "paused",
    "automatic",
    "minHours",
    "backoff",
    "scan",
    "minSessions",
    "held",
    "consent",
    "lock",
]

# Counting sessions reads folders of other programs: not at the end of every turn.
SCAN_EVERY = timedelta(minutes=10)

# So much may the clocks of two machines on one folder differ.
MOST_AHEAD = timedelta(hours=1)

_LONGEST_BACKOFF = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Gate:
    """A closed gate: its name, and a sentence for a person."""

    name: GateName
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What is known when a dream wants to begin.

    `sessions` are the main ones touched since the last dream that do not run any more, None where nobody has counted
    yet; `last` is the last dream, or the last tidy where no model is named. `holder` says who holds the lock.
    """

    trigger: Trigger
    is_interactive: bool
    is_enabled: bool
    is_paused: bool
    is_automatic: bool
    last: datetime | None = None
    failures: int = 0
    last_failure: datetime | None = None
    last_scan: datetime | None = None
    sessions: int | None = None
    held: str | None = None
    needs_consent: bool = False
    holder: str | None = None


@dataclass(frozen=True, slots=True)
class Rules:
    """What the settings ask: hours between two automatic dreams, and main sessions since the last."""

    min_hours: float
    min_sessions: int


def closed_gate(facts: Facts, rules: Rules, now: datetime) -> Gate | None:
    """The first gate that is closed, or None. A command is stopped by a switch, a pause and the lock alone."""
    if facts.trigger == "idle" and not facts.is_interactive:
        return Gate("client", "No person is at this client, so no dream begins by itself.")
    if not facts.is_enabled:
        return Gate("disabled", "Memory is switched off here.")
    if facts.is_paused:
        return Gate("paused", "Memory is paused for this session.")
    closed = _automatic_gate(facts, rules, now) if facts.trigger == "idle" else None
    if closed is not None:
        return closed
    if facts.holder is not None:
        return Gate("lock", facts.holder)
    return None


def believable(moment: datetime | None, now: datetime) -> datetime | None:
    """The moment, or None where it lies well ahead: a clock was wrong then, and nothing may wait until it is right."""
    return None if moment is None or moment - now > MOST_AHEAD else moment


def backoff_of(failures: int) -> timedelta:
    """How long nothing is tried after so many failures in a row: 1, 2, 4 ... hours, a day at most."""
    if failures <= 0:
        return timedelta()
    return min(timedelta(hours=2 ** min(failures - 1, 10)), _LONGEST_BACKOFF)


def is_worth_a_nudge(last: datetime | None, sessions: int | None, rules: Rules, now: datetime) -> bool:
    """Whether so much has happened since the last dream that a person may be told: sessions enough, or hours."""
    if sessions is not None and sessions >= max(rules.min_sessions, 1):
        return True
    return last is not None and now - last >= timedelta(hours=rules.min_hours)


def _automatic_gate(facts: Facts, rules: Rules, now: datetime) -> Gate | None:
    if not facts.is_automatic:
        return Gate("automatic", "Automatic dreams are off: dream.enabled switches them on.")
    if facts.last is not None and (passed := now - facts.last) < timedelta(hours=rules.min_hours):
        return Gate("minHours", f"The last dream was {_told(passed)} ago; the next may begin after {_hours(rules)}.")
    if facts.last_failure is not None and (passed := now - facts.last_failure) < (wait := backoff_of(facts.failures)):
        count = "The last dream failed" if facts.failures == 1 else f"The last {facts.failures} dreams failed"
        return Gate("backoff", f"{count}; the next is tried in {_told(wait - passed)}.")
    if facts.last_scan is not None and (passed := now - facts.last_scan) < SCAN_EVERY:
        return Gate("scan", f"Sessions were counted {_told(passed)} ago; they are counted every 10 minutes.")
    if facts.sessions is not None and facts.sessions < rules.min_sessions:
        count = "1 session has" if facts.sessions == 1 else f"{facts.sessions} sessions have"
        return Gate("minSessions", f"{count} ended since the last dream, of {rules.min_sessions} that it takes.")
    if facts.held is not None:
        return Gate("held", f"The dream {facts.held} waits for your word: apply or discard it first.")
    if facts.needs_consent:
        return Gate("consent", "The editor lends its model only after you agree: start a dream by command once.")
    return None


def _hours(rules: Rules) -> str:
    return "1 hour" if rules.min_hours == 1 else f"{rules.min_hours:g} hours"


def _told(span: timedelta) -> str:
    minutes = max(0, int(span.total_seconds() // 60))
    if minutes < 1:
        return "less than a minute"
    if minutes < 120:
        return "1 minute" if minutes == 1 else f"{minutes} minutes"
    return f"{minutes // 60} hours"
