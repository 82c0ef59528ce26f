"""What an agent's hook tells: one JSON object, as Claude Code and VS Code's agent give it.

Unknown fields are ignored, and a field of another type than it should have counts as not given. VS Code writes some
names in camel case.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

# Longer ids are no ids; the state keeps what it is given.
_LONGEST_ID = 200

# A hundred years: no conversation is older, and a date bears it.
_MOST_SECONDS = 3_155_760_000


class Told:
    """One hook's input, read by the names of its fields; each is empty where it was not given."""

    def __init__(self, value: Mapping[str, Any]) -> None:
        self._value = value
        self.source = self._text("source")
        self.prompt = self._text("prompt")
        self.model = self._text("model")
        self.seconds = self._number("seconds_since_last_response")
        self.tool = self._text("tool_name", "toolName")
        self.tool_input = self._object("tool_input", "toolInput")
        self.tool_response = self._object("tool_response", "toolResponse", "tool_result", "toolResult")

    @property
    def session_id(self) -> str:
        """The session that the event belongs to: a subagent's own, named as its transcript is."""
        return self.subagent_id or self.main_id

    @property
    def is_copilots(self) -> bool:
        """Copilot's agents, its CLI and VS Code's, tell the time; Claude Code does not."""
        return "timestamp" in self._value

    @property
    def main_id(self) -> str:
        """Raises ValueError where there is none."""
        named = self._text("session_id", "sessionId")
        if not named or len(named) > _LONGEST_ID:
            raise ValueError("the input names no session")
        return named

    @property
    def subagent_id(self) -> str:
        named = self._text("agent_id", "agentId")[:_LONGEST_ID]
        return named if not named or named.startswith("agent-") else f"agent-{named}"

    def folder(self, environ: Mapping[str, str]) -> Path:
        """The project's folder: the one the agent was started in, else the one it works in. Raises ValueError."""
        for named in (environ.get("CLAUDE_PROJECT_DIR", ""), self._text("cwd")):
            if os.path.isabs(named) and os.path.isdir(named):  # noqa: PTH117, PTH112  pathlib refuses odd names
                return Path(named)
        raise ValueError("the input names no folder that is there")

    def transcript(self) -> str | None:
        """The absolute path of the session's transcript."""
        of_subagent = self._text("agent_transcript_path", "agentTranscriptPath")
        named = of_subagent if self.subagent_id else self._text("transcript_path", "transcriptPath")
        return named if os.path.isabs(named) and "\0" not in named else None  # noqa: PTH117

    def absolute(self, path: str) -> str:
        """A path that a tool was given, as the agent means it."""
        named = os.path.expanduser(path)  # noqa: PTH111
        return os.path.normpath(os.path.join(self._text("cwd"), named))  # noqa: PTH118

    def _text(self, *names: str) -> str:
        found = next((self._value[name] for name in names if name in self._value), "")
        # A lone surrogate is no text that a disk or a database takes.
        return found.encode("utf-8", "replace").decode() if isinstance(found, str) else ""

    def _number(self, name: str) -> float | None:
        found = self._value.get(name)
        if not isinstance(found, int | float) or isinstance(found, bool):
            return None
        return found if 0 <= found < _MOST_SECONDS else None

    def _object(self, *names: str) -> Mapping[str, Any]:
        found = next((self._value[name] for name in names if name in self._value), None)
        return found if isinstance(found, dict) else {}


def read(data: bytes) -> Told:
    """Raises ValueError, which says nothing of what was in it."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        raise ValueError("the input is no JSON") from None
    if not isinstance(value, dict):
        raise ValueError("the input is no JSON object")
    return Told(value)
