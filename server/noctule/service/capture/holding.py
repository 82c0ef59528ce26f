"""What waits for a person's word before it is written: held, listed, accepted and discarded."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from datetime import datetime

from noctule.capture.choices import target_of
from noctule.dataclass import replace
from noctule.errors import Changed, NoctuleError, NotFound, Refused, WorkspaceError
from noctule.service.accepting import held_memories
from noctule.service.capture.decisions import Decision, addition_of, decided, target_named
from noctule.service.capture.held_rows import held_row, related_of
from noctule.service.capture.judging import Judging
from noctule.service.capture.questions import question, titles
from noctule.service.capture.writing import Writer, Writing
from noctule.service.open_folder import OpenFolder
from noctule.service.person import Person
from noctule.service.project import OpenProject, Projects
from noctule.service.uris import uri_of
from noctule.service.values import HeldRow, WriteAnswer
from noctule.store.proposals import Proposal, Proposals, Verdict

logger = logging.getLogger(__name__)

_OPPOSED: frozenset[Verdict] = frozenset({"duplicate", "overlap", "contradiction"})
_AGAIN = "What this rests on was changed meanwhile. It is still held, as it looks now: accept it again to write it."


class Holding:
    """The proposals of all projects. A person is asked where there is one, and nobody waits for the answer."""

    def __init__(self, projects: Projects, writing: Writing, judging: Judging, person: Person | None = None) -> None:
        self._projects = projects
        self._writing = writing
        self._judging = judging
        self._person = person
        # One question at a time: a person with five boxes before them answers none.
        self._asking = asyncio.Lock()
        self._asked: set[str] = set()

    def now(self) -> datetime:
        return self._projects.now()

    def profile(self, opened: OpenProject) -> OpenFolder:
        return self._projects.profile(opened)

    def unchanged(self, opened: OpenProject, fingerprint: str) -> Callable[[], None]:
        """A check, made under the write lock, that raises `Changed` where what was reviewed is no longer so."""

        def check() -> None:
            if self._judging.sources.fingerprint(opened) != fingerprint:
                raise Changed("What is known was changed meanwhile; nothing was written.")

        return check

    async def hold(self, opened: OpenProject, proposal: Proposal) -> WriteAnswer:
        """Keeps a proposal, and has the person asked. The same text held twice is held once."""
        proposal = await asyncio.to_thread(_kept, _of(opened), proposal)
        if self._person is not None and proposal.id not in self._asked:
            self._asked.add(proposal.id)
            self._person.later(self._ask(self._person, opened, proposal.id), "asking about a held memory")
        return self._answer(opened, proposal)

    def held(self, workspace_uri: str | None = None) -> tuple[HeldRow, ...]:
        """What waits in a project's folder: the proposals, oldest first, then the memories that no agent is shown."""
        opened = self._projects.open(workspace_uri).require_enabled()
        return (*(held_row(self.profile(opened), opened, one) for one in _of(opened).all()), *held_memories(opened))

    def row(self, opened: OpenProject, held: str) -> HeldRow:
        """One of them. Raises `NotFound`."""
        return held_row(self.profile(opened), opened, _of(opened).find(held))

    async def accept(self, held: str, decision: Decision, workspace_uri: str | None = None) -> WriteAnswer:
        """Writes a proposal as the person decided; a merged or another text is reviewed again first.

        Raises `NotFound`, `Refused` for what is no choice here, `Changed` where what it rests on is no longer so, and
        what a write raises. Whatever is raised, the proposal stays. An answer `held` says that the new text is at odds
        with something else; accepting it a second time writes it.
        """
        opened, proposal = await asyncio.to_thread(self._find, held, workspace_uri)
        how, text = decided(proposal, decision)
        if how != "add" or decision.text is not None:
            opposed = await self._opposed(opened, proposal, how, text)
            if opposed is not None:
                return opposed
        try:
            return await asyncio.to_thread(self._write, opened, proposal, how, text)
        except Changed:
            await self._renew(opened, proposal)
            raise Changed(_AGAIN) from None

    async def discard(self, held: str, workspace_uri: str | None = None) -> Proposal:
        """Drops a proposal, which is given back. Raises `NotFound`."""
        return await asyncio.to_thread(self._discard, held, workspace_uri)

    async def _ask(self, person: Person, opened: OpenProject, held: str) -> None:
        async with self._asking:
            try:
                proposal = await asyncio.to_thread(_of(opened).find, held)
                options = titles(proposal)
                title = await person.choose(question(proposal), list(options))
                how = options.get(title or "")
                if how == "discard":
                    await self.discard(held, opened.workspace_uri)
                elif how is not None:
                    await self.accept(held, Decision(how), opened.workspace_uri)
            except NoctuleError as error:
                # It stays held, where the person finds it; most often it was settled elsewhere meanwhile.
                logger.warning("a held memory was not settled: %s", error.kind)
            finally:
                self._asked.discard(held)
                person.settled()

    async def _opposed(self, opened: OpenProject, proposal: Proposal, how: str, text: str) -> WriteAnswer | None:
        """The answer where a text to be written is at odds with other sources; None where nothing is against it."""
        if text == proposal.warned or not self._judging.is_on(opened):
            return None
        target = target_of(proposal) if how != "add" else None
        if how == "replace" and text == proposal.text and not await asyncio.to_thread(self._moved, opened, proposal):
            return None
        judged = await self._judging.judge(opened, text, proposal.target, but=target)
        found = judged.review
        if found.verdict == "unreviewed":
            raise Refused(f"{found.reason} It is still held; it can be added as it is, or discarded.")
        if found.verdict not in _OPPOSED:
            return None
        kept = (target,) if target is not None else ()
        concerns = (*kept, *(replace(one, can_change=False) for one in found.concerns))
        warned = replace(proposal, reason=found.reason, concerns=concerns, merged=text, warned=text)
        await asyncio.to_thread(_of(opened).put, warned)
        return self._answer(opened, warned)

    def _moved(self, opened: OpenProject, proposal: Proposal) -> bool:
        return self._judging.sources.fingerprint(opened) != proposal.fingerprint

    def _write(self, opened: OpenProject, proposal: Proposal, how: str, text: str) -> WriteAnswer:
        with _of(opened).settling(proposal.id) as now:
            writer = self._writer(opened, now)
            target = target_of(now)
            if how in ("merge", "replace") and target is not None:
                answer = self._writing.put_over(target, text, writer)
            else:
                answer = self._writing.add(addition_of(now, text), writer)
        if now.verdict == "unreviewed":
            self._judging.sources.forget_gone(opened)
        return answer

    def _writer(self, opened: OpenProject, proposal: Proposal) -> Writer:
        """The author stays who proposed it. What was proposed as new is written only while it still is."""
        writer = Writer(
            target=target_named(proposal.target), workspace_uri=opened.workspace_uri, session_id=None, by=proposal.by
        )
        if proposal.session is not None and self._projects.state.sessions.find(proposal.session) is not None:
            writer = replace(writer, session_id=proposal.session)
        if proposal.verdict == "new":
            writer = replace(writer, check=self.unchanged(opened, proposal.fingerprint))
        return writer

    async def _renew(self, opened: OpenProject, proposal: Proposal) -> None:
        """Reviews a proposal anew after its sources changed. What cannot be reviewed stays as it was found before."""
        if not self._judging.is_on(opened):
            fingerprint = await asyncio.to_thread(self._judging.sources.fingerprint, opened)
            await asyncio.to_thread(_of(opened).put, replace(proposal, fingerprint=fingerprint))
            return
        judged = await self._judging.judge(opened, proposal.text, proposal.target)
        if judged.review.verdict != "unreviewed":
            await asyncio.to_thread(_of(opened).put, judged.on(proposal))

    def _discard(self, held: str, workspace_uri: str | None) -> Proposal:
        opened, proposal = self._find(held, workspace_uri)
        with _of(opened).settling(proposal.id) as dropped:
            return dropped

    def _find(self, held: str, workspace_uri: str | None) -> tuple[OpenProject, Proposal]:
        """A proposal in the project named, or, with none named, in any that is open."""
        roots = self._projects.workspaces.roots
        places: Sequence[str | None] = [workspace_uri] if workspace_uri or len(roots) < 2 else [r.uri for r in roots]
        missing: NotFound | None = None
        for place in places:
            opened = self._projects.open(place).require_enabled()
            try:
                proposal = _of(opened).find(held)
            except NotFound as error:
                missing = error
            else:
                return self._at_home(opened, proposal), proposal
        raise missing or NotFound("Nothing is held.")

    def _at_home(self, opened: OpenProject, proposal: Proposal) -> OpenProject:
        """The project that proposed it, while it is open: two may share a folder, each with instructions of its own."""
        try:
            home = self._projects.open(uri_of(proposal.workspace))
        except WorkspaceError:
            return opened
        return home if home.folder.key == opened.folder.key else opened

    def _answer(self, opened: OpenProject, proposal: Proposal) -> WriteAnswer:
        related = related_of(self.profile(opened), opened, proposal.concerns)
        warnings = (proposal.reason,) if proposal.reason else ()
        return WriteAnswer("held", None, proposal.id, warnings, related=related)


def _of(opened: OpenProject) -> Proposals:
    return Proposals(opened.folder.memories.state)


def _kept(proposals: Proposals, proposal: Proposal) -> Proposal:
    for known in proposals.all():
        if (known.target, known.text, known.topic) == (proposal.target, proposal.text, proposal.topic):
            proposal = replace(proposal, id=known.id, at=known.at)
    proposals.put(proposal)
    return proposal
