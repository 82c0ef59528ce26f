"""Asks the capture model for a task: review, remember, extract or promote, each call inside two minutes."""

import asyncio
import logging
import time
from typing import TYPE_CHECKING, cast

from noctule.dataclass import replace
from noctule.errors import ModelError, ModelReplyBad, ModelTimeout, ModelUnusable
from noctule.models.chat import NO_MODEL, ChatModel, ChatRequest, Effort, Reply
from noctule.service.events import Events
from noctule.service.failures import log_failure
from noctule.service.named_models import NamedModels
from noctule.service.project import OpenProject, Projects

if TYPE_CHECKING:
    from noctule.models.lent import Ask

logger = logging.getLogger(__name__)

LONGEST_SECONDS = 120.0


class TaskModels:
    """A model is asked only where the settings name one."""

    def __init__(self, projects: Projects, events: Events, ask_editor: "Ask | None" = None) -> None:
        self._models = NamedModels(projects, events, ask_editor)

    def is_named(self, opened: OpenProject) -> bool:
        return any(name.strip() not in ("", NO_MODEL) for name in opened.resolved.settings.capture.model)

    async def ask(self, opened: OpenProject, request: ChatRequest) -> Reply:
        """The reply; `request.purpose` names the task, and its effort is that of the settings.

        Raises a `ModelError`, and nothing else but `CancelledError`.
        """
        model = await asyncio.to_thread(self._model, opened)
        request = replace(request, effort=cast("Effort", opened.resolved.settings.capture.effort))
        try:
            async with asyncio.timeout(LONGEST_SECONDS):
                return await model.complete(request, time.monotonic() + LONGEST_SECONDS)
        except TimeoutError:
            raise ModelTimeout(f"{model.name} did not answer in time.") from None
        except ModelError:
            raise
        except Exception as error:
            log_failure(logger, error, f"asking a model to {request.purpose}")
            raise ModelReplyBad(f"{model.name} could not be asked.") from None

    def _model(self, opened: OpenProject) -> ChatModel:
        choice = self._models.find(opened, opened.resolved.settings.capture.model)
        if choice.model is None:
            raise ModelUnusable(choice.unusable[0].reason if choice.unusable else "No model is named.")
        return choice.model
