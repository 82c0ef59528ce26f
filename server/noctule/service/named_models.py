"""Finds the model that a setting names for a task. Each call of it is counted, and its talk kept where that is on."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from noctule.dataclass import asdict, replace
from noctule.errors import StorageError
from noctule.models.chat import ChatModel, ChatRequest, Reply
from noctule.models.choose import Choice, Means, choose
from noctule.models.providers import read_providers
from noctule.models.transport import Edge
from noctule.service.events import Events, Nudge
from noctule.service.project import OpenProject, Projects
from noctule.store.calls import Calls, Spent

if TYPE_CHECKING:
    from noctule.models.lent import Ask

logger = logging.getLogger(__name__)


class NamedModels:
    """A named model that cannot be used is said once. `ask_editor` reaches the model that an editor lends."""

    def __init__(self, projects: Projects, events: Events, ask_editor: "Ask | None" = None) -> None:
        self._projects = projects
        self._events = events
        self._ask_editor = ask_editor
        self._said: set[str] = set()

    def find(self, opened: OpenProject, names: Sequence[str]) -> Choice:
        """What a setting comes to: the first of `names` that can be used, the others after it."""
        settings = opened.resolved.settings.models
        environ = self._projects.places.environ
        means = Means(read_providers(settings.providers), environ, Edge(self._projects.now), self._ask_editor)
        choice = choose(names, means)
        for one in choice.unusable:
            if one.name not in self._said:
                self._said.add(one.name)
                self._events.tell(Nudge(opened.workspace_uri, "modelUnusable", one.reason, None))
        if choice.model is None:
            return choice
        calls = Calls(opened.folder.memories.state)
        kept = settings.keep_conversation
        return replace(choice, model=RecordedModel(choice.model, calls, self._projects.now, is_kept=kept))


class RecordedModel:
    """A `ChatModel` that enters each reply in a folder's record. A disk that takes no entry fails no task."""

    def __init__(self, model: ChatModel, calls: Calls, now: Callable[[], datetime], *, is_kept: bool) -> None:
        self._model = model
        self._calls = calls
        self._now = now
        self._is_kept = is_kept

    @property
    def name(self) -> str:
        return self._model.name

    async def complete(self, request: ChatRequest, deadline: float) -> Reply:
        reply = await self._model.complete(request, deadline)
        await asyncio.to_thread(self._record, request, reply)
        return reply

    def _record(self, request: ChatRequest, reply: Reply) -> None:
        now, usage = self._now(), reply.usage
        spent = Spent(
            at=now.isoformat(),
            task=request.purpose,
            model=self.name,
            input_tokens=usage.input_tokens if usage else None,
            output_tokens=usage.output_tokens if usage else None,
            cost_usd=reply.cost_usd,
        )
        try:
            self._calls.note(spent)
            if self._is_kept:
                self._calls.keep(request.purpose, now, _conversation(self.name, request, reply))
        except StorageError as error:
            logger.warning("what a model was asked could not be recorded: %s", error.kind)


def _conversation(model: str, request: ChatRequest, reply: Reply) -> Mapping[str, Any]:
    """A call as it is kept: every text redacted."""
    from noctule.safety.redact import redact

    said = [*((one.role, one.text) for one in request.messages), ("assistant", reply.text)]
    return {
        "task": request.purpose,
        "model": model,
        "effort": request.effort,
        "messages": [{"role": role, "text": redact(text).text} for role, text in said],
        "usage": asdict(reply.usage) if reply.usage else None,
        "costUsd": reply.cost_usd,
    }
