"""Recall with a model's help: the local answer first, then, while there is time, the model's choice in its place."""

import asyncio
import time
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from noctule.service.events import Events
from noctule.service.project import Projects
from noctule.service.turns import Plan, Prepared, Receipt, Turn, Turns, silence
from noctule.service.values import RecallAnswer

if TYPE_CHECKING:
    from noctule.models.lent import Ask
    from noctule.service.selecting import Selecting

# The outer limit where the project's own is not known yet.
_OUTER_SECONDS = 8.0

# What bringing the index up to date may take of a turn's time.
_REFRESH_SHARE = 0.3

# An answer leaves this share of the client's time for the way back.
_KEPT_BACK = 0.1


class Refining:
    """Recall for a face with an event loop. `ask_editor` reaches the editor's own model, where the client lends one."""

    def __init__(self, turns: Turns, projects: Projects, events: Events, ask_editor: "Ask | None" = None) -> None:
        self._turns = turns
        self._projects = projects
        self._events = events
        self._ask_editor = ask_editor
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._undoing: set[asyncio.Future[None]] = set()

    async def recall(self, turn: Turn, timeout_ms: int | None = None) -> tuple[RecallAnswer, Receipt]:
        """The turn's answer, a tenth before `timeout_ms` (or the setting) is over, but for the ledger. Never raises.

        A turn that is cancelled enters nothing; one that was answered is taken back by its receipt.
        """
        began = time.monotonic()
        seconds = timeout_ms / 1000 if timeout_ms else _OUTER_SECONDS
        try:
            async with asyncio.timeout(seconds), self._turn_of(turn.session_id):
                plan = await self._local(turn, began, seconds)
                plan = await self._refined(plan, began, timeout_ms)
                return plan.answer, await self._commit(plan)
        except TimeoutError:
            return silence(Prepared(turn, began, ("timedOut",))), Receipt()

    def _turn_of(self, session_id: str) -> asyncio.Lock:
        """Two turns of one session at once would be given the same memory: the second waits for the first."""
        return self._locks.setdefault(session_id, asyncio.Lock())

    async def _local(self, turn: Turn, began: float, seconds: float) -> Plan:
        patience = _REFRESH_SHARE * seconds
        async with asyncio.timeout(began + _kept(seconds) - time.monotonic()):
            return await asyncio.to_thread(lambda: self._turns.plan(self._turns.prepare(turn, patience)))

    async def _commit(self, plan: Plan) -> Receipt:
        """Enters the answer; one that is cancelled or late meanwhile is taken back as soon as it is entered."""
        entering = asyncio.ensure_future(asyncio.to_thread(self._turns.commit, plan))
        try:
            return await asyncio.shield(entering)
        except asyncio.CancelledError:
            undoing = asyncio.ensure_future(self._undo(entering))
            self._undoing.add(undoing)
            undoing.add_done_callback(self._undoing.discard)
            raise

    async def _undo(self, entering: "asyncio.Future[Receipt]") -> None:
        await asyncio.to_thread(self._turns.take_back, await entering)

    async def _refined(self, plan: Plan, began: float, timeout_ms: int | None) -> Plan:
        """The model's choice as a plan where one is named; the local plan, with a note, where it fails or is late."""
        opened = plan.prepared.opened
        if opened is None or not opened.resolved.settings.recall.model:
            return plan
        deadline = began + _kept((timeout_ms or opened.resolved.settings.recall.timeout_ms) / 1000)
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


def _kept(seconds: float) -> float:
    """What may be used of a turn's time: the rest is for the way back."""
    return seconds * (1 - _KEPT_BACK)
