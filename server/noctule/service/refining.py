"""Recall with a model's help: the local answer first, then, while there is time, the model's choice in its place."""

import asyncio
import time
from dataclasses import replace
from datetime import datetime
from typing import cast

from noctule.models.chat import ChatModel, Effort
from noctule.models.choose import Means, choose
from noctule.models.lent import Ask
from noctule.models.providers import read_providers
from noctule.models.transport import Edge
from noctule.recall.rank import Scored
from noctule.recall.select import Candidate, Selection, is_skippable, select
from noctule.service.catalogue import Entry
from noctule.service.events import Events, Nudge
from noctule.service.project import OpenProject, Projects
from noctule.service.turns import Plan, Prepared, Receipt, Turn, Turns, silence
from noctule.service.values import RecallAnswer
from noctule.store.files import hash_of

# The outer limit where the project's own is not known yet.
_OUTER_SECONDS = 8.0

# An answer leaves this share of the client's time for the way back.
_KEPT_BACK = 0.1

# With less left than this a model is not asked: nothing of what it chose could be shown.
_LEAST_BYTES = 200


class Refining:
    """Recall for a face with an event loop. `ask_editor` reaches the editor's own model, where the client lends one."""

    def __init__(self, turns: Turns, projects: Projects, events: Events, ask_editor: Ask | None = None) -> None:
        self._turns = turns
        self._projects = projects
        self._events = events
        self._ask_editor = ask_editor
        self._said: set[str] = set()

    async def recall(self, turn: Turn, timeout_ms: int | None = None) -> tuple[RecallAnswer, Receipt]:
        """The turn's answer, at the latest a tenth before `timeout_ms` (or the setting) is over. Never raises.

        A turn that is cancelled enters nothing; one that was answered is taken back by its receipt.
        """
        began = time.monotonic()
        outer = _deadline(began, timeout_ms / 1000 if timeout_ms else _OUTER_SECONDS)
        try:
            async with asyncio.timeout(outer - time.monotonic()):
                plan = await asyncio.to_thread(lambda: self._turns.plan(self._turns.prepare(turn)))
        except TimeoutError:
            return silence(Prepared(turn, began, ("timedOut",))), Receipt()
        opened = plan.prepared.opened
        if opened is not None and opened.resolved.settings.recall.model:
            own = opened.resolved.settings.recall.timeout_ms / 1000
            plan = await self._refined(plan, opened, outer if timeout_ms else _deadline(began, own))
        return plan.answer, await self._commit(plan)

    async def _commit(self, plan: Plan) -> Receipt:
        """Enters the answer; a turn that is cancelled while this is done is taken back."""
        entering = asyncio.ensure_future(asyncio.to_thread(self._turns.commit, plan))
        try:
            return await asyncio.shield(entering)
        except asyncio.CancelledError:
            self._turns.take_back(await entering)
            raise

    async def _refined(self, plan: Plan, opened: OpenProject, deadline: float) -> Plan:
        """The model's choice as a plan, or the local one with a note of why it stands."""
        model = self._model(opened)
        if model is None:
            return _noted(plan, "selectorUnusable")
        if not _is_worth_asking(plan.prepared):
            return plan
        settings = opened.resolved.settings.recall
        candidates = await asyncio.to_thread(self._candidates, opened, plan.prepared)
        if not candidates:
            return plan
        query, effort = plan.prepared.turn.query, cast("Effort", settings.effort)
        selection = await select(model, query, candidates, settings.max_memories, deadline, effort=effort)
        if selection.note is not None:
            return _noted(plan, selection.note)
        return await asyncio.to_thread(self._planned, plan.prepared, selection)

    def _planned(self, prepared: Prepared, selection: Selection) -> Plan:
        scores = {one.path: one.score for one in prepared.pick.chosen} if prepared.pick else {}
        ranked = [Scored(path, scores.get(path, 0.0), {}) for path in selection.paths]
        return self._turns.plan(prepared, ranked, selector="model")

    def _model(self, opened: OpenProject) -> ChatModel | None:
        """The model that is named. One that cannot be used is said once, and the next in the list tried."""
        settings = opened.resolved.settings
        means = Means(
            read_providers(settings.models.providers),
            self._projects.places.environ,
            Edge(self._projects.now),
            self._ask_editor,
        )
        choice = choose(settings.recall.model, means)
        for one in choice.unusable:
            if one.name not in self._said:
                self._said.add(one.name)
                self._events.tell(Nudge(opened.workspace_uri, "modelUnusable", one.reason, None))
        return choice.model

    def _candidates(self, opened: OpenProject, prepared: Prepared) -> list[Candidate]:
        """What a model is offered: newest first, without what the session was shown and what the agent has already."""
        shown = prepared.shown or {}
        folder = opened.folder
        in_context = self._turns.in_context(prepared.turn, opened)
        entries = sorted(folder.catalogue.refresh().values(), key=lambda entry: (-entry.stat.mtime_ns, entry.stat.path))
        return [
            _candidate(entry)
            for entry in entries
            if entry.stat.path not in in_context
            and (entry.stat.path not in shown or hash_of(folder.path, entry.stat.path) != shown[entry.stat.path])
        ]


def _deadline(began: float, seconds: float) -> float:
    return began + seconds * (1 - _KEPT_BACK)


def _is_worth_asking(prepared: Prepared) -> bool:
    limits = prepared.limits
    return limits is not None and limits.bytes_left >= _LEAST_BYTES and not is_skippable(prepared.turn.query)


def _candidate(entry: Entry) -> Candidate:
    memory = entry.memory
    modified: datetime = max(memory.modified or entry.changed, entry.changed)
    return Candidate(memory.path, memory.name, memory.type, modified.date().isoformat(), memory.summary)


def _noted(plan: Plan, note: str) -> Plan:
    return replace(plan, answer=replace(plan.answer, notes=(*plan.answer.notes, note)))
