"""What a project's person is told once, when it is opened: a memory it left behind, or one that Claude Code keeps."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from noctule.dataclass import dataclass
from noctule.errors import NoctuleError
from noctule.service.events import Events, Nudge
from noctule.service.person import Person
from noctule.service.project import OpenProject, Projects
from noctule.service.roots import has_left_projects, identify

if TYPE_CHECKING:
    from noctule.service.adopting import Adopting, Offer
    from noctule.service.imports.importing import Importing

ADOPT_COMMAND = "noctule.server.adopt"
IMPORT_COMMAND = "noctule.server.import"

_ADOPT = "Adopt"
_NOT_NOW = "Not now"
_CLAUDE_CODE = "claude-code"


@dataclass(frozen=True, slots=True)
class Welcome:
    """An offer to adopt, about which the person of a project is to be asked."""

    workspace_uri: str
    project: str
    offer: "Offer"


class Welcoming:
    """Each thing is said once a project, in any editor; an offer to adopt goes before the nudge to import.

    What adopts and what imports is loaded only where there is something to say.
    """

    def __init__(
        self,
        projects: Projects,
        events: Events,
        adopting: "Callable[[], Adopting]",
        importing: "Callable[[], Importing]",
    ) -> None:
        self._projects = projects
        self._events = events
        self._adopting = adopting
        self._importing = importing

    def look(self, workspace_uri: str | None, *, can_ask: bool, hears_nudges: bool) -> Welcome | None:
        """Looks at disks, for seconds where the repository is large: for the background. Gives what is to be asked.

        Nothing is counted as said to a client that would not show it. Raises `WorkspaceError`s, `StorageError`s.
        """
        opened = self._projects.open(workspace_uri)
        if not opened.is_enabled:
            return None
        identify(self._projects, opened)
        if not can_ask and not hears_nudges:
            return None
        offers = self._adopting().offers(workspace_uri) if has_left_projects(self._projects, opened) else ()
        if offers and self._is_first(opened, f"adopt {offers[0].from_root}"):
            welcome = Welcome(opened.workspace_uri, opened.project.name, offers[0])
            if can_ask:
                return welcome
            self._nudge(opened, "adopt", _offer_text(welcome), ADOPT_COMMAND)
        elif hears_nudges:
            self._nudge_to_import(opened)
        return None

    async def ask(self, welcome: Welcome, person: Person) -> None:
        """Asks the person, and does what they say. A memory that is not adopted stays where it is."""
        if await person.choose(_offer_text(welcome), (_ADOPT, _NOT_NOW)) == _ADOPT:
            await asyncio.to_thread(self._adopting().adopt, welcome.offer.from_root, welcome.workspace_uri)
            person.settled()

    def _nudge_to_import(self, opened: OpenProject) -> None:
        if self._projects.state.was_nudged(opened.project.key, "import") or self._has_imported(opened):
            return
        from noctule.service.imports.values import ImportWanted

        looked = self._importing().look(opened, ImportWanted(source=_CLAUDE_CODE))
        if any(one.is_found for one in looked) and self._is_first(opened, "import"):
            message = f"Claude Code remembers things of {opened.project.name}: they can be imported."
            self._nudge(opened, "import", message, IMPORT_COMMAND)

    def _has_imported(self, opened: OpenProject) -> bool:
        try:
            return opened.folder.memories.changes.has_any_by("import")
        except NoctuleError:
            return True

    def _nudge(self, opened: OpenProject, reason: str, message: str, command: str) -> None:
        self._events.tell(Nudge(opened.workspace_uri, reason, message, command))

    def _is_first(self, opened: OpenProject, reason: str) -> bool:
        return self._projects.state.nudge(opened.project.key, reason, self._projects.now())


def _offer_text(welcome: Welcome) -> str:
    offer = welcome.offer
    number = f"{offer.memories:,} memories" if offer.memories != 1 else "1 memory"
    return f"{welcome.project} seems to be what lay in {offer.from_root}, which left {number}. Adopt them?"
