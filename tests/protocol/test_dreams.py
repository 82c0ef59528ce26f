"""Claims about dreams over the real server: begun, shown as progress, cancelled, armed when idle, and left in order."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from fakes.model_replies import Calls, Hangs, Says
from fakes.model_server import ModelServer
from fakes.place import Place, result, told
from fakes.stdio_client import StdioClient, request, seconds_of
from noctule.dream.log import DreamLog
from noctule.store.buffers import unsaved_buffers
from noctule.store.home import Home

MODEL = "fake-anthropic/m"
CREATE = "window/workDoneProgress/create"
INTERACTIVE: dict[str, Any] = {"memory": {"interactive": True}}
SHOWS_PROGRESS = {"capabilities": {"window": {"workDoneProgress": True}}}
SHUTDOWN_S = 2.5
PATIENCE_S = 20.0


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def settle(place: Place, model: ModelServer | None = None, **dream: Any) -> None:
    """The person's settings."""
    home = place.home / ".noctule"
    home.mkdir(exist_ok=True)
    section: dict[str, Any] = {"dream": dream}
    if model is not None:
        section = {"dream": {"model": MODEL, **dream}, "models": {"providers": model.settings}}
    (home / "settings.json").write_text(json.dumps({"memory": section}))


@contextmanager
def serving(place: Place, model: ModelServer | None = None, **more: Any) -> Iterator[StdioClient]:
    with place.started(place.project, environ=model.environ if model else None, **more) as client:
        yield client


def run(client: StdioClient, message_id: Any, name: str, **argument: Any) -> dict[str, Any]:
    answer = client.ask(
        message_id, "workspace/executeCommand", {"command": f"noctule.server.{name}", "arguments": [argument]}
    )
    found: dict[str, Any] = answer["result"]
    return found


def outcome(client: StdioClient, fits: Callable[[Any], bool] = lambda _: True) -> dict[str, Any]:
    found: dict[str, Any] = told(client, "memory/dreamOutcome", fits)
    return found


def states(client: StdioClient) -> list[str]:
    return [one["state"] for one in client.notifications("memory/dreamStatus")]


def wait_for_model(client: StdioClient, model: ModelServer) -> None:
    """Waits until the model was asked."""
    told(client, "memory/dreamStatus", lambda one: one["step"] == 1)
    wait_for(lambda: bool(model.requests))


def test_a_dream_with_a_model_lands_and_is_told(place: Place) -> None:
    write = {
        "path": "merged.md",
        "text": "---\nname: Merged\ndescription: both of them\ntype: user\n---\n\nBlue first. Alone.\n",
        "replaces": ["orphan.md"],
    }
    script = (
        Says("I look.", calls=(Calls("read", {"path": "orphan.md"}, "c0"),)),
        Says("I merge.", calls=(Calls("write", write, "c1"), Calls("remove", {"path": "orphan.md"}, "c2"))),
        Says("Merged what belongs together."),
    )
    with ModelServer(*script) as model:
        settle(place, model)
        with serving(place, model) as client:
            begun = run(client, 1, "dream")
            assert (begun["ok"], begun["began"]) == (True, True)
            ended = outcome(client)
            assert ended["dreamId"] == begun["dreamId"]
            assert (ended["status"], ended["held"]) == ("completed", False), ended
            assert [uri.rpartition("/")[2] for uri in ended["removed"]] == ["orphan.md"]
            assert ended["headline"].startswith("Dream consolidated 2 memories · ")
            assert not (place.memory / "orphan.md").exists()
            steps = [one["message"] for one in client.notifications("memory/dreamStatus")]
            assert "dreaming... (step 1/30)" in steps
            shown = result(client, 2, "dreamLog", {})["dreams"]
            assert [(one["dreamId"], one["status"]) for one in shown] == [(begun["dreamId"], "completed")]
            files = result(client, 3, "dreamDiff", {"dreamId": begun["dreamId"]})["files"]
            assert {one["memoryUri"].rpartition("/")[2] for one in files} == {"merged.md", "orphan.md", "MEMORY.md"}
            undone = run(client, 4, "undo", dreamId=begun["dreamId"])
            assert undone["ok"]
            assert (place.memory / "orphan.md").exists()
            assert result(client, 5, "status", {})["lastDream"] is not None
        assert model.problems == []


