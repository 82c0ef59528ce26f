"""Reviews the additions of a batch: those that are new are written with the rest, the others are held or known."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import cast

from noctule.capture.batch import MOST_OPERATIONS
from noctule.capture.review import Review
from noctule.capture.write import check_addition
from noctule.dataclass import replace
from noctule.errors import Changed, MemoryProblem
from noctule.service.capture.batching import Batching, Wanted, addition_wanted
from noctule.service.capture.held_rows import related_of
from noctule.service.capture.holding import Holding
from noctule.service.capture.judging import Judged, Judging
from noctule.service.capture.reviewing import proposal_of
from noctule.service.capture.task_models import LONGEST_SECONDS
from noctule.service.capture.writing import Target, Writer, Writing
from noctule.service.project import OpenProject
from noctule.service.values import BatchAnswer, WriteAnswer

# So many models are asked at a time, and so often is a batch reviewed whose sources change under it.
_AT_ONCE = 4
_ATTEMPTS = 3

_LATE = Judged(Review("unreviewed", "It could not be reviewed: the batch took too long."), "")


class BatchReviewing:
    """What is left of a batch without its held additions is written whole or not at all; only then is anything held."""

    def __init__(self, writing: Writing, judging: Judging, holding: Holding, batching: Batching) -> None:
        self._writing = writing
        self._judging = judging
        self._holding = holding
        self._batching = batching

    async def run(self, wanted: Sequence[Wanted], writer: Writer) -> BatchAnswer:
        """As `Batching.run`, reviewed within two minutes where a model is named. Raises what that raises."""
        opened = await asyncio.to_thread(self._writing.opened_for, writer)
        adds = [at for at, one in enumerate(wanted) if one.op == "add" and one.text]
        if not adds or not _is_sound(wanted) or not self._judging.is_on(opened):
            return await asyncio.to_thread(self._batching.run, wanted, writer)
        await asyncio.to_thread(_check, wanted, adds)
        for attempt in range(_ATTEMPTS):
            judged = await self._judge(opened, wanted, adds)
            try:
                return await self._settle(opened, wanted, writer, judged)
            except Changed:
                if attempt == _ATTEMPTS - 1:
                    raise
        raise AssertionError("the last attempt returns or raises")

    async def _judge(self, opened: OpenProject, wanted: Sequence[Wanted], adds: Sequence[int]) -> Mapping[int, Judged]:
        """Each addition with what was found of it; one that was not reached in time is unreviewed."""
        found = dict.fromkeys(adds, _LATE)
        room = asyncio.Semaphore(_AT_ONCE)

        async def judge(at: int) -> None:
            async with room:
                found[at] = await self._judging.judge(opened, wanted[at].text or "", wanted[at].target)

        try:
            async with asyncio.timeout(LONGEST_SECONDS):
                await asyncio.gather(*(judge(at) for at in adds))
        except TimeoutError:
            pass
        return found

    async def _settle(
        self, opened: OpenProject, wanted: Sequence[Wanted], writer: Writer, judged: Mapping[int, Judged]
    ) -> BatchAnswer:
        new = [at for at, one in judged.items() if one.review.verdict == "new"]
        prints = {judged[at].fingerprint for at in new}
        if len(prints) > 1:
            raise Changed("What is known was changed while the batch was reviewed; nothing was written. Try again.")
        checked = replace(writer, check=self._holding.unchanged(opened, prints.pop())) if prints else writer
        left = [at for at in range(len(wanted)) if at not in judged or at in new]
        answers: dict[int, WriteAnswer] = {}
        if left:
            rest, numbers = [wanted[at] for at in left], [at + 1 for at in left]
            done = await asyncio.to_thread(self._batching.run, rest, checked, numbers)
            answers = dict(zip(left, done.results, strict=True))
        for at, one in judged.items():
            if at not in answers:
                answers[at] = await self._kept(opened, wanted[at], writer, one)
        return _answer([answers[at] for at in range(len(wanted))])

    async def _kept(self, opened: OpenProject, one: Wanted, writer: Writer, judged: Judged) -> WriteAnswer:
        """An addition that is not written: known already, or held."""
        concerns = judged.review.concerns
        if judged.review.verdict == "duplicate":
            related = related_of(self._holding.profile(opened), opened, concerns)
            return WriteAnswer("duplicate", related[0].memory_uri, related=related)
        to = replace(writer, target=cast("Target", one.target))
        proposal = proposal_of(opened, addition_wanted(one), to, self._holding)
        return await self._holding.hold(opened, judged.on(proposal))


def _is_sound(wanted: Sequence[Wanted]) -> bool:
    """Whether a batch may be worth a review; what is wrong with another is said by its write."""
    targets = {one.target for one in wanted}
    return len(wanted) <= MOST_OPERATIONS and (targets == {"project"} or targets <= {"user", "notes"})


def _check(wanted: Sequence[Wanted], adds: Sequence[int]) -> None:
    """Nothing that the door refuses is held, or shown to a model. Raises `Refused`, `UnknownType`."""
    for at in adds:
        try:
            check_addition(addition_wanted(wanted[at]))
        except MemoryProblem as error:
            raise type(error)(f"Operation {at + 1}: {error}") from error


def _answer(answers: Sequence[WriteAnswer]) -> BatchAnswer:
    verdicts = [one.verdict for one in answers]
    first = next((one for one in ("written", "held") if one in verdicts), "duplicate")
    return BatchAnswer(first, tuple(answers))
