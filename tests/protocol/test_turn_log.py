"""Turns told over the wire are logged in order, and no secret in them reaches the disk, the log or an event."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from fakes.place import SERVE, Place
from fakes.stdio_client import StdioClient, seconds_of
from noctule.lsp.methods import SERVER_TELLS

SECRETS = (
    "gh" + "p_" + "Ab1Cd2Ef3" * 4,
    "AK" + "IA" + "ABCDEFGH23456789",
    "sk-" + "ant-api03-" + "x7Yq" * 24,
    "8Th!F#1*" + "@96%dYt!xW",
)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def end_turn(client: StdioClient, *said: tuple[str, str], session_id: str = "s") -> None:
    messages = [{"role": role, "text": text} for role, text in said]
    params = {"sessionId": session_id, "messages": messages}
    # As ASCII, in which half of a pair can be sent.
    client.send(json.dumps({"jsonrpc": "2.0", "method": "memory/didEndTurn", "params": params}).encode())


def logged(place: Place) -> list[dict[str, Any]]:
    """The lines of the one log there is."""
    (file,) = (place.home / ".noctule" / "projects").glob("*/state/turns/*.jsonl")
    return [json.loads(line) for line in file.read_text().splitlines()]


def test_turns_are_logged_in_order_before_the_server_leaves(place: Place) -> None:
    with place.serving(place.project) as client:
        client.ask(1, "memory/startSession", {"sessionId": "s"})
        for number in range(9):
            end_turn(client, ("user", f"question {number}"), ("assistant", f"answer {number} \ud83d"))
    head, *lines = logged(place)
    assert (head["id"], head["kind"], head["cwd"]) == ("s", "main", str(place.project))
    assert [line["text"] for line in lines] == [
        text for number in range(9) for text in (f"question {number}", f"answer {number} \ufffd")
    ]


def test_a_paused_session_and_one_whose_client_keeps_it_leave_nothing(place: Place) -> None:
    with place.serving(place.project) as client:
        client.ask(1, "memory/startSession", {"sessionId": "s"})
        client.ask(2, "workspace/executeCommand", {
            "command": "noctule.server.pause", "arguments": [{"sessionId": "s"}],
        })  # fmt: skip
        kept = {"sessionId": "kept", "transcriptUri": (place.project / "kept.jsonl").as_uri()}
        client.ask(3, "memory/startSession", kept)
        for session_id in ("s", "kept"):
            end_turn(client, ("user", "not to be logged"), session_id=session_id)
    assert list((place.home / ".noctule").rglob("turns/*")) == []


def test_no_secret_of_a_turn_is_on_disk_in_the_log_or_in_an_event(place: Place) -> None:
    environ = {**os.environ, "HOME": str(place.home), "NOCTULE_HOME": str(place.home / ".noctule")}
    memory = {"protocolVersion": 1, "notifications": list(SERVER_TELLS)}
    folders = [{"uri": place.project.as_uri(), "name": "ferry"}]
    with StdioClient([*SERVE, "--log-level", "debug"], environ) as client:
        client.initialize(memory=memory, workspaceFolders=folders)
        client.ask(1, "memory/startSession", {"sessionId": "s"})
        for number, secret in enumerate(SECRETS):
            client.ask(f"r{number}", "memory/recall", {"sessionId": "s", "query": f"is the password {secret}?"})
            end_turn(
                client,
                ("user", f"password = {secret}"),
                ("assistant", f'DB_PASSWORD="{secret}"'),
                ("tool", f"{'out ' * 490} token: {secret} {'and more ' * 20}"),
            )
        assert client.leave() == 0
        assert len(logged(place)) == 1 + 3 * len(SECRETS)
        written = b"".join(path.read_bytes() for path in (place.home / ".noctule").rglob("*") if path.is_file())
        told = json.dumps([client.notifications(method) for method in SERVER_TELLS]).encode()
        for secret in SECRETS:
            for data in (written, told, client.stderr):
                assert secret.encode() not in data
                assert secret[8:].encode() not in data


def test_a_turn_of_megabytes_keeps_nobody_waiting(place: Place) -> None:
    with place.serving(place.project) as client:
        client.ask(1, "memory/startSession", {"sessionId": "s"})
        client.ask(2, "memory/list", {})
        end_turn(client, *[("user", "The ferry leaves at nine, and never at ten. " * 20_000)] * 6)
        # A request waits a second at most for what was told before it; the limit here is that of a hang.
        assert seconds_of(lambda: client.ask(3, "memory/list", {})) < 5
    assert len(logged(place)) == 7