def test_a_second_dream_is_an_answer_and_a_cancel_holds_what_was_done(place: Place) -> None:
    note = {"path": "note.md", "text": "---\nname: Note\ndescription: a note\ntype: project\n---\n\nNote.\n"}
    with ModelServer(Says("", calls=(Calls("write", note),)), Hangs()) as model:
        settle(place, model)
        with serving(place, model) as client:
            first = run(client, 1, "dream")
            second = run(client, 2, "dream")
            assert (second["ok"], second["began"], second["message"]) == (True, False, "A dream is already running.")
            assert second["dreamId"] == first["dreamId"]
            told(client, "memory/dreamStatus", lambda one: one["step"] == 2)
            assert run(client, 3, "cancelDream", dreamId=first["dreamId"])["ok"]
            ended = outcome(client)
            assert (ended["status"], ended["held"]) == ("aborted", True)
            assert not (place.memory / "note.md").exists()
            (row,) = [one for one in result(client, 4, "held", {})["held"] if one["kind"] == "dream"]
            assert row["held"] == first["dreamId"]
            applied = run(client, 5, "applyDream", dreamId=first["dreamId"])
            assert applied["ok"]
            assert (place.memory / "note.md").exists()


def test_a_dream_that_another_window_runs_is_cancelled_from_here(place: Place) -> None:
    note = {"path": "note.md", "text": "---\nname: Note\ndescription: a note\ntype: project\n---\n\nNote.\n"}
    with ModelServer(Says("", calls=(Calls("write", note),)), Hangs()) as model:
        settle(place, model)
        with serving(place, model) as dreams, serving(place, model) as client:
            assert run(client, 1, "cancelDream")["kind"] == "notFound"
            begun = run(dreams, 1, "dream")
            told(dreams, "memory/dreamStatus", lambda one: one["step"] == 2)
            assert run(client, 2, "cancelDream", dreamId="00000000")["kind"] == "notFound"
            assert run(client, 3, "dream")["message"] == "A dream is already running."
            assert run(client, 4, "cancelDream")["dreamId"] == begun["dreamId"]
            ended = outcome(dreams)
            assert (ended["status"], ended["held"]) == ("aborted", True)
            assert run(client, 5, "cancelDream")["kind"] == "notFound"
            assert run(client, 6, "applyDream", dreamId=begun["dreamId"])["ok"]
            assert (place.memory / "note.md").exists()


def test_a_dream_is_shown_as_progress_whose_cancel_cancels_it(place: Place) -> None:
    with ModelServer(Hangs()) as model:
        settle(place, model)
        with serving(place, model, **SHOWS_PROGRESS) as client:
            run(client, 1, "dream")
            client.wait_until(lambda: any(one.get("method") == CREATE for one in client.messages), what=CREATE)
            asked = next(one for one in client.messages if one.get("method") == CREATE)
            client.send({"jsonrpc": "2.0", "id": asked["id"], "result": None})
            token = asked["params"]["token"]
            told(client, "$/progress", lambda one: one["token"] == token and one["value"]["kind"] == "begin")
            client.notify("window/workDoneProgress/cancel", {"token": token})
            assert outcome(client)["status"] == "aborted"
            told(client, "$/progress", lambda one: one["token"] == token and one["value"]["kind"] == "end")


def test_a_shutdown_drops_a_running_dream_logs_it_and_gives_the_lock_back(place: Place) -> None:
    before = {path.name: path.read_bytes() for path in place.memory.iterdir()}
    with ModelServer(Hangs()) as model:
        settle(place, model)
        with serving(place, model) as client:
            run(client, 1, "dream")
            wait_for_model(client, model)
            assert seconds_of(lambda: client.ask("bye", "shutdown")) < SHUTDOWN_S
            assert client.answer("bye")["result"] is None
            client.notify("exit")
            assert client.exit_code() == 0
            assert b"Traceback" not in client.stderr
    (line,) = DreamLog(place.memory).lines()
    assert (line.status, line.reason) == ("aborted", "The server was shut down.")
    assert (place.memory / ".consolidate-lock").read_bytes() == b""
    after = {path.name: path.read_bytes() for path in place.memory.iterdir() if path.suffix == ".md"}
    assert after == before


def test_a_client_that_is_gone_leaves_no_dream_behind(place: Place) -> None:
    with ModelServer(Hangs()) as model:
        settle(place, model)
        with serving(place, model) as client:
            run(client, 1, "dream")
            wait_for_model(client, model)
            client.close_input()
            client.exit_code()
        with serving(place, model) as client:
            assert run(client, 1, "tidy")["began"]
            assert outcome(client)["status"] == "completed"
    assert [one.status for one in DreamLog(place.memory).lines()][-1] == "completed"


