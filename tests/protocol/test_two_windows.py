"""Two windows on one folder lose nothing, and a session goes on after its server was killed."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from fakes.place import Place, result
from fakes.stdio_client import StdioClient

ADDS = 50


@pytest.fixture
def place(tmp_path: Path) -> Place:
    place = Place(tmp_path)
    for file in place.memory.iterdir():
        file.unlink()
    return place


def changes(client: StdioClient) -> list[dict[str, Any]]:
    return [change for event in client.notifications("memory/written") for change in event["changes"]]


def saved(client: StdioClient) -> Counter[tuple[str, str]]:
    """How often each file was told as saved, with the session that did it."""
    return Counter(
        (change["memoryUri"].rpartition("/")[2], change["sessionId"])
        for change in changes(client)
        if change["action"] == "saved"
    )


def test_fifty_adds_of_each_of_two_servers_are_all_there_and_told_once_with_their_author(place: Place) -> None:
    with place.serving(place.project) as one, place.serving(place.project) as two:
        clients = {"a": one, "b": two}
        for session, client in clients.items():
            result(client, "start", "startSession", {"sessionId": session})
        for number in range(ADDS):
            for session, client in clients.items():
                text = f"Berth {number} of pier {session} is {number * 7} metres long."
                added = {"text": text, "name": f"Berth {session} {number}", "sessionId": session}
                client.send({"jsonrpc": "2.0", "id": f"add-{number}", "method": "memory/add", "params": added})
        for client in clients.values():
            for number in range(ADDS):
                assert client.answer(f"add-{number}", 60)["result"]["verdict"] == "written"
        wanted = Counter({(f"berth-{session}-{number}.md", session): 1 for session in "ab" for number in range(ADDS)})
        for client in clients.values():
            client.wait_until(lambda client=client: len(changes(client)) >= 4 * ADDS, 30)  # type: ignore[misc]
            assert saved(client) == wanted
            by = Counter(change["sessionId"] for change in changes(client) if change["action"] == "indexUpdated")
            assert by == {"a": ADDS, "b": ADDS}
            assert {change["by"] for change in changes(client)} == {"agent"}
    files = sorted(path.name for path in place.memory.iterdir())
    assert files == sorted([*(file for file, _ in wanted), "MEMORY.md"])
    lines = (place.memory / "MEMORY.md").read_text().splitlines()
    assert len(lines) == len(set(lines)) == 2 * ADDS
    assert all((place.memory / file).read_text().startswith("---\nname: Berth") for file, _ in wanted)


def test_a_session_goes_on_after_its_server_was_killed(place: Place) -> None:
    head = "---\nname: Berths\ndescription: how long the ferry berths are\ntype: reference\n---\n\n"
    (place.memory / "berths.md").write_text(head + "Berth 4 is 28 metres long.\n")
    asked = {"sessionId": "s", "query": "how long is ferry berth 4?"}
    with place.started(place.project) as client:
        before = result(client, 1, "startSession", {"sessionId": "s"})["snapshot"]
        assert [one["name"] for one in result(client, 2, "recall", asked)["memories"]] == ["Berths"]
        result(client, 3, "startSession", {"sessionId": "quiet"})
        pause = {"command": "noctule.server.pause", "arguments": [{"sessionId": "quiet"}]}
        assert client.ask(4, "workspace/executeCommand", pause)["result"]["ok"]
    (place.memory / "new.md").write_text("Written while nobody ran.\n")
    with place.serving(place.project) as client:
        assert result(client, 1, "recall", asked)["memories"] == []
        assert result(client, 2, "startSession", {"sessionId": "s"})["snapshot"] == before
        again = result(client, 3, "startSession", {"sessionId": "quiet"})
        assert (again["paused"], again["snapshot"]) == (True, None)
