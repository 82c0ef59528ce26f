"""Claims about answers: every request that can be read gets exactly one, whatever was asked and whatever happens."""

from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import pytest

from fakes.stdio_client import StdioClient, request
from noctule.lsp.methods import METHODS, TELLS


@pytest.fixture(scope="module")
def client() -> Iterator[StdioClient]:
    with StdioClient() as client:
        client.initialize()
        yield client
        assert client.ask("end", "memory/status")["result"] == {"method": "memory/status"}
        assert client.leave() == 0
        assert client.strays == b""
        assert client.notifications("window/showMessage") == []


def check(client: StdioClient, message_id: Any, method: str, params: Any, *, code: int | None) -> dict[str, Any]:
    """Ask once, get one answer, with that error code or a result."""
    answer = client.ask(message_id, method, params)
    assert answer.get("error", {}).get("code") == code, answer
    return answer


SHAPES: list[tuple[str, Any]] = [
    ("null", None),
    ("empty list", []),
    ("empty object", {}),
    ("unknown keys", {"later": {"deep": [1]}}),
    ("wrong types", {"sessionId": 5, "query": [], "memoryUri": {}, "text": 1, "workspaceUri": 5}),
    ("list", [1, 2]),
    ("text", "text"),
    ("number", 5),
    ("true", True),
]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("name", "params"), SHAPES, ids=[name for name, _ in SHAPES])
def test_params_of_any_shape_are_answered(client: StdioClient, method: str, name: str, params: Any) -> None:
    answer = client.ask(f"{method} {name}", method, params)
    if "error" in answer:
        assert answer["error"]["code"] == -32602
        assert answer["error"]["message"].startswith("Invalid params: params")
        assert answer["error"]["data"]["path"].startswith("params")
    else:
        assert name in {"null", "empty list", "empty object", "unknown keys"}


@pytest.mark.parametrize("method", METHODS)
def test_params_may_be_left_out(client: StdioClient, method: str) -> None:
    client.send({"jsonrpc": "2.0", "id": f"{method} none", "method": method})
    assert client.answer(f"{method} none").get("error", {"code": -32602})["code"] == -32602


@pytest.mark.parametrize("method", TELLS)
@pytest.mark.parametrize(("name", "params"), SHAPES, ids=[name for name, _ in SHAPES])
def test_a_wrong_notification_is_answered_by_nothing(client: StdioClient, method: str, name: str, params: Any) -> None:
    before = len(client.messages)
    client.notify(method, params)
    client.ask(f"after {method} {name}", "memory/status")
    assert len(client.messages) == before + 1


BAD: list[tuple[str, str, Any, int | None]] = [
    ("an unknown method", "no/such", {}, -32601),
    ("an unknown $/ method", "$/nope", {}, -32601),
    ("a notification sent as a request", "memory/didWrite", {"sessionId": "s"}, -32601),
    ("exit sent as a request", "exit", None, -32601),
    ("initialized sent as a request", "initialized", {}, -32601),
    ("a second initialize", "initialize", {"processId": None, "rootUri": None, "capabilities": {}}, -32600),
    ("a result that JSON cannot say", "memory/search", {"query": "object"}, -32603),
    ("a result that is no number", "memory/search", {"query": "nan"}, -32603),
    ("a result that holds itself", "memory/search", {"query": "loop"}, -32603),
    ("a bug", "memory/search", {"query": "bug"}, -32603),
    ("SystemExit in a handler", "memory/search", {"query": "exit"}, -32603),
    ("KeyboardInterrupt in a handler", "memory/search", {"query": "interrupt"}, -32603),
    ("an error of ours", "memory/search", {"query": "missing"}, 1100),
    ("half a character in a result", "memory/search", {"query": "half"}, None),
    ("half a character in params", "memory/search", {"query": "x \ud83d"}, None),
]


@pytest.mark.parametrize(("name", "method", "params", "code"), BAD, ids=[case[0] for case in BAD])
def test_what_fails_is_answered_once(client: StdioClient, name: str, method: str, params: Any, code: int) -> None:
    if "params" in name:
        client.send_raw(_escaped(name, method, params))
        assert "result" in client.answer(name)
        return
    check(client, name, method, params, code=code)


def _escaped(message_id: str, method: str, params: Any) -> bytes:
    import json

    body = json.dumps(request(message_id, method, params)).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def test_a_bug_is_told_as_a_reference_that_the_log_explains(client: StdioClient) -> None:
    error = client.ask("a bug again", "memory/search", {"query": "bug with words of a memory"})["error"]
    ref = error["data"]["ref"]
    assert error["message"] == f"internal error (ref {ref})"
    client.wait_until(lambda: f"bug {ref}".encode() in client.stderr)
    assert b"ValueError" in client.stderr
    assert b"words of a memory" not in client.stderr


