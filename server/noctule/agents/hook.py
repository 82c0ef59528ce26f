"""`noctule hook EVENT`: takes in what an agent's hook tells, and says what the agent is to know.

An agent is never held up or broken by it: whatever goes wrong, it ends with 0 and no word on stdout, and one line in
`logs/hook.log` says why.
"""

import os
import sys
from collections.abc import Mapping

from noctule.agents.hook_log import note
from noctule.agents.limit import limited

# An agent waits for each of these; what is not done by then is not done. In seconds.
_TURN_DEADLINE = 4.0
_DEADLINE = 8.0

# A tool's result may be long; nothing of it that we need is.
_MOST_INPUT = 32 << 20


def hook(event: str, environ: Mapping[str, str]) -> int:
    """Serves one event from stdin to stdout, in this process, over the state on disk. Always gives 0."""
    seconds = _TURN_DEADLINE if event == "UserPromptSubmit" else _DEADLINE
    with limited(seconds, lambda: note(environ, event, f"not done within {seconds:g} s")):
        try:
            said = _said(event, environ)
            if said:
                _write(said)
        except BaseException as error:
            note(environ, event, _reason(error))
    return 0


def _said(event: str, environ: Mapping[str, str]) -> bytes:
    """What stands on stdout: one JSON object, or nothing."""
    from noctule.agents.hook_events import EVENTS
    from noctule.agents.hook_input import read
    from noctule.agents.hook_text import put_in

    if event not in EVENTS:
        raise ValueError(f"no such event; known are {', '.join(EVENTS)}")
    told = read(_stdin())
    text = EVENTS[event](told, environ)
    if not text:
        return b""
    import json

    shown = put_in(text)
    answer: dict[str, object] = {"hookSpecificOutput": {"hookEventName": event, "additionalContext": shown}}
    if told.is_copilots:
        # Its CLI reads it here, VS Code there.
        answer["additionalContext"] = shown
    return json.dumps(answer).encode("ascii") + b"\n"


def _stdin() -> bytes:
    if sys.stdin is None or sys.stdin.isatty():
        raise ValueError("nothing was given on stdin: it is agents that run this")
    data = sys.stdin.buffer.read(_MOST_INPUT + 1)
    if len(data) > _MOST_INPUT:
        raise ValueError("the input is too long")
    return data


def _write(said: bytes) -> None:
    """Past Python's buffers: nothing is left to be written, or to fail, when it ends."""
    while said:
        said = said[os.write(sys.stdout.fileno(), said) :]


def _reason(error: BaseException) -> str:
    """Without a word of the person's or the agent's: our own sentences, else only what kind of error it was."""
    from noctule.errors import NoctuleError

    kind = type(error).__name__
    if isinstance(error, NoctuleError):
        return f"{error.kind}: {error}"
    return f"{kind}: {error}" if type(error) is ValueError else kind
