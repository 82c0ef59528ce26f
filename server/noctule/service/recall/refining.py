"""Recall with a model's help: the local answer first, then, while there is time, the model's choice in its place."""

import asyncio
import time
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from noctule.dataclass import replace
from noctule.service.events import Events
from noctule.service.project import Projects
from noctule.service.recall.turn import Plan, Prepared, Receipt, Turn
from noctule.service.recall.turns import REFRESH_SECONDS, Turns, silence
from noctule.service.recall_values import RecallAnswer

if TYPE_CHECKING:
    from noctule.models.lent import Ask
    from noctule.service.recall.selecting import Selecting

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
                async with asyncio.timeout(began + _kept(seconds) - time.monotonic()):
                    plan, receipt = await self._entered(lambda: self._local(turn, _REFRESH_SHARE * seconds))
                if receipt is None:
                    plan = await self._refined(plan, began, timeout_ms)
                    plan, receipt = await self._entered(lambda: self._turns.commit(plan))
                return plan.answer, receipt or Receipt()
        except TimeoutError:
            return silence(Prepared(turn, began, ("timedOut",))), Receipt()

    def _turn_of(self, session_id: str) -> asyncio.Lock:
        """Two turns of one session at once would be given the same memory: the second waits for the first."""
        return self._locks.setdefault(session_id, asyncio.Lock())

    def _local(self, turn: Turn, patience: float) -> tuple[Plan, Receipt | None]:
        """The local plan, entered at once, in the same thread, where no model is to look at it."""
        plan = self._turns.plan(self._turns.prepare(turn, min(REFRESH_SECONDS, patience)))
        return (plan, None) if _names_model(plan) else self._turns.commit(plan)

    async def _entered(self, work: Callable[[], tuple[Plan, Receipt | None]]) -> tuple[Plan, Receipt | None]:
        """Does work that may enter an answer; one that is cancelled or late meanwhile is taken back when it is done."""
        entering = asyncio.ensure_future(asyncio.to_thread(work))
        try:
            return await asyncio.shield(entering)
        except asyncio.CancelledError:
            undoing = asyncio.ensure_future(self._undo(entering))
            self._undoing.add(undoing)
            undoing.add_done_callback(self._undoing.discard)
            raise

    async def _undo(self, entering: "asyncio.Future[tuple[Plan, Receipt | None]]") -> None:
        _, receipt = await entering
        if receipt is not None:
            await asyncio.to_thread(self._turns.take_back, receipt)

    async def _refined(self, plan: Plan, began: float, timeout_ms: int | None) -> Plan:
        """The model's choice as a plan; the local plan, with a note, where the model fails or is late."""
        opened = plan.prepared.opened
        assert opened is not None
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
        from noctule.service.recall.selecting import Selecting

        return Selecting(self._turns, self._projects, self._events, self._ask_editor)


def _names_model(plan: Plan) -> bool:
    opened = plan.prepared.opened
    return opened is not None and bool(opened.resolved.settings.recall.model)


def _kept(seconds: float) -> float:
    """What may be used of a turn's time: the rest is for the way back."""
    return seconds * (1 - _KEPT_BACK)
