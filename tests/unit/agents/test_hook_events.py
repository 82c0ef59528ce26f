"""What each event of an agent's hooks does, over the service and the state that a server shares."""

from pathlib import Path

import pytest

from fakes.hooks import HookedAgent
from fakes.house import House, Process, memory_text
from noctule.agents.hook_events import EVENTS

CRANE = "how is the harbour crane oiled?"
BUOY = "which colour has a buoy?"


def shown(process: Process, session_id: str = "s1") -> list[str]:
    return [row.path for row in process.noctule.projects.state.ledger.rows(session_id)]


def test_every_event_of_the_two_agents_is_served() -> None:
    named = "SessionStart UserPromptSubmit PreToolUse PostToolUse PreCompact SubagentStart SubagentStop Stop SessionEnd"
    assert set(EVENTS) == set(named.split())


def test_a_session_begins_with_the_snapshot_that_a_server_would_give(agent: HookedAgent, server: Process) -> None:
    text = agent.start()
    assert text == server.prompt()
    assert "crane.md" in text


def test_a_turn_is_given_what_fits_and_nothing_twice(agent: HookedAgent, server: Process) -> None:
    agent.start()
    assert "whale oil" in agent.turn(CRANE)
    assert shown(server) == ["crane.md"]
    assert agent.turn(CRANE) == ""
    assert "never green" in agent.turn(BUOY)
    assert shown(server) == ["crane.md", "buoy.md"]


def test_a_server_shows_nothing_that_a_hook_has_shown(agent: HookedAgent, server: Process) -> None:
    agent.start()
    agent.turn(CRANE)
    assert server.recalled(CRANE) == []


@pytest.mark.parametrize("prompt", ["", " \n", None])
def test_an_empty_turn_is_given_nothing(agent: HookedAgent, prompt: str | None) -> None:
    assert agent.tell("UserPromptSubmit", prompt=prompt) == ""


def test_a_turn_of_a_session_that_was_never_started_starts_it(agent: HookedAgent, server: Process) -> None:
    text = agent.turn(CRANE)
    assert text.startswith(server.prompt())
    assert "whale oil" in text
    assert shown(server) == ["crane.md"]
    assert agent.turn(CRANE) == ""


def test_a_session_that_goes_on_is_not_given_its_snapshot_again(agent: HookedAgent, server: Process) -> None:
    agent.start()
    agent.turn(CRANE)
    agent.tell("SessionEnd", reason="prompt_input_exit")
    assert agent.start("resume") == ""
    assert agent.turn(CRANE) == ""
    (row,) = server.noctule.projects.state.sessions.all()
    assert row.ended is None


def test_a_session_that_goes_on_after_its_state_was_lost_is_known_by_its_transcript(
    agent: HookedAgent, server: Process, house: House
) -> None:
    agent.start()
    said = agent.turn(CRANE)
    agent.transcript.write_bytes(agent.input("x", content=said).replace(b"\n", b" ") + b"\n")
    server.noctule.close()
    for file in house.home.glob("state.db*"):
        file.unlink()
    assert "# Memory" in agent.start("resume")
    assert agent.turn(CRANE) == ""


@pytest.mark.parametrize("source", ["compact", "clear"])
def test_what_forgot_its_context_is_given_all_of_it_again(agent: HookedAgent, server: Process, source: str) -> None:
    agent.start()
    agent.turn(CRANE)
    agent.tell("Stop")
    server.save("keel.md", memory_text("Keel", "what the keel is made of", "Of oak."))
    text = agent.start(source)
    assert "keel.md" in text
    assert shown(server) == []
    assert "whale oil" in agent.turn(CRANE)


def test_the_start_after_a_compaction_gives_the_snapshot_that_the_compaction_took(
    agent: HookedAgent, server: Process
) -> None:
    agent.start()
    agent.turn(CRANE)
    assert agent.tell("PreCompact", trigger="auto") == ""
    assert shown(server) == []
    taken = server.prompt()
    server.save("keel.md", memory_text("Keel", "what the keel is made of", "Of oak."))
    assert agent.start("compact") == taken


