"""What each event of a hook does, as a plugin would do it; what is given back is put into the context.

An event of a session that was never started starts it first: hooks may be installed in its midst.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from noctule.agents.hook_input import Told
from noctule.agents.hook_log import note
from noctule.agents.hook_text import LEAST_OF_TURN, MOST_UNITS, joined, units_left
from noctule.errors import NoctuleError, StorageError

if TYPE_CHECKING:
    from noctule.service.noctule import Noctule
    from noctule.service.sessions import Kind
    from noctule.service.values import SessionAnswer

# Nothing keeps the ranker in step between two turns: what is new is read by the turn itself, for so many seconds.
_PATIENCE = 1.0

# Claude Code tells an agent by a turn of its own that a subagent is done: no person said that.
_NOTICE = "<task-notification>"


@contextmanager
def _house(environ: Mapping[str, str]) -> "Iterator[Noctule]":
    from noctule.service.noctule import Noctule

    noctule = Noctule(environ)
    try:
        yield noctule
    finally:
        noctule.close()


def _session_start(told: Told, environ: Mapping[str, str]) -> str:
    """The snapshot; not for a session that goes on, or is forked from one: they have it in their context."""
    with _house(environ) as noctule:
        origin = _origin(noctule, told)
        is_known = _is_known(noctule, told) or origin is not None
        answer = _start(noctule, told, environ, fork_of=origin)
        if not answer.enabled:
            return ""
        _warm(noctule, told)
        if is_known and told.source in ("compact", "clear"):
            return _text(noctule.sessions.compact(told.session_id, MOST_UNITS))
        goes_on = is_known and told.source in ("resume", "fork")
        # Copilot's CLI keeps what a turn was given, but not what a beginning was.
        return "" if goes_on and not told.is_copilots else _text(answer)


def _prompt(told: Told, environ: Mapping[str, str]) -> str:
    """What is recalled for the turn, after the snapshot where the session was never given one."""
    if not told.prompt.strip():
        return ""
    if told.prompt.startswith(_NOTICE):
        return _active(told, environ)
    from noctule.service.recall.turn import Turn
    from noctule.service.recall.turns import Turns

    with _house(environ) as noctule:
        is_known = _is_known(noctule, told)
        snapshot = "" if is_known else _text(_start(noctule, told, environ, most_units=MOST_UNITS - LEAST_OF_TURN))
        turns = Turns(noctule.projects, None)
        turn = Turn(session_id=told.session_id, query=told.prompt)
        answer, receipt = turns.recall(turn, _PATIENCE, units_left(snapshot))
        if answer.memories and not receipt.row_ids:
            # It would be shown again on every turn, to whoever cannot say that it was.
            raise StorageError("what the turn was given could not be recorded")
        return joined(snapshot, answer.text, answer.reminder)


def _active(told: Told, environ: Mapping[str, str]) -> str:
    with _house(environ) as noctule:
        if _is_known(noctule, told):
            noctule.sessions.note_activity(told.session_id)
    return ""


def _tool_ended(told: Told, environ: Mapping[str, str]) -> str:
    """A tool that wrote: its change is told at once, as the agent's; a session that this starts has its snapshot."""
    from noctule.agents.tool_writes import has_failed, written_by

    path = written_by(told)
    if path is None:
        return ""
    snapshot = ""
    with _house(environ) as noctule:
        if not _is_known(noctule, told):
            answer = _start(noctule, told, environ)
            if not answer.enabled:
                return ""
            snapshot = _text(answer)
        uri = None if path == "anywhere" else path
        try:
            noctule.following.did_write(told.session_id, uri, is_error=has_failed(told.tool_response))
        except NoctuleError as error:
            if not snapshot:
                raise
            # No later event would bring the snapshot: it is given, whatever becomes of the write.
            note(environ, "PostToolUse", f"{error.kind}: {error}")
    return snapshot


def _compacting(told: Told, environ: Mapping[str, str]) -> str:
    with _house(environ) as noctule:
        if _is_known(noctule, told):
            noctule.sessions.compact(told.session_id, MOST_UNITS)
    return ""


def _subagent_start(told: Told, environ: Mapping[str, str]) -> str:
    if not told.subagent_id:
        return ""
    with _house(environ) as noctule:
        return _text(_start(noctule, told, environ))


def _turn_ended(told: Told, environ: Mapping[str, str]) -> str:
    with _house(environ) as noctule:
        if _is_known(noctule, told):
            noctule.sessions.end_turn(told.session_id)
    return ""


def _ended(told: Told, environ: Mapping[str, str]) -> str:
    with _house(environ) as noctule:
        if _is_known(noctule, told):
            noctule.sessions.end(told.session_id)
            with suppress(NoctuleError):
                noctule.housekeeping.look(told.session_id)
    return ""


def _subagent_stop(told: Told, environ: Mapping[str, str]) -> str:
    return _ended(told, environ) if told.subagent_id else ""


EVENTS: dict[str, Callable[[Told, Mapping[str, str]], str]] = {
    "SessionStart": _session_start,
    "UserPromptSubmit": _prompt,
    "PreToolUse": _active,
    "PostToolUse": _tool_ended,
    "PreCompact": _compacting,
    "SubagentStart": _subagent_start,
    "SubagentStop": _subagent_stop,
    "Stop": _turn_ended,
    "SessionEnd": _ended,
}


def _is_known(noctule: "Noctule", told: Told) -> bool:
    return noctule.projects.state.sessions.find(told.session_id) is not None


def _origin(noctule: "Noctule", told: Told) -> str | None:
    """The session that a fork which begins now came from, if it can be told."""
    transcript = told.transcript()
    if told.source != "fork" or transcript is None or told.seconds is None or _is_known(noctule, told):
        return None
    from datetime import timedelta

    from noctule.agents.hook_fork import origin_of

    now = noctule.projects.now()
    since = now - timedelta(seconds=told.seconds + 60)
    return origin_of(transcript, told.seconds, noctule.projects.state.sessions.all(seen_since=since), now)


def _start(
    noctule: "Noctule",
    told: Told,
    environ: Mapping[str, str],
    *,
    most_units: int = MOST_UNITS,
    fork_of: str | None = None,
) -> "SessionAnswer":
    from noctule.service.sessions import Start

    folder = told.folder(environ)
    noctule.workspaces.set_roots([str(folder)])
    start = Start(
        session_id=told.session_id,
        kind=_kind(told, environ),
        model=told.model or None,
        transcript_uri=told.transcript(),
        most_units=most_units,
        fork_of=fork_of,
    )
    answer = noctule.sessions.start(start)
    if answer.enabled:
        noctule.projects.state.note_hooked(told.session_id)
    return answer


def _warm(noctule: "Noctule", told: Told) -> None:
    """Has the ranker kept on disk for the first turn, which then has little to read."""
    session = noctule.projects.state.sessions.get(told.session_id)
    with suppress(NoctuleError):
        noctule.projects.open_session(session).folder.shelf.refresh(_PATIENCE)


def _kind(told: Told, environ: Mapping[str, str]) -> "Kind":
    """Claude Code tells in the environment that a program runs it, and no person."""
    if told.subagent_id:
        return "subagent"
    return "headless" if environ.get("CLAUDE_CODE_ENTRYPOINT", "").startswith("sdk") else "main"


def _text(answer: "SessionAnswer") -> str:
    return answer.snapshot.text if answer.snapshot is not None else ""
