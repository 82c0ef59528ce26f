"""Once a day what nobody asks for any more goes: old sessions, old turn logs, what a crash left half written."""

from datetime import timedelta
from typing import TYPE_CHECKING

from noctule.service.project import Projects
from noctule.store.leftovers import remove_stale_temps

if TYPE_CHECKING:
    from noctule.service.turn_logging import TurnLogging

# A flag of no project: the day of the last look, of whichever process.
_NOBODY = ""
_LAST_LOOK = "housekeeping"

# No write of ours takes so long.
_TEMPS_KEPT = timedelta(days=1)


class Housekeeping:
    """For the background: it looks through all of our home. Raises `StorageError`s."""

    def __init__(self, projects: Projects, turn_logging: "TurnLogging") -> None:
        self._projects = projects
        self._turn_logging = turn_logging

    def look(self, session_id: str) -> bool:
        """Clears up, unless some process did so today; says whether. `session_id` is one that is known."""
        state, now = self._projects.state, self._projects.now()
        today = now.date().isoformat()
        if state.flag(_NOBODY, _LAST_LOOK) == today:
            return False
        state.set_flag(_NOBODY, _LAST_LOOK, today)
        state.forget_sessions(now)
        remove_stale_temps(self._projects.places.home.root, now - _TEMPS_KEPT)
        self._turn_logging.clear(session_id)
        return True