def test_a_turn_arms_the_timer_and_activity_ends_it(place: Place) -> None:
    settle(place, enabled=True)
    with serving(place, **INTERACTIVE) as client:
        result(client, 1, "startSession", {"sessionId": "s1"})
        client.notify("memory/didEndTurn", {"sessionId": "s1", "messages": []})
        told(client, "memory/dreamStatus", lambda one: one["state"] == "armed")
        client.notify("memory/didActivity", {"sessionId": "s1"})
        told(client, "memory/dreamStatus", lambda one: one["state"] == "idle")
        client.notify("memory/didEndTurn", {"sessionId": "s1", "messages": []})
        client.wait_until(lambda: states(client).count("armed") == 2)
        client.send(request(2, "memory/recall", {"sessionId": "s1", "query": "how are deploys done?"}))
        client.wait_until(lambda: states(client)[-1] == "idle")
        assert client.leave() == 0
    assert not (place.memory / "dreams.jsonl").exists()
    assert not (place.memory / ".consolidate-lock").exists()


def test_an_idle_project_dreams_by_itself(place: Place) -> None:
    settle(place, enabled=True, idleDelayMs=1000, minHours=0, minSessions=0)
    with serving(place, **INTERACTIVE) as client:
        result(client, 1, "startSession", {"sessionId": "s1"})
        client.notify("memory/didEndTurn", {"sessionId": "s1", "messages": []})
        ended = outcome(client)
        assert (ended["status"], ended["headline"]) == ("completed", "Dream set the index in order")
        assert "orphan.md" in (place.memory / "MEMORY.md").read_text()
        told(client, "memory/written", lambda one: any(change["by"] == "dream" for change in one["changes"]))


def test_with_dreams_off_no_lock_and_no_log_are_made(place: Place) -> None:
    with serving(place, **INTERACTIVE) as client:
        result(client, 1, "startSession", {"sessionId": "s1"})
        for number in range(10):
            result(client, f"r{number}", "recall", {"sessionId": "s1", "query": "how are deploys done?"})
        client.notify("memory/didEndTurn", {"sessionId": "s1", "messages": []})
        result(client, 2, "list", {})
        assert client.leave() == 0
    assert {path.name for path in place.memory.iterdir()} == {"MEMORY.md", "deploys.md", "orphan.md"}


def test_automatic_dreams_are_switched_by_command(place: Place) -> None:
    settle(place, minHours=4)
    with serving(place) as client:
        answer = run(client, 1, "dreamAuto")
        assert (answer["ok"], answer["enabled"], answer["warning"]) == (True, True, None)
    assert json.loads((place.home / ".noctule" / "settings.json").read_text()) == {
        "memory": {"dream": {"enabled": True, "minHours": 4}}
    }


def test_a_buffer_that_is_unsaved_in_another_window_is_never_overwritten(place: Place) -> None:
    index = place.memory / "MEMORY.md"
    before = index.read_text()
    with serving(place) as window, serving(place) as other:
        document = {"uri": index.as_uri(), "languageId": "markdown", "version": 1, "text": before}
        window.notify("textDocument/didOpen", {"textDocument": document})
        change = {"textDocument": {"uri": index.as_uri(), "version": 2}}
        change["contentChanges"] = [{"text": before + "Typed, and not saved.\n"}]  # type: ignore[assignment]
        window.notify("textDocument/didChange", change)
        window.ask(1, "memory/status", {})
        state = Home(place.home / ".noctule").folder_state(place.memory)
        wait_for(lambda: bool(unsaved_buffers(state)))
        run(other, 2, "tidy")
        ended = outcome(other)
        assert [uri.rpartition("/")[2] for uri in ended["conflicts"]] == ["MEMORY.md"]
        assert ended["held"]
        assert "open and unsaved in an editor" in ended["reason"]
        assert index.read_text() == before
        window.notify("textDocument/didClose", {"textDocument": {"uri": index.as_uri()}})
        wait_for(lambda: not unsaved_buffers(state))
        assert run(other, 3, "applyDream", dreamId=ended["dreamId"])["conflicts"] == []
        assert "orphan.md" in index.read_text()


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline
