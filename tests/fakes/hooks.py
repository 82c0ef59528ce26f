"""An agent that runs hooks: Claude Code as it speaks to them, with the fields and the order of events of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from noctule.agents.hook_events import EVENTS
from noctule.agents.hook_input import read
from noctule.agents.hook_text import put_in

PROGRAM = [sys.executable, "-W", "error", "-m", "noctule", "hook"]


class HookedAgent:
    """One conversation, `session_id`, in the folder `cwd`."""

    def __init__(self, cwd: Path, environ: Mapping[str, str], session_id: str = "s1") -> None:
        self.cwd = cwd
        self.environ = environ
        self.session_id = session_id
        # Programs are compiled once, as they are where they are installed.
        self._compiled = {"PYTHONPYCACHEPREFIX": str(cwd.parent / "compiled"), "PYTHONDONTWRITEBYTECODE": ""}
        self.transcript = cwd.parent / f"{session_id}.jsonl"

    @property
    def program_environ(self) -> dict[str, str]:
        return dict(os.environ) | dict(self.environ) | self._compiled

    def input(self, event: str, **fields: Any) -> bytes:
        """What stands on the hook's stdin. A field that is None is left out."""
        common = {
            "session_id": self.session_id,
            "transcript_path": str(self.transcript),
            "cwd": str(self.cwd),
            "permission_mode": "default",
            "hook_event_name": event,
        }
        return json.dumps({name: value for name, value in (common | fields).items() if value is not None}).encode()

    def tell(self, event: str, **fields: Any) -> str:
        """Runs the event's hook in this process; gives what is put into the context."""
        return put_in(EVENTS[event](read(self.input(event, **fields)), self.environ))

    def start(self, source: str = "startup") -> str:
        return self.tell("SessionStart", source=source)

    def turn(self, prompt: str) -> str:
        return self.tell("UserPromptSubmit", prompt=prompt)

    def program(self, event: str, **fields: Any) -> "subprocess.CompletedProcess[bytes]":
        """Runs the event's hook as the agent does: as a program of its own."""
        return self.run(event, self.input(event, **fields))

    def run(
        self, event: str, data: bytes, before: Callable[[], None] | None = None
    ) -> "subprocess.CompletedProcess[bytes]":
        """As `program`, with any input; `before` is called in the new process."""
        return subprocess.run(
            [*PROGRAM, event],
            input=data,
            capture_output=True,
            env=self.program_environ,
            preexec_fn=before,
            check=False,
            timeout=60,
        )

    def begin(self, event: str, **fields: Any) -> "subprocess.Popen[bytes]":
        """As `program`, without waiting for its end; its input is given, and its output is to be read."""
        process = subprocess.Popen(
            [*PROGRAM, event],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=self.program_environ,
        )
        assert process.stdin is not None
        process.stdin.write(self.input(event, **fields))
        process.stdin.close()
        process.stdin = None
        return process
