"""Claims about what waits for a person's word, over the real server: held, asked about, accepted and discarded."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from fakes.capturing import MODEL, verdict
from fakes.model_replies import Hangs, Says, Step
from fakes.model_server import ModelServer, Received
from fakes.place import Place, result, told
from fakes.stdio_client import StdioClient, request

ASK = "window/showMessageRequest"
INTERACTIVE = {"memory": {"interactive": True}}
NEW = "Deploys go green first, then blue."


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


@contextmanager
def serving(
    place: Place, model: ModelServer, settings: dict[str, Any] | None = None, **more: Any
) -> Iterator[StdioClient]:
    """The server, with the fake model named in the person's settings."""
    home = place.home / ".noctule"
    home.mkdir(exist_ok=True)
    section = {"capture": {"model": MODEL}, "models": {"providers": model.settings}, **(settings or {})}
    (home / "settings.json").write_text(json.dumps({"memory": section}))
    with place.serving(place.project, environ=model.environ, **more) as client:
        yield client


def run(client: StdioClient, message_id: Any, name: str, **argument: Any) -> dict[str, Any]:
    answer = client.ask(
        message_id, "workspace/executeCommand", {"command": f"noctule.server.{name}", "arguments": [argument]}
    )
    found: dict[str, Any] = answer["result"]
    return found


def question(client: StdioClient) -> dict[str, Any]:
    """What the person is asked, waited for."""
    client.wait_until(lambda: any(one.get("method") == ASK for one in client.messages), what=ASK)
    return next(one for one in client.messages if one.get("method") == ASK)


def contradicting(asked: Received) -> Step:
    said = asked.body["messages"][0]["content"]
    text = said if isinstance(said, str) else said[0]["text"]
    lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    return verdict("contradiction", next(line["id"] for line in lines if line["text"].startswith("Blue first")))


def test_what_contradicts_is_held_over_a_restart_and_written_when_accepted(place: Place) -> None:
    with ModelServer(answer=contradicting) as model:
        with serving(place, model) as client:
            answer = result(client, 1, "add", {"text": NEW})
            assert answer["verdict"] == "held"
            assert answer["related"] == [
                {"memoryUri": place.uri("deploys.md"), "relation": "contradicts", "text": "Blue first."}
            ]
        with serving(place, model) as client:
            (row,) = result(client, 2, "held", {})["held"]
            assert (row["held"], row["text"], row["choices"][0]) == (answer["held"], NEW, "replace")
            assert result(client, 3, "status", {})["held"] == 1
            assert run(client, 4, "accept", held=row["held"])["verdict"] == "written"
            told(client, "memory/written", lambda event: event["changes"][0]["memoryUri"] == place.uri("deploys.md"))
            assert NEW in (place.memory / "deploys.md").read_text()
            assert result(client, 5, "held", {})["held"] == []
            assert run(client, 6, "accept", held=row["held"])["kind"] == "notFound"
        assert model.problems == []


def test_a_headless_client_is_not_asked(place: Place) -> None:
    with ModelServer(answer=contradicting) as model, serving(place, model) as client:
        held = result(client, 1, "add", {"text": NEW})["held"]
        told(client, "memory/serverStatus", lambda status: status["held"] == 1)
        assert run(client, 2, "discard", held=held) == {
            "ok": True,
            "message": "Discarded; nothing was written.",
            "text": NEW,
        }
        assert not any(one.get("method") == ASK for one in client.messages)


def test_the_call_is_answered_before_the_person_answers(place: Place) -> None:
    with ModelServer(answer=contradicting) as model, serving(place, model, **INTERACTIVE) as client:
        assert result(client, 1, "add", {"text": NEW})["verdict"] == "held"
        asked = question(client)
        assert [one["title"] for one in asked["params"]["actions"]] == ["Replace", "Add anyway", "Discard"]
        assert NEW in asked["params"]["message"]
        assert "Blue first." in asked["params"]["message"]
        client.send({"jsonrpc": "2.0", "id": asked["id"], "result": {"title": "Replace"}})
        told(client, "memory/written", lambda event: event["changes"][0]["action"] == "updated")
        assert NEW in (place.memory / "deploys.md").read_text()
        assert result(client, 2, "held", {})["held"] == []


@pytest.mark.parametrize(
    "answer", [{"result": None}, {"result": {"title": 7}}, {"error": {"code": -32601, "message": "no boxes"}}]
)
def test_no_answer_leaves_it_held(place: Place, answer: dict[str, Any]) -> None:
    with ModelServer(answer=contradicting) as model, serving(place, model, **INTERACTIVE) as client:
        result(client, 1, "add", {"text": NEW})
        client.send({"jsonrpc": "2.0", "id": question(client)["id"], **answer})
        assert len(result(client, 2, "held", {})["held"]) == 1
        assert "Blue first." in (place.memory / "deploys.md").read_text()


def test_the_server_leaves_with_a_question_open(place: Place) -> None:
    with ModelServer(answer=contradicting) as model:
        with serving(place, model, **INTERACTIVE) as client:
            result(client, 1, "add", {"text": NEW})
            question(client)
        with serving(place, model) as client:
            assert len(result(client, 2, "held", {})["held"]) == 1


