"""Every background task: held until it ends, its failure logged, all of them cancelled when the server leaves."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

from noctule.service.failures import log_failure

logger = logging.getLogger(__name__)

T = TypeVar("T")


class Jobs:
    """The tasks of one server. The loop itself holds tasks only weakly, so each is kept here until it is done."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        return len(self._tasks)

    def run_task(self, coro: Coroutine[Any, Any, T], name: str) -> asyncio.Task[T]:
        """Start `coro` as a task that nobody has to await. `name` stands in the log if it fails."""
        task = asyncio.get_running_loop().create_task(_guarded(coro), name=name)
        self._tasks.add(task)
        task.add_done_callback(self._finish)
        # One that is cancelled before its first step would complain that nobody awaited it.
        task.add_done_callback(lambda _: coro.close())
        return task

    async def cancel_all(self, timeout_s: float) -> None:
        """Cancel every task and wait for their ends, at most `timeout_s` seconds."""
        tasks = [task for task in self._tasks if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=timeout_s)

    def _finish(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log_failure(logger, error, f"the job {task.get_name()}")


class JobExited(RuntimeError):
    """Something in a job asked the whole process to end; only the lifecycle may."""


async def _guarded(coro: Coroutine[Any, Any, T]) -> T:
    # These two would leave through the loop and take the server with them.
    try:
        return await coro
    except (SystemExit, KeyboardInterrupt) as error:
        raise JobExited(type(error).__name__) from error
