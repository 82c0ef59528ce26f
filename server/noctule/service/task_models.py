"""Asks the model of a task: the one that settings name, with a deadline, its cost counted, its talk kept if wanted."""

import asyncio
import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any, cast

from noctule.errors import ModelError, ModelReplyBad, ModelTimeout, ModelUnusable, StorageError
from noctule.models.chat import ChatRequest, Effort, Reply
from noctule.service.events import Events, Nudge
from noctule.service.failures import log_failure
from noctule.service.project import OpenProject, Projects
from noctule.store.calls import Calls, Spent

if TYPE_CHECKING:
    from noctule.models.chat import ChatModel
    from noctule.models.lent import Ask

logger = logging.getLogger(__name__)

LONGEST_SECONDS = 120.0
NO_MODEL = "none"


class TaskModels:
    """The models of the capture tasks: review, remember, extract and promote. A model is asked only where one is named.

    `ask_editor` reaches the editor's own model, where the client lends one.
    """

    def __init__(self, projects: Projects, events: Events, ask_editor: "Ask | None" = None) -> None:
        self._projects = projects
        self._events = events
        self._ask_editor = ask_editor
        self._said: set[str] = set()

    def is_named(self, opened: OpenProject) -> bool:
        return any(name.strip() not in ("", NO_MODEL) for name in opened.resolved.settings.capture.model)

    async def ask(self, opened: OpenProject, request: ChatRequest) -> Reply:
        """The reply within two minutes. `request.purpose` names the task; its effort is that of the settings.

        Raises a `ModelError`, and nothing else but `CancelledError`.
        """
        settings = opened.resolved.settings
        model = await asyncio.to_thread(self._model, opened)
        request = replace(request, effort=cast("Effort", settings.capture.effort))
        deadline = time.monotonic() + LONGEST_SECONDS
        try:
            async with asyncio.timeout(LONGEST_SECONDS):
                reply = await model.complete(request, deadline)
        except TimeoutError:
            raise ModelTimeout(f"{model.name} did not answer in time.") from None
        except ModelError:
            raise
        except Exception as error:
            log_failure(logger, error, f"asking a model to {request.purpose}")
            raise ModelReplyBad(f"{model.name} could not be asked.") from None
        await asyncio.to_thread(self._record, opened, model.name, request, reply)
        return reply

    def _model(self, opened: OpenProject) -> "ChatModel":
        from noctule.models.choose import Means, choose
        from noctule.models.providers import read_providers
        from noctule.models.transport import Edge

        settings = opened.resolved.settings
        environ = self._projects.places.environ
        means = Means(read_providers(settings.models.providers), environ, Edge(self._projects.now), self._ask_editor)
        choice = choose(settings.capture.model, means)
        for one in choice.unusable:
            if one.name not in self._said:
                self._said.add(one.name)
                self._events.tell(Nudge(opened.workspace_uri, "modelUnusable", one.reason, None))
        if choice.model is None:
            raise ModelUnusable(choice.unusable[0].reason if choice.unusable else "No model is named.")
        return choice.model

    def _record(self, opened: OpenProject, model: str, request: ChatRequest, reply: Reply) -> None:
        """Counts the call, and keeps its conversation where that is on. A disk that takes neither fails no task."""
        now, usage = self._projects.now(), reply.usage
        calls = Calls(opened.folder.memories.state)
        spent = Spent(
            at=now.isoformat(),
            task=request.purpose,
            model=model,
            input_tokens=usage.input_tokens if usage else None,
            output_tokens=usage.output_tokens if usage else None,
            cost_usd=reply.cost_usd,
        )
        try:
            calls.note(spent)
            if opened.resolved.settings.models.keep_conversation:
                calls.keep(request.purpose, now, conversation_of(model, request, [reply]))
        except StorageError as error:
            logger.warning("what a model was asked could not be recorded: %s", error.kind)


def conversation_of(model: str, request: ChatRequest, replies: Sequence[Reply]) -> Mapping[str, Any]:
    """A task's conversation as it is kept: every text redacted."""
    from noctule.safety.redact import redact

    said = [(one.role, one.text) for one in request.messages] + [("assistant", one.text) for one in replies]
    return {
        "task": request.purpose,
        "model": model,
        "effort": request.effort,
        "messages": [{"role": role, "text": redact(text).text} for role, text in said],
        "usage": [asdict(one.usage) if one.usage else None for one in replies],
        "costUsd": [one.cost_usd for one in replies],
    }
