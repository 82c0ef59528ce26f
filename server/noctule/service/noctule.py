"""The service as its faces see it: every use case, over one home, one clock and one set of open projects."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

from noctule.service.configuration import Configuration
from noctule.service.events import Events
from noctule.service.explaining import Explaining
from noctule.service.following import Following, Later
from noctule.service.project import Places, Projects
from noctule.service.reading import Reading
from noctule.service.searching import Searching
from noctule.service.sessions import Sessions
from noctule.service.status import Reporting
from noctule.service.switches import Switches
from noctule.service.turns import Turns
from noctule.service.workspace import Workspaces
from noctule.service.writing import Writing
from noctule.store.home import Home, home_root
from noctule.store.state import State


def utc_now() -> datetime:
    return datetime.now(UTC)


class Noctule:
    """Opens nothing and makes nothing until a use case needs it. Thread-safe.

    `later` gathers changes for one event (see `Following`); a command that ends at once leaves it out.
    """

    def __init__(
        self, environ: Mapping[str, str], *, now: Callable[[], datetime] = utc_now, later: Later | None = None
    ) -> None:
        user_home = Path(environ.get("HOME") or Path.home())
        home = Home(home_root(environ, user_home))
        self.events = Events()
        self.workspaces = Workspaces()
        self.configuration = Configuration(home.settings_file, environ)
        self.projects = Projects(
            Places(home, user_home, environ), self.workspaces, State(home.state_db), self.configuration, now
        )
        self.following = Following(self.projects, self.events, later)
        self.sessions = Sessions(self.projects)
        self.turns = Turns(self.projects, self.events)
        self.explaining = Explaining(self.projects)
        self.reading = Reading(self.projects)
        self.searching = Searching(self.projects)
        self.writing = Writing(self.projects, self.following)
        self.reporting = Reporting(self.projects, self.sessions)
        self.switches = Switches(self.projects)

    def close(self) -> None:
        """Keeps what is worth keeping for the next start, and lets go of files."""
        self.following.tell()
        self.projects.close()
