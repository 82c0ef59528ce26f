"""Keeps the client's notifications in their order, and requests behind the notifications that came before them."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from noctule.dataclass import dataclass
from noctule.errors import NoctuleError
from noctule.service.failures import log_failure
from noctule.service.jobs import Jobs

logger = logging.getLogger(__name__)

_MAX_WAITING = 1000
# A turn never waits long for what it was merely told before.
_MAX_DELAY_S = 1.0
_MAX_TELL_S = 30.0


@dataclass(frozen=True, slots=True)
class _Tell:
    name: str
    call: Callable[[], Awaitable[Any]]
    done: asyncio.Future[None]


class Tells:
    """The notifications of one client: one at a time, in order; a failure is logged and answers nobody."""

    def __init__(self, jobs: Jobs, max_delay_s: float = _MAX_DELAY_S) -> None:
        """A request waits at most `max_delay_s` for what was told before it."""
        self._jobs = jobs
        self._max_delay_s = max_delay_s
        self._waiting: asyncio.Queue[_Tell] = asyncio.Queue(_MAX_WAITING)
        self._last: asyncio.Future[None] | None = None
        self._worker: asyncio.Task[None] | None = None

    async def put(self, name: str, call: Callable[[], Awaitable[Any]]) -> None:
        """Queue one; waits while too many wait already."""
        if self._worker is None or self._worker.done():
            self._worker = self._jobs.run_task(self._work(), "notifications")
        tell = _Tell(name, call, asyncio.get_running_loop().create_future())
        self._last = tell.done
        await self._waiting.put(tell)

    async def after(self, told: asyncio.Future[None] | None, call: Callable[[], Awaitable[Any]]) -> Any:
        """Make `call` once what was `told` before it is done, or has taken too long."""
        if told is not None and not told.done():
            await asyncio.wait({told}, timeout=self._max_delay_s)
        return await call()

    @property
    def last(self) -> asyncio.Future[None] | None:
        """Done when everything told so far is."""
        return self._last

    async def wait_all(self, timeout_s: float) -> None:
        if self._last is not None and not self._last.done():
            await asyncio.wait({self._last}, timeout=timeout_s)

    async def _work(self) -> None:
        while True:
            tell = await self._waiting.get()
            try:
                async with asyncio.timeout(_MAX_TELL_S):
                    await tell.call()
            except NoctuleError as error:
                logger.warning("%s: %s", tell.name, error.kind)
            except (Exception, SystemExit, KeyboardInterrupt) as error:
                log_failure(logger, error, tell.name)
            finally:
                tell.done.set_result(None)
