"""A chat model that follows a script, for loops that ask again and again."""

import asyncio
from collections.abc import Callable
from typing import Any

from noctule.errors import ModelError
from noctule.models.chat import ChatRequest, Reply, StopReason, ToolCall, Usage

Step = Reply | ModelError | Callable[[ChatRequest], Reply]

USAGE = Usage(1_000, 100)


class ScriptedModel:
    """Answers with one step after the other; the last repeats. `requests` holds what it was asked."""

    name = "script/model"

    def __init__(self, *steps: Step) -> None:
        self._steps = list(steps)
        self.requests: list[ChatRequest] = []

    async def complete(self, request: ChatRequest, deadline: float) -> Reply:
        await asyncio.sleep(0)
        self.requests.append(request)
        step = self._steps.pop(0) if len(self._steps) > 1 else self._steps[0]
        if isinstance(step, ModelError):
            raise step
        return step if isinstance(step, Reply) else step(request)


class HangingModel:
    """Never answers, and says when it was asked."""

    name = "script/hangs"

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.was_cancelled = False

    async def complete(self, request: ChatRequest, deadline: float) -> Reply:
        self.asked.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.was_cancelled = True
            raise
        raise AssertionError("nobody sets that event")


def says(text: str, *, stop: StopReason = "end", cost: float | None = 0.01, usage: Usage | None = USAGE) -> Reply:
    """A closing reply."""
    return Reply(text, (), stop, usage, cost)


def calls(
    *asked: tuple[str, dict[str, Any]],
    text: str = "",
    stop: StopReason = "toolUse",
    cost: float | None = 0.01,
    usage: Usage | None = USAGE,
) -> Reply:
    """A reply that calls tools, all at once."""
    made = tuple(ToolCall(f"call-{number}", name, arguments) for number, (name, arguments) in enumerate(asked))
    return Reply(text, made, stop, usage, cost)


def results_in(request: ChatRequest) -> list[str]:
    """The results of tools that a request holds, oldest first."""
    return [message.text for message in request.messages if message.role == "tool"]
