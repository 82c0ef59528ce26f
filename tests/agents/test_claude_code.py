"""The real Claude Code, offline, with `noctule hooks install claude-code` and `claude mcp add`: one conversation.

It is begun, resumed, forked, compacted and resumed again; each test is a claim about what its model was sent, or about
what an editor that ran beside it was told.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from fakes.claude_code import ClaudeCode, Request, what_is_missing
from fakes.house import OTHERS, memory_text
from fakes.model_replies import Calls
from fakes.place import Place, result, told
from fakes.stdio_client import StdioClient

# Claude Code starts some times in the first of them, on whatever machine there is.
pytestmark = [pytest.mark.real_agents, pytest.mark.slow, pytest.mark.timeout(900)]

SESSION = "5e550000-0000-4000-8000-000000000001"
ASKED = "How is the harbour crane oiled?"
SNAPSHOT = "You have a memory that outlives this conversation"
CRANE = "Oil the crane with whale oil."
MAST = "The mast is of pine."
SENT = "You are sent to look at the quay."
KEEL = memory_text("Keel", "what the keel is made of", "Of oak.")
EDITS = ("--permission-mode", "acceptEdits", "--allowedTools", "mcp__noctule", "--add-dir")


@dataclass
class Talk:
    """What came of the conversation: the requests of each run by its name, and what the editor was told."""

    place: Place
    claude: ClaudeCode
    runs: dict[str, list[Request]] = field(default_factory=dict)
    written: dict[str, Any] = field(default_factory=dict)
    recalled: list[Any] = field(default_factory=list)
    sessions: list[Any] = field(default_factory=list)
    log: str = ""

    def of(self, run: str) -> Request:
        """The first request of a run that the person's own words led to."""
        return next(one for one in self.runs[run] if ASKED in one.asked)


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    missing = what_is_missing()
    if missing is not None:
        pytest.skip(missing)
    for is_last in (False, False, True):
        with talked(tmp_path_factory.mktemp("claude")) as talk:
            # A hook gives up after some seconds: on a machine so busy it is heard once more.
            if is_last or "not done within" not in talk.log:
                yield talk
                return


@contextmanager
def talked(base: Path) -> Iterator[Talk]:
    place = a_place(base)
    environ = {"HOME": str(place.home), "NOCTULE_MEMORY_DIR": str(place.memory)}
    with ClaudeCode(place.home, place.project, environ) as claude, place.serving(place.project) as client:
        result(client, 1, "status", {})
        prepare(claude, place)
        talk = Talk(place, claude)
        converse(talk, client)
        yield talk


def a_place(base: Path) -> Place:
    place = Place(base)
    (place.memory / "crane.md").write_text(memory_text("Crane", "how the harbour crane is oiled", CRANE))
    for word in OTHERS:
        (place.memory / f"{word}.md").write_text(memory_text(word.title(), f"about {word}", f"Much of {word}."))
    return place


def prepare(claude: ClaudeCode, place: Place) -> None:
    installed = claude.noctule("hooks", "install", "claude-code", "--yes")
    assert installed.returncode == 0, installed.stderr
    added = claude.call("mcp", "add", "noctule", "--", "noctule", "mcp")
    assert added.returncode == 0, added.stderr
    claude.model_does(
        "write it down",
        Calls("Write", {"file_path": str(place.memory / "keel.md"), "content": KEEL}, "toolu_1"),
        Calls("Agent", {"description": "look", "prompt": SENT, "subagent_type": "general-purpose"}, "toolu_2"),
        Calls("mcp__noctule__memory_add", {"text": MAST, "name": "Mast", "type": "project"}, "toolu_3"),
    )


def _writes(name: str, event: dict[str, Any]) -> bool:
    return any(change["name"] == name for change in event["changes"])


def converse(talk: Talk, client: StdioClient) -> None:
    claude, place = talk.claude, talk.place
    talk.runs["begun"] = claude.run(f"{ASKED} And write it down.", "--session-id", SESSION, *EDITS, str(place.memory))
    for name in ("Keel", "Mast"):
        event = told(client, "memory/written", partial(_writes, name))
        talk.written |= {one["name"]: one for one in event["changes"]}
    talk.runs["resumed"] = claude.run(ASKED, "--resume", SESSION)
    talk.runs["forked"] = claude.run(ASKED, "--resume", SESSION, "--fork-session")
    lines = "".join(f"- [Bollard {number}](bollard-{number}.md) — {'one of many ' * 8}\n" for number in range(150))
    (place.memory / "MEMORY.md").write_text(lines)
    talk.runs["compacted"] = claude.run("/compact", "--resume", SESSION)
    talk.runs["after it"] = claude.run(ASKED, "--resume", SESSION)
    talk.sessions = result(client, 2, "sessions", {})["sessions"]
    talk.recalled = client.notifications("memory/recalled")
    log = place.home / ".noctule" / "logs" / "hook.log"
    talk.log = log.read_text() if log.exists() else ""


