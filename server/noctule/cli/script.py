"""What happens on the tour, step by step, and what must come of each step."""

import threading
from pathlib import Path
from typing import Any

from noctule import __version__
from noctule.cli import sample
from noctule.cli.output import Output
from noctule.cli.rpc import Client, ServerFailed
from noctule.service.uris import uri_of

_EVENT_SECONDS = 15.0
_SHOWN_CHARS = 110
_SHOWN_LINES = 14
_SESSION = "tour-session"

_NOTIFICATIONS = ["memory/written", "memory/recalled", "memory/serverStatus", "memory/nudge"]


class Script:
    """Plays the tour against a client, prints it and keeps it as `steps`. Raises `ServerFailed` where it goes wrong."""

    def __init__(self, project: Path, memory: Path, output: Output, turn: str | None) -> None:
        self.steps: list[dict[str, Any]] = []
        self._project = project
        self._memory = memory
        self._output = output
        self._turn = turn
        self._lock = threading.Lock()

    def heard(self, method: str, params: Any) -> None:
        """Prints an event as it comes, from the client's reading thread."""
        self._step("event", method, params)
        self._say(f"  ~ {method}  {_of_event(params)}", "magenta")

    def play(self, client: Client) -> None:
        self._begin(client)
        turn = self._turn or self._own_turn(client)
        self._recall(client, turn)
        self._write(client)
        self._finish(client)

    def _begin(self, client: Client) -> None:
        self._title("A client connects, and asks what there is")
        memory = {"protocolVersion": 1, "notifications": _NOTIFICATIONS, "interactive": True}
        answer = self._ask(
            client,
            "initialize",
            {
                "processId": None,
                "clientInfo": {"name": "noctule tour", "version": __version__},
                "rootUri": uri_of(self._project),
                "workspaceFolders": [{"uri": uri_of(self._project), "name": self._project.name}],
                "capabilities": {"experimental": {"memory": memory}},
            },
        )
        self._expect(
            "memory" in answer["capabilities"].get("experimental", {}), "the server speaks the memory protocol"
        )
        client.tell("initialized", {})
        status = self._ask(client, "memory/status", {})
        self._expect(status["enabled"], "memory is on")
        listed = self._ask(client, "memory/list", {})["memories"]
        self._expect(len(listed) == status["files"]["files"], f"all {len(listed)} memories are listed")
        self._title("A session begins, and is given its snapshot")
        session = self._ask(client, "memory/startSession", {"sessionId": _SESSION, "model": "any/model"})
        text = session["snapshot"]["text"]
        self._show(text.splitlines()[-_SHOWN_LINES:])
        again = self._ask(client, "memory/startSession", {"sessionId": _SESSION})
        self._expect(again["snapshot"]["text"] == text, "a second start is given the same bytes")

    def _own_turn(self, client: Client) -> str:
        """A turn that some memory answers: the sample's, or the words of a described memory."""
        memories = client.ask("memory/list", {})["memories"]
        if any(one["path"] == "integration-tests.md" for one in memories):
            return sample.TURN
        described = [one["description"] or one["name"] for one in memories]
        return max(described, key=len, default=sample.TURN)

    def _recall(self, client: Client, turn: str) -> None:
        self._title("A turn is given the few memories that matter")
        first = self._ask(client, "memory/recall", {"sessionId": _SESSION, "query": turn})
        self._show((first["text"] or "").splitlines()[:_SHOWN_LINES])
        if first["memories"]:
            client.wait_for("memory/recalled", lambda told: told["sessionId"] == _SESSION, _EVENT_SECONDS)
        second = self._ask(client, "memory/recall", {"sessionId": _SESSION, "query": turn})
        shown = {one["memoryUri"] for one in first["memories"]}
        twice = shown & {one["memoryUri"] for one in second["memories"]}
        self._expect(not twice, "nothing is shown twice in a session")
        silent = self._ask(client, "memory/recall", {"sessionId": _SESSION, "query": sample.OFF_TOPIC})
        self._expect(silent["text"] is None, "a turn that no memory answers is given nothing")

    def _write(self, client: Client) -> None:
        self._title("The agent writes with its own tools, and everyone sees it")
        path = self._memory / "release-notes.md"
        path.write_text(
            "---\nname: Release notes\ndescription: release notes are written before the tag\ntype: feedback\n---\n\n"
            "Write the release notes before the tag is pushed.\n",
            encoding="utf-8",
        )
        params = {"sessionId": _SESSION, "tool": "write", "uri": uri_of(path), "isError": False}
        self._tell(client, "memory/didWrite", params)
        self._seen(client, "release-notes.md", "agent")
        self._title("An agent without file tools adds through the protocol")
        added = {"text": "The tide service answers on port 9413.", "topic": "Ports", "title": "Tide service"}
        self._ask(client, "memory/add", {**added, "type": "reference", "sessionId": _SESSION})
        self._seen(client, "ports.md", "agent")
        self._tell(client, "memory/didEndTurn", {"sessionId": _SESSION, "messages": []})
        self._title("Somebody edits a file by hand")
        outside = self._memory / "by-hand.md"
        outside.write_text("Written in another program.\n", encoding="utf-8")
        self._seen(client, "by-hand.md", "outside")

    def _finish(self, client: Client) -> None:
        self._title("The session ends, and the server leaves")
        self._tell(client, "memory/didEndSession", {"sessionId": _SESSION})
        self._expect(client.end() == 0, "the server ended with exit code 0")
        self._say("\nThe tour is over: all of it was the real server, over the real protocol.", "bold green")

    def _seen(self, client: Client, file: str, by: str) -> None:
        def fits(told: Any) -> bool:
            return any(one["memoryUri"].endswith("/" + file) and one["by"] == by for one in told["changes"])

        client.wait_for("memory/written", fits, _EVENT_SECONDS)
        self._expect(True, f"the event names {file}, written by {by}")

    def _ask(self, client: Client, method: str, params: dict[str, Any]) -> Any:
        self._step("request", method, params)
        self._say(f"  > {method}  {_short(params)}", "cyan")
        result = client.ask(method, params)
        self._step("answer", method, result)
        self._say(f"  < {_short(result)}", "")
        return result

    def _tell(self, client: Client, method: str, params: dict[str, Any]) -> None:
        self._step("notification", method, params)
        self._say(f"  > {method}  {_short(params)}", "cyan")
        client.tell(method, params)

    def _expect(self, is_so: bool, claim: str) -> None:
        if not is_so:
            raise ServerFailed(f"This should have held, and did not: {claim}.")
        self._step("held", claim, None)
        self._say(f"  ✓ {claim}", "green")

    def _title(self, text: str) -> None:
        self._say(f"\n{text}", "bold")

    def _show(self, lines: list[str]) -> None:
        for line in lines:
            self._say(f"      | {line}", "dim")

    def _say(self, text: str, style: str) -> None:
        if not self._output.is_json:
            with self._lock:
                self._output.styled(text, style)

    def _step(self, kind: str, what: str, value: Any) -> None:
        with self._lock:
            self.steps.append({"kind": kind, "what": what, "value": value})


def _short(value: Any) -> str:
    """A message in one line: the first fields, long texts by their length."""
    if isinstance(value, dict):
        text = ", ".join(f"{key}: {_inner(inner)}" for key, inner in value.items())
    else:
        text = _inner(value)
    return text if len(text) <= _SHOWN_CHARS else text[: _SHOWN_CHARS - 1] + "…"


def _inner(value: Any) -> str:
    if isinstance(value, str):
        return value if len(value) <= 60 else f"<{len(value):,} characters>"
    if isinstance(value, list):
        return f"[{len(value)}]"
    if isinstance(value, dict):
        return "{" + ", ".join(str(key) for key in list(value)[:4]) + ("…}" if len(value) > 4 else "}")
    return "null" if value is None else str(value)


def _of_event(params: Any) -> str:
    labels = [one["label"] for one in params.get("changes", [])] or [params.get("label") or params.get("message") or ""]
    who = {one["by"] for one in params.get("changes", [])}
    return "; ".join(labels) + (f"  (by {', '.join(sorted(who))})" if who else "")
