"""Adds what is to be remembered, after a review where a capture model is named: written, known already, or held."""

import asyncio

from noctule.capture.door import check_text, check_type
from noctule.capture.write import Addition, digests_of
from noctule.dataclass import replace
from noctule.errors import Changed
from noctule.service.capture.held_rows import related_of
from noctule.service.capture.holding import Holding
from noctule.service.capture.judging import Judging
from noctule.service.capture.task_models import LONGEST_SECONDS
from noctule.service.capture.writing import Writer, Writing
from noctule.service.project import OpenProject
from noctule.service.values import WriteAnswer
from noctule.store.proposals import Proposal, new_id

# A review whose sources changed under it is made again, so often; then the text is held.
_ATTEMPTS = 3
_RESTLESS = "What is known kept changing while it was reviewed."
_CROWDED = "It could not be reviewed: the reviews before it took too long."


class Reviewing:
    """Without a model this is a plain write. With one nothing is written that was not reviewed, and nothing is lost.

    A text that cannot be reviewed (an unreadable source, a model that fails) is held with the reason.
    """

    def __init__(self, writing: Writing, judging: Judging, holding: Holding) -> None:
        self._writing = writing
        self._judging = judging
        self._holding = holding
        # One review a folder at a time: of several at once, each would change what the others rest on.
        self._turns: dict[str, asyncio.Lock] = {}

    async def add(self, addition: Addition, writer: Writer) -> WriteAnswer:
        """Adds a memory, an entry or an item. Raises what `Writing.add` raises."""
        opened = await asyncio.to_thread(self._writing.opened_for, writer)
        if not self._judging.is_on(opened) or await asyncio.to_thread(_is_settled, opened, addition, writer):
            return await asyncio.to_thread(self._writing.add, addition, writer)
        proposal = proposal_of(opened, addition, writer, self._holding)
        turn = self._turns.setdefault(opened.folder.key, asyncio.Lock())
        try:
            async with asyncio.timeout(LONGEST_SECONDS):
                await turn.acquire()
        except TimeoutError:
            return await self._holding.hold(opened, replace(proposal, reason=_CROWDED))
        try:
            return await self._reviewed(opened, addition, writer, proposal)
        finally:
            turn.release()

    async def _reviewed(
        self, opened: OpenProject, addition: Addition, writer: Writer, proposal: Proposal
    ) -> WriteAnswer:
        """Written if it is new and nothing changed while it was found to be so."""
        for _ in range(_ATTEMPTS):
            judged = await self._judging.judge(opened, addition.text, writer.target)
            found = judged.review
            if found.verdict == "duplicate":
                related = related_of(self._holding.profile(opened), opened, found.concerns)
                return WriteAnswer("duplicate", related[0].memory_uri, related=related)
            if found.verdict != "new":
                return await self._holding.hold(opened, judged.on(proposal))
            checked = replace(writer, check=self._holding.unchanged(opened, judged.fingerprint))
            try:
                return await asyncio.to_thread(self._writing.add, addition, checked)
            except Changed:
                continue
        return await self._holding.hold(opened, replace(proposal, reason=_RESTLESS))


def proposal_of(opened: OpenProject, addition: Addition, writer: Writer, holding: Holding) -> Proposal:
    """A proposal for an addition that nobody has reviewed."""
    return Proposal(
        id=new_id(),
        at=holding.now(),
        workspace=str(opened.root.path),
        target=writer.target,
        text=addition.text,
        type=addition.type,
        by=writer.author.by,
        session=writer.session_id,
        verdict="unreviewed",
        reason="",
        title=addition.title,
        topic=addition.topic,
        name=addition.name,
        description=addition.description,
        is_forced=addition.is_forced,
    )


def _is_settled(opened: OpenProject, addition: Addition, writer: Writer) -> bool:
    """Whether no model need be asked: the very text is known. Raises what the door raises."""
    check_type(addition.type)
    for text in (addition.text, addition.title, addition.name, addition.description, addition.topic):
        if text is not None:
            check_text(text, is_forced=addition.is_forced)
    known = opened.folder.known.digests() if writer.target == "project" else {}
    return any(digest in known for digest in digests_of(addition.text, "new.md")[:1])
