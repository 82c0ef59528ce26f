"""Handlers of recall: what was answered and not wanted after all is taken back."""

from noctule.lsp import convert, params, results_sessions
from noctule.lsp.backend import Revocable
from noctule.lsp.desk import Desk
from noctule.service.noctule import Noctule
from noctule.service.recall.editor import NO_CONTEXT, EditorContext
from noctule.service.recall.explaining import Question
from noctule.service.recall.turn import Turn


async def recall(desk: Desk, asked: params.RecallParams) -> Revocable:
    turn = Turn(
        session_id=asked.session_id,
        query=asked.query,
        context=_context(asked.context),
        already_in_context=tuple(asked.already_in_context),
    )
    await desk.note_active(asked.session_id)
    answer, receipt = await desk.refining.recall(turn, asked.timeout_ms)
    return Revocable(convert.recall_answer(answer), lambda: desk.noctule.turns.take_back(receipt))


def explain_recall(noctule: Noctule, asked: params.ExplainRecallParams) -> results_sessions.ExplainResult:
    question = Question(
        query=asked.query,
        workspace_uri=asked.workspace_uri,
        session_id=asked.session_id,
        context=_context(asked.context),
        limit=asked.limit,
    )
    return convert.explain_answer(noctule.explaining.explain(question))


def _context(context: params.EditorContext | None) -> EditorContext:
    if context is None:
        return NO_CONTEXT
    return EditorContext(
        active_uri=context.active_uri,
        open_uris=tuple(context.open_uris),
        symbol=context.symbol,
        branch=context.branch,
        diagnostics=tuple(one.message for one in context.diagnostics),
    )
