"""Why recall picked what it picked, and withheld the rest. Nothing here enters the ledger or counts as a turn."""

from collections.abc import Mapping, Sequence
from functools import partial

from noctule.dataclass import dataclass, replace
from noctule.recall.inject import render
from noctule.recall.rank import Explained, Pick
from noctule.recall.recall import Choice, choose
from noctule.safety.sanitize import memory_name
from noctule.service.project import OpenProject, Projects
from noctule.service.recall.editor import NO_CONTEXT, EditorContext, words_of
from noctule.service.recall.loading import load_shown
from noctule.service.recall.turn import budget_of, closed_to_recall, limits_of
from noctule.service.recall.turns import MOST_LOOKED_AT
from noctule.service.values import ExplainAnswer, ExplainedCandidate
from noctule.service.workspace_files import workspace_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A turn to be explained, for a session (its ledger and budget count) or for none."""

    query: str
    workspace_uri: str | None = None
    session_id: str | None = None
    context: EditorContext = NO_CONTEXT
    limit: int = 50


class Explaining:
    """The use case of `explainRecall`, of previews and of `noctule recall`."""

    def __init__(self, projects: Projects) -> None:
        self._projects = projects

    def explain(self, question: Question) -> ExplainAnswer:
        """At most `limit` candidates, best first, each picked or withheld, and why.

        Raises `UnknownSession` where a session is named that never started, `WorkspaceError`s, `Disabled`.
        """
        session = self._projects.state.sessions.get(question.session_id) if question.session_id else None
        opened = self._projects.open_session(session) if session else self._projects.open(question.workspace_uri)
        shelf = opened.require_enabled().folder.shelf
        opened.folder.catalogue.refresh()
        shelf.refresh()
        words = words_of(question.context)
        pick = shelf.pick(question.query, words, MOST_LOOKED_AT)
        rows = self._projects.state.ledger.rows(session.id) if session else []
        limits = limits_of(opened, sum(row.bytes for row in rows))
        now = self._projects.now()
        workspace = workspace_of(opened.root.path)
        shown = {row.path: row.hash for row in rows}
        load = partial(load_shown, opened.folder, now=now, workspace=workspace)
        choice = choose(pick.chosen, load, shown, frozenset(), limits)
        closed = closed_to_recall(session, opened)
        ranked = shelf.explain(question.query, words, question.limit)
        held = {path: f"it is held: {hold.reason}" for path, hold in opened.folder.withholding.held().items()}
        return ExplainAnswer(
            text=None if closed else render([one.block for one in choice.chosen]),
            candidates=_candidates(opened, ranked, pick, replace(choice, withheld={**choice.withheld, **held}), closed),
            gate_open=pick.gate.is_open,
            gate_reason=pick.gate.reason,
            features=dict(pick.gate.features),
            notes=(closed,) if closed else (),
            budget=budget_of(opened, limits, 0 if closed else choice.bytes),
        )


def _candidates(
    opened: OpenProject, ranked: Sequence[Explained], pick: Pick, choice: Choice, closed: str | None
) -> tuple[ExplainedCandidate, ...]:
    picked = {one.loaded.path: one.block.gone for one in choice.chosen} if closed is None else {}
    return tuple(
        ExplainedCandidate(
            memory_uri=opened.folder.uri(one.scored.path),
            name=memory_name(opened.folder.catalogue.name_of(one.scored.path), one.scored.path),
            score=round(one.scored.score, 4),
            parts=dict(one.scored.parts),
            coverage=round(one.coverage, 4),
            picked=one.scored.path in picked,
            reason=_reason(one.scored.path, picked, pick, choice, closed),
            gone_files=picked.get(one.scored.path, ()),
        )
        for one in ranked
    )


def _reason(path: str, picked: Mapping[str, tuple[str, ...]], pick: Pick, choice: Choice, closed: str | None) -> str:
    if path in picked:
        stale = f"; it is stale: the workspace has no {', '.join(picked[path])}" if picked[path] else ""
        return f"among the best that fit the budgets{stale}"
    if closed is not None:
        return f"recall gives nothing now: {closed}"
    if path in choice.withheld:
        return choice.withheld[path]
    if not pick.gate.is_open:
        return f"the gate is shut: {pick.gate.reason}"
    return "its score is too far below the best"
