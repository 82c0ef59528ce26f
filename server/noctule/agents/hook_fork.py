"""Finds the session that a forked one came from: Claude Code tells how long ago it last spoke, not which one it is.

The two keep their transcripts in one folder. The fork's own is written only when its first turn is over.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path

from noctule.store.sessions import Session
from noctule.transcripts.lines import lines_backwards
from noctule.transcripts.records import records, time_in

# Claude Code tells whole seconds, counted before it starts us: a busy machine takes its time for that.
_EARLIER, _LATER = timedelta(seconds=10), timedelta(seconds=1)

_MOST_READ = 20
_MOST_LINES = 200


def origin_of(transcript: str, seconds: float, sessions: Iterable[Session], now: datetime) -> str | None:
    """The id of the session whose agent last spoke `seconds` ago, or None. `sessions`: the last seen first."""
    fork, spoke = Path(transcript), now - timedelta(seconds=seconds)
    near = [one for one in sessions if one.kind != "subagent" and _lies_beside(one, fork)][:_MOST_READ]
    found = [(abs(at - spoke), one.id) for one in near if (at := _last_spoke(one)) and _EARLIER > spoke - at > -_LATER]
    return min(found)[1] if found else None


def _lies_beside(session: Session, fork: Path) -> bool:
    if session.transcript is None:
        return False
    own = Path(session.transcript)
    return own.parent == fork.parent and own != fork


def _last_spoke(session: Session) -> datetime | None:
    assert session.transcript is not None
    newest = lines_backwards(Path(session.transcript))
    for record in records(line for _, line in zip(range(_MOST_LINES), newest, strict=False)):
        if record.value.get("type") == "assistant" and record.value.get("isSidechain") is not True:
            return time_in(record.value.get("timestamp"))
    return None
