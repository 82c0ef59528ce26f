"""Recall for a turn: chosen first, without any effect, then entered in the ledger once the answer is to be given."""

import contextlib
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

from noctule.dataclass import replace
from noctule.errors import NoctuleError, StorageError, WorkspaceError
from noctule.memories.text import utf16_length
from noctule.prompts import load
from noctule.recall.inject import render
from noctule.recall.rank import Scored
from noctule.recall.recall import Choice, Limits, choose
from noctule.service.project import OpenProject, Projects
from noctule.service.recall.editor import words_of
from noctule.service.recall.loading import load_shown
from noctule.service.recall.showing import shown_of
from noctule.service.recall.turn import Plan, Prepared, Receipt, Turn, budget_of, closed_to_recall, limits_of
from noctule.service.recall_values import Budget, RecallAnswer, RecalledMemory
from noctule.service.workspace_files import workspace_of
from noctule.store.sessions import Session

if TYPE_CHECKING:
    from noctule.service.events import Events

# A turn waits this long for the index to be brought up to date; what is not read by then is left for the next one.
REFRESH_SECONDS = 0.15

# Characters of a turn that are ranked: a pasted log of megabytes would take seconds, and says no more.
_MOST_QUERY = 16_000

# How many of the ranked are looked at: enough to pass over those already shown.
MOST_LOOKED_AT = 100


