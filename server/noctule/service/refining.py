"""Recall with a model's help: the local answer first, then, while there is time, the model's choice in its place."""

import asyncio
import time
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from noctule.service.events import Events
from noctule.service.project import OpenProject, Projects
from noctule.service.turns import Plan, Prepared, Receipt, Turn, Turns, silence
from noctule.service.values import RecallAnswer

if TYPE_CHECKING:
    from noctule.models.lent import Ask
    from noctule.service.selecting import Selecting

# The outer limit where the project's own is not known yet.
_OUTER_SECONDS = 8.0

# An answer leaves this share of the client's time for the way back.
_KEPT_BACK = 0.1


class Refining:
    """Recall for a face with an event loop. `ask_editor` reaches the editor's own model, where the client lends one."""

    def __init__(self, turns: Turns, projects: Projects, events: Events, ask_editor: "Ask | None" = None) -> None:
        self._turns = turns
        self._projects = projects
        self._events = events
        self._ask_editor = ask_editor

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
        """The model's choice as a plan, or the local one, with a note where the model failed."""
        chosen = await self._selecting.chosen(plan.prepared, opened, deadline)
        if chosen is None:
            return plan
        if isinstance(chosen, str):
            return replace(plan, answer=replace(plan.answer, notes=(*plan.answer.notes, chosen)))
        return await asyncio.to_thread(self._turns.plan, plan.prepared, chosen, "model")

    @cached_property
    def _selecting(self) -> "Selecting":
        """Loaded with the first turn of a project that names a model: most name none, and pay nothing for them."""
        from noctule.service.selecting import Selecting

        return Selecting(self._turns, self._projects, self._events, self._ask_editor)


def _deadline(began: float, seconds: float) -> float:
    return began + seconds * (1 - _KEPT_BACK)
