"""Plays the examples of a document against the real server, on a project and a memory folder made for it."""

import json
import os
import sqlite3
import sys
import time
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from fakes.likeness import differences
from fakes.protocol_doc import File, Message
from fakes.stdio_client import StdioClient
from noctule.store.paths import project_key

# As the document spells them: the person's home, and the hash in the project's key.
SHOWN_HOME = "/home/ana"
SHOWN_KEY = "ferry-3f9c21a07be4"

_AGE_OF_FIRST_FILES_S = 3 * 86_400 + 3600
_WAIT_S = 10.0
# Once something has failed, the rest is only a hint.
_WAIT_AFTER_FAILURE_S = 0.5


class Stage:
    """The person's home and project under `base`, and the way between its paths and the document's."""

    def __init__(self, base: Path) -> None:
        self._base = base.resolve()
        self.home = self._base / SHOWN_HOME[1:]
        self.project = self.home / "ferry"
        (self.project / ".git").mkdir(parents=True)
        (self.project / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
        (self.home / ".noctule").mkdir(mode=0o700)
        self._key = project_key(str(self.project))
        self.memory = self.home / ".noctule" / "projects" / self._key / "memory"
        self._held: dict[str, str] = {}

    def environ(self) -> dict[str, str]:
        ours = {"HOME": str(self.home), "NOCTULE_HOME": str(self.home / ".noctule")}
        return {**os.environ, **ours}

    def real(self, value: Any) -> Any:
        """What the document shows, with the paths of this machine."""
        text = json.dumps(value, ensure_ascii=False)
        for shown, held in self._held.items():
            text = text.replace(shown, held)
        return json.loads(text.replace(SHOWN_KEY, self._key).replace(SHOWN_HOME, str(self.home)))

    def shown(self, value: Any) -> Any:
        """What this machine says, with the document's paths."""
        text = json.dumps(value, ensure_ascii=False)
        for shown, held in self._held.items():
            text = text.replace(held, shown)
        return json.loads(text.replace(str(self.home), SHOWN_HOME).replace(self._key, SHOWN_KEY))

    def learn(self, shown: dict[str, Any], actual: dict[str, Any]) -> None:
        """What the server holds has a name of its choice: the document's stands for it from now on."""
        names = [one["result"].get("held") for one in (shown, actual) if isinstance(one.get("result"), dict)]
        if len(names) == 2 and all(isinstance(name, str) for name in names):
            self._held[names[0]] = names[1]


class Player:
    """Takes the steps in order; `heard` holds what each message of the server differs in, by its line."""

    def __init__(self, stage: Stage, client: StdioClient) -> None:
        self.heard: dict[int, list[str]] = {}
        self._stage = stage
        self._client = client
        self._taken: set[int] = set()
        self._ids: dict[Any, Any] = {}
        self._has_begun = False

    def play(self, steps: list[File | Message]) -> None:
        for step in steps:
            if isinstance(step, File):
                self._write(step)
            elif step.sender == "client":
                self._send(step.value)
            else:
                self.heard[step.line] = self._hear(step.value)

    def _write(self, file: File) -> None:
        path = self._stage.memory / self._stage.real(file.path)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file.text, encoding="utf-8")
        if not self._has_begun:
            then = time.time() - _AGE_OF_FIRST_FILES_S
            os.utime(path, (then, then))

    def _send(self, message: dict[str, Any]) -> None:
        self._has_begun = True
        real = self._stage.real(message)
        if "method" not in real:
            if real["id"] not in self._ids:
                return
            real["id"] = self._ids[real["id"]]
        self._client.send(real)
        if real.get("method") == "memory/didEndTurn":
            self._wait_for_turn_end(real["params"]["sessionId"])

    def _wait_for_turn_end(self, session: str) -> None:
        """Nothing answers a notification; what is written before it arrived would count as the agent's."""
        deadline = time.monotonic() + _WAIT_S
        with closing(sqlite3.connect(self._stage.home / ".noctule" / "state.db")) as state:
            asked = "SELECT turn_open FROM sessions WHERE id = ?"
            while state.execute(asked, (session,)).fetchone() == (1,) and time.monotonic() < deadline:
                time.sleep(0.01)

    def _hear(self, shown: dict[str, Any]) -> list[str]:
        """Waits for the message that is shown; gives what the nearest one differs in, where none is right."""
        has_failed = any(self.heard.values())
        deadline = time.monotonic() + (_WAIT_AFTER_FAILURE_S if has_failed else _WAIT_S)
        while True:
            known = len(self._client.messages)
            near = {number: self._compare(shown, number) for number in self._like(shown, known)}
            right = next((number for number, found in near.items() if not found), None)
            if right is not None:
                self._take(shown, right)
                return []
            left = deadline - time.monotonic()
            if left <= 0 or (near and "method" not in shown):
                return min(near.values(), key=len, default=["the server did not send it"])
            self._wait_beyond(known, left)

    def _like(self, shown: dict[str, Any], known: int) -> list[int]:
        """The numbers of the messages of the same kind that were not taken yet."""
        messages = self._client.messages[:known]
        return [n for n, message in enumerate(messages) if n not in self._taken and _kind(message) == _kind(shown)]

    def _compare(self, shown: dict[str, Any], number: int) -> list[str]:
        self._stage.learn(shown, self._client.messages[number])
        return differences(shown, self._stage.shown(self._client.messages[number]))

    def _take(self, shown: dict[str, Any], number: int) -> None:
        """The message is the one that is shown: no later example is, and its id is known for the client's answer."""
        self._taken.add(number)
        if "method" in shown and "id" in shown:
            self._ids[shown["id"]] = self._client.messages[number]["id"]

    def _wait_beyond(self, known: int, timeout_s: float) -> None:
        try:
            self._client.wait_until(lambda: len(self._client.messages) > known, timeout_s)
        except AssertionError:
            return


def play(steps: list[File | Message], base: Path) -> tuple[Mapping[int, list[str]], int]:
    """What each message of the server differs in, by the line of its example, and the server's exit code."""
    stage = Stage(base)
    with StdioClient([sys.executable, "-m", "noctule", "serve"], stage.environ()) as client:
        player = Player(stage, client)
        player.play(steps)
        return player.heard, client.exit_code()


def _kind(message: dict[str, Any]) -> tuple[Any, ...]:
    """What makes two messages comparable: the method, and for an answer the request that it answers."""
    return (message["method"], "id" in message) if "method" in message else ("answer", message.get("id"))
