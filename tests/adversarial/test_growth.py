"""Two servers on one folder through many turns, writes, dreams and sessions: neither holds more at the end.

`GROWTH_ROUNDS=2000 python -m pytest tests/adversarial/test_growth.py -s --timeout 3600` does more and prints figures.
"""

import json
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from fakes import counted_server
from fakes.place import Place, result
from fakes.stdio_client import StdioClient
from noctule.lsp.methods import SERVER_TELLS

# In each round both editors work; the first rounds fill caches and pools.
ROUNDS = int(os.environ.get("GROWTH_ROUNDS", "6"))
WARM = max(4, min(100, ROUNDS // 4))
# Of memories and of conversations.
WATCHES = 2
# Threads of the pool, which begins them one by one, as it needs them.
POOL = min(32, (os.cpu_count() or 1) + 4)
# Python objects that a round may leave: what is kept of a session's row, of a change that is known.
MOST_OBJECTS_A_ROUND = 150
# A pack of the history is two files; they are gathered before there are ten.
MOST_PACK_FILES = 20
# Over a thousand rounds and more.
MOST_MORE_MB = 15.0

pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="counts come from /proc")


class Editor:
    """One of the two servers, and the editor that speaks with it."""

    def __init__(self, place: Place, name: str, base: Path) -> None:
        self.place = place
        self.name = name
        self._told = base / f"{name}.json"
        self._number = 0
        own = {
            "HOME": str(place.home),
            "NOCTULE_HOME": f"{place.home}/.noctule",
            "NOCTULE_MEMORY_DIR": str(place.memory),
        }
        self.client = StdioClient([sys.executable, counted_server.__file__, str(self._told)], {**os.environ, **own})

    def begin(self) -> None:
        memory = {"protocolVersion": 1, "notifications": list(SERVER_TELLS)}
        folders = [{"uri": self.place.project.as_uri(), "name": "ferry"}]
        self.client.initialize(memory=memory, workspaceFolders=folders)

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        self._number += 1
        return result(self.client, f"{self.name}-{self._number}", method, params)

    def command(self, name: str, **argument: Any) -> dict[str, Any]:
        self._number += 1
        params = {"command": f"noctule.server.{name}", "arguments": [argument]}
        answer = self.client.ask(f"{self.name}-{self._number}", "workspace/executeCommand", params)
        assert "result" in answer, answer
        found: dict[str, Any] = answer["result"]
        return found

    def forget_messages(self) -> None:
        """The client's own list would grow."""
        self.client.messages.clear()

    def counts(self) -> dict[str, Any]:
        self._told.unlink(missing_ok=True)
        self.client.process.send_signal(signal.SIGUSR1)
        deadline = time.monotonic() + 60
        while not self._told.exists():
            assert time.monotonic() < deadline, "the server does not count"
            time.sleep(0.01)
        told: dict[str, Any] = json.loads(self._told.read_text())
        return told

    def warmed(self) -> dict[str, Any]:
        """The counts, once both watches are on: the one of conversations begins when there is time for it."""
        deadline = time.monotonic() + 60
        while self.counts()["files"].count("anon_inode:inotify") < WATCHES and time.monotonic() < deadline:
            time.sleep(0.2)
        return self.settled()

    def settled(self, tasks: int | None = None, files: int | None = None) -> dict[str, Any]:
        """The counts, once there are no more tasks and files than that; without them once two in a row are alike."""
        deadline = time.monotonic() + 60
        before = self.counts()
        while time.monotonic() < deadline:
            now = self.counts()
            if len(now["tasks"]) <= (tasks or len(before["tasks"])) and len(now["files"]) <= (
                files or len(before["files"])
            ):
                return now
            before = now
            time.sleep(0.2)
        raise AssertionError(f"left over: {now['tasks']} of {tasks}, {now['files']} of {files}")


def a_round(number: int, editor: Editor, other: Editor) -> None:
    """What an hour brings: a session with its turn, writes through us and behind our back, an undo, open documents."""
    place, session = editor.place, f"{editor.name}-{number}"
    editor.ask("startSession", sessionId=session)
    editor.ask("recall", sessionId=session, query="which way are deploys done, blue or green?")
    name = f"Berth {editor.name} {number}"
    added = editor.ask("add", text=f"Berth {number} of {editor.name} is {number * 7} m.", name=name, sessionId=session)
    by_hand = place.memory / f"hand-{editor.name}.md"
    by_hand.write_text(f"---\nname: Hand {number}\ndescription: by hand\ntype: project\n---\nWritten {number}.\n")
    editor.client.notify(
        "memory/didWrite", {"sessionId": session, "tool": "write", "uri": by_hand.as_uri(), "isError": False}
    )
    editor.ask("replace", memoryUri=added["memoryUri"], text=f"Berth {number} is gone.", sessionId=session)
    editor.command("undo")
    document(editor, by_hand, number)
    editor.ask("remove", memoryUri=added["memoryUri"])
    said = [{"role": "user", "text": "Which berth?", "at": None}, {"role": "assistant", "text": "None.", "at": None}]
    editor.client.notify("memory/didEndTurn", {"sessionId": session, "messages": said})
    other.ask("startSession", sessionId=session)
    other.ask("search", query="berth", scope="all")
    other.ask("status")
    editor.client.notify("memory/didEndSession", {"sessionId": session})
    if number % 5 == 0:
        dream(editor)
    for one in (editor, other):
        one.ask("list")
        one.forget_messages()


def document(editor: Editor, file: Path, number: int) -> None:
    """A memory is opened, typed in and closed."""
    uri, text = file.as_uri(), file.read_text()
    opened = {"uri": uri, "languageId": "markdown", "version": 1, "text": text}
    editor.client.notify("textDocument/didOpen", {"textDocument": opened})
    change = {"text": f"{text}Unsaved {number}.\n"}
    versioned = {"uri": uri, "version": 2}
    editor.client.notify("textDocument/didChange", {"textDocument": versioned, "contentChanges": [change]})
    editor.client.ask(f"symbols-{editor.name}-{number}", "textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    editor.client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})


def dream(editor: Editor) -> None:
    begun = editor.command("tidy")
    editor.client.wait_until(
        lambda: any(one["dreamId"] == begun["dreamId"] for one in editor.client.notifications("memory/dreamOutcome")),
        60,
        "the end of a tidy",
    )


@pytest.fixture
def editors(tmp_path: Path) -> Iterator[tuple[Editor, Editor]]:
    shared = Path("/dev/shm")
    with ExitStack() as stack:
        base = tmp_path
        if os.access(shared, os.W_OK):  # a disk that need not sync
            base = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=shared))).resolve()
        (base / "place").mkdir()
        place = Place(base / "place")
        both = Editor(place, "one", base), Editor(place, "two", base)
        for one in both:
            stack.enter_context(one.client)
        for one in both:
            one.begin()
        yield both


