"""The service as its faces see it: every use case, over one home, one clock and one set of open projects."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from noctule.service.configuration import Configuration
from noctule.service.project import Places, Projects
from noctule.service.workspace import Workspaces
from noctule.store.home import Home, home_root
from noctule.store.state import State

if TYPE_CHECKING:
    from noctule.models.lent import Ask
    from noctule.service.accepting import Accepting
    from noctule.service.adopting import Adopting
    from noctule.service.capture.batching import Batching
    from noctule.service.capture.capturing import Capturing
    from noctule.service.capture.writing import Writing
    from noctule.service.conversations import Conversations
    from noctule.service.doctoring import Doctoring
    from noctule.service.dream.digesting import Digesting
    from noctule.service.dream.dreaming import Dreaming
    from noctule.service.dream.dreams import Dreams
    from noctule.service.dream.values import Means
    from noctule.service.events import Events
    from noctule.service.following import Following, Later
    from noctule.service.forgetting import Forgetting
    from noctule.service.history import ProjectHistory
    from noctule.service.hooking import Hooking
    from noctule.service.housekeeping import Housekeeping
    from noctule.service.imports.importing import Importing
    from noctule.service.imports.importing_all import ImportingAll
    from noctule.service.index_nudge import IndexNudge
    from noctule.service.pinning import Pinning
    from noctule.service.reading import Reading
    from noctule.service.recall.explaining import Explaining
    from noctule.service.recall.turns import Turns
    from noctule.service.searching import Searching
    from noctule.service.sessions import Sessions
    from noctule.service.status import Reporting
    from noctule.service.switches import Switches
    from noctule.service.transcripts import Transcripts
    from noctule.service.turn_logging import TurnLogging
    from noctule.service.welcoming import Welcoming


def utc_now() -> datetime:
    return datetime.now(UTC)


class Noctule:
    """Opens nothing and makes nothing until a use case needs it. Thread-safe.

    `later` gathers changes for one event (see `Following`); a command that ends at once leaves it out. Each use case is
    loaded when it is first asked for: a command, or a hook before each turn, pays only for what it uses.
    """

    def __init__(
        self, environ: Mapping[str, str], *, now: Callable[[], datetime] = utc_now, later: "Later | None" = None
    ) -> None:
        user_home = Path(environ.get("HOME") or Path.home())
        home = Home(home_root(environ, user_home))
        self._later = later
        self.workspaces = Workspaces()
        self.configuration = Configuration(home.settings_file, environ)
        self.projects = Projects(
            Places(home, user_home, environ), self.workspaces, State(home.state_db), self.configuration, now
        )

    @cached_property
    def events(self) -> "Events":
        from noctule.service.events import Events

        return Events()

    @cached_property
    def following(self) -> "Following":
        from noctule.service.following import Following

        return Following(self.projects, self.events, self._later)

    @cached_property
    def sessions(self) -> "Sessions":
        from noctule.service.sessions import Sessions

        return Sessions(self.projects)

    @cached_property
    def turns(self) -> "Turns":
        from noctule.service.recall.turns import Turns

        return Turns(self.projects, self.events)

    @cached_property
    def turn_logging(self) -> "TurnLogging":
        from noctule.service.turn_logging import TurnLogging

        return TurnLogging(self.projects)

    @cached_property
    def housekeeping(self) -> "Housekeeping":
        from noctule.service.housekeeping import Housekeeping

        return Housekeeping(self.projects, self.turn_logging)

    @cached_property
    def transcripts(self) -> "Transcripts":
        from noctule.service.transcripts import Transcripts

        return Transcripts(self.projects)

    @cached_property
    def digesting(self) -> "Digesting":
        from noctule.service.dream.digesting import Digesting

        return Digesting(self.projects, self.transcripts)

    @cached_property
    def explaining(self) -> "Explaining":
        from noctule.service.recall.explaining import Explaining

        return Explaining(self.projects)

    @cached_property
    def reading(self) -> "Reading":
        from noctule.service.reading import Reading

        return Reading(self.projects)

    @cached_property
    def searching(self) -> "Searching":
        from noctule.service.searching import Searching

        return Searching(self.projects, lambda: self.conversations)

    @cached_property
    def conversations(self) -> "Conversations":
        from noctule.service.conversations import Conversations

        return Conversations(self.projects, self.transcripts)

    @cached_property
    def writing(self) -> "Writing":
        from noctule.service.capture.writing import Writing

        return Writing(self.projects, self.following)

    @cached_property
    def doctoring(self) -> "Doctoring":
        from noctule.service.doctoring import Doctoring

        return Doctoring(self.projects, self.reporting, self.reading)

    @cached_property
    def pinning(self) -> "Pinning":
        from noctule.service.pinning import Pinning

        return Pinning(self.projects, self.following, self.writing)

    @cached_property
    def index_nudge(self) -> "IndexNudge":
        from noctule.service.index_nudge import IndexNudge

        return IndexNudge(self.projects, self.events)

    @cached_property
    def batching(self) -> "Batching":
        from noctule.service.capture.batching import Batching

        return Batching(self.projects, self.following, self.writing)

    @cached_property
    def importing(self) -> "Importing":
        from noctule.service.imports.importing import Importing

        return Importing(self.projects, self.following)

    @cached_property
    def importing_all(self) -> "ImportingAll":
        from noctule.service.imports.importing_all import ImportingAll

        return ImportingAll(self.projects, self.importing)

    @cached_property
    def adopting(self) -> "Adopting":
        from noctule.service.adopting import Adopting

        return Adopting(self.projects, self.following)

    @cached_property
    def welcoming(self) -> "Welcoming":
        from noctule.service.welcoming import Welcoming

        return Welcoming(self.projects, self.events, lambda: self.adopting, lambda: self.importing)

    @cached_property
    def history(self) -> "ProjectHistory":
        from noctule.service.history import ProjectHistory

        return ProjectHistory(self.projects, self.following)

    @cached_property
    def dreams(self) -> "Dreams":
        from noctule.service.dream.dreams import Dreams

        return Dreams(self.projects, self.following, self.events)

    def dreaming(self, means: "Means", ask_editor: "Ask | None" = None) -> "Dreaming":
        """The dreams of a face: with what it gives them, and with the editor's own model, where it lends one."""
        from noctule.service.dream.dreaming import Dreaming
        from noctule.service.named_models import NamedModels

        models = NamedModels(self.projects, self.events, ask_editor)
        return Dreaming(self.projects, self.events, self.following, models, self.digesting, means)

    @cached_property
    def forgetting(self) -> "Forgetting":
        from noctule.service.forgetting import Forgetting

        return Forgetting(self.projects, self.following)

    @cached_property
    def capturing(self) -> "Capturing":
        """As a face has it that lends no model and asks nobody by itself."""
        from noctule.service.capture.capturing import Capturing

        return Capturing(self.projects, self.events, self.writing)

    @cached_property
    def accepting(self) -> "Accepting":
        from noctule.service.accepting import Accepting

        return Accepting(self.projects)

    @cached_property
    def reporting(self) -> "Reporting":
        from noctule.service.status import Reporting

        return Reporting(self.projects, self.sessions)

    @cached_property
    def hooking(self) -> "Hooking":
        from noctule.service.hooking import Hooking

        return Hooking(self.projects)

    @cached_property
    def switches(self) -> "Switches":
        from noctule.service.switches import Switches

        return Switches(self.projects)

    def close(self) -> None:
        """Tells what was gathered, keeps what is worth keeping for the next start, and lets go of files."""
        if "following" in self.__dict__:
            self.following.tell()
        if "conversations" in self.__dict__:
            self.conversations.close()
        self.projects.close()
