"""Hosts one client's conversation on our own loop: its reader, its writer, its protocol, and its orderly end."""

import asyncio
import logging
from collections.abc import Callable

from lsprotocol import types
from pygls.exceptions import JsonRpcException, PyglsError
from pygls.lsp.server import LanguageServer

import noctule
from noctule.lsp.backend import Backend
from noctule.lsp.lifecycle import EXIT_UNREADABLE
from noctule.lsp.phase import Phase
from noctule.lsp.pipes import Pipe
from noctule.lsp.protocol import GuardedProtocol
from noctule.lsp.reader import Ended, Reader, Unreadable
from noctule.lsp.strict import strict_converter
from noctule.lsp.writer import Writer
from noctule.service.failures import log_failure
from noctule.service.jobs import Jobs

logger = logging.getLogger(__name__)

_JOBS_END_S = 0.2
_BACKEND_END_S = 0.9
_DRAIN_S = 0.2
# What is dispatched without a pause is bounded, so that answers and cancels get their turn in a flood.
_MESSAGES_A_TURN = 16


class Server(LanguageServer):
    """pygls' server, which only carries the protocol here: it starts no transport and no thread."""

    protocol: GuardedProtocol

    def __init__(self) -> None:
        super().__init__(
            "noctule",
            noctule.__version__,
            text_document_sync_kind=types.TextDocumentSyncKind.None_,
            protocol_cls=GuardedProtocol,
            converter_factory=strict_converter,
        )

    def report_server_error(self, error: Exception, source: type[PyglsError] | type[JsonRpcException]) -> None:
        """Log it; pygls would open a window in the editor."""
        log_failure(logger, error, source.__name__)


class Conversation:
    """One client, from its first byte to the end of either side."""

    def __init__(
        self,
        pipe: Pipe,
        backend: Backend,
        *,
        is_allowed: Callable[[types.InitializeParams], bool] = lambda _: True,
        on_input_end: Callable[[], None] = lambda: None,
    ) -> None:
        """`is_allowed` judges `initialize`; `on_input_end` is called in the reading thread, even if the loop hangs."""
        self._pipe = pipe
        self._backend = backend
        self._loop = asyncio.get_running_loop()
        self._ended = asyncio.Event()
        self._jobs = Jobs()
        self._pump: asyncio.Task[None] | None = None
        self.reason = ""
        self.code: int | None = None
        self.protocol = Server().protocol
        self._reader = Reader(pipe.read, on_input_end)
        self._writer = Writer(pipe.write, self._lose)
        self.protocol.connect(
            self._writer.send, backend, self._jobs, on_exit=lambda: self.end("exit"), is_allowed=is_allowed
        )

    @property
    def is_initialized(self) -> bool:
        return self.protocol.phase is not Phase.NEW

    async def run(self) -> None:
        """Serve until the client says `exit`, is gone, or can no longer be understood."""
        self._writer.start()
        self._reader.start()
        self._pump = self._loop.create_task(self._take_all(), name="pump")
        self._pump.add_done_callback(self._check_pump)
        await self._ended.wait()

    def end(self, reason: str, code: int | None = None) -> None:
        """End the conversation; the first reason counts."""
        if not self._ended.is_set():
            self.reason, self.code = reason, code
            self._ended.set()

    async def close(self, grace_s: float = 0.0) -> None:
        """Answer what is open, within `grace_s` or as cancelled, let go of the backend, and send what waits."""
        if self._pump is not None:
            self._pump.cancel()
        await self.protocol.finish(grace_s)
        await self._jobs.cancel_all(_JOBS_END_S)
        try:
            async with asyncio.timeout(_BACKEND_END_S):
                await self._backend.close()
        except Exception as error:
            log_failure(logger, error, "closing")
        self._writer.drain(_DRAIN_S)
        self._writer.close()
        self._pipe.close()

    async def _take_all(self) -> None:
        count = 0
        while True:
            incoming = await self._reader.take()
            if isinstance(incoming, Ended):
                self.end("the client closed its side")
                return
            if isinstance(incoming, Unreadable):
                self._refuse(incoming)
            else:
                await self.protocol.take(incoming.value)
            count += 1
            if count % _MESSAGES_A_TURN == 0:
                await asyncio.sleep(0)

    def _refuse(self, incoming: Unreadable) -> None:
        self.protocol.refuse_unreadable(incoming.reason)
        if incoming.is_final:
            self.end(incoming.reason, EXIT_UNREADABLE)

    def _check_pump(self, pump: asyncio.Task[None]) -> None:
        if not pump.cancelled() and (error := pump.exception()) is not None:
            log_failure(logger, error, "taking messages")
            self.end("a bug in taking messages")

    def _lose(self, why: str) -> None:
        """Called by the writer, in whatever thread."""
        try:
            self._loop.call_soon_threadsafe(self.end, why)
        except RuntimeError:
            # The loop is closed: the conversation has ended.
            return
