"""Claude Code's conversations: who said what, and whose they are."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from fakes.transcripts import FERRY, RECORDED, by_id, check_both_ways, places, ref_to, talk, written
from noctule.transcripts.claude_code import ClaudeCode

MAIN = "7d1c4a20-5b1e-4c0e-9a53-0c9d5b2f1a11"
FORK = "9f0e6b31-2a77-4d1b-8c44-1e2f3a4b5c66"
DOCS = "1a2b3c4d-0000-4000-8000-00000000d0c5"
READER = ClaudeCode()
RECORDS = places(CLAUDE_CONFIG_DIR=str(RECORDED / "claude-code"))

SHARED = [
    ("user", "Which database do the tests use?"),
    ("assistant", "Let me look at the Makefile."),
    ("tool", "test-db:\n\tdocker run postgres"),
    ("assistant", "They use Postgres, started by make test-db."),
    ("user", "Right, never mock it. See the plan:"),
    ("tool", "[error] The file does not exist."),
    ("assistant", "There is no plan.md here."),
]


def test_a_conversation_is_read_as_it_was_held() -> None:
    ref = by_id(READER.sessions(RECORDS))[MAIN]
    messages = check_both_ways(READER, ref)
    assert talk(messages) == [
        *SHARED,
        ("user", "After the freeze, which port has staging ssh?"),
        ("assistant", "2222, as of today."),
    ]
    assert messages[0].at == datetime(2026, 3, 5, 9, 1, tzinfo=UTC)


def test_a_fork_copies_its_history_under_the_same_ids() -> None:
    found = by_id(READER.sessions(RECORDS))
    origin = {message.uid for message in READER.messages(found[MAIN])}
    fork = list(READER.messages(found[FORK]))
    assert talk(fork) == [*SHARED, ("user", "A question on the fork."), ("assistant", "An answer on the fork.")]
    assert [message.text for message in fork if message.uid not in origin] == [
        "A question on the fork.",
        "An answer on the fork.",
    ]
    assert len({message.uid for message in fork}) == len(fork)


def test_sessions_of_the_root_and_its_sub_folders_are_the_projects_and_know_their_kind() -> None:
    found = by_id(READER.sessions(RECORDS))
    assert {name: ref.kind for name, ref in found.items()} == {
        MAIN: "main",
        FORK: "main",
        DOCS: "headless",
        "agent-a1b2c3": "subagent",
    }
    assert {ref.cwd for ref in found.values()} == {str(FERRY), str(FERRY / "docs")}
    assert found[MAIN].started == datetime(2026, 3, 5, 9, 1, tzinfo=UTC)


def test_a_folder_of_the_same_name_but_another_project_is_told_by_what_its_files_say() -> None:
    (ref,) = READER.sessions(places(Path("/home/ana/ferry-docs"), CLAUDE_CONFIG_DIR=str(RECORDED / "claude-code")))
    assert ref.id == "1a2b3c4d-0000-4000-8000-00000000e15e"


def test_a_subagent_is_read_from_its_own_file() -> None:
    ref = by_id(READER.sessions(RECORDS))["agent-a1b2c3"]
    assert talk(check_both_ways(READER, ref)) == [
        ("user", "Find where the harbour map is drawn."),
        ("assistant", "In chart.py, by draw_harbour."),
    ]


def test_other_folders_are_looked_through_for_files_of_the_project() -> None:
    found = by_id(READER.sessions(places(others=[RECORDED])))
    assert set(found) == {MAIN, FORK, DOCS, "agent-a1b2c3"}


def line(content: Any, kind: str = "user", **more: Any) -> dict[str, Any]:
    return {"type": kind, "message": {"role": kind, "content": content}, "uuid": "u", "cwd": str(FERRY), **more}


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (line("plain"), [("user", "plain")]),
        (line([{"type": "text", "text": "blocky"}, {"type": "image", "source": {}}]), [("user", "blocky")]),
        (line(None), []),
        ({"type": "user", "message": {"role": "user"}, "uuid": "u"}, []),
        ({"type": "user", "message": "text", "uuid": "u"}, []),
        (line([{"type": "tool_result", "content": [{"type": "text", "text": "it is 42"}]}]), [("tool", "it is 42")]),
        (line([{"type": "tool_result", "content": "it is 42"}]), [("tool", "it is 42")]),
        (line([{"type": "tool_result", "content": "no", "is_error": True}]), [("tool", "[error] no")]),
        (line([{"type": "tool_result", "content": 42}, "text", 7, None]), []),
        (line("fix it\n<system-reminder>\nMemory: /m/a.md:\n\n8080\n</system-reminder>"), [("user", "fix it")]),
        (line("<system-reminder>\nMemory: /m/a.md:\n\n8080\n</system-reminder>"), []),
        (line("said", isMeta=True), []),
        (line("<command-name>/dream</command-name>"), []),
        (line("<command-message>init</command-message>\n<command-name>/init</command-name>"), []),
        (line("<local-command-stdout>done</local-command-stdout>"), []),
        (line("said by an agent of the session", isSidechain=True, agentId="a"), []),
        (line("why is <command-name> in it?"), [("user", "why is <command-name> in it?")]),
        ({"type": "summary", "summary": 'of a "user"'}, []),
    ],
)
def test_only_what_was_said_is_kept(tmp_path: Path, row: dict[str, Any], said: list[tuple[str, str]]) -> None:
    path = written(tmp_path / "s.jsonl", [row, b'{"type":"user"', line("after")])
    assert talk(check_both_ways(READER, ref_to(READER, path))) == [*said, ("user", "after")]


def test_nothing_of_the_files_form_is_taken_for_talk() -> None:
    ref = by_id(READER.sessions(RECORDS))[MAIN]
    text = "\n".join(message.text for message in READER.messages(ref))
    for word in ("cache_creation", "parentUuid", "requestId", "gitBranch", "iVBOR", "8080", "I should look", "compact"):
        assert word not in text


@pytest.mark.parametrize(
    ("row", "kind"),
    [
        (line("hi", sessionId="s", promptSource="user"), "main"),
        (line("hi", sessionId="s"), "main"),
        (line("hi", sessionId="s", promptSource="sdk", entrypoint="sdk-cli"), "headless"),
        (line("hi", sessionId="s", promptSource="sdk", entrypoint="claude-vscode"), "main"),
        (line("hi", sessionId="s", isSidechain=True, agentId="a"), "subagent"),
    ],
)
def test_a_session_says_what_kind_it_is(tmp_path: Path, row: dict[str, Any], kind: str) -> None:
    written(tmp_path / "projects" / "-home-ana-ferry" / "s.jsonl", [{"type": "mode"}, row])
    (ref,) = READER.sessions(places(CLAUDE_CONFIG_DIR=str(tmp_path)))
    assert ref.kind == kind


def test_no_link_is_followed_out_of_the_programs_folder(tmp_path: Path) -> None:
    outside = written(tmp_path / "outside.jsonl", [line("private", sessionId="s")])
    folder = tmp_path / "config" / "projects" / "-home-ana-ferry"
    inside = written(folder / "a.jsonl", [line("ours", sessionId="s")])
    (folder / "b.jsonl").symlink_to(outside)
    (folder / "c").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "link").symlink_to(tmp_path / "config", target_is_directory=True)
    assert [ref.path for ref in READER.sessions(places(CLAUDE_CONFIG_DIR=str(tmp_path / "link")))] == [inside]


def test_the_folder_of_a_long_path_is_found_by_its_beginning(tmp_path: Path) -> None:
    root = Path("/home/ana") / ("long-" * 50)
    folder = "".join(letter if letter.isalnum() else "-" for letter in str(root))[:200] + "-hash1"
    written(tmp_path / "projects" / folder / "s.jsonl", [{**line("hi", sessionId="s"), "cwd": str(root / "sub")}])
    assert [ref.id for ref in READER.sessions(places(root, CLAUDE_CONFIG_DIR=str(tmp_path)))] == ["s"]