class Turns:
    """Recall never raises for a turn: what goes wrong is a note, and the answer holds what there is.

    `events` None: nobody listens, as in a hook, which ends at once.
    """

    def __init__(self, projects: Projects, events: "Events | None") -> None:
        self._projects = projects
        self._state = projects.state
        self._events = events

    def recall(
        self, turn: Turn, seconds: float = REFRESH_SECONDS, most_units: int | None = None
    ) -> tuple[RecallAnswer, Receipt]:
        """The local answer, entered in the ledger. `seconds` are those that reading what is new may take.

        `most_units`: how long a text the agent takes, in UTF-16 units: blocks, reminder and all.
        """
        plan = self.plan(self.prepare(turn, seconds))
        plan, receipt = self.commit(plan if most_units is None else self._within(plan, most_units))
        return plan.answer, receipt

    def prepare(self, turn: Turn, seconds: float = REFRESH_SECONDS) -> Prepared:
        """Opens the turn, brings the index up to date, for at most `seconds`, and ranks."""
        began = time.monotonic()
        try:
            return self._prepared(turn, began, seconds)
        except WorkspaceError:
            return Prepared(turn, began, ("unknownSession",))
        except NoctuleError as error:
            return Prepared(turn, began, (error.kind,))

    def plan(self, prepared: Prepared, ranked: Iterable[Scored] | None = None, selector: str = "local") -> Plan:
        """The answer from the local ranking, or from `ranked`, the choice of a model."""
        if prepared.opened is None or prepared.limits is None or prepared.pick is None:
            return Plan(silence(prepared), prepared, Choice((), {}))
        choice = self._choose(
            prepared, prepared.opened, prepared.limits, prepared.pick.chosen if ranked is None else ranked
        )
        return Plan(self._answer(prepared, prepared.opened, choice, selector), prepared, choice)

    def commit(self, plan: Plan) -> tuple[Plan, Receipt]:
        """Enters what the answer shows, counts it, and tells it; gives the plan as it was entered.

        What another process showed the session meanwhile is left out. Without a session nothing is entered. Never
        raises.
        """
        session, opened = plan.prepared.session, plan.prepared.opened
        if opened is None or not plan.choice.chosen:
            return plan, Receipt()
        folder, now = opened.folder.key, self._projects.now()
        shown = [shown_of(one) for one in plan.choice.chosen]
        paths = tuple(one.path for one in shown)
        if session is None:
            with contextlib.suppress(NoctuleError):
                self._state.ledger.count_recalls(folder, paths, now)
            return plan, Receipt((), folder, paths)
        limit = opened.resolved.settings.recall.session_bytes
        try:
            row_ids = self._state.ledger.enter(session.id, folder, shown, session.turn, now, limit)
        except NoctuleError as error:
            # The turn is not failed for it: at worst the session is shown something twice.
            _warn("what a turn was given could not be recorded: %s", error.kind)
            self._tell(plan, opened)
            return plan, Receipt()
        if not all(row_ids):
            plan = self._narrowed(
                plan, opened, frozenset(path for path, row in zip(paths, row_ids, strict=True) if row)
            )
        self._tell(plan, opened)
        return plan, Receipt(tuple(filter(None, row_ids)), folder, tuple(one.loaded.path for one in plan.choice.chosen))

    def _narrowed(self, plan: Plan, opened: OpenProject, paths: frozenset[str]) -> Plan:
        """The plan with these memories only."""
        chosen = tuple(one for one in plan.choice.chosen if one.loaded.path in paths)
        choice = Choice(chosen, plan.choice.withheld)
        return Plan(self._answer(plan.prepared, opened, choice, plan.answer.selector), plan.prepared, choice)

    def take_back(self, receipt: Receipt) -> None:
        """The answer was cancelled: the session has seen nothing of it."""
        if receipt.row_ids:
            self._state.ledger.take_back(receipt.row_ids)
        if receipt.paths:
            self._state.ledger.uncount_recalls(receipt.folder, receipt.paths)

    def in_context(self, turn: Turn, opened: OpenProject) -> frozenset[str]:
        """The paths of the memories that the client says the agent has in its context."""
        named = (self._projects.relative_or_none(opened, uri) for uri in turn.already_in_context)
        return frozenset(path for path in named if path is not None)

    def _within(self, plan: Plan, most_units: int) -> Plan:
        """The plan with less of the memories, or fewer, until it is short enough."""
        while plan.choice.chosen and (over := _units_of(plan.answer) - most_units) > 0:
            assert plan.prepared.limits is not None
            limits = replace(plan.prepared.limits, turn_bytes=max(0, plan.choice.bytes - over))
            plan = self.plan(replace(plan.prepared, limits=limits))
        return plan

    def _prepared(self, turn: Turn, began: float, patience: float) -> Prepared:
        session = self._state.sessions.find(turn.session_id)
        notes = [] if session else ["unknownSession"]
        opened = self._projects.open_session(session) if session else self._projects.open(None)
        if not opened.is_enabled:
            return Prepared(turn, began, (*notes, "disabled"))
        if session is not None:
            session = self._begun(session, notes)
        rows = self._state.ledger.rows(session.id) if session else []
        limits = limits_of(opened, sum(row.bytes for row in rows))
        closed = closed_to_recall(session, opened)
        if closed:
            return Prepared(turn, began, (*notes, closed), session, budget=budget_of(opened, limits, 0))
        if not opened.folder.shelf.refresh(patience):
            notes.append("partialIndex")
        pick = opened.folder.shelf.pick(_looked_at(turn.query), words_of(turn.context), MOST_LOOKED_AT)
        return Prepared(turn, began, tuple(notes), session, opened, pick, {row.path: row.hash for row in rows}, limits)

    def _begun(self, session: Session, notes: list[str]) -> Session:
        """The session with a turn begun. Where that cannot be recorded, a note says so, and recall goes on."""
        try:
            number = self._state.sessions.open_turn(session.id, self._projects.now())
        except StorageError as error:
            notes.append(error.kind)
            return session
        return replace(session, turn=number, turn_open=True)

    def _choose(self, prepared: Prepared, opened: OpenProject, limits: Limits, ranked: Iterable[Scored]) -> Choice:
        now = self._projects.now()
        in_context = self.in_context(prepared.turn, opened)
        folder, workspace = opened.folder, workspace_of(opened.root.path)
        shown = prepared.shown or {}
        return choose(ranked, lambda path: load_shown(folder, path, now, workspace), shown, in_context, limits)

    def _answer(self, prepared: Prepared, opened: OpenProject, choice: Choice, selector: str) -> RecallAnswer:
        limits = prepared.limits
        assert limits is not None
        return RecallAnswer(
            text=render([one.block for one in choice.chosen]),
            reminder=_reminder(opened),
            memories=tuple(
                RecalledMemory(
                    memory_uri=opened.folder.uri(one.loaded.path),
                    name=one.loaded.name,
                    bytes=one.block.bytes,
                    age_days=one.loaded.age_days,
                    cut=one.block.cut,
                    score=round(one.score, 4),
                )
                for one in choice.chosen
            ),
            selector=selector if choice.chosen else "none",
            notes=prepared.notes,
            budget=budget_of(opened, limits, choice.bytes),
            elapsed_ms=_elapsed(prepared.began),
        )

    def _tell(self, plan: Plan, opened: OpenProject) -> None:
        session = plan.prepared.session
        if session is None or self._events is None or not plan.choice.chosen:
            return
        from noctule.service.events import RecalledName, recalled

        names = tuple(RecalledName(one.memory_uri, one.name) for one in plan.answer.memories)
        self._events.tell(recalled(opened.workspace_uri, session.id, names))


def _reminder(opened: OpenProject) -> str | None:
    return load("turn-check").text.strip() if opened.resolved.settings.turn_check else None


def _units_of(answer: RecallAnswer) -> int:
    return utf16_length(answer.text or "") + utf16_length(answer.reminder or "")


def _looked_at(query: str) -> str:
    """The part of a long turn that the ranker reads: its beginning and its end, where people say what they want."""
    return query if len(query) <= _MOST_QUERY else f"{query[: _MOST_QUERY // 2]}\n{query[-_MOST_QUERY // 2 :]}"


def silence(prepared: Prepared) -> RecallAnswer:
    """The answer that gives nothing, with the notes that say why."""
    return RecallAnswer(
        None, None, (), "none", prepared.notes, prepared.budget or Budget(0, 0), _elapsed(prepared.began)
    )


def _elapsed(began: float) -> float:
    return round((time.monotonic() - began) * 1000, 3)


def _warn(message: str, *words: object) -> None:
    # Loaded late: most turns warn of nothing, and a hook before each loads no more than it needs.
    import logging

    logging.getLogger(__name__).warning(message, *words)
