"""Has a text judged against what a project knows, as it is on disk now."""

import asyncio

from noctule.capture.review import Review, review
from noctule.capture.sources import without
from noctule.dataclass import dataclass, replace
from noctule.errors import ModelError
from noctule.models.chat import ChatRequest, Reply
from noctule.service.capture.sources import Sources
from noctule.service.capture.task_models import TaskModels
from noctule.service.project import OpenProject
from noctule.store.proposals import Concern, Proposal

_WHERE = {
    "project": "the project's memory",
    "user": "the profile: who the person is",
    "notes": "the profile: what holds in every project",
}


@dataclass(frozen=True, slots=True)
class Judged:
    """A review, and the fingerprint of what it rests on."""

    review: Review
    fingerprint: str

    def on(self, proposal: Proposal) -> Proposal:
        """The proposal with what was found of it."""
        found = self.review
        return replace(
            proposal,
            verdict=found.verdict,
            reason=found.reason,
            concerns=found.concerns,
            merged=found.merged,
            fingerprint=self.fingerprint,
            warned=None,
        )


class Judging:
    """Reviews by the capture model. What cannot be reviewed is `unreviewed`, with the reason: nothing passes unseen."""

    def __init__(self, sources: Sources, models: TaskModels) -> None:
        self.sources = sources
        self._models = models

    def is_on(self, opened: OpenProject) -> bool:
        return self._models.is_named(opened)

    async def judge(self, opened: OpenProject, text: str, target: str, *, but: Concern | None = None) -> Judged:
        """The text against all sources, or all but the one it would be written over. Never raises."""
        gathered = await asyncio.to_thread(self.sources.gather, opened, text)
        if gathered.problem is not None:
            return Judged(Review("unreviewed", f"{gathered.problem.rstrip('.')}."), gathered.fingerprint)
        known = gathered.sources if but is None else without(gathered.sources, but.path, but.part)

        async def ask(request: ChatRequest) -> Reply:
            return await self._models.ask(opened, request)

        try:
            return Judged(await review(text, _WHERE[target], known, ask), gathered.fingerprint)
        except ModelError as error:
            return Judged(Review("unreviewed", f"It could not be reviewed: {error}"), gathered.fingerprint)
