"""Progress as the editor shows it: under the token of the request, or one of ours that the client agreed to."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

from noctule.lsp.asks import AskFailed, Asks

Token: TypeAlias = int | str

_CREATE_DEADLINE_S = 5.0


class Report:
    """One progress. Nothing is sent before the first `step`, nor where there is no token."""

    def __init__(self, tell: Callable[[str, Any], None], token: Token | None, title: str) -> None:
        self._tell = tell
        self._token = token
        self._title = title
        self._is_begun = False

    def step(self, message: str, percentage: int | None = None) -> None:
        """Say what is being done; `percentage` from 0 to 100, where it is known."""
        if not self._is_begun:
            self._is_begun = True
            self._send({"kind": "begin", "title": self._title, "cancellable": True, "message": message}, percentage)
        else:
            self._send({"kind": "report", "message": message}, percentage)

    def end(self) -> None:
        if self._is_begun:
            self._send({"kind": "end"})

    def _send(self, value: dict[str, Any], percentage: int | None = None) -> None:
        if self._token is None:
            return
        if percentage is not None:
            value["percentage"] = max(0, min(percentage, 100))
        self._tell("$/progress", {"token": self._token, "value": value})


class Progress:
    """The progresses of one client that are under way."""

    def __init__(self, tell: Callable[[str, Any], None], asks: Asks) -> None:
        self._tell = tell
        self._asks = asks
        self._tasks: dict[Token, asyncio.Task[Any]] = {}
        self.is_shown = False

    def __len__(self) -> int:
        return len(self._tasks)

    @asynccontextmanager
    async def reporting(
        self, title: str, token: Token | None = None, *, is_created: bool = False
    ) -> AsyncIterator[Report]:
        """A report on what the current task does, under the `token` of its request, if it came with one.

        For work that goes on after its answer a progress `is_created`, where the client shows any. Its cancel cancels
        the task.
        """
        if token is None and is_created and self.is_shown:
            token = await self._create()
        report = Report(self._tell, token, title)
        task = asyncio.current_task()
        if token is not None and task is not None:
            self._tasks[token] = task
        try:
            yield report
        finally:
            report.end()
            if token is not None:
                self._tasks.pop(token, None)

    def cancel(self, token: Token) -> bool:
        """The person pressed cancel; says whether anything goes by this token."""
        task = self._tasks.get(token)
        return task.cancel() if task is not None else False

    async def _create(self) -> Token | None:
        import secrets  # late: the start of the server needs none of it

        token = f"noctule-{secrets.token_hex(8)}"
        try:
            await self._asks.ask("window/workDoneProgress/create", {"token": token}, _CREATE_DEADLINE_S)
        except AskFailed:
            return None
        return token
