"""pygls' protocol, guarded: each request that can be read is answered exactly once, whatever anybody does.

Every reach into pygls' private parts stands here and in `host.py`.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Generator
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Any

import cattrs
from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from noctule.lsp.answers import Answers
from noctule.lsp.asks import Asks
from noctule.lsp.backend import Backend, Revocable
from noctule.lsp.calls import call_any
from noctule.lsp.client import Client, read_client, structure_initialize
from noctule.lsp.commands import run_command
from noctule.lsp.envelope import Invalid, MessageId, Notification, Request, Response, classify
from noctule.lsp.faults import (
    CANCELLED,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    PARSE_ERROR,
    Fault,
    RequestRefused,
    fault_of,
)
from noctule.lsp.known import is_asked, params_type_of, shown
from noctule.lsp.language import offer, table
from noctule.lsp.methods import COMMANDS, LIMITS, METHODS, SERVER_ASKS, SERVER_TELLS, TELLS
from noctule.lsp.order import Tells
from noctule.lsp.phase import Phase, check_phase
from noctule.lsp.progress import Progress, Report
from noctule.lsp.running import Running
from noctule.lsp.strict import BadParams, structure
from noctule.service.extras import can_serve_mcp
from noctule.service.jobs import Jobs

logger = logging.getLogger(__name__)

# Documents are kept by the language features, not by pygls.
_UNUSED = (
    types.TEXT_DOCUMENT_DID_OPEN,
    types.TEXT_DOCUMENT_DID_CHANGE,
    types.TEXT_DOCUMENT_DID_CLOSE,
    types.NOTEBOOK_DOCUMENT_DID_OPEN,
    types.NOTEBOOK_DOCUMENT_DID_CHANGE,
    types.NOTEBOOK_DOCUMENT_DID_CLOSE,
)
# These change what the next message means, so it waits for them.
_IN_TURN = (types.INITIALIZE, types.SHUTDOWN)
_SHUTDOWN_WAIT_S = 1.5
# An answer about a text that the editor does not have any more is wrong, so it waits for the newest.
_DOCUMENTS_WAIT_S = 10.0


class GuardedProtocol(LanguageServerProtocol):
    """One client's conversation. `take` is given each message of the wire in turn, on the loop."""

    def __init__(self, server: LanguageServer, converter: cattrs.Converter) -> None:
        super().__init__(server, converter)
        for name in _UNUSED:
            self.fm.builtin_features.pop(name, None)
        self.fm.commands.update(dict.fromkeys(COMMANDS))
        self.phase = Phase.NEW
        self.client = Client()
        self.running = Running()
        self._answers = Answers(converter)
        self.asks = Asks(self._answers.send)
        self.progresses = Progress(self.tell, self.asks)
        self.greeted = asyncio.Event()
        """Set when the first `initialize` has been answered, well or not."""
        self.on_shut_down: Callable[[], None] = lambda: None

    def connect(
        self,
        write: Callable[[bytes], None],
        backend: Backend,
        jobs: Jobs,
        *,
        on_exit: Callable[[], None],
        is_allowed: Callable[[types.InitializeParams], bool],
    ) -> None:
        """Give the conversation its two ends. `write` takes a message's body; `is_allowed` judges `initialize`."""
        self._answers.write = write
        self._backend = backend
        self._jobs = jobs
        self._on_exit = on_exit
        self._is_allowed = is_allowed
        self._tells = Tells(jobs)
        self._documents = Tells(jobs, _DOCUMENTS_WAIT_S)
        self.fm.features[types.WORKSPACE_DID_CHANGE_CONFIGURATION] = self._change_settings

    async def take(self, value: Any) -> None:
        """Serve one message. Returns as soon as the next one may be taken; never raises."""
        message = classify(value)
        match message:
            case Request():
                await self._take_request(message)
            case Notification():
                await self._take_notification(message)
            case Response():
                if not self.asks.settle(message):
                    logger.info("an answer that nobody waits for")
            case Invalid():
                self._answers.send_fault(message.id, Fault(INVALID_REQUEST, message.reason))

    def refuse_unreadable(self, reason: str) -> None:
        """Answer bytes that are no message: whom they were to ask for cannot be known."""
        self._answers.send_fault(None, Fault(PARSE_ERROR, f"Parse error: {reason}."))

    async def finish(self, grace_s: float) -> None:
        """Let what runs come to its answer for `grace_s` seconds, then cancel it."""
        ends_at = time.monotonic() + grace_s
        await self._tells.wait_all(grace_s)
        await self.running.wait_all(max(0.0, ends_at - time.monotonic()))
        await self.running.cancel_all()

    async def _take_request(self, request: Request) -> None:
        try:
            call = self._prepare(request)
        except Exception as error:
            self._answers.send_fault(request.id, fault_of(error, shown(request.method)))
            return
        task = self.running.start(request.id, call)
        task.add_done_callback(partial(self._answer, request, time.monotonic()))
        if request.method in _IN_TURN:
            await asyncio.wait({task})

    def _prepare(self, request: Request) -> Callable[[], Awaitable[Any]]:
        """The call that a request asks for; raises what it is to be refused with."""
        check_phase(self.phase, request.method)
        if request.id in self.running:
            raise RequestRefused(INVALID_REQUEST, "A request with this id is still being served.")
        handler = self._handler_of(request.method, is_request=True)
        if handler is None:
            raise RequestRefused(METHOD_NOT_FOUND, "This server has no such method.")
        params = self._typed_params(request.method, request.params)
        call = partial(call_any, handler, params)
        if request.method in _IN_TURN:
            return call
        told = self._documents if request.method in table.REQUESTS else self._tells
        return partial(told.after, told.last, call)

    async def _take_notification(self, notification: Notification) -> None:
        method = notification.method
        if method == types.EXIT:
            self._on_exit()
            return
        handler = self._handler_of(method, is_request=False)
        if self.phase is not Phase.READY or (handler is None and method != types.CANCEL_REQUEST):
            logger.info("ignored the notification %s", shown(method))
            return
        try:
            params = self._typed_params(method, notification.params)
        except BadParams as error:
            logger.warning("ignored the notification %s: %s", shown(method), error)
            return
        if method == types.CANCEL_REQUEST:
            self._cancel(params.id)
        elif method == types.WINDOW_WORK_DONE_PROGRESS_CANCEL:
            self.progresses.cancel(params.token)
        elif handler is not None:
            told = self._documents if method in table.TELLS else self._tells
            await told.put(shown(method), partial(call_any, handler, params))

    def _cancel(self, message_id: MessageId) -> None:
        take_back = self.running.cancel(message_id)
        if take_back is not None:
            self._jobs.run_task(asyncio.to_thread(take_back), "taking an answer back")

    def _handler_of(self, method: str, *, is_request: bool) -> Callable[..., Any] | None:
        """What serves the method, if it is served, and sent in the way that it is meant to be."""
        if is_request != is_asked(method):
            return None
        if method in METHODS:
            return partial(self._backend.request, method)
        if method in TELLS:
            return partial(self._backend.tell, method)
        if method in table.REQUESTS or method in table.TELLS:
            return partial(self._backend.language, method)
        return self.fm.builtin_features.get(method) or self.fm.features.get(method)

    def _typed_params(self, method: str, params: Any) -> Any:
        """The params as the method's type; omitted and null stand for an empty object."""
        value = {} if params is None else params
        if method == types.INITIALIZE:
            return structure_initialize(self._converter, value)
        params_type = params_type_of(method)
        return None if params_type is None else structure(self._converter, value, params_type)

    def _answer(self, request: Request, began: float, task: asyncio.Task[Any]) -> None:
        """Send the one answer of a request whose task has ended, in whatever way."""
        was_cancelled_late = self.running.end(request.id)
        if task.cancelled():
            self._answers.send_fault(request.id, Fault(CANCELLED, "The request was cancelled."))
        elif (error := task.exception()) is not None:
            self._answers.send_fault(request.id, fault_of(error, shown(request.method)))
        else:
            self._answers.send_result(request.id, shown(request.method), self._revocable(request, task.result()))
            if was_cancelled_late:
                self._cancel(request.id)
        if request.method == types.INITIALIZE:
            self.greeted.set()
        logger.info("%s took %.1f ms", shown(request.method), (time.monotonic() - began) * 1000)

    def _revocable(self, request: Request, result: Any) -> Any:
        """The result itself; how to undo it is kept for a cancel that comes too late."""
        if isinstance(result, Revocable):
            self.running.keep(request.id, result.take_back)
            return result.result
        return result

    async def ask(self, method: str, params: Any, deadline_s: float) -> Any:
        """Ask the client; raises AskFailed."""
        return await self.asks.ask(method, self._converter.unstructure(params), deadline_s)

    def reporting(self, title: str) -> AbstractAsyncContextManager[Report]:
        """A progress of our own, not of a request."""
        return self.progresses.reporting(title, is_created=True)

    def tell(self, method: str, params: Any) -> None:
        """Send a notification, from any thread; of our own ones, only what the client declared."""
        if method in SERVER_TELLS and (method not in self.client.notifications or self.phase is Phase.SHUT_DOWN):
            return
        self._answers.send({"jsonrpc": "2.0", "method": method, "params": self._converter.unstructure(params)})

    async def _change_settings(self, params: types.DidChangeConfigurationParams) -> None:
        await self._backend.change_settings(params.settings)

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(self, params: types.InitializeParams) -> Generator[Any, Any, types.InitializeResult]:
        """Answer with the capabilities, ours under `experimental.memory` among them."""
        if not self._is_allowed(params):
            raise RequestRefused(INVALID_REQUEST, "The token is missing or wrong.")
        result = yield from super().lsp_initialize(params)
        self.client = read_client(params)
        result.capabilities.position_encoding = self.client.encoding
        offer.offer(result.capabilities, self.client.capabilities)
        self.progresses.is_shown = self.client.shows_progress
        result.capabilities.experimental = {
            "memory": {
                "protocolVersion": self.client.protocol_version,
                "methods": [*METHODS, *TELLS, *SERVER_TELLS, *SERVER_ASKS],
                "limits": LIMITS,
                "mcp": can_serve_mcp(),
            }
        }
        self.phase = Phase.READY
        self._jobs.run_task(self._begin(), "start")
        if self.client.capabilities.text_document is not None:
            self._jobs.run_task(self._make_ready(), "making types ready")
        return result

    async def _begin(self) -> None:
        """What the backend loads takes the interpreter for a while: the client has its answer before."""
        await self.greeted.wait()
        await self._backend.start(self.client, self)

    async def _make_ready(self) -> None:
        """For an editor: its first question about a document need not wait for what every one needs."""
        await self.greeted.wait()
        from noctule.lsp.language.samples import make_ready

        await asyncio.to_thread(make_ready, self._converter)

    @lsp_method(types.SHUTDOWN)
    def lsp_shutdown(self, *_: Any) -> Generator[Any, Any, None]:
        """Cancel what runs, wait shortly for its end, and take no more."""
        self.phase = Phase.SHUT_DOWN
        self.on_shut_down()
        yield self._stop_serving, (), None

    async def _stop_serving(self) -> None:
        await self._tells.wait_all(_SHUTDOWN_WAIT_S / 3)
        await self.running.cancel_all(_SHUTDOWN_WAIT_S / 3)
        await self._jobs.cancel_all(_SHUTDOWN_WAIT_S / 3)
        await self._backend.shut_down()

    @lsp_method(types.WORKSPACE_EXECUTE_COMMAND)
    def lsp_workspace__execute_command(self, params: types.ExecuteCommandParams) -> Generator[Any, Any, Any]:
        """Run a command of ours."""
        return (yield run_command, (self._backend, self.progresses, self._converter, params), None)

    @lsp_method(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def lsp_workspace__did_change_workspace_folders(
        self, params: types.DidChangeWorkspaceFoldersParams
    ) -> Generator[Any, Any, None]:
        """Pass the client's folders on."""
        added = tuple(folder.uri for folder in params.event.added)
        removed = tuple(folder.uri for folder in params.event.removed)
        yield self._backend.change_roots, (added, removed), None
