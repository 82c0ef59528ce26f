"""What the server asks of the client: each request has a deadline, and leaves nothing behind when it passes."""

import asyncio
import itertools
from collections.abc import Callable
from typing import Any

from noctule.lsp.envelope import Response


class AskFailed(Exception):
    """The client answered with an error, or not in time. `kind` is its `data.kind`, if it gave one."""

    def __init__(self, message: str, code: int | None = None, kind: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.kind = kind


class AskTimedOut(AskFailed):
    """The client did not answer in time."""


class Asks:
    """The open requests to one client."""

    def __init__(self, send: Callable[[dict[str, Any]], None]) -> None:
        self._send = send
        self._numbers = itertools.count(1)
        self._open: dict[int | str, asyncio.Future[Any]] = {}

    def __len__(self) -> int:
        return len(self._open)

    async def ask(self, method: str, params: Any, deadline_s: float) -> Any:
        """The client's result as JSON; raises AskFailed for its error, AskTimedOut after `deadline_s`."""
        message_id = f"noctule-{next(self._numbers)}"
        answer = asyncio.get_running_loop().create_future()
        self._open[message_id] = answer
        try:
            self._send({"jsonrpc": "2.0", "id": message_id, "method": method, "params": params})
            async with asyncio.timeout(deadline_s):
                return await answer
        except TimeoutError:
            self._withdraw(message_id)
            raise AskTimedOut(f"The editor did not answer {method} in time.") from None
        except asyncio.CancelledError:
            self._withdraw(message_id)
            raise
        finally:
            del self._open[message_id]

    def settle(self, response: Response) -> bool:
        """Give an answer to whoever waits for it; says whether anybody did."""
        answer = self._open.get(response.id)
        if answer is None or answer.done():
            return False
        if response.error is None:
            answer.set_result(response.result)
        else:
            answer.set_exception(_failed(response.error))
        return True

    def _withdraw(self, message_id: str) -> None:
        self._send({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": message_id}})


def _failed(error: Any) -> AskFailed:
    if not isinstance(error, dict):
        return AskFailed("The editor answered with an error.")
    data = error.get("data")
    kind = data.get("kind") if isinstance(data, dict) else None
    code = error.get("code")
    return AskFailed(
        "The editor answered with an error.",
        code if isinstance(code, int) else None,
        kind if isinstance(kind, str) else None,
    )
