"""Copilot's sessions: its CLI's event log, its extension's, and the chats that VS Code keeps itself."""

import json
import shutil
from pathlib import Path

import pytest

from fakes.past import FIXTURES, places, said, sessions
from noctule.transcripts.copilot import Copilot

READER = Copilot()
STORAGE = FIXTURES / "vscode/3f2a"

QUESTION = ("user", "which cone do we fire the glaze at?")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A person's home with the CLI's sessions where it keeps them."""
    shutil.copytree(FIXTURES / "copilot-cli", tmp_path / ".copilot")
    return tmp_path


def test_the_cli_names_its_folder_in_the_log_itself(home: Path) -> None:
    (ref,) = READER.sessions(places(home))
    assert (ref.id, ref.kind, ref.cwd) == ("a1b2", "main", "/home/dev/kiln/web")
    assert str(ref.started) == "2026-11-30 12:37:41.464000+00:00"


def test_a_log_that_names_no_folder_has_that_of_the_file_beside_it(home: Path) -> None:
    log = home / ".copilot/session-state/a1b2/events.jsonl"
    log.write_text(log.read_text(encoding="utf-8").replace('"context":{"cwd":"/home/dev/kiln/web"}', '"x":1'))
    assert sessions(READER, places(home))["a1b2"].cwd == "/home/dev/kiln"


@pytest.mark.parametrize("line", ['cwd: "/home/dev/ki\\u006cn"', "cwd: '/home/dev/kiln'", "cwd:   /home/dev/kiln  "])
def test_the_folder_beside_a_log_may_be_quoted(home: Path, line: str) -> None:
    folder = home / ".copilot/session-state/a1b2"
    (folder / "events.jsonl").write_text('{"type":"user.message","data":{"content":"hi"}}\n')
    (folder / "workspace.yaml").write_text(f"id: a1b2\n{line}\n")
    assert sessions(READER, places(home))["a1b2"].cwd == "/home/dev/kiln"


def test_an_event_log_gives_what_was_said_and_what_tools_gave(home: Path) -> None:
    ref = sessions(READER, places(home))["a1b2"]
    assert said(READER, ref) == [
        QUESTION,
        ("assistant", "Let me look."),
        ("tool", "cone = 6"),
        ("tool", "[error] no such file: glaze.toml"),
        ("assistant", "Cone 6, says kiln.toml."),
        ("summary", "We agreed on cone 6."),
    ]
    assert list(READER.latest(ref)) == list(READER.messages(ref))[::-1]


def test_a_log_may_be_a_file_of_its_own_as_older_versions_keep_it(home: Path) -> None:
    state = home / ".copilot/session-state"
    (state / "a1b2/events.jsonl").rename(state / "old.jsonl")
    assert [ref.path.name for ref in READER.sessions(places(home))] == ["old.jsonl"]


def test_a_home_of_its_own_is_looked_in(home: Path) -> None:
    (home / ".copilot").rename(home / "moved")
    assert sessions(READER, places(home)) == {}
    assert "a1b2" in sessions(READER, places(home, COPILOT_HOME=str(home / "moved")))
    assert "a1b2" in sessions(READER, places(home, others=(home / "moved",)))


def test_a_chat_in_two_forms_is_one_session(tmp_path: Path) -> None:
    found = sessions(READER, places(tmp_path, storage=(STORAGE,)))
    assert {ref.id: ref.path.parent.name for ref in found.values()} == {
        "chat-1": "chatSessions",
        "older": "chatSessions",
        "log-only": "transcripts",
    }
    assert {ref.cwd for ref in found.values()} == {"/home/dev/kiln"}


def test_a_chat_is_what_its_log_of_changes_makes_it(tmp_path: Path) -> None:
    ref = sessions(READER, places(tmp_path, storage=(STORAGE,)))["chat-1"]
    assert said(READER, ref) == [
        QUESTION,
        ("assistant", "Cone 6, says kiln.toml."),
        ("user", "and the bisque?"),
        ("assistant", "Cone 04."),
    ]
    assert list(READER.latest(ref)) == list(READER.messages(ref))[::-1]
    assert str(ref.started) == "2026-11-30 12:00:00+00:00"


def test_an_older_chat_is_the_state_itself(tmp_path: Path) -> None:
    ref = sessions(READER, places(tmp_path, storage=(STORAGE,)))["older"]
    assert said(READER, ref) == [("user", "hi"), ("assistant", "hello")]


def test_the_log_of_the_extension_is_read_where_there_is_no_chat(tmp_path: Path) -> None:
    ref = sessions(READER, places(tmp_path, storage=(STORAGE,)))["log-only"]
    assert said(READER, ref) == [("user", "is the kiln on?"), ("assistant", "It is.")]


@pytest.mark.parametrize("named", ["3f2a", "3f2a/GitHub.copilot-chat", "."])
def test_a_client_may_name_its_workspace_its_extension_or_all(tmp_path: Path, named: str) -> None:
    assert len(sessions(READER, places(tmp_path, storage=(FIXTURES / "vscode" / named,)))) == 3


def test_an_editor_that_names_nothing_is_looked_for_in_its_usual_place(tmp_path: Path) -> None:
    shutil.copytree(STORAGE, tmp_path / ".config/Code/User/workspaceStorage/3f2a")
    assert len(sessions(READER, places(tmp_path))) == 3


@pytest.mark.parametrize(
    ("workspace", "expected"),
    [
        ({"folder": "file:///home/dev/kiln"}, True),
        ({"folder": "file:///home/dev/ki%6Cn/web"}, True),
        ({"folder": "file:///home/dev/kiln-two"}, False),
        ({"folder": "vscode-remote://ssh-remote%2Bhost/home/dev/kiln"}, False),
        ({"folder": "file://other.host/home/dev/kiln"}, False),
        ({"folder": 7}, False),
        ({}, False),
    ],
)
def test_a_storage_folder_is_the_projects_by_what_it_names(tmp_path: Path, workspace: object, expected: bool) -> None:
    storage = tmp_path / "storage"
    shutil.copytree(STORAGE, storage)
    (storage / "workspace.json").write_text(json.dumps(workspace))
    assert bool(sessions(READER, places(tmp_path, storage=(storage,)))) is expected


def test_a_workspace_of_several_folders_counts_for_each(tmp_path: Path) -> None:
    storage = tmp_path / "storage"
    shutil.copytree(STORAGE, storage)
    several = tmp_path / "both.code-workspace"
    several.write_text('{"folders": [{"path": "elsewhere"}, {"path": "/home/dev/kiln/web"}], // ours\n}')
    (storage / "workspace.json").write_text(json.dumps({"workspace": several.as_uri()}))
    assert {ref.cwd for ref in READER.sessions(places(tmp_path, storage=(storage,)))} == {"/home/dev/kiln/web"}


def test_a_chat_that_leads_out_of_its_folder_is_not_followed(tmp_path: Path) -> None:
    storage = tmp_path / "storage"
    shutil.copytree(STORAGE, storage)
    outside = tmp_path / "theirs.jsonl"
    shutil.move(storage / "chatSessions/chat-1.jsonl", outside)
    (storage / "chatSessions/chat-1.jsonl").symlink_to(outside)
    found = sessions(READER, places(tmp_path, storage=(storage,)))
    assert found["chat-1"].path.parent.name == "transcripts"
