"""Asks a model of the fake server as the product does: through settings, keys and `choose`."""

import time
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from fakes.model_server import ModelServer
from noctule.models.chat import ChatModel, ChatRequest, Message, Reply
from noctule.models.choose import Means, choose
from noctule.models.providers import read_providers
from noctule.models.transport import Edge

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


class Sleeps:
    """A sleep that returns at once and remembers for how long it was asked."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


def model_of(
    server: ModelServer, *names: str, sleep: Sleeps | None = None, **changed: Mapping[str, object]
) -> ChatModel:
    """The model that settings with these names come to; its retries wait for nothing. `changed`: more settings."""
    settings = {name: {**values, **changed.get(name, {})} for name, values in server.settings.items()}
    edge = Edge(lambda: NOW, sleep or Sleeps(), lambda: 0.0)
    choice = choose(names, Means(read_providers(settings), server.environ, edge))
    assert choice.model is not None, choice.unusable
    return choice.model


async def ask(
    server: ModelServer, name: str, request: ChatRequest, seconds: float = 10, **changed: Mapping[str, object]
) -> Reply:
    """The reply of the model called `name`."""
    return await model_of(server, name, sleep=None, **changed).complete(request, time.monotonic() + seconds)


def saying(text: str = "hello", **more: Any) -> ChatRequest:
    """A request with one user message."""
    values: dict[str, object] = {"messages": (Message("user", text),), "max_tokens": 64, "purpose": "recall", **more}
    return ChatRequest(**values)  # type: ignore[arg-type]  # the table of a test decides which fields
