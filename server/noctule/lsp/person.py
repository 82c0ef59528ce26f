"""The person before an interactive client, asked by the editor's own message box."""

from collections.abc import Callable, Sequence
from typing import Any

from noctule.lsp.asks import AskFailed
from noctule.lsp.backend import Line
from noctule.service.jobs import Jobs
from noctule.service.person import Person

METHOD = "window/showMessageRequest"

# LSP's MessageType.Info: nothing is wrong.
_INFO = 3

# A box that is left open so long is no longer looked at; what it asked about stays held.
_DEADLINE_S = 3600.0


def person_at(line: Line, jobs: Jobs, settled: Callable[[], None]) -> Person:
    """Asks in the background; a client that fails to show the question has given no answer."""

    async def choose(message: str, titles: Sequence[str]) -> str | None:
        params = {"type": _INFO, "message": message, "actions": [{"title": title} for title in titles]}
        try:
            answer: Any = await line.ask(METHOD, params, _DEADLINE_S)
        except AskFailed:
            return None
        title = answer.get("title") if isinstance(answer, dict) else None
        return title if isinstance(title, str) else None

    return Person(choose, jobs.run_task, settled)
