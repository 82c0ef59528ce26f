"""Handlers of a session's life, from its start to its end, and of what the client tells on the way."""

import asyncio
import contextlib

from noctule.errors import NoctuleError
from noctule.lsp import convert, params, results_sessions
from noctule.lsp.desk import Desk
from noctule.lsp.roots import readable
from noctule.service.noctule import Noctule
from noctule.service.sessions import Start
from noctule.service.turn_logging import Utterance


async def start_session(desk: Desk, asked: params.StartSessionParams) -> results_sessions.SessionResult:
    start = Start(
        session_id=asked.session_id,
        workspace_uri=asked.workspace_uri,
        kind=asked.kind,
        model=asked.model,
        fork_of=asked.fork_of,
        transcript_uri=asked.transcript_uri,
        already_shown=tuple(asked.already_shown),
    )
    answer = await asyncio.to_thread(desk.noctule.sessions.start, start)
    desk.run_task(asyncio.to_thread(_follow_up, desk.noctule, asked.session_id), "what follows a session's start")
    return convert.session_answer(answer)


def _follow_up(noctule: Noctule, session_id: str) -> None:
    """What follows a start: a session begins no worse without any of it."""
    noctule.index_nudge.look(session_id)
    with contextlib.suppress(NoctuleError):
        noctule.housekeeping.look(session_id)
    with contextlib.suppress(NoctuleError):
        if noctule.sessions.is_promoting(session_id):
            noctule.capturing.promoting.advise(session_id)


def index_snapshot(noctule: Noctule, asked: params.SessionParams) -> results_sessions.SessionResult:
    return convert.session_answer(noctule.sessions.index_snapshot(asked.session_id))


def compact_session(noctule: Noctule, asked: params.SessionParams) -> results_sessions.SessionResult:
    return convert.session_answer(noctule.sessions.compact(asked.session_id))


def did_write(noctule: Noctule, told: params.DidWriteParams) -> None:
    noctule.following.did_write(told.session_id, told.uri, is_error=told.is_error)


async def did_end_turn(desk: Desk, told: params.DidEndTurnParams) -> None:
    await asyncio.to_thread(desk.noctule.sessions.end_turn, told.session_id)
    # In order, and before the server may leave: a turn that is not logged is lost.
    await asyncio.to_thread(_log_turn, desk.noctule, told)
    await (await desk.dream_timers()).turn_ended(told.session_id)
    is_extracted = await asyncio.to_thread(desk.noctule.sessions.is_extracted, told.session_id)
    if is_extracted and told.messages:
        capturing = await desk.capturing()
        said = capturing.extracting.said((one.role, one.text) for one in told.messages)
        desk.run_task(capturing.extracting.extract(told.session_id, said), "extracting memories from a turn")


def _log_turn(noctule: Noctule, told: params.DidEndTurnParams) -> None:
    noctule.turn_logging.add(told.session_id, (Utterance(one.role, one.text, one.at) for one in told.messages))


async def did_activity(desk: Desk, told: params.SessionParams) -> None:
    await asyncio.to_thread(desk.noctule.sessions.note_activity, told.session_id)
    await desk.note_active(told.session_id)


def did_end_session(noctule: Noctule, told: params.SessionParams) -> None:
    noctule.sessions.end(told.session_id)


def did_change_trust(noctule: Noctule, told: params.DidChangeTrustParams) -> None:
    noctule.workspaces.set_trusted(readable(told.trusted_workspace_uris))
