"""Our own log of turns, for agents that leave nothing readable: without secrets, and for so many days only."""

import logging
import threading
from collections.abc import Iterable
from datetime import date, datetime, timedelta

from noctule.dataclass import dataclass
from noctule.errors import NoctuleError
from noctule.service.project import OpenProject, Projects
from noctule.store.sessions import Session
from noctule.store.turn_log import append, remove_older

logger = logging.getLogger(__name__)

# A longer message is cut: what a person or an agent says is shorter, and a log is read back line by line. Of many
# messages each has a share, so that a turn of any size takes a fraction of a second.
_MOST_CHARS = 100_000
_MOST_TURN_CHARS = 1_000_000
_LEAST_CHARS = 1_000


@dataclass(frozen=True, slots=True)
class Utterance:
    """One message of a turn as the client tells it; `at` is RFC 3339, if anything."""

    role: str
    text: str
    at: str | None = None


class TurnLogging:
    """Nobody waits for it, and no turn fails for it: what goes wrong is logged, without a word of the turn."""

    def __init__(self, projects: Projects) -> None:
        self._projects = projects
        self._lock = threading.Lock()
        self._cleared: date | None = None

    def add(self, session_id: str, said: Iterable[Utterance]) -> None:
        """Logs a turn, if turns of this session are logged at all."""
        session = self._projects.state.sessions.find(session_id)
        if session is None:
            return
        try:
            opened = self._projects.open_session(session)
            if _is_logged(session, opened):
                self._append(session, opened, said)
        except NoctuleError as error:
            logger.warning("a turn was not logged: %s", error.kind)

    def clear(self, session_id: str) -> None:
        """Once a day deletes what is too old, in the logs of all projects: one that nobody opens any more has some too.

        It does so also where turns are not logged any more. `session_id` is one that just began.
        """
        now = self._projects.now()
        with self._lock:
            if self._cleared == now.date():
                return
            self._cleared = now.date()
        session = self._projects.state.sessions.find(session_id)
        if session is not None:
            days = self._projects.open_session(session).resolved.settings.transcripts.keep_days
            for folder in self._projects.places.home.turn_logs():
                remove_older(folder, now - timedelta(days=days))

    def _append(self, session: Session, opened: OpenProject, said: Iterable[Utterance]) -> None:
        from noctule.transcripts.own_turns import LoggedSession, file_name, head_line

        lines = _lines(said, self._projects.now())
        if lines:
            head = LoggedSession(session.id, session.kind, session.project, session.started, session.transcript)
            folder = self._projects.places.home.turn_log(opened.project.key)
            append(folder / file_name(session.id), head_line(head), lines)


def _is_logged(session: Session, opened: OpenProject) -> bool:
    """Not where memory is off or the session paused; a side question is nobody's past."""
    if not opened.is_enabled or session.paused or session.kind == "side":
        return False
    setting = opened.resolved.settings.transcripts.log
    return setting == "always" or (setting == "auto" and session.transcript is None)


def _lines(said: Iterable[Utterance], now: datetime) -> list[bytes]:
    """A line for each message that says something. Long ones are cut where a word ends, so that no secret is halved."""
    from noctule.transcripts.cleaning import redacted_together
    from noctule.transcripts.own_turns import message_line, role_of
    from noctule.transcripts.records import time_in

    heard = [(role, one) for one in said if (role := role_of(one.role)) is not None]
    most = min(_MOST_CHARS, max(_LEAST_CHARS, _MOST_TURN_CHARS // max(1, len(heard))))
    kept = [(role, text, time_in(one.at) or now) for role, one in heard if (text := _text(one, most))]
    clean = redacted_together([text for _, text, _ in kept])
    return [message_line(role, text, at) for (role, _, at), text in zip(kept, clean, strict=True)]


def _text(one: Utterance, most: int) -> str:
    from noctule.memories.text import without_surrogates
    from noctule.transcripts.put_in import without_blocks
    from noctule.transcripts.talk import clipped, tool_text

    text = without_surrogates(one.text)
    return tool_text(text) if one.role == "tool" else clipped(without_blocks(text), most)
