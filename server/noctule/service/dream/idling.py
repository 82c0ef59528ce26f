"""The idle timer of each project: armed when a turn ends, and cancelled by whatever happens on the project anywhere."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime

from noctule.dataclass import dataclass
from noctule.dream.gates import SCAN_EVERY, is_worth_a_nudge
from noctule.errors import NoctuleError
from noctule.service.dream import sites
from noctule.service.dream.dreaming import Dreaming
from noctule.service.dream.values import PastSessions, RunTask, Wish
from noctule.service.events import DreamStatus, Events, Nudge
from noctule.service.project import OpenProject, Projects

logger = logging.getLogger(__name__)

NUDGE = "dream"
COMMAND = "noctule.server.dream"


@dataclass(frozen=True, slots=True)
class _Armed:
    """A timer that runs, and when the project was last active as it began."""

    task: "asyncio.Task[None]"
    workspace_uri: str


class Idling:
    """One timer a project in this process; what happens in another is seen in the shared state when it fires."""

    def __init__(
        self,
        projects: Projects,
        events: Events,
        dreaming: Dreaming,
        sessions: PastSessions,
        run_task: RunTask,
        is_interactive: bool,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._projects = projects
        self._events = events
        self._dreaming = dreaming
        self._sessions = sessions
        self._run_task = run_task
        self._is_interactive = is_interactive
        self._sleep = sleep
        self._armed: dict[str, _Armed] = {}

    async def turn_ended(self, session_id: str) -> None:
        """A main session settled: the timer begins anew, or, where dreams are off, a nudge may be due. Never raises.

        Without a person at the client neither is.
        """
        if not self._is_interactive:
            return
        try:
            opened = await asyncio.to_thread(self._project_of_main, session_id)
            if opened is None:
                return
            if opened.resolved.settings.dream.enabled:
                await self._arm(opened, session_id)
            else:
                self._run_task(asyncio.to_thread(self._nudge, opened, session_id), "looking whether to suggest a dream")
        except NoctuleError as error:
            logger.warning("a project's idle timer was not armed: %s", error.kind)

    async def is_active(self, session_id: str) -> None:
        """Somebody works in the session's project: no dream begins, and none that runs is touched. Never raises."""
        try:
            opened = await asyncio.to_thread(self._project_of, session_id)
        except NoctuleError:
            return
        if opened is not None:
            self._cancel(opened.project.key)

    def _project_of(self, session_id: str) -> OpenProject | None:
        session = self._projects.state.sessions.find(session_id)
        return self._projects.open_session(session) if session is not None else None

    def _project_of_main(self, session_id: str) -> OpenProject | None:
        """The project of a main session that is not paused, where memory is on."""
        session = self._projects.state.sessions.find(session_id)
        if session is None or session.kind != "main" or session.paused:
            return None
        opened = self._projects.open_session(session)
        return opened if opened.is_enabled else None

    async def _arm(self, opened: OpenProject, session_id: str) -> None:
        key = opened.project.key
        self._cancel(key)
        since = await asyncio.to_thread(self._projects.state.last_activity, key)
        task = self._run_task(self._fire_when_idle(opened, session_id, since), "an idle timer")
        self._armed[key] = _Armed(task, opened.workspace_uri)
        self._tell(opened.workspace_uri, "armed", "A dream begins when the project stays idle.")

    def _cancel(self, key: str) -> None:
        armed = self._armed.pop(key, None)
        if armed is not None:
            armed.task.cancel()
            self._tell(armed.workspace_uri, "idle", "")

    async def _fire_when_idle(self, opened: OpenProject, session_id: str, since: datetime | None) -> None:
        key = opened.project.key
        await self._sleep(opened.resolved.settings.dream.idle_delay_ms / 1000)
        # It has fired: from here on activity cancels nothing.
        self._armed.pop(key, None)
        try:
            await self._dream_if_idle(opened, session_id, since)
        except NoctuleError as error:
            # Its folder was closed meanwhile, say: nobody waits for this dream.
            logger.warning("an idle project did not dream: %s", error.kind)
            self._tell(opened.workspace_uri, "idle", "")

    async def _dream_if_idle(self, opened: OpenProject, session_id: str, since: datetime | None) -> None:
        if not await asyncio.to_thread(self._is_idle_since, opened, since):
            self._tell(opened.workspace_uri, "idle", "")
            return
        wish = Wish(trigger="idle", workspace_uri=str(opened.root.path), session_id=session_id)
        begin = await self._dreaming.begin(wish)
        if not begin.is_begun:
            self._tell(opened.workspace_uri, "held" if begin.gate == "held" else "idle", begin.message)

    def _is_idle_since(self, opened: OpenProject, since: datetime | None) -> bool:
        """Whether nothing happened on the project in any editor since the timer began."""
        state = self._projects.state
        if since is None or state.last_activity(opened.project.key) != since:
            return False
        # A turn that began anywhere, or a tool of it, is told by its session alone; a session's end is no activity.
        seen = state.sessions.all(folder=opened.folder.key, seen_since=since)
        return not any(one.ended is None and one.last_seen > since for one in seen)

    def _nudge(self, opened: OpenProject, session_id: str) -> None:
        """Suggests a dream, once a session, where much has happened since the last. Raises nothing."""
        try:
            if not opened.folder.memories.exists() or not opened.folder.memories.scan():
                return
            rules, now = sites.rules_of(opened), self._projects.now()
            last = sites.last_dream(opened, now)
            count = self._count(opened, last)
            if not is_worth_a_nudge(last, count, rules, now):
                return
            if self._projects.state.nudge(session_id, NUDGE, now):
                self._events.tell(Nudge(opened.workspace_uri, NUDGE, _advice(count, rules.min_sessions), COMMAND))
        except NoctuleError as error:
            logger.warning("whether to suggest a dream is not known: %s", error.kind)

    def _count(self, opened: OpenProject, last: datetime | None) -> int | None:
        """Sessions since the last dream; None where they were counted a short while ago."""
        asker = sites.Asker(trigger="idle")
        scanned = sites.facts_of(self._projects, opened, asker).last_scan
        if scanned is not None and self._projects.now() - scanned < SCAN_EVERY:
            return None
        sites.note_scan(self._projects, opened)
        return self._sessions.main_touched(opened, last)

    def _tell(self, workspace_uri: str, state: str, message: str) -> None:
        self._events.tell(DreamStatus(workspace_uri, None, state, "idle", 0, 0, None, message))


def _advice(count: int | None, enough: int) -> str:
    if count is not None and count >= max(enough, 1):
        sessions = "1 session has" if count == 1 else f"{count} sessions have"
        return f"{sessions} ended since the memories were consolidated: a dream would merge and correct what is known."
    return "The memories were not consolidated for a while: a dream would merge and correct what is known."
