"""The service of one MCP client: its project, its session, and what of the memories it may see. It knows no MCP."""

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from noctule.capture.write import Addition
from noctule.errors import NoctuleError, NotFound, NoWorkspace
from noctule.memories.names import INDEX_NAME
from noctule.safety.sanitize import neutralise
from noctule.service.capture.writing import Writer
from noctule.service.events import Event, Written
from noctule.service.following import GATHER_SECONDS
from noctule.service.jobs import Jobs
from noctule.service.noctule import Noctule
from noctule.service.recall.refining import Refining
from noctule.service.recall.turn import Turn
from noctule.service.recall_values import RecallAnswer
from noctule.service.rows import MemoryRow
from noctule.service.sessions import Start
from noctule.service.values import Status, WriteAnswer
from noctule.service.watching import Watching

T = TypeVar("T")


class McpHouse:
    """Made on the event loop that it lives on. `on_written` is called there with each change of the memories."""

    def __init__(
        self,
        root: Path,
        environ: Mapping[str, str],
        on_written: Callable[[Written], None],
        settings: Mapping[str, object] | None = None,
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._jobs = Jobs()
        self._on_written = on_written
        self.session_id = f"mcp-{secrets.token_hex(8)}"
        self._noctule = Noctule(environ, later=self._later)
        if settings is not None:
            self._noctule.configuration.set_client(settings)
        self._noctule.workspaces.set_roots([str(root)])
        self._noctule.events.subscribe(self._hear)
        self._watching = Watching(self._noctule, self._jobs)
        self._refining = Refining(self._noctule.turns, self._noctule.projects, self._noctule.events)
        self._is_started = False
        self._starting = asyncio.Lock()

    async def work(self, use: Callable[[Noctule], T]) -> T:
        """Something of the service, in a thread, within a session that has begun. Raises `NoctuleError`s."""
        await self._start()
        return await asyncio.to_thread(use, self._noctule)

    async def status(self) -> Status:
        """How things stand, also where memory is off."""
        return await asyncio.to_thread(self._noctule.reporting.status)

    async def recalled(self, turn: Turn) -> RecallAnswer:
        """A turn's answer, with a model's help where one is named. The turn is over at once: nobody tells its end."""
        await self._start()
        answer, _ = await self._refining.recall(turn)
        await asyncio.to_thread(self._noctule.sessions.end_turn, self.session_id)
        return answer

    async def added(self, addition: Addition, writer: Writer) -> WriteAnswer:
        """Adds, after the review where one is set."""
        await self._start()
        return await self._noctule.capturing.reviewing.add(addition, writer)

    def snapshot(self) -> str:
        """What a session is given at its start; empty where memory is off."""
        answer = self._noctule.sessions.index_snapshot(self.session_id)
        return answer.snapshot.text if answer.snapshot is not None else ""

    def rows(self) -> Sequence[MemoryRow]:
        """The memories that agents are shown. Raises `Disabled`."""
        return self._noctule.reading.list(held=False, with_findings=False)

    @property
    def index_uri(self) -> str:
        return self._noctule.projects.open(None).folder.uri(INDEX_NAME)

    def uri_of(self, name: str) -> str:
        """The URI of the memory that an agent names by path or URI; raises `NotFound` for one that is held."""
        opened = self._noctule.projects.open(None).require_enabled()
        uri = name if name[:5].lower() == "file:" or Path(name).is_absolute() else opened.folder.uri(name)
        path = self._noctule.projects.relative(opened, uri)
        if path in opened.folder.withholding.held():
            raise NotFound(f"{path} is held: it is shown to no agent until the person accepts it.")
        return opened.folder.uri(path)

    def text_of(self, name: str) -> str:
        """A memory, or the index without its held lines, as it may stand in a prompt."""
        uri = self.uri_of(name)
        text = self._noctule.reading.read(uri).text
        if uri == self.index_uri:
            withholding = self._noctule.projects.open(None).folder.withholding
            text = withholding.shown_index(text, withholding.held())
        return neutralise(text)

    async def close(self) -> None:
        self._watching.stop()
        await self._jobs.cancel_all(1.0)
        with contextlib.suppress(NoctuleError):
            if self._is_started:
                await asyncio.to_thread(self._noctule.sessions.end, self.session_id)
        await asyncio.to_thread(self._noctule.close)

    async def _start(self) -> None:
        """Raises `Disabled` where memory is off."""
        async with self._starting:
            if self._is_started:
                return
            # Nobody sits before it whom we could ask, and it tells no turns: no idle timer, no question.
            start = Start(session_id=self.session_id, kind="headless")
            opened = await asyncio.to_thread(self._noctule.projects.open, None)
            await asyncio.to_thread(self._noctule.sessions.start, start)
            opened.require_enabled()
            self._is_started = True
            await self._watching.watch(opened)
            clearing = asyncio.to_thread(self._noctule.housekeeping.look, self.session_id)
            self._jobs.run_task(clearing, "clearing up")

    def _hear(self, event: Event) -> None:
        if isinstance(event, Written):
            self._loop.call_soon_threadsafe(self._on_written, event)

    def _later(self, tell: Callable[[], None]) -> None:
        async def wait_and_tell() -> None:
            await asyncio.sleep(GATHER_SECONDS)
            await asyncio.to_thread(tell)

        self._loop.call_soon_threadsafe(lambda: self._jobs.run_task(wait_and_tell(), "telling what was written"))


def root_at(path: Path, user_home: Path) -> Path:
    """The folder as a project. Raises `NoWorkspace` where there is none, or it is the person's home."""
    if not path.is_dir():
        raise NoWorkspace(f"There is no folder {path}.")
    if path.resolve() == user_home.resolve():
        raise NoWorkspace("This is the home folder, not a project: name one with --project.")
    return path