def test_no_hook_had_a_reason_to_complain(talk: Talk) -> None:
    assert talk.log == ""


def test_the_snapshot_arrives_in_the_first_request(talk: Talk) -> None:
    request = talk.of("begun")
    assert request.text.count(SNAPSHOT) == 1
    assert "[Deploys](deploys.md) — deploy blue to green" in request.text
    assert f"{talk.place.memory}/" in request.text


def test_a_memory_that_fits_the_prompt_arrives_with_it_as_it_was_put_in(talk: Talk) -> None:
    request = talk.of("begun")
    assert request.text.count(CRANE) == 1
    assert "<recalled-memory>\nThese memories from earlier conversations" in request.text
    assert f"Memory: {talk.place.memory / 'crane.md'}:" in request.text
    assert "&lt;" not in request.text.partition("<recalled-memory>")[2].partition("</recalled-memory>")[0]


def test_the_editor_is_told_what_the_agent_recalled(talk: Talk) -> None:
    (first, *_) = [one for one in talk.recalled if one["sessionId"] == SESSION]
    assert [one["name"] for one in first["memories"]] == ["Crane"]


def test_a_file_that_the_agent_writes_is_told_to_the_editor_as_its_own(talk: Talk) -> None:
    change = talk.written["Keel"]
    assert (change["action"], change["by"], change["sessionId"]) == ("saved", "agent", SESSION)
    assert change["memoryUri"] == talk.place.uri("keel.md")


def test_a_memory_that_the_agent_adds_over_mcp_is_written_and_told(talk: Talk) -> None:
    assert (talk.written["Mast"]["action"], talk.written["Mast"]["by"]) == ("saved", "agent")
    assert MAST in (talk.place.memory / "mast.md").read_text()


def test_the_agent_is_given_the_tools_of_our_mcp_server(talk: Talk) -> None:
    tools = [name for request in talk.runs["begun"] for name in request.tools]
    ours = {name.removeprefix("mcp__noctule__") for name in tools if "noctule" in name}
    assert ours == {f"memory_{word}" for word in ("add", "read", "recall", "remove", "replace", "search", "status")}


def test_a_subagent_is_given_the_snapshot_and_is_a_session_of_its_own(talk: Talk) -> None:
    (request, *_) = [one for one in talk.runs["begun"] if SENT in one.asked]
    assert request.text.count(SNAPSHOT) == 1
    (session,) = [one for one in talk.sessions if one["kind"] == "subagent"]
    assert session["sessionId"].startswith("agent-")
    assert session["endedAt"] is not None


@pytest.mark.parametrize("run", ["resumed", "forked"])
def test_a_conversation_that_goes_on_is_shown_nothing_twice(talk: Talk, run: str) -> None:
    request = talk.of(run)
    assert request.text.count(SNAPSHOT) == 1
    assert request.text.count(CRANE) == 1


def test_a_compacted_conversation_is_given_all_anew_once(talk: Talk) -> None:
    request = talk.of("after it")
    assert request.text.count(SNAPSHOT) == 1
    assert request.text.count(CRANE) == 1


def test_an_index_that_is_longer_than_the_agent_takes_is_cut_by_us_and_not_by_it(talk: Talk) -> None:
    request = talk.of("after it")
    assert "persisted-output" not in request.text
    assert "[Bollard 0](bollard-0.md)" in request.text
    assert "> WARNING: MEMORY.md has" in request.text
    assert "Read the file for the rest." in request.text


def test_the_editor_knows_the_conversation_and_that_it_is_over(talk: Talk) -> None:
    (session,) = [one for one in talk.sessions if one["sessionId"] == SESSION]
    # No person sat before it: `claude -p` is a program's.
    assert session["kind"] == "headless"
    assert session["endedAt"] is not None
    assert session["bytesShown"] > 0


def test_an_agent_whose_memory_is_broken_works_on_and_has_none_of_its_own_where_that_is_off(
    talk: Talk, tmp_path: Path
) -> None:
    settings, home = talk.place.project / ".claude" / "settings.json", tmp_path / "broken"
    for folder in (settings.parent, home):
        folder.mkdir()
    # The word by which `noctule hooks status` says that it is switched off.
    settings.write_text('{"autoMemoryEnabled": false}')
    with closing(sqlite3.connect(home / "state.db")) as database:
        database.execute("CREATE TABLE sessions (what INTEGER)")
        database.execute("BEGIN EXCLUSIVE")
        (request, *_) = talk.claude.run(ASKED, NOCTULE_HOME=str(home))
    assert SNAPSHOT not in request.text
    assert CRANE not in request.text
    assert "hook error" not in request.text.lower()
    own = f"{talk.claude.config}/projects/"
    assert own in talk.of("begun").system + talk.of("begun").text
    assert own not in request.system + request.text
    assert "UserPromptSubmit: " in (home / "logs" / "hook.log").read_text()
