"""Tells one client the state of each open project, whenever it differs from what was told last."""

import asyncio
from collections.abc import Callable

from noctule import __version__
from noctule.errors import NoctuleError
from noctule.lsp import convert_events
from noctule.lsp.backend import Line
from noctule.service.events import ServerStatus
from noctule.service.following import GATHER_SECONDS
from noctule.service.jobs import Jobs
from noctule.service.noctule import Noctule
from noctule.service.values import Status


class StatusDesk:
    """Used on the loop. `is_dreaming` says whether a dream of a project runs here, by its workspace's URI."""

    def __init__(self, noctule: Noctule, line: Line, jobs: Jobs, is_dreaming: Callable[[str], bool]) -> None:
        self._noctule = noctule
        self._line = line
        self._jobs = jobs
        self._is_dreaming = is_dreaming
        self._last: dict[str | None, ServerStatus] = {}
        self._task: asyncio.Task[None] | None = None
        self._is_stale = False

    def tell_soon(self) -> None:
        """Have the state told, where it differs from what was told last. Calls that come close together are one."""
        self._is_stale = True
        if self._task is None or self._task.done():
            self._task = self._jobs.run_task(self._tell(), "status")

    async def _tell(self) -> None:
        while self._is_stale:
            # Looking at a large folder takes a while; what happens close together is looked at once.
            await asyncio.sleep(GATHER_SECONDS)
            self._is_stale = False
            for status in await asyncio.to_thread(self._statuses):
                if self._last.get(status.workspace_uri) != status:
                    self._last[status.workspace_uri] = status
                    self._line.tell("memory/serverStatus", convert_events.server_status(status))

    def _statuses(self) -> list[ServerStatus]:
        roots = self._noctule.workspaces.roots
        if not roots:
            return [_trouble(None, "No folder is open.", health="warning")]
        return [self._status(root.uri) for root in roots]

    def _status(self, workspace_uri: str) -> ServerStatus:
        try:
            is_busy = self._is_dreaming(workspace_uri)
            return _told(self._noctule.reporting.status(workspace_uri), is_busy=is_busy)
        except NoctuleError as error:
            return _trouble(workspace_uri, str(error))


def _told(status: Status, *, is_busy: bool) -> ServerStatus:
    running = [session for session in status.sessions if session.kind == "main"]
    return ServerStatus(
        workspace_uri=status.workspace_uri,
        folder_uri=status.folder_uri,
        health=status.health,
        enabled=status.enabled,
        busy=is_busy,
        paused=bool(running) and all(session.paused for session in running),
        auto_dreams=status.auto_dreams,
        held=status.held,
        message=status.message,
        version=status.version,
    )


def _trouble(workspace_uri: str | None, message: str, health: str = "error") -> ServerStatus:
    return ServerStatus(
        workspace_uri=workspace_uri,
        folder_uri=None,
        health=health,
        enabled=False,
        busy=False,
        paused=False,
        auto_dreams=False,
        held=0,
        message=message,
        version=__version__,
    )
