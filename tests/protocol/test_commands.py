"""Claims about commands: one object in, an object with `ok` and `message` out, one rule for failures."""

from collections.abc import Iterator
from typing import Any

import pytest

from fakes.stdio_client import StdioClient
from noctule.lsp.methods import COMMANDS

PAUSE = "noctule.server.pause"
ENABLE = "noctule.server.enable"


@pytest.fixture(scope="module")
def client() -> Iterator[StdioClient]:
    with StdioClient() as client:
        client.initialize(capabilities={"window": {"workDoneProgress": False}})
        yield client
        assert client.leave() == 0
        assert client.strays == b""


def run(client: StdioClient, message_id: Any, command: Any, **more: Any) -> dict[str, Any]:
    return client.ask(message_id, "workspace/executeCommand", {"command": command, **more})


NOTHING: list[tuple[str, dict[str, Any]]] = [
    ("left out", {}),
    ("null", {"arguments": None}),
    ("empty list", {"arguments": []}),
    ("empty object in a list", {"arguments": [{}]}),
    ("null in a list", {"arguments": [None]}),
    ("unknown fields", {"arguments": [{"later": 1}]}),
]


@pytest.mark.parametrize(("name", "more"), NOTHING, ids=[name for name, _ in NOTHING])
def test_no_arguments_in_any_spelling_are_an_empty_object(client: StdioClient, name: str, more: dict[str, Any]) -> None:
    assert run(client, f"enable {name}", ENABLE, **more)["result"] == {"ok": True, "message": "done", "name": ENABLE}
    assert run(client, f"pause {name}", PAUSE, **more)["error"]["data"]["path"] == "params.arguments[0].sessionId"


WRONG: list[tuple[str, dict[str, Any]]] = [
    ("an object", {"arguments": {"a": 1}}),
    ("a text", {"arguments": "text"}),
    ("a text in a list", {"arguments": ["text"]}),
    ("a list in a list", {"arguments": [[1]]}),
    ("two objects", {"arguments": [{}, {}]}),
    ("a wrong type", {"arguments": [{"sessionId": 5}]}),
]


@pytest.mark.parametrize(("name", "more"), WRONG, ids=[name for name, _ in WRONG])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_call_that_is_wrong_in_itself_is_an_error(
    client: StdioClient, command: str, name: str, more: dict[str, Any]
) -> None:
    answer = run(client, f"{command} {name}", command, **more)
    if "error" not in answer:
        # A field that the command does not know is ignored, whatever its type.
        assert (name, hasattr(COMMANDS[command], "session_id")) == ("a wrong type", False)
        return
    assert answer["error"]["code"] == -32602
    assert answer["error"]["message"].startswith("Invalid params: params.arguments")


@pytest.mark.parametrize("command", ["nope", "", 5, None, PAUSE + " "])
def test_an_unknown_command_is_an_error(client: StdioClient, command: Any) -> None:
    assert run(client, f"unknown {command}", command)["error"]["code"] == -32602


def test_a_command_that_cannot_do_it_says_so_in_its_result(client: StdioClient) -> None:
    answer = run(client, "cannot", PAUSE, arguments=[{"sessionId": "unknown"}])
    assert answer["result"] == {"ok": False, "message": "There is no such session.", "kind": "notFound"}


def test_a_bug_in_a_command_is_an_error_and_the_server_lives(client: StdioClient) -> None:
    assert run(client, "bug", PAUSE, arguments=[{"sessionId": "exit"}])["error"]["code"] == -32603


def test_a_cancelled_command_stops_and_is_answered(client: StdioClient) -> None:
    client.send(
        {
            "jsonrpc": "2.0",
            "id": "cancel",
            "method": "workspace/executeCommand",
            "params": {"command": PAUSE, "arguments": [{"sessionId": "sleep"}], "workDoneToken": "t1"},
        }
    )
    client.wait_until(lambda: len(client.notifications("$/progress")) == 2)
    client.notify("$/cancelRequest", {"id": "cancel"})
    assert client.answer("cancel")["error"]["code"] == -32800
    assert [one["value"]["kind"] for one in client.notifications("$/progress")] == ["begin", "report", "end"]
    assert {one["token"] for one in client.notifications("$/progress")} == {"t1"}


def test_the_cancel_of_its_progress_stops_a_command(client: StdioClient) -> None:
    client.send(
        {
            "jsonrpc": "2.0",
            "id": "button",
            "method": "workspace/executeCommand",
            "params": {"command": PAUSE, "arguments": [{"sessionId": "sleep"}], "workDoneToken": 5},
        }
    )
    client.wait_until(lambda: any(one["token"] == 5 for one in client.notifications("$/progress")))
    client.notify("window/workDoneProgress/cancel", {"token": 5})
    assert client.answer("button")["error"]["code"] == -32800


def test_without_token_and_capability_no_progress_is_sent(client: StdioClient) -> None:
    before = len(client.notifications("$/progress"))
    assert run(client, "quiet", PAUSE, arguments=[{"sessionId": "s"}])["result"]["ok"] is True
    assert len(client.notifications("$/progress")) == before


def test_a_command_without_a_token_waits_for_no_progress() -> None:
    with StdioClient() as client:
        client.initialize(capabilities={"window": {"workDoneProgress": True}})
        assert run(client, 1, PAUSE, arguments=[{"sessionId": "s"}])["result"]["ok"] is True
        assert not any(one.get("method") == "window/workDoneProgress/create" for one in client.messages)
        assert client.notifications("$/progress") == []


CANCELS: list[Any] = [999, "nobody", True, None, {}, []]


@pytest.mark.parametrize("message_id", CANCELS)
def test_a_cancel_of_nothing_is_ignored(client: StdioClient, message_id: Any) -> None:
    client.notify("$/cancelRequest", {"id": message_id})
    client.notify("window/workDoneProgress/cancel", {"token": message_id})
    assert "result" in client.ask(f"after cancel {message_id}", "memory/status")


def test_a_request_is_cancelled_wherever_it_waits(client: StdioClient) -> None:
    for query in ("sleep", "hang"):
        client.send({"jsonrpc": "2.0", "id": query, "method": "memory/search", "params": {"query": query}})
        client.notify("$/cancelRequest", {"id": query})
        assert client.answer(query)["error"]["code"] == -32800


def test_a_cancel_that_comes_late_takes_the_answer_back(client: StdioClient) -> None:
    client.ask("late", "memory/search", {"query": "something"})
    client.notify("$/cancelRequest", {"id": "late"})
    for number in range(1000):
        if "took back something" in client.ask(f"told {number}", "memory/search", {"query": "told"})["result"]["told"]:
            return
    raise AssertionError("it was not taken back")
