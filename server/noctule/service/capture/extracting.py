"""After a turn, where the setting is on, has a model propose memories from it; each goes through the review."""

import asyncio
import logging
from collections.abc import Iterable, Sequence

from noctule.capture.extract import Utterance, context_of, extract
from noctule.errors import ModelError, NoctuleError
from noctule.models.chat import ChatRequest, Reply
from noctule.service.capture.reviewing import Reviewing
from noctule.service.capture.task_models import TaskModels
from noctule.service.capture.writing import Writer
from noctule.service.project import OpenProject, Projects
from noctule.service.values import WriteAnswer

logger = logging.getLogger(__name__)


class Extracting:
    """Nobody waits for it, and nobody is told when it fails: the log is."""

    def __init__(self, projects: Projects, reviewing: Reviewing, models: TaskModels) -> None:
        self._projects = projects
        self._reviewing = reviewing
        self._models = models
        # One turn at a time: two at once would propose the same twice.
        self._turn = asyncio.Lock()

    def said(self, messages: Iterable[tuple[str, str]]) -> tuple[Utterance, ...]:
        """A turn's messages, from pairs of role and text."""
        return tuple(Utterance(role, text) for role, text in messages)

    def is_wanted(self, session_id: str, messages: Sequence[Utterance]) -> bool:
        """Whether the turn may be looked at: on, a model named, and a main session that is not paused."""
        session = self._projects.state.sessions.find(session_id)
        if session is None or session.kind != "main" or session.paused or not messages:
            return False
        opened = self._projects.open_session(session)
        return opened.is_enabled and opened.resolved.settings.extract.enabled and self._models.is_named(opened)

    async def extract(self, session_id: str, messages: Sequence[Utterance]) -> tuple[WriteAnswer, ...]:
        """What became of each proposal. Raises nothing but `CancelledError`."""
        try:
            async with self._turn:
                if await asyncio.to_thread(self.is_wanted, session_id, messages):
                    return await self._extract(session_id, messages)
        except NoctuleError as error:
            logger.warning("no memories were extracted from a turn: %s", error.kind)
        return ()

    async def _extract(self, session_id: str, messages: Sequence[Utterance]) -> tuple[WriteAnswer, ...]:
        writer = Writer(session_id=session_id, by="extract")
        opened = await asyncio.to_thread(self._opened, session_id)
        context = await asyncio.to_thread(context_of, messages, opened.resolved.settings.extract.max_context_tokens)
        if not context:
            return ()

        async def ask(request: ChatRequest) -> Reply:
            return await self._models.ask(opened, request)

        answers: list[WriteAnswer] = []
        for addition in await extract(context, self._projects.now().date(), ask):
            try:
                answers.append(await self._reviewing.add(addition, writer))
            except ModelError:
                raise
            except NoctuleError as error:
                logger.warning("an extracted memory was not written: %s", error.kind)
        return tuple(answers)

    def _opened(self, session_id: str) -> OpenProject:
        return self._projects.open_for(session_id, None).require_enabled()
