"""Tells a session's person, once a session, that agents are shown only a part of the index."""

import logging

from noctule.errors import NoctuleError
from noctule.memories.index_cut import Truncated, truncate
from noctule.memories.names import INDEX_NAME
from noctule.service.events import Events, Nudge
from noctule.service.project import Projects

logger = logging.getLogger(__name__)

REASON = "indexTooLong"
COMMAND = "noctule.server.tidy"


class IndexNudge:
    """Looks at the index when a session starts."""

    def __init__(self, projects: Projects, events: Events) -> None:
        self._projects = projects
        self._events = events

    def look(self, session_id: str) -> None:
        """A word at a main session's start where the index is over its cap. Raises nothing."""
        try:
            session = self._projects.state.sessions.find(session_id)
            opened = self._projects.open_session(session) if session is not None and session.kind == "main" else None
            if opened is None or not opened.is_enabled:
                return
            cut = truncate(opened.folder.catalogue.index().text or "")
            if cut.truncated and self._projects.state.nudge(session_id, REASON, self._projects.now()):
                self._events.tell(Nudge(opened.workspace_uri, REASON, _message(cut), COMMAND))
        except NoctuleError as error:
            logger.warning("the length of the index was not looked at: %s", error.kind)


def _message(cut: Truncated) -> str:
    lost = "1 memory is" if len(cut.hidden) == 1 else f"{len(cut.hidden):,} memories are"
    shown = f"{cut.shown_lines:,} of the {cut.lines:,} lines of {INDEX_NAME} are shown to agents"
    return f"{shown}, so {lost} left out. Tidy it, or open it and merge some."