@pytest.mark.timeout(60 + 3 * ROUNDS)
def test_neither_of_two_servers_grows(editors: tuple[Editor, Editor]) -> None:
    for number in range(WARM):
        a_round(number, *editors[:: 1 if number % 2 else -1])
    before = [one.warmed() for one in editors]
    for number in range(WARM, WARM + ROUNDS):
        a_round(number, *editors[:: 1 if number % 2 else -1])
    for one, then in zip(editors, before, strict=True):
        now = one.settled(len(then["tasks"]), len(then["files"]))
        figures = (f"{what} {len_of(then[what])} to {len_of(now[what])}" for what in then if what != "kinds")
        grown = (Counter(now["kinds"]) - Counter(then["kinds"])).most_common(12)
        print(f"{one.name}, {ROUNDS} rounds: {', '.join(figures)}; {grown}")
        assert len(now["threads"]) <= len(then["threads"]) + POOL
        assert len(now["packs"]) <= MOST_PACK_FILES
        assert now["objects"] - then["objects"] <= MOST_OBJECTS_A_ROUND * ROUNDS, grown
        if ROUNDS >= 1_000:
            assert now["megabytes"] - then["megabytes"] <= MOST_MORE_MB
    place = editors[0].place
    assert [path.name for path in place.memory.iterdir() if path.name.endswith(".tmp")] == []
    for one in editors:
        assert one.client.leave() == 0
        assert one.client.strays == b""
    assert list(place.home.rglob("*.tmp")) == []


def len_of(value: Any) -> str:
    return f"{value:.1f}" if isinstance(value, float) else str(value if isinstance(value, int) else len(value))
