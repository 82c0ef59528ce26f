"""Which past sessions a dream reads, and in which order: those touched since the last one that are not running."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from noctule.dataclass import dataclass
from noctule.transcripts.message import SessionRef

# Side sessions are never read: what is asked aside was not meant to be kept.
_ORDER = {"main": 0, "headless": 1, "subagent": 2}


@dataclass(frozen=True, slots=True)
class Running:
    """Tells a session that still goes on: active here, or its transcript changed within `idle` of `now`.

    `active` are ids of sessions that did not end and were seen by this server's clients within the hour.
    """

    now: datetime
    idle: timedelta
    active: frozenset[str] = frozenset()

    def holds(self, ref: SessionRef) -> bool:
        # A time far in the future comes from a clock that was wrong once; such a session does not run for ever.
        return ref.id in self.active or abs(self.now - changed(ref)) < self.idle


def changed(ref: SessionRef) -> datetime:
    """When the session's transcript changed last."""
    try:
        return datetime.fromtimestamp(ref.mtime_ns / 1e9, UTC)
    except (OverflowError, ValueError, OSError):
        return datetime.fromtimestamp(0, UTC)


def for_dream(refs: Iterable[SessionRef], since: datetime | None, running: Running) -> list[SessionRef]:
    """What a dream reads: main sessions, newest first, then those without a person, then subagents.

    With `since`, only those touched after it. Sessions that are running are left out, and what lies in a folder that is
    named after one: a subagent's file in that of the session that sent it.
    """
    every = list(refs)
    going = {ref.id for ref in every if running.holds(ref)}
    found = [
        ref
        for ref in every
        if ref.kind in _ORDER and _is_due(ref, since, running) and going.isdisjoint(ref.path.parent.parts)
    ]
    return sorted(found, key=lambda ref: (_ORDER[ref.kind], -ref.mtime_ns, ref.source, ref.id))


def main_touched(refs: Iterable[SessionRef], since: datetime | None, running: Running) -> int:
    """How many main sessions were touched since the last dream, of all sources: what its gate counts."""
    return sum(1 for ref in refs if ref.kind == "main" and _is_due(ref, since, running))


def _is_due(ref: SessionRef, since: datetime | None, running: Running) -> bool:
    return (since is None or changed(ref) > since) and not running.holds(ref)
