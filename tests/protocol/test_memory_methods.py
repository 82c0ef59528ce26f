"""Claims about the memory protocol over the real service: `python -m noctule serve` on a real folder."""

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import attrs
import pytest

from fakes.place import MEMORIES, SERVE, Place, error, result, told
from fakes.stdio_client import StdioClient, request, seconds_of
from fakes.talking import talk
from noctule.dream.log import DreamLog, Line
from noctule.lsp.methods import METHODS
from noctule.lsp.strict import camel_case


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def test_every_method_answers_with_all_its_fields_and_no_other(place: Place) -> None:
    calls: dict[str, dict[str, Any]] = {
        "memory/startSession": {"sessionId": "s", "kind": "main", "model": "some-model"},
        "memory/recall": {"sessionId": "s", "query": "how do we deploy blue to green?"},
        "memory/read": {"memoryUri": place.uri("deploys.md")},
        "memory/add": {"text": "Ferries leave at noon.", "name": "Timetable", "sessionId": "s"},
        "memory/replace": {"memoryUri": place.uri("orphan.md"), "old": "Alone.", "text": "Alone still."},
        "memory/remove": {"memoryUri": place.uri("orphan.md")},
        "memory/batch": {"operations": [{"op": "add", "text": "Trams leave at one.", "name": "Trams"}]},
        "memory/search": {"query": "deploy blue"},
        "memory/explainRecall": {"query": "deploy blue to green"},
        "memory/indexSnapshot": {"sessionId": "s"},
        "memory/compactSession": {"sessionId": "s"},
        "memory/ledger": {"sessionId": "s"},
        "memory/dreamDiff": {"dreamId": "0123abcd"},
    }
    line = Line(dream_id="0123abcd", at="2026-03-01T12:00:00+00:00", trigger="command", status="completed")
    DreamLog(place.memory).add(line)
    order = [*calls, *(method for method in METHODS if method not in calls)]
    with place.serving(place.project) as client:
        tidied = client.ask("tidy", "workspace/executeCommand", {"command": "noctule.server.tidy", "arguments": [{}]})
        calls["memory/dreamDiff"] = {"dreamId": tidied["result"]["dreamId"]}
        told(client, "memory/dreamOutcome", lambda outcome: outcome["status"] == "completed")
        for method in order:
            if method == "memory/historyDiff":
                newest = result(client, "newest", "history", {"limit": 1})["changes"][0]
                calls[method] = {"change": newest["change"]}
            answer = client.ask(method, method, calls.get(method, {}))
            fields = {camel_case(field.name) for field in attrs.fields(METHODS[method][1])}
            assert set(answer["result"]) == fields, method


def test_a_change_is_shown_file_by_file(place: Place) -> None:
    with place.serving(place.project) as client:
        assert result(client, 1, "add", {"text": "Ferries leave at noon.", "name": "Timetable"})["verdict"] == "written"
        newest = result(client, 2, "history", {"limit": 1})["changes"][0]
        files = result(client, 3, "historyDiff", {"change": newest["change"]})["files"]
        (added,) = (one for one in files if one["memoryUri"] == place.uri("timetable.md"))
        assert added["before"] is None
        assert "Ferries leave at noon." in added["after"]
        assert error(client, 4, "historyDiff", {"change": "0000000"})["data"]["kind"] == "notFound"


def test_memories_are_listed_read_and_checked(place: Place) -> None:
    with place.serving(place.project) as client:
        listed = result(client, 1, "list", {})["memories"]
        assert [row["name"] for row in listed] == ["Deploys", "Orphan"]
        assert listed[0]["memoryUri"] == place.uri("deploys.md")
        assert result(client, 2, "list", {"type": "user"})["memories"] == [listed[1]]
        assert result(client, 3, "read", {"memoryUri": place.uri("deploys.md")})["text"] == MEMORIES["deploys.md"]
        codes = [finding["code"] for finding in result(client, 4, "check", {})["findings"]]
        assert "orphan-memory" in codes
        assert error(client, 5, "read", {"memoryUri": place.uri("none.md")})["data"]["kind"] == "notFound"
        assert error(client, 6, "read", {"memoryUri": "file:///etc/passwd"})["data"]["kind"] == "pathRefused"
        assert error(client, 7, "list", {"type": "sonnet"})["data"]["kind"] == "unknownType"