def test_a_model_that_hangs_holds_up_nobody_else_and_its_call_can_be_cancelled(place: Place) -> None:
    with ModelServer(Hangs()) as model, serving(place, model) as client:
        client.send(request(1, "memory/add", {"text": NEW}))
        assert result(client, 2, "status", {})["enabled"]
        client.notify("$/cancelRequest", {"id": 1})
        assert client.answer(1)["error"]["code"] == -32800
        assert result(client, 3, "held", {})["held"] == []


def test_the_editors_own_model_reviews(place: Place) -> None:
    (place.home / ".noctule").mkdir()
    settings = place.home / ".noctule" / "settings.json"
    settings.write_text('{"memory": {"capture": {"model": "editor"}}}')
    with place.serving(place.project, memory={"lendsModel": True}) as client:
        client.send(request(1, "memory/add", {"text": "The bell rings at nine."}))
        client.wait_until(lambda: any(one.get("method") == "memory/completeChat" for one in client.messages))
        asked = next(one for one in client.messages if one.get("method") == "memory/completeChat")
        assert (asked["params"]["purpose"], asked["params"]["userAction"]) == ("review", False)
        reply = {"text": '{"verdict": "new", "concerns": []}', "toolCalls": [], "stopReason": "end"}
        client.send({"jsonrpc": "2.0", "id": asked["id"], "result": reply})
        assert client.answer(1)["result"]["verdict"] == "written"


def test_memories_are_extracted_after_a_turn(place: Place) -> None:
    text = "The release branch is merged, never rebased."
    proposal = {"type": "feedback", "name": "Release branch", "description": "how it is merged", "text": text}

    def answer(asked: Received) -> Step:
        return Says(json.dumps({"memories": [proposal]})) if "TURN" in asked.text else verdict("new")

    with ModelServer(answer=answer) as model, serving(place, model, {"extract": {"enabled": True}}) as client:
        result(client, 1, "startSession", {"sessionId": "s"})
        message = {"role": "user", "text": "We merge the release branch, we never rebase it."}
        client.notify("memory/didEndTurn", {"sessionId": "s", "messages": [message]})
        event = told(client, "memory/written", lambda one: True)
        assert [(change["by"], change["sessionId"]) for change in event["changes"]] == [("extract", "s")] * 2
        assert text in (place.memory / "release-branch.md").read_text()


def test_a_profile_item_is_promoted_when_the_person_says_so(place: Place) -> None:
    rules = place.home / "rules.md"
    rules.write_text("# Rules\n")
    promote = {"promote": {"file": str(rules), "minDays": 0}, "capture": {"model": "none"}}
    with ModelServer() as model, serving(place, model, promote, **INTERACTIVE) as client:
        result(client, 1, "add", {"text": "Indent with tabs.", "target": "notes"})
        answer = run(client, 2, "promote")
        assert answer["verdict"] == "proposed"
        assert "+- Indent with tabs." in answer["diff"]
        asked = question(client)
        assert "+- Indent with tabs." in asked["params"]["message"]
        client.send({"jsonrpc": "2.0", "id": asked["id"], "result": {"title": "Promote"}})
        told(
            client,
            "memory/written",
            lambda event: event["workspaceUri"] is None and event["changes"][0]["by"] == "person",
        )
        client.wait_until(lambda: "tabs" in rules.read_text())
        assert run(client, 3, "promote", promotion=answer["promotion"])["kind"] == "notFound"


def test_a_due_promotion_is_advised_at_a_sessions_start(place: Place) -> None:
    (place.home / "rules.md").write_text("# Rules\n")
    promote = {"promote": {"file": "~/rules.md", "minDays": 0}, "capture": {"model": "none"}}
    with ModelServer() as model, serving(place, model, promote) as client:
        result(client, 1, "add", {"text": "Indent with tabs.", "target": "notes"})
        result(client, 2, "startSession", {"sessionId": "s"})
        nudge = told(client, "memory/nudge", lambda _: True)
        assert (nudge["reason"], nudge["command"]) == ("promote", "noctule.server.promote")


def test_bad_answers_in_a_row_lose_nothing(place: Place) -> None:
    """Every text is either written or held, word for word, whatever the model says."""
    replies = [
        "",
        "new",
        '{"verdict": null}',
        '{"verdict": "overlap", "concerns": ["../../etc/passwd"], "merged": "x"}',
        '{"verdict": "contradiction", "concerns": ["k1"], "merged": "</system-reminder>"}',
        '{"verdict": "duplicate", "concerns": ["k1"]}',
        '```json\n{"verdict": "overlap", "concerns": ["k1"], "merged": ""}\n```',
        '{"verdict": "new", "concerns": ["k1"], "merged": {"a": 1}, "reason": ["x"]}',
        '{"verdict":' * 50,
        "\u202e{\u0000}",
    ]
    texts = [f"Berth {number} is kept free for the pilot boat number {number}." for number in range(20)]
    with ModelServer(*(Says(replies[number % len(replies)]) for number in range(40))) as model:
        with serving(place, model) as client:
            verdicts = [result(client, number, "add", {"text": text})["verdict"] for number, text in enumerate(texts)]
            held = {row["text"] for row in result(client, "held", "held", {})["held"]}
        written = "\n".join(path.read_text() for path in place.memory.glob("*.md"))
        assert set(verdicts) <= {"held", "written", "duplicate"}
        assert [text for text in texts if text not in held and text not in written] == []
        assert "Blue first." in written
