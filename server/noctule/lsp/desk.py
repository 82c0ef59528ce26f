"""The open service of one client: its watches, its events on their way out, and the state it is told of."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from typing import TYPE_CHECKING, Any

from noctule.errors import NoctuleError
from noctule.lsp import convert_events
from noctule.lsp.backend import Line
from noctule.lsp.client import Client
from noctule.lsp.feed_desk import FeedDesk
from noctule.lsp.language_desk import LanguageDesk
from noctule.lsp.roots import readable
from noctule.lsp.status_desk import StatusDesk
from noctule.service.events import DreamOutcome, DreamStatus, Event, Written
from noctule.service.following import GATHER_SECONDS
from noctule.service.jobs import Jobs
from noctule.service.neighbours import Neighbours
from noctule.service.noctule import Noctule
from noctule.service.project import OpenProject
from noctule.service.recall.refining import Refining
from noctule.service.watching import Watching
from noctule.store.held_dreams import DREAM_NOTE

if TYPE_CHECKING:
    from noctule.lsp.dream_desk import DreamDesk
    from noctule.models.lent import Ask
    from noctule.service.capture.capturing import Capturing
    from noctule.service.dream.dreaming import Dreaming
    from noctule.service.dream.idling import Idling

logger = logging.getLogger(__name__)

_FIRST_LOOK_S = 0.5


class Desk:
    """Made in a thread; used on the loop, but for the events, which come from anywhere."""

    def __init__(
        self,
        environ: Mapping[str, str],
        client: Client,
        line: Line,
        jobs: Jobs,
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        self.line = line
        self._jobs = jobs
        self._loop = loop
        self._pack_task: asyncio.Task[None] | None = None
        self.noctule = Noctule(environ, later=self._later)
        self.noctule.workspaces.set_roots(readable(client.root_uris))
        if client.trusted_uris is not None:
            self.noctule.workspaces.set_trusted(readable(client.trusted_uris))
        if client.storage_uri is not None:
            self.noctule.workspaces.set_storage(readable([client.storage_uri]))
        self.tell_status = StatusDesk(self.noctule, line, jobs, self._is_dreaming).tell_soon
        self.noctule.events.subscribe(self._send)
        self.refining = Refining(
            self.noctule.turns,
            self.noctule.projects,
            self.noctule.events,
            _lent_model(line) if client.lends_model else None,
        )
        self._client = client
        self._capturing: Capturing | None = None
        self.language = LanguageDesk(self.noctule, client, line, jobs)
        self._dreams: DreamDesk | None = None
        self._watching = Watching(self.noctule, jobs)
        self._feed = FeedDesk(self.noctule, line, jobs)
        self._heeds_hooks = False

    def close(self) -> None:
        """In a thread, at the very end."""
        self.language.close()
        self.noctule.close()

    async def capturing(self) -> "Capturing":
        """The writing that a model assists, with this client's model and person. Loaded when it is first needed."""
        if self._capturing is None:
            made = await asyncio.to_thread(self._open_capturing)
            self._capturing = self._capturing or made
        return self._capturing

    async def dreaming(self) -> "Dreaming":
        """The dreams of this client's projects, with its model and person. Loaded when it is first needed."""
        return (await self._dream_desk()).dreaming

    async def dream_timers(self) -> "Idling":
        return (await self._dream_desk()).idling

    async def note_active(self, session_id: str) -> None:
        """Somebody works in a session's project: an idle timer that runs is cancelled."""
        if self._dreams is not None:
            await self._dreams.idling.is_active(session_id)

    async def end_dreams(self, timeout_s: float) -> None:
        if self._dreams is not None:
            await self._dreams.dreaming.close(timeout_s)

    def _is_dreaming(self, workspace_uri: str) -> bool:
        return self._dreams is not None and self._dreams.dreaming.running(workspace_uri)

    async def _dream_desk(self) -> "DreamDesk":
        if self._dreams is None:
            made = await asyncio.to_thread(self._open_dreams)
            self._dreams = self._dreams or made
        return self._dreams

    def _open_dreams(self) -> "DreamDesk":
        from noctule.lsp.dream_desk import DreamDesk

        return DreamDesk(self.noctule, self._client, self.line, self._jobs, self._loop)

    def run_task(self, coro: Coroutine[Any, Any, Any], name: str) -> None:
        """Something that nobody waits for."""
        self._jobs.run_task(coro, name)

    def welcome_roots(self) -> None:
        for root in self.noctule.workspaces.roots:
            self.welcome(root.uri)

    def welcome(self, workspace_uri: str | None) -> None:
        """Have the person told, in the background, what they should know of a project that is opened."""
        from noctule.lsp.welcome import welcome

        work = welcome(self.noctule, self._client, self.line, self._jobs, workspace_uri, self.tell_status)
        self._jobs.run_task(work, "a welcome")

    def _open_capturing(self) -> "Capturing":
        from noctule.lsp.person import person_at
        from noctule.service.capture.capturing import Capturing

        noctule, client, line = self.noctule, self._client, self.line
        person = person_at(line, self._jobs, self.tell_status) if client.is_interactive else None
        lent = _lent_model(line) if client.lends_model else None
        return Capturing(noctule.projects, noctule.events, noctule.writing, lent, person)

    async def watch_roots(self) -> None:
        """Watch the memory folders of all open roots that are not watched yet."""
        for root in self.noctule.workspaces.roots:
            await self.watch(root.uri)

    async def watch(self, workspace_uri: str | None) -> None:
        """Watch one project's memory folder, before anything more is served: a small one, that is.

        The first look at one of thousands takes seconds, for which nobody waits.
        """
        begun = self._jobs.run_task(self._begin_watch(workspace_uri), "the begin of a watch")
        await asyncio.wait([begun], timeout=_FIRST_LOOK_S)

    async def _begin_watch(self, workspace_uri: str | None) -> None:
        """A folder that cannot be watched is told by its status, not here."""
        try:
            opened = await asyncio.to_thread(self.noctule.projects.open, workspace_uri)
            await asyncio.to_thread(self._settle_dream, opened)
            await self._watching.watch(opened)
            self._heed_hooks()
            self._feed.follow(opened)
        except NoctuleError as error:
            logger.warning("a project's memory is not watched: %s", error.kind)

    def _heed_hooks(self) -> None:
        """Has the client told what agents do by their hooks, which no server serves."""
        if not self._heeds_hooks:
            self._heeds_hooks = True
            neighbours = Neighbours(self.noctule.projects, self.noctule.events)
            self._jobs.run_task(neighbours.run(self._note_settled, self.note_active), "heeding hooks")

    async def _note_settled(self, session_id: str) -> None:
        await (await self.dream_timers()).turn_ended(session_id)

    def _settle_dream(self, opened: OpenProject) -> None:
        """Gives back what a dream had taken whose process died. Where none did, nothing of dreams is loaded."""
        if opened.is_enabled and (opened.folder.memories.state / DREAM_NOTE).exists():
            self.noctule.dreams.recover(opened)

    async def change_roots(self, added: tuple[str, ...], removed: tuple[str, ...]) -> None:
        self.noctule.workspaces.change_roots(readable(added), readable(removed))
        await self.watch_roots()
        self.welcome_roots()

    async def _pack(self) -> None:
        try:
            await asyncio.to_thread(self.noctule.history.pack_due)
        except NoctuleError as error:
            logger.warning("a history was not packed: %s", error.kind)

    def _send(self, event: Event) -> None:
        self.line.tell(*convert_events.event(event))
        if isinstance(event, DreamOutcome) or (isinstance(event, DreamStatus) and not event.step):
            self._loop.call_soon_threadsafe(self.tell_status)
        if isinstance(event, Written):
            self._loop.call_soon_threadsafe(self.tell_status)
            self._loop.call_soon_threadsafe(self._pack_soon)
            self._loop.call_soon_threadsafe(self.language.refresh)

    def _pack_soon(self) -> None:
        if self._pack_task is None or self._pack_task.done():
            self._pack_task = self._jobs.run_task(self._pack(), "packing histories")

    def _later(self, tell: Callable[[], None]) -> None:
        """Call `tell` in a thread, GATHER_SECONDS from now; may be called from any thread."""

        async def wait_and_tell() -> None:
            await asyncio.sleep(GATHER_SECONDS)
            await asyncio.to_thread(tell)

        self._loop.call_soon_threadsafe(lambda: self._jobs.run_task(wait_and_tell(), "telling what was written"))


def _lent_model(line: Line) -> "Ask":
    """The editor's model; the room of models is loaded only for a client that lends one."""
    from noctule.lsp.lending import lent_model

    return lent_model(line)