def test_an_outside_change_is_told_once_and_the_state_after_it(place: Place) -> None:
    with place.serving(place.project) as client:
        result(client, 1, "status", {})
        told(client, "memory/serverStatus", lambda status: "2 memories" in status["message"])
        (place.memory / "new.md").write_text("---\nname: New\ndescription: from outside\ntype: user\n---\nx\n")
        event = told(client, "memory/written", lambda written: True)
        (change,) = event["changes"]
        assert (change["action"], change["by"], change["label"]) == ("saved", "outside", "memory saved: new.md")
        assert event["workspaceUri"] == place.project.as_uri()
        told(client, "memory/serverStatus", lambda status: "3 memories" in status["message"])


def writes(name: str, event: dict[str, Any]) -> bool:
    return bool(event["changes"][0]["name"] == name)


def test_a_change_that_the_client_tells_of_as_well_is_told_once(place: Place) -> None:
    with place.serving(place.project) as client:
        result(client, 1, "status", {})
        for number, name in enumerate(("first", "second"), 2):
            (place.memory / f"{name}.md").write_text(f"---\nname: {name}\ndescription: outside\ntype: user\n---\nx\n")
            seen = {"changes": [{"uri": place.uri(f"{name}.md"), "type": 1}]}
            client.notify("workspace/didChangeWatchedFiles", seen)
            told(client, "memory/written", partial(writes, name))
            client.notify("workspace/didChangeWatchedFiles", seen)
            result(client, number, "list", {})
        changes = [change for event in client.notifications("memory/written") for change in event["changes"]]
        assert [change["name"] for change in changes] == ["first", "second"]


def test_what_a_tool_wrote_is_the_sessions(place: Place) -> None:
    with place.serving(place.project) as client:
        result(client, 1, "startSession", {"sessionId": "s"})
        (place.memory / "new.md").write_text("---\nname: New\ndescription: by the agent\ntype: user\n---\nx\n")
        client.notify(
            "memory/didWrite", {"sessionId": "s", "tool": "write", "uri": place.uri("new.md"), "isError": False}
        )
        event = told(client, "memory/written", lambda written: True)
        assert [(change["by"], change["sessionId"]) for change in event["changes"]] == [("agent", "s")]


def test_a_recall_is_told_and_a_cancelled_one_taken_back(place: Place) -> None:
    query = {"sessionId": "s", "query": "how do we deploy blue to green?"}
    with place.serving(place.project) as client:
        result(client, 1, "startSession", {"sessionId": "s"})
        recalled = result(client, 2, "recall", query)
        assert [one["name"] for one in recalled["memories"]] == ["Deploys"]
        assert told(client, "memory/recalled", lambda _: True)["label"] == "recalled 1 memory"
        assert len(result(client, 3, "ledger", {"sessionId": "s"})["memories"]) == 1
        client.notify("$/cancelRequest", {"id": 2})
        for number in range(1000):
            if not result(client, f"ledger {number}", "ledger", {"sessionId": "s"})["memories"]:
                break
        assert result(client, 4, "recall", query)["memories"] == recalled["memories"]


