"""The real Claude Code from npm, offline: a home of its own, and a model on loopback that does what a test says.

with ClaudeCode(folder, project) as claude:
    claude.model_does("write it down", Calls("Write", {...}))
    claude.run("Please write it down.", session=SESSION)
    claude.requests     # what the model was sent
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Self

from fakes.model_replies import Calls, Says, Step
from fakes.model_server import ModelServer, Received

ROOT = Path(__file__).parents[2]

# A start costs seconds on an idle machine; how many on a busy one, nobody knows.
PATIENCE_S = 170

_WAIT = "WaitForMcpServers"
_MOST_WAITS = 5

# It asks nobody but its model, and does not replace itself.
_QUIET = {
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "DISABLE_AUTOUPDATER": "1",
    "DISABLE_TELEMETRY": "1",
    "DISABLE_ERROR_REPORTING": "1",
    "MCP_TIMEOUT": "100000",
    # The tools of MCP servers stand in its requests as soon as they are known.
    "ENABLE_TOOL_SEARCH": "false",
}


def program() -> Path | None:
    """The binary, where npm put the one for this platform."""
    packages = Path(os.environ.get("NOCTULE_REAL_AGENTS", ROOT / ".cache" / "real-agents")) / "node_modules"
    found = sorted((packages / "@anthropic-ai").glob("claude-code-*/claude*"))
    return next((file for file in found if os.access(file, os.X_OK)), None)


def what_is_missing() -> str | None:
    """What these tests want and this machine has not, as a sentence; None where all is here."""
    return None if program() is not None else "not installed, as `.ci/run` does it: Claude Code"


class Request:
    """One request of the agent's: what the model was told, as one text, and the tools it was given."""

    def __init__(self, received: Received) -> None:
        self.messages: list[dict[str, Any]] = received.body["messages"]
        self.text = "\n\n".join(text for message in self.messages for text in _texts(message["content"]))
        self.asked = _last_of_user(self.messages)
        self.system = "\n\n".join(_texts(received.body.get("system", "")))
        self.tools = [tool["name"] for tool in received.body.get("tools", [])]


class ClaudeCode:
    """`environ`: more variables for it, and so for the hooks and servers that it starts."""

    def __init__(self, folder: Path, project: Path, environ: Mapping[str, str]) -> None:
        self.config = folder / "claude"
        self.config.mkdir(parents=True)
        self._project = project
        self._calls: list[tuple[str, tuple[Calls, ...]]] = []
        self.model = ModelServer(answer=self._answer, is_strict=False)
        venv = Path(sys.executable).parent
        self.environ = {
            # Nothing of the person's who runs the tests: their own Claude Code may be what runs them.
            "PATH": f"{venv}{os.pathsep}{os.environ['PATH']}",
            "LANG": "C.UTF-8",
            "TMPDIR": str(folder),
            "CLAUDE_CONFIG_DIR": str(self.config),
            "ANTHROPIC_BASE_URL": self.model.url,
            "ANTHROPIC_API_KEY": "a-key-of-no-provider",
            **_QUIET,
            **environ,
        }

    def __enter__(self) -> Self:
        self.model.__enter__()
        return self

    def __exit__(self, *why: object) -> None:
        self.model.__exit__(*why)

    def model_does(self, words: str, *calls: Calls) -> None:
        """Whenever a prompt has these words in it, the model calls these tools; then it says that all is done."""
        self._calls.append((words, calls))

    @property
    def requests(self) -> list[Request]:
        """What the model was asked so far."""
        return [Request(one) for one in self.model.requests if "messages" in one.body]

    def run(self, prompt: str, *options: str, **environ: str) -> list[Request]:
        """One run of `claude -p`, to its end; gives its requests. It fails where the agent does."""
        before = len(self.requests)
        done = self.call("-p", prompt, *options, **environ)
        assert done.returncode == 0, done.stdout + done.stderr
        return self.requests[before:]

    def call(self, *words: str, **environ: str) -> "subprocess.CompletedProcess[str]":
        """Any of its commands."""
        return self.start([str(program()), *words], environ)

    def noctule(self, *words: str) -> "subprocess.CompletedProcess[str]":
        """Our own command, where the agent is at home."""
        return self.start([sys.executable, "-m", "noctule", *words], {})

    def start(self, command: list[str], environ: Mapping[str, str]) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            command,
            cwd=self._project,
            env=self.environ | dict(environ),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )

    def _answer(self, received: Received) -> Step:
        said = json.dumps(received.body.get("messages", []))
        calls = next((calls for words, calls in self._calls if words in said), ())
        if not calls or f'"{calls[0].id}"' in said:
            return Says("All is done.")
        tools = {tool["name"] for tool in received.body.get("tools", [])}
        is_missing = any(call.name not in tools for call in calls)
        # A server that is slow to start is waited for, as a model would.
        if is_missing and _WAIT in tools and (waits := said.count(f'"{_WAIT}"')) < _MOST_WAITS:
            return Says("", calls=(Calls(_WAIT, {}, f"toolu_wait_{waits}"),))
        return Says("", calls=calls)


def _last_of_user(messages: list[dict[str, Any]]) -> str:
    spoken = [message for message in messages if message["role"] == "user"]
    return json.dumps(spoken[-1]["content"]) if spoken else ""


def _texts(content: Any) -> Iterator[str]:
    """What stands in a message, in its parts and in what tools gave back."""
    if isinstance(content, str):
        yield content
    for part in content if isinstance(content, list) else ():
        yield from _texts(part.get("text", part.get("content", "")))
