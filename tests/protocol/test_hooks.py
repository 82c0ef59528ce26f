"""An agent's hooks beside a running server, each a process of its own: the editor sees what the agent does."""

import json
from pathlib import Path

import pytest

from fakes.hooks import HookedAgent
from fakes.house import OTHERS, memory_text
from fakes.place import Place, result, told
from fakes.stdio_client import StdioClient

CRANE = "how is the harbour crane oiled?"


@pytest.fixture
def place(tmp_path: Path) -> Place:
    place = Place(tmp_path)
    crane = memory_text("Crane", "how the harbour crane is oiled", "Oil the crane with whale oil.")
    (place.memory / "crane.md").write_text(crane)
    for word in OTHERS:
        (place.memory / f"{word}.md").write_text(
            memory_text(word.title(), f"about {word}", f"Of {word} there is much.")
        )
    return place


@pytest.fixture
def agent(place: Place) -> HookedAgent:
    environ = {
        "HOME": str(place.home),
        "NOCTULE_HOME": str(place.home / ".noctule"),
        "NOCTULE_MEMORY_DIR": str(place.memory),
    }
    return HookedAgent(place.project, environ)


def test_an_editor_sees_what_an_agent_recalls_and_writes_by_its_hooks(place: Place, agent: HookedAgent) -> None:
    with place.serving(place.project) as client:
        result(client, 1, "status", {})
        assert b"deploys.md" in agent.program("SessionStart", source="startup").stdout
        said = agent.program("UserPromptSubmit", prompt=CRANE).stdout
        assert b"whale oil" in said
        assert b"<recalled-memory>" in said
        event = told(client, "memory/recalled", lambda one: one["sessionId"] == "s1")
        assert event == {
            "workspaceUri": place.project.as_uri(),
            "sessionId": "s1",
            "memories": [{"memoryUri": place.uri("crane.md"), "name": "Crane"}],
            "label": "recalled 1 memory",
        }
        file = place.memory / "keel.md"
        file.write_text(memory_text("Keel", "what the keel is made of", "Of oak."))
        agent.program("PostToolUse", tool_name="Write", tool_input={"file_path": str(file)})
        event = told(client, "memory/written", lambda one: any(c["name"] == "Keel" for c in one["changes"]))
        (change,) = [one for one in event["changes"] if one["name"] == "Keel"]
        assert (change["action"], change["by"], change["sessionId"]) == ("saved", "agent", "s1")
        assert len(client.notifications("memory/recalled")) == 1


def test_copilots_agents_are_told_where_each_of_them_reads(agent: HookedAgent) -> None:
    common = {"session_id": "c1", "timestamp": "2026-11-30T21:26:09.813Z", "transcript_path": None}
    said = json.loads(agent.program("SessionStart", source="new", initial_prompt=CRANE, **common).stdout)
    inner = said["hookSpecificOutput"]
    assert inner["hookEventName"] == "SessionStart"
    assert "deploys.md" in inner["additionalContext"] == said["additionalContext"]
    assert set(json.loads(agent.program("SessionStart", source="startup").stdout)) == {"hookSpecificOutput"}


def test_a_server_and_a_hook_share_the_ledger(place: Place, agent: HookedAgent) -> None:
    with place.serving(place.project) as client:
        agent.program("SessionStart", source="startup")
        agent.program("UserPromptSubmit", prompt=CRANE)
        asked = {"sessionId": "s1", "query": CRANE}
        assert result(client, 1, "recall", asked)["memories"] == []
        (session,) = result(client, 2, "sessions", {})["sessions"]
        assert (session["sessionId"], session["kind"]) == ("s1", "main")


def test_the_idle_timer_runs_when_the_agents_turn_ended_and_stops_when_one_begins(
    place: Place, agent: HookedAgent
) -> None:
    place.home.joinpath(".noctule").mkdir()
    settings = '{"memory": {"dream": {"enabled": true, "idleDelayMs": 600000}}}'
    place.home.joinpath(".noctule/settings.json").write_text(settings)
    with place.serving(place.project, memory={"interactive": True}) as client:
        result(client, 1, "status", {})
        agent.program("SessionStart", source="startup")
        agent.program("UserPromptSubmit", prompt=CRANE)
        agent.program("Stop")
        told(client, "memory/dreamStatus", lambda one: one["state"] == "armed")
        before = len(client.notifications("memory/dreamStatus"))
        agent.program("UserPromptSubmit", prompt="and what of the violins?")
        client.wait_until(lambda: len(states(client)) > before and states(client)[-1] == "idle", what="idle")


def states(client: StdioClient) -> list[str]:
    return [one["state"] for one in client.notifications("memory/dreamStatus")]
