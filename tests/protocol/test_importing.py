"""Claims about imports and adoption over the real server: told once, asked once, reported, and stopped."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from fakes.place import Place, result, told
from fakes.stdio_client import StdioClient, request
from noctule.store.claude_code import folder_name

ASK = "window/showMessageRequest"
OWN = {"NOCTULE_MEMORY_DIR": ""}


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def theirs(place: Place, *names: str) -> None:
    folder = place.home / ".claude" / "projects" / folder_name(str(place.project)) / "memory"
    folder.mkdir(parents=True)
    for name in names:
        (folder / f"{name}.md").write_text(f"About {name}.\n")


def command(message_id: Any, name: str, token: str | None = None, **argument: Any) -> dict[str, Any]:
    params = {"command": f"noctule.server.{name}", "arguments": [argument]}
    return request(message_id, "workspace/executeCommand", params | ({"workDoneToken": token} if token else {}))


def run(client: StdioClient, message_id: Any, name: str, **argument: Any) -> dict[str, Any]:
    client.send(command(message_id, name, **argument))
    found: dict[str, Any] = client.answer(message_id)["result"]
    return found


def test_what_claude_code_keeps_is_told_imported_and_seen(place: Place) -> None:
    theirs(place, "docks", "tides")
    with place.serving(place.project, environ=OWN) as client:
        nudge = told(client, "memory/nudge", lambda told: told["reason"] == "import")
        assert nudge["command"] == "noctule.server.import"
        assert run(client, 1, "import")["dryRun"] is True
        client.send(command(2, "import", "t", source="claude-code"))
        answer = client.answer(2)["result"]
        assert (answer["ok"], answer["created"]) == (True, 2)
        steps = [one["value"]["message"] for one in client.notifications("$/progress") if "message" in one["value"]]
        assert steps[0] == "Reading docks.md"
        told(client, "memory/written", lambda event: {one["by"] for one in event["changes"]} == {"import"})
        told(client, "memory/serverStatus", lambda status: "2 memories" in status["message"])
    with place.serving(place.project, environ=OWN) as client:
        result(client, 1, "startSession", {"sessionId": "s"})
        assert client.notifications("memory/nudge") == []


def test_an_import_that_is_cancelled_while_it_reads_writes_nothing(place: Place) -> None:
    theirs(place, *(f"memory-{number}" for number in range(1500)))
    with place.serving(place.project, environ=OWN) as client:
        client.send(command("import", "import", "t", source="claude-code"))
        client.wait_until(lambda: bool(client.notifications("$/progress")))
        client.notify("window/workDoneProgress/cancel", {"token": "t"})
        assert client.answer("import")["error"]["code"] == -32800
        assert result(client, 1, "list", {})["memories"] == []


def test_a_person_is_asked_once_about_the_memory_that_a_moved_project_left(place: Place) -> None:
    settings = ["-c", "user.name=A", "-c", "user.email=a@example.invalid"]
    for words in (["init", "--quiet"], [*settings, "commit", "--quiet", "--allow-empty", "--message=begin"]):
        subprocess.run(["git", *words], cwd=place.project, check=True, capture_output=True)
    with place.serving(place.project, environ=OWN) as client:
        result(client, 1, "startSession", {"sessionId": "s"})
        result(client, 2, "add", {"text": "Pier two.", "name": "Docks"})
        records = list((place.home / ".noctule" / "projects").glob("ferry-*/project.json"))
        client.wait_until(lambda: '"rootCommit": "' in records[0].read_text(), what="the first commit")
    harbour = place.project.with_name("harbour")
    shutil.move(place.project, harbour)
    interactive = {"memory": {"interactive": True}}
    with place.serving(harbour, environ=OWN, **interactive) as client:
        client.wait_until(lambda: any(one.get("method") == ASK for one in client.messages), what=ASK)
        asked = next(one for one in client.messages if one.get("method") == ASK)
        assert [one["title"] for one in asked["params"]["actions"]] == ["Adopt", "Not now"]
        found = run(client, 2, "adopt")
        assert found["offers"] == [{"fromRoot": str(place.project), "memories": 1}]
        client.send({"jsonrpc": "2.0", "id": asked["id"], "result": {"title": "Adopt"}})
        event = told(client, "memory/written", lambda event: True)
        assert ("docks.md", "saved") in [
            (one["memoryUri"].rpartition("/")[2], one["action"]) for one in event["changes"]
        ]
        told(client, "memory/serverStatus", lambda status: "1 memory" in status["message"])
        assert run(client, 3, "adopt", fromRoot=str(place.project))["kind"] == "notFound"
    with place.serving(harbour, environ=OWN, **interactive) as client:
        result(client, 1, "startSession", {"sessionId": "s2"})
        assert not any(one.get("method") == ASK for one in client.messages)