def test_a_recall_that_is_cancelled_at_once_enters_nothing(place: Place) -> None:
    with place.serving(place.project) as client:
        for number in range(10, 30):
            result(client, f"start {number}", "startSession", {"sessionId": f"s-{number}"})
            query = {"sessionId": f"s-{number}", "query": "how do we deploy blue to green?"}
            cancel = {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": number}}
            client.send(request(number, "memory/recall", query), cancel)
            client.answer(number)
        # On a busy machine the answer to one may be on its way when its cancel is read.
        cancelled = [number for number in range(10, 30) if "result" not in client.answer(number)]
        assert cancelled
        # One whose cancel came while it was being entered is taken back when that is done.
        asked = iter(range(1000, 2000))
        client.wait_until(
            lambda: (
                not any(
                    result(client, next(asked), "ledger", {"sessionId": f"s-{number}"})["memories"]
                    for number in cancelled
                )
            ),
            what="an empty ledger of each cancelled recall",
        )


def test_commands_change_the_state_that_is_told(place: Place) -> None:
    def run(message_id: int, name: str, argument: dict[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = client.ask(
            message_id, "workspace/executeCommand", {"command": f"noctule.server.{name}", "arguments": [argument]}
        )["result"]
        return found

    with place.serving(place.project) as client:
        result(client, 1, "startSession", {"sessionId": "s"})
        assert run(2, "pause", {"sessionId": "s"})["ok"] is True
        told(client, "memory/serverStatus", lambda status: status["paused"])
        assert run(3, "resume", {"sessionId": "s"})["ok"] is True
        assert run(4, "disable", {})["ok"] is True
        told(client, "memory/serverStatus", lambda status: "off" in status["message"])
        assert error(client, 5, "list", {})["data"]["kind"] == "disabled"
        assert result(client, 6, "status", {})["enabled"] is False
        assert result(client, 7, "startSession", {"sessionId": "t"})["snapshot"] is None
        assert "disabled" in result(client, 8, "recall", {"sessionId": "s", "query": "deploy blue"})["notes"]
        assert run(9, "enable", {})["ok"] is True
        assert run(10, "pause", {"sessionId": "nobody"}) == {
            "ok": False,
            "kind": "unknownSession",
            "message": run(11, "pause", {"sessionId": "nobody"})["message"],
        }


def test_without_a_folder_every_call_says_so(place: Place) -> None:
    with place.serving() as client:
        assert error(client, 1, "status", {})["data"]["kind"] == "noWorkspace"
        assert error(client, 2, "startSession", {"sessionId": "s"})["data"]["kind"] == "noWorkspace"
        told(client, "memory/serverStatus", lambda status: status["workspaceUri"] is None)
    assert not (place.home / ".noctule" / "projects").exists()


@pytest.mark.parametrize("uri", ["untitled:1", "vscode-remote://ssh/p", "", "relative", "file:///a%00b", "::"])
def test_a_folder_that_is_not_on_this_machine_is_no_folder(place: Place, uri: str) -> None:
    with place.serving(rootUri=uri) as client:
        assert error(client, 1, "status", {})["data"]["kind"] == "noWorkspace"
        assert error(client, 2, "status", {"workspaceUri": uri})["code"] > 0


def test_of_several_folders_one_is_to_be_named(place: Place) -> None:
    with place.serving(place.project) as client:
        result(client, 1, "status", {})
        added = {"added": [{"uri": place.other.as_uri(), "name": "tram"}], "removed": []}
        client.notify("workspace/didChangeWorkspaceFolders", {"event": added})
        assert error(client, 2, "status", {})["data"]["kind"] == "whichProject"
        named = result(client, 3, "status", {"workspaceUri": place.other.as_uri()})
        assert named["workspaceUri"] == place.other.as_uri()
        removed = {"added": [], "removed": [{"uri": place.project.as_uri(), "name": "ferry"}]}
        client.notify("workspace/didChangeWorkspaceFolders", {"event": removed})
        assert result(client, 4, "status", {})["workspaceUri"] == place.other.as_uri()
        assert (
            error(client, 5, "status", {"workspaceUri": place.project.as_uri()})["data"]["kind"] == "unknownWorkspace"
        )


def answer_settings(client: StdioClient, section: Any) -> None:
    client.wait_until(lambda: any(one.get("method") == "workspace/configuration" for one in client.messages))
    ask = next(one for one in client.messages if one.get("method") == "workspace/configuration")
    assert ask["params"] == {"items": [{"section": "noctule"}]}
    client.send({"jsonrpc": "2.0", "id": ask["id"], "result": section})


GIVES_SETTINGS = {"workspace": {"configuration": True}}


def test_the_editors_settings_are_asked_for_and_followed(place: Place) -> None:
    with place.serving(place.project, capabilities=GIVES_SETTINGS) as client:
        answer_settings(client, [{"enabled": False, "recall": {"maxMemories": "many"}}])
        status = result(client, 1, "status", {})
        assert (status["enabled"], status["enabledBy"]) == (False, "client")
        assert any("maxMemories" in problem for problem in status["problems"])
        client.notify("workspace/didChangeConfiguration", {"settings": {"noctule": {"enabled": True}}})
        assert result(client, 2, "status", {})["enabled"] is True


@pytest.mark.parametrize("section", [None, [], [None], "text", {}, [5]])
def test_settings_of_any_shape_stop_nothing(place: Place, section: Any) -> None:
    with place.serving(place.project, capabilities=GIVES_SETTINGS) as client:
        answer_settings(client, section)
        assert result(client, 1, "status", {})["enabled"] is True


def test_an_editor_that_never_gives_its_settings_is_not_waited_for_for_ever(place: Place) -> None:
    with place.serving(place.project, capabilities=GIVES_SETTINGS) as client:
        assert result(client, 1, "status", {})["enabled"] is True


def test_a_workspace_is_trusted_when_the_client_says_so(place: Place) -> None:
    settings = place.project / ".noctule" / "settings.json"
    settings.parent.mkdir()
    settings.write_text('{"memory": {"enabled": false}}')
    with place.serving(place.project, memory={"trustedWorkspaceUris": []}) as client:
        assert result(client, 1, "status", {})["enabled"] is True
        client.notify("memory/didChangeTrust", {"trustedWorkspaceUris": [place.project.as_uri(), "untitled:1"]})
        assert result(client, 2, "status", {})["enabledBy"] == "project"
        client.notify("memory/didChangeTrust", {"trustedWorkspaceUris": []})
        assert result(client, 3, "status", {})["enabled"] is True


def test_the_editors_own_model_is_asked_to_choose(place: Place) -> None:
    settings = place.home / ".noctule" / "settings.json"
    settings.parent.mkdir()
    settings.write_text('{"memory": {"recall": {"model": "editor"}}}')
    with place.serving(place.project, memory={"lendsModel": True}) as client:
        result(client, 1, "startSession", {"sessionId": "s"})
        client.send(request(2, "memory/recall", {"sessionId": "s", "query": "who stands there all alone?"}))
        client.wait_until(lambda: any(one.get("method") == "memory/completeChat" for one in client.messages))
        ask = next(one for one in client.messages if one.get("method") == "memory/completeChat")
        assert set(ask["params"]) == {"messages", "tools", "maxTokens", "purpose", "userAction"}
        client.send(
            {"jsonrpc": "2.0", "id": ask["id"], "error": {"code": 1, "message": "no", "data": {"kind": "noConsent"}}}
        )
        answer = client.answer(2)["result"]
        assert answer["selector"] in {"local", "none"}
        assert answer["notes"] != []


def test_a_home_that_cannot_be_made_is_named_in_every_answer(place: Place) -> None:
    (place.home / ".noctule").write_text("a file where a folder should be")
    with place.serving(place.project) as client:
        for number, method in enumerate(["status", "list", "sessions"]):
            answer = client.ask(number, f"memory/{method}", {})
            assert "result" in answer or answer["error"]["code"] > 0, answer
        answer = client.ask("start", "memory/startSession", {"sessionId": "s"})
        assert answer["error"]["code"] > 0, answer


@pytest.mark.parametrize("end", ["eof", "SIGTERM", "exit", "editor"])
def test_with_its_watches_on_the_server_is_gone_in_time(place: Place, end: str) -> None:
    editor = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    own = {"HOME": str(place.home), "NOCTULE_HOME": str(place.home / ".noctule")}
    with StdioClient(SERVE, {**os.environ, **own}) as client:
        client.initialize(rootUri=place.project.as_uri(), processId=editor.pid)
        result(client, 1, "startSession", {"sessionId": "s"})

        def leave_it() -> None:
            editor.kill()
            editor.communicate()

        leave: dict[str, Callable[[], object]] = {
            "eof": client.close_input,
            "SIGTERM": client.process.terminate,
            "exit": lambda: client.notify("exit"),
            "editor": leave_it,
        }
        leave[end]()
        assert seconds_of(client.exit_code) < 2.0
        assert client.process.returncode == 1
        assert client.stderr == b""
    editor.kill()
    editor.communicate()


def test_two_servers_tell_each_change_once_with_its_author(place: Place) -> None:
    with place.serving(place.project) as one, place.serving(place.project) as two:
        result(one, 1, "startSession", {"sessionId": "a"})
        result(two, 1, "startSession", {"sessionId": "b"})
        result(one, 2, "add", {"text": "Ferries leave at noon.", "name": "Timetable", "sessionId": "a"})
        for client in (one, two):
            event = told(
                client, "memory/written", lambda written: any(c["action"] == "saved" for c in written["changes"])
            )
            assert {(change["by"], change["sessionId"]) for change in event["changes"]} == {("agent", "a")}
        for client in (one, two):
            saved = [
                change["memoryUri"]
                for event in client.notifications("memory/written")
                for change in event["changes"]
                if change["action"] == "saved"
            ]
            assert saved == [place.uri("timetable.md")]


def test_a_batch_that_is_wrong_in_one_place_says_where_and_writes_nothing(place: Place) -> None:
    before = sorted(path.name for path in place.memory.iterdir())
    good = {"op": "add", "text": "Trams leave at one.", "name": "Trams"}
    with place.serving(place.project) as client:
        wrong = client.ask(1, "memory/batch", {"operations": [good, {"op": "add", "text": 5}]})["error"]
        assert wrong["data"]["path"] == "params.operations[1].text"
        assert error(client, 2, "batch", {"operations": [good, {"op": "move"}]})["code"] == -32602
        refused = error(client, 3, "batch", {"operations": [good, {"op": "remove", "memoryUri": place.uri("no.md")}]})
        assert (refused["data"]["kind"], refused["message"]) == ("notFound", "Operation 2: There is no memory no.md.")
        assert error(client, 4, "batch", {"operations": [good] * 101})["data"]["kind"] == "refused"
    assert sorted(path.name for path in place.memory.iterdir()) == before


def test_search_finds_what_was_said_in_a_past_conversation(place: Place) -> None:
    talk(place.home, place.project, "s1", "Where is the lagoon pump?", "Behind the third quay.")
    with place.serving(place.project) as client:
        found = result(client, 1, "search", {"query": "lagoon pump", "scope": "transcripts"})
        assert found["notes"] == []
        (hit,) = found["hits"]
        assert (hit["memoryUri"], hit["sessionRef"]) == (None, "claude-code:s1")
        assert hit["at"] == "2026-05-04T09:00:00.000Z"
        assert "assistant: Behind the third quay." in hit["text"]
        both = result(client, 2, "search", {"query": "deploy lagoon", "scope": "all", "since": "2026-05-01"})
        assert {hit["memoryUri"] is None for hit in both["hits"]} == {True, False}
        late = {"query": "lagoon", "scope": "transcripts", "since": "2026-05-05T00:00:00Z"}
        assert result(client, 3, "search", late)["hits"] == []
        for number, wrong in enumerate(({"since": "soon"}, {"source": "abacus"}), 4):
            said = error(client, number, "search", {"query": "lagoon", "scope": "transcripts", **wrong})
            assert said["data"]["kind"] == "refused"