@pytest.mark.parametrize(
    ("tool", "named"),
    [
        ("Write", {"file_path": "{}"}),
        ("Edit", {"file_path": "{}"}),
        ("MultiEdit", {"file_path": "{}"}),
        ("create_file", {"filePath": "{}"}),
        ("replace_string_in_file", {"filePath": "{}"}),
        ("apply_patch", {"input": "*** Update File: {}"}),
        ("Bash", {"command": "tee {}"}),
        ("run_in_terminal", {"command": "tee {}"}),
    ],
)
def test_what_a_tool_wrote_is_told_as_the_agents(
    agent: HookedAgent, server: Process, tool: str, named: dict[str, str]
) -> None:
    server.follow()
    agent.start()
    file = server.save("keel.md", memory_text("Keel", "what the keel is made of", "Of oak."))
    tool_input = {name: value.format(file) for name, value in named.items()}
    agent.tell("PostToolUse", tool_name=tool, tool_input=tool_input, tool_response={"success": True})
    assert server.look() == ["saved keel.md by agent s1"]


def test_a_session_first_heard_of_by_what_its_tool_wrote_is_given_its_snapshot_once(
    agent: HookedAgent, server: Process
) -> None:
    server.follow()
    file = server.save("keel.md", memory_text("Keel", "what the keel is made of", "Of oak."))
    wrote = {"tool_name": "Write", "tool_input": {"file_path": str(file)}, "tool_response": {"success": True}}
    assert agent.tell("PostToolUse", **wrote) == server.prompt()
    assert server.look() == ["saved keel.md by agent s1"]
    assert agent.tell("PostToolUse", **wrote) == ""
    assert agent.turn(CRANE).count("crane.md") == 1


def test_a_tool_that_only_reads_makes_nobody_look(agent: HookedAgent, server: Process) -> None:
    server.follow()
    agent.start()
    server.save("keel.md", memory_text("Keel", "what the keel is made of", "Of oak."))
    agent.tell("PostToolUse", tool_name="Read", tool_input={"file_path": str(server.memory / "keel.md")})
    assert server.look() == ["saved keel.md by outside"]


def test_a_tool_that_failed_is_not_taken_for_the_writer(agent: HookedAgent, server: Process) -> None:
    server.follow()
    agent.start()
    file = server.save("keel.md", memory_text("Keel", "what the keel is made of", "Of oak."))
    failed = {"tool_name": "Write", "tool_input": {"file_path": str(file)}, "tool_response": {"is_error": True}}
    agent.tell("PostToolUse", **failed)
    assert server.look() == ["saved keel.md by outside"]


def test_copilots_cli_forgets_the_beginning_of_what_it_resumes_and_is_given_it_again(
    agent: HookedAgent, server: Process
) -> None:
    begun = agent.tell("SessionStart", source="new", timestamp="2026-11-30T21:26:09.813Z")
    agent.turn(CRANE)
    server.save("keel.md", memory_text("Keel", "what the keel is made of", "Of oak."))
    assert agent.tell("SessionStart", source="resume", timestamp="2026-11-30T21:36:09.813Z") == begun
    assert agent.turn(CRANE) == ""


@pytest.mark.parametrize(("result", "by"), [("success", "agent s1"), ("failure", "outside"), ("denied", "outside")])
def test_what_copilots_cli_says_of_its_tool_is_read(agent: HookedAgent, server: Process, result: str, by: str) -> None:
    server.follow()
    agent.tell("SessionStart", source="new", timestamp="2026-11-30T21:26:09.813Z", transcript_path=None)
    file = server.save("keel.md", memory_text("Keel", "what the keel is made of", "Of oak."))
    told = {"result_type": result, "text_result_for_llm": "Created file"}
    tool_input = {"path": str(file), "file_text": "x"}
    agent.tell("PostToolUse", tool_name="Write", tool_input=tool_input, tool_result=told)
    assert server.look() == [f"saved keel.md by {by}"]


def test_a_path_that_a_tool_was_given_is_read_where_the_agent_stands(agent: HookedAgent, server: Process) -> None:
    server.follow()
    agent.start()
    file = server.save("keel.md", memory_text("Keel", "what the keel is made of", "Of oak."))
    agent.tell("PostToolUse", cwd=str(file.parent), tool_name="Write", tool_input={"file_path": "./keel.md"})
    assert server.look() == ["saved keel.md by agent s1"]


