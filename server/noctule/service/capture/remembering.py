"""Remembers what a person says in plain words: proposed, shown, and written once they agree."""

import asyncio
import logging

from noctule.capture.remember import Declined, Remembered, Target, plainly, through_model
from noctule.capture.write import digests_of
from noctule.dataclass import dataclass, replace
from noctule.errors import ModelError, Refused
from noctule.models.chat import ChatRequest, Reply
from noctule.service.capture.held_rows import related_of
from noctule.service.capture.holding import Holding
from noctule.service.capture.judging import Judging
from noctule.service.capture.reviewing import proposal_of
from noctule.service.capture.task_models import TaskModels
from noctule.service.capture.writing import Writer, Writing
from noctule.service.project import OpenProject, Projects
from noctule.service.values import HeldRow
from noctule.store.proposals import Proposal

logger = logging.getLogger(__name__)

USAGE = "Say what to remember, in plain words: `remember that integration tests run against a real database`."
_KNOWN = "That is known already; nothing was written."


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A person's words; `target` None leaves it to the words where they belong."""

    text: str
    target: Target | None = None
    workspace_uri: str | None = None
    session_id: str | None = None


@dataclass(frozen=True, slots=True)
class RememberAnswer:
    """`verdict`: held (waits for a word), duplicate, declined or usage; `message` is a sentence for the person."""

    verdict: str
    message: str
    held: HeldRow | None = None
    memory_uri: str | None = None


class Remembering:
    """Requests are served in their order, one at a time. Nothing is written here: what is proposed is held."""

    def __init__(
        self, projects: Projects, writing: Writing, judging: Judging, holding: Holding, models: TaskModels
    ) -> None:
        self._projects = projects
        self._writing = writing
        self._judging = judging
        self._holding = holding
        self._models = models
        self._turn = asyncio.Lock()

    async def remember(self, request: Request) -> RememberAnswer:
        """A model that fails leaves the words as they are, held. Raises `WorkspaceError`s, `Disabled`,
        `UnknownSession`, `StorageError`s, and `Refused` where the session ended meanwhile.
        """
        if not request.text.strip():
            return RememberAnswer("usage", USAGE)
        async with self._turn:
            return await self._remember(request)

    async def _remember(self, request: Request) -> RememberAnswer:
        writer = Writer(workspace_uri=request.workspace_uri, session_id=request.session_id, by="person")
        opened = await asyncio.to_thread(self._writing.opened_for, writer)
        found = await self._proposed(opened, request)
        if isinstance(found, Declined):
            return RememberAnswer("declined", found.reason)
        proposal = proposal_of(opened, found.addition, replace(writer, target=found.target), self._holding)
        known = await asyncio.to_thread(_known, opened, proposal)
        if known is not None:
            return RememberAnswer("duplicate", _KNOWN, memory_uri=known)
        proposal = await self._judged(opened, proposal)
        await asyncio.to_thread(self._require_session, request.session_id)
        if proposal.verdict == "duplicate":
            related = related_of(self._holding.profile(opened), opened, proposal.concerns)
            return RememberAnswer("duplicate", _KNOWN, memory_uri=related[0].memory_uri)
        answer = await self._holding.hold(opened, proposal)
        row = await asyncio.to_thread(self._holding.row, opened, answer.held or "")
        return RememberAnswer("held", f"Proposed as {row.held}; it is written when you accept it.", row)

    def _require_session(self, session_id: str | None) -> None:
        session = self._projects.state.sessions.find(session_id) if session_id else None
        if session is not None and session.ended is not None:
            raise Refused("The session ended meanwhile; nothing was proposed.")

    async def _proposed(self, opened: OpenProject, request: Request) -> Remembered | Declined:
        if not self._models.is_named(opened):
            return await asyncio.to_thread(plainly, request.text, request.target)

        async def ask(asked: ChatRequest) -> Reply:
            return await self._models.ask(opened, asked)

        try:
            return await through_model(request.text, request.target, self._holding.now().date(), ask)
        except ModelError as error:
            logger.warning("a model made no memory of a person's words: %s", error.kind)
            return await asyncio.to_thread(plainly, request.text, request.target)

    async def _judged(self, opened: OpenProject, proposal: Proposal) -> Proposal:
        """The proposal with what its review found; without a model it is new, and rests on what is there now."""
        if not self._judging.is_on(opened):
            fingerprint = await asyncio.to_thread(self._judging.sources.fingerprint, opened)
            return replace(proposal, verdict="new", fingerprint=fingerprint)
        return (await self._judging.judge(opened, proposal.text, proposal.target)).on(proposal)


def _known(opened: OpenProject, proposal: Proposal) -> str | None:
    """The memory that says the very same already."""
    if proposal.target != "project":
        return None
    digests = opened.folder.known.digests()
    path = next((digests[one] for one in digests_of(proposal.text, "new.md")[:1] if one in digests), None)
    return None if path is None else opened.folder.uri(path)