def test_an_error_of_ours_carries_its_kind_and_a_sentence(client: StdioClient) -> None:
    error = client.ask("missing", "memory/search", {"query": "missing"})["error"]
    assert error == {"code": 1100, "message": "There is no memory of that name.", "data": {"kind": "notFound"}}


@pytest.mark.parametrize("message_id", [0, -1, 2**53, 2**70, "", "0", "é🚀", "x" * 10_000])
def test_an_id_comes_back_as_it_was(client: StdioClient, message_id: int | str) -> None:
    check(client, message_id, "memory/status", {}, code=None)


def test_an_id_in_use_is_refused_and_the_first_request_still_answered(client: StdioClient) -> None:
    client.send(request("twice", "memory/search", {"query": "sleep"}), request("twice", "memory/status", {}))
    client.wait_until(lambda: len(client.answers("twice")) == 1)
    assert client.answers("twice")[0]["error"]["code"] == -32600
    client.notify("$/cancelRequest", {"id": "twice"})
    client.wait_until(lambda: len(client.answers("twice")) == 2)
    assert client.answers("twice")[1]["error"]["code"] == -32800


def test_text_of_any_script_is_carried_byte_for_byte(client: StdioClient) -> None:
    text = "測試 🚀 é \u2028 \x00 \U0010ffff"
    assert client.ask("script", "memory/search", {"query": text})["result"] == {"query": text}


def test_half_a_character_is_replaced_before_it_can_do_harm(client: StdioClient) -> None:
    params = b'{"query": "a \\ud83d b \\ud83d\\ude80"}'
    client.send(b'{"jsonrpc": "2.0", "id": "half", "method": "memory/search", "params": ' + params + b"}")
    assert client.answer("half")["result"] == {"query": "a \ufffd b \U0001f680"}


def test_a_large_result_is_carried(client: StdioClient) -> None:
    assert len(client.ask("large", "memory/search", {"query": "large 5000000"})["result"]["it"]) == 5_000_000


def test_what_is_asked_before_initialize_is_refused() -> None:
    with StdioClient() as client:
        assert client.ask(1, "memory/status", {})["error"]["code"] == -32002
        assert client.ask(2, "shutdown")["error"]["code"] == -32002
        client.notify("memory/didActivity", {"sessionId": "s"})
        assert client.ask(3, "initialize", {"processId": "x"})["error"]["code"] == -32602
        client.initialize()
        assert client.ask(4, "memory/search", {"query": "told"})["result"] == {"told": ["start"]}


def test_what_is_asked_after_shutdown_is_refused() -> None:
    with StdioClient() as client:
        client.initialize()
        assert client.ask(1, "shutdown")["result"] is None
        for message_id, method in [(2, "memory/status"), (3, "shutdown"), (4, "initialize"), (5, "no/such")]:
            assert client.ask(message_id, method)["error"]["code"] == -32600
        client.notify("exit")
        assert client.exit_code() == 0


def test_the_answer_to_initialize_declares_the_memory_protocol() -> None:
    with StdioClient() as client:
        capabilities = client.initialize(memory={"protocolVersion": 3})["result"]["capabilities"]
        memory = capabilities["experimental"]["memory"]
        assert memory["protocolVersion"] == 1
        assert set(METHODS) | set(TELLS) <= set(memory["methods"])
        assert memory["limits"]["messageBytes"] == 64 * 1024 * 1024
        assert memory["mcp"] is (find_spec("mcp_types") is not None)
        assert capabilities["textDocumentSync"]["change"] == 2
        assert capabilities["workspace"]["workspaceFolders"]["supported"] is True


def test_only_declared_notifications_are_sent() -> None:
    with StdioClient() as client:
        client.initialize(memory={"protocolVersion": 1, "notifications": ["memory/nudge"]})
        client.ask(1, "memory/search", {"query": "event"})
        assert client.notifications("memory/nudge") == [
            {"workspaceUri": "file:///p", "reason": "r", "message": "m", "command": None}
        ]
        assert client.notifications("memory/written") == []


def test_a_request_sees_what_was_told_before_it() -> None:
    with StdioClient() as client:
        client.initialize()
        for session in ("slow", "bug", "quick"):
            client.notify("memory/didActivity", {"sessionId": session})
        client.notify(
            "workspace/didChangeWorkspaceFolders",
            {"event": {"added": [{"uri": "file:///a", "name": "a"}], "removed": []}},
        )
        told = client.ask(1, "memory/search", {"query": "told"})["result"]["told"]
        assert told == [
            "start",
            "memory/didActivity slow",
            "memory/didActivity quick",
            "roots +['file:///a'] -[]",
        ]