def test_a_turn_is_open_from_its_prompt_to_its_stop(agent: HookedAgent, server: Process) -> None:
    sessions = server.noctule.projects.state.sessions
    agent.start()
    agent.turn(CRANE)
    assert sessions.get("s1").turn_open
    agent.tell("Stop", stop_hook_active=False)
    assert not sessions.get("s1").turn_open
    assert server.noctule.projects.state.last_activity(server.opened.project.key) is not None


def test_a_session_that_ended_has_ended(agent: HookedAgent, server: Process) -> None:
    agent.start()
    agent.tell("SessionEnd", reason="exit")
    assert server.noctule.projects.state.sessions.get("s1").ended is not None


def test_a_subagent_is_a_session_of_its_own_named_as_its_transcript_is(agent: HookedAgent, server: Process) -> None:
    agent.start()
    sessions = server.noctule.projects.state.sessions
    assert "crane.md" in agent.tell("SubagentStart", agent_id="a1b2", agent_type="Explore")
    assert sessions.get("agent-a1b2").kind == "subagent"
    server.follow()
    file = server.save("keel.md", memory_text("Keel", "what the keel is made of", "Of oak."))
    agent.tell("PostToolUse", agent_id="a1b2", tool_name="Write", tool_input={"file_path": str(file)})
    assert server.look() == ["saved keel.md by agent agent-a1b2"]
    agent.tell("SubagentStop", agent_id="a1b2")
    assert sessions.get("agent-a1b2").ended is not None
    assert sessions.get("s1").ended is None


def test_a_subagent_without_a_name_is_left_alone(agent: HookedAgent, server: Process) -> None:
    agent.start()
    assert agent.tell("SubagentStart") == ""
    agent.tell("SubagentStop")
    assert server.noctule.projects.state.sessions.get("s1").ended is None


@pytest.mark.parametrize(("entrypoint", "kind"), [("cli", "main"), ("sdk-cli", "headless"), ("sdk-py", "headless")])
def test_an_agent_that_a_program_runs_is_headless(house: House, server: Process, entrypoint: str, kind: str) -> None:
    HookedAgent(house.project, house.environ | {"CLAUDE_CODE_ENTRYPOINT": entrypoint}).start()
    assert server.noctule.projects.state.sessions.get("s1").kind == kind


def test_the_project_is_where_the_agent_was_started(house: House, server: Process, tmp_path: Path) -> None:
    agent = HookedAgent(house.project, house.environ | {"CLAUDE_PROJECT_DIR": str(house.project)})
    agent.tell("SessionStart", source="startup", cwd=str(tmp_path))
    assert server.noctule.projects.state.sessions.get("s1").project == str(house.project)


def test_names_in_camel_case_are_read_as_well(agent: HookedAgent, server: Process) -> None:
    agent.tell("SessionStart", source="new", session_id=None, sessionId="v1", transcript_path=None)
    assert server.noctule.projects.state.sessions.get("v1").kind == "main"


@pytest.mark.parametrize("event", ["Stop", "SessionEnd", "PreCompact", "PreToolUse"])
def test_what_ends_a_session_that_never_began_begins_none(agent: HookedAgent, server: Process, event: str) -> None:
    assert agent.tell(event) == ""
    assert server.noctule.projects.state.sessions.all() == []


def test_where_memory_is_off_nothing_is_said_and_nothing_made(house: House, tmp_path: Path) -> None:
    agent = HookedAgent(house.project, house.environ | {"NOCTULE_DISABLE": "1"})
    for event in EVENTS:
        assert agent.tell(event, source="startup", prompt=CRANE, tool_name="Write", agent_id=None) == ""
    assert not house.home.exists()


def test_a_paused_session_is_given_nothing_unasked(agent: HookedAgent, server: Process) -> None:
    agent.start()
    server.noctule.sessions.pause("s1")
    assert agent.turn(CRANE) == ""
    assert agent.start("resume") == ""
