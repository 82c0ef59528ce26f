"""Puts the service behind the wire: it is built after `initialize` is answered, and every call waits for it."""

import asyncio
import inspect
import logging
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Any

from noctule.lsp.asks import AskFailed
from noctule.lsp.backend import Line
from noctule.lsp.client import Client
from noctule.lsp.progress import Report
from noctule.lsp.starting import Starts
from noctule.service.jobs import Jobs

if TYPE_CHECKING:
    from noctule.lsp.desk import Desk

logger = logging.getLogger(__name__)

_SECTION = "noctule"
# The first calls wait for the editor's settings, and a turn does not wait long.
_SETTINGS_DEADLINE_S = 1.0
_JOBS_END_S = 0.1
# What a dream may take to give its lock back: after `shutdown`, and where the server leaves without one.
_DREAMS_END_S = 1.5
_DREAMS_END_ABRUPTLY_S = 0.6
_CHANGES_STATE = frozenset({"memory/didEndSession", "memory/didChangeTrust"})
# What is held is told by the state alone; what is written is an event, which brings the state along.
_MAY_HOLD = frozenset({"memory/add", "memory/replace", "memory/batch"})


class ServiceBackend:
    """The service of one client. What is slow to load is loaded in a thread, once the client has its first answer."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ
        self._jobs = Jobs()
        self._desk: asyncio.Future[Desk] = asyncio.get_running_loop().create_future()
        self._client = Client()
        self._line: Line | None = None
        self._starts = Starts()

    async def start(self, client: Client, line: Line) -> None:
        self._client, self._line = client, line
        try:
            loop = asyncio.get_running_loop()
            desk = await asyncio.to_thread(_open_desk, self._environ, client, line, self._jobs, loop)
            await self._pull_settings(desk)
            await desk.watch_roots()
            self._desk.set_result(desk)
        except Exception as error:
            # Every call is told; nobody may be left to wait.
            self._desk.set_exception(error)
            raise
        desk.tell_status()
        desk.welcome_roots()
        await desk.language.offer()
        self._jobs.run_task(desk.language.warm(), "reading ahead")

    async def request(self, method: str, params: Any) -> Any:
        desk = await asyncio.shield(self._desk)
        handler = _table().REQUESTS[method]
        if method != "memory/startSession":
            answer = await _run(handler, desk, await self._starts.waited(params))
            if method in _MAY_HOLD:
                desk.tell_status()
            return answer
        with self._starts.under_way(params.session_id):
            result = await _run(handler, desk, params)
        await desk.watch(params.workspace_uri)
        desk.tell_status()
        desk.welcome(params.workspace_uri)
        return result

    async def tell(self, method: str, params: Any) -> None:
        desk = await asyncio.shield(self._desk)
        await _run(_table().TELLS[method], desk, await self._starts.waited(params))
        if method in _CHANGES_STATE:
            desk.tell_status()

    async def command(self, name: str, argument: Any, report: Report) -> dict[str, Any]:
        desk = await asyncio.shield(self._desk)
        handler = _table().COMMANDS[name]
        told = (report,) if "report" in inspect.signature(handler).parameters else ()
        answer: dict[str, Any] = await _run(handler, desk, argument, *told)
        await desk.watch_roots()
        desk.tell_status()
        desk.language.refresh()
        return answer

    async def language(self, method: str, params: Any) -> Any:
        desk = await asyncio.shield(self._desk)
        return await desk.language.serve(method, params)

    async def change_roots(self, added: tuple[str, ...], removed: tuple[str, ...]) -> None:
        desk = await asyncio.shield(self._desk)
        await desk.change_roots(added, removed)
        desk.tell_status()
        await desk.language.offer()

    async def change_settings(self, settings: Any) -> None:
        desk = await asyncio.shield(self._desk)
        if isinstance(settings, dict) and _SECTION in settings:
            desk.noctule.configuration.set_client(settings[_SECTION])
        else:
            await self._pull_settings(desk)
        desk.tell_status()
        await desk.language.offer()

    async def shut_down(self) -> None:
        await self._end_dreams(_DREAMS_END_S)

    async def close(self) -> None:
        await self._end_dreams(_DREAMS_END_ABRUPTLY_S)
        await self._jobs.cancel_all(_JOBS_END_S)
        if self._desk.done() and not self._desk.cancelled() and self._desk.exception() is None:
            await asyncio.to_thread(self._desk.result().close)
        elif not self._desk.done():
            self._desk.cancel()

    async def _end_dreams(self, seconds: float) -> None:
        """Dreams are dropped and logged, and their locks given back."""
        if self._desk.done() and not self._desk.cancelled() and self._desk.exception() is None:
            await self._desk.result().end_dreams(seconds)

    async def _pull_settings(self, desk: "Desk") -> None:
        """Ask the editor for the section `noctule`, if it gives any; one that does not answer leaves what there is."""
        if not self._client.gives_settings or self._line is None:
            return
        try:
            answer = await self._line.ask(
                "workspace/configuration", {"items": [{"section": _SECTION}]}, _SETTINGS_DEADLINE_S
            )
        except AskFailed:
            logger.warning("the editor did not give its settings")
            return
        section = answer[0] if isinstance(answer, list) and answer else None
        desk.noctule.configuration.set_client(section if section is not None else {})


async def _run(handler: Callable[..., Any], desk: "Desk", params: Any, *report: Report) -> Any:
    """What is not quick takes the report too, and is a coroutine."""
    if inspect.iscoroutinefunction(handler):
        return await handler(desk, params, *report)
    return await asyncio.to_thread(handler, desk.noctule, params)


def _table() -> ModuleType:
    from noctule.lsp.handlers import table

    return table


def _open_desk(
    environ: Mapping[str, str], client: Client, line: Line, jobs: Jobs, loop: asyncio.AbstractEventLoop
) -> "Desk":
    from noctule.lsp.desk import Desk

    return Desk(environ, client, line, jobs, loop)
