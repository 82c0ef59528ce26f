"""The requests that are being served, and the last answers that can be undone: what a cancel can still reach."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

from noctule.lsp.envelope import MessageId
from noctule.service.jobs import JobExited

_REMEMBERED = 64
_CANCEL_WAIT_S = 0.2


class Running:
    """Tasks by request id. An id is free again when its answer goes out."""

    def __init__(self) -> None:
        self._tasks: dict[MessageId, asyncio.Task[Any]] = {}
        self._take_backs: OrderedDict[MessageId, Callable[[], None]] = OrderedDict()
        self._cancelled_late: set[MessageId] = set()

    def __contains__(self, message_id: MessageId) -> bool:
        return message_id in self._tasks

    def __len__(self) -> int:
        return len(self._tasks)

    def start(self, message_id: MessageId, call: Callable[[], Awaitable[Any]]) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(_contained(call))
        self._tasks[message_id] = task
        return task

    def end(self, message_id: MessageId) -> bool:
        """The request's task has ended; says whether a cancel came too late to stop it."""
        self._tasks.pop(message_id, None)
        self._take_backs.pop(message_id, None)
        was_late = message_id in self._cancelled_late
        self._cancelled_late.discard(message_id)
        return was_late

    def keep(self, message_id: MessageId, take_back: Callable[[], None]) -> None:
        """Remember how to undo the answer that goes out now, for a while."""
        self._take_backs[message_id] = take_back
        if len(self._take_backs) > _REMEMBERED:
            self._take_backs.popitem(last=False)

    def cancel(self, message_id: MessageId) -> Callable[[], None] | None:
        """Cancel the request; gives how to undo its answer, where it is out already and can be undone."""
        task = self._tasks.get(message_id)
        if task is None:
            return self._take_backs.pop(message_id, None)
        if not task.cancel():
            self._cancelled_late.add(message_id)
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
