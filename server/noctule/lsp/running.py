"""The requests that are being served, and the few last ones that were: what a cancel can still reach."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

from noctule.lsp.envelope import MessageId, Request
from noctule.service.jobs import JobExited

_REMEMBERED = 64
_CANCEL_WAIT_S = 0.2


class Running:
    """Tasks by request id. An id is free again when its answer goes out."""

    def __init__(self) -> None:
        self._tasks: dict[MessageId, asyncio.Task[Any]] = {}
        self._answered: OrderedDict[MessageId, Request] = OrderedDict()

    def __contains__(self, message_id: MessageId) -> bool:
        return message_id in self._tasks

    def __len__(self) -> int:
        return len(self._tasks)

    def start(self, message_id: MessageId, call: Callable[[], Awaitable[Any]]) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(_contained(call))
        self._tasks[message_id] = task
        return task

    def end(self, request: Request) -> None:
        self._tasks.pop(request.id, None)
        self._answered[request.id] = request
        if len(self._answered) > _REMEMBERED:
            self._answered.popitem(last=False)

    def cancel(self, message_id: MessageId) -> Request | None:
        """Cancel the request; gives it back where it has been answered already."""
        task = self._tasks.get(message_id)
        if task is None:
            return self._answered.pop(message_id, None)
        task.cancel()
        return None

    async def wait_all(self, timeout_s: float) -> None:
        tasks = self._others()
        if tasks:
            await asyncio.wait(tasks, timeout=timeout_s)

    async def cancel_all(self, timeout_s: float = _CANCEL_WAIT_S) -> None:
        """Cancel every request but the one that asks for it, and wait for their ends."""
        for task in self._others():
            task.cancel()
        await self.wait_all(timeout_s)

    def _others(self) -> list[asyncio.Task[Any]]:
        current = asyncio.current_task()
        return [task for task in self._tasks.values() if task is not current]


async def _contained(call: Callable[[], Awaitable[Any]]) -> Any:
    # These two would leave through the loop and take the server with them.
    try:
        return await call()
    except (SystemExit, KeyboardInterrupt) as error:
        raise JobExited(type(error).__name__) from error
