"""Gemini CLI's sessions are what its log leaves standing: set, replaced, taken back."""

import json
import shutil
from hashlib import sha256
from pathlib import Path

import pytest

from fakes.past import FIXTURES, KILN, places, said, sessions
from noctule.transcripts.gemini_cli import GeminiCli

READER = GeminiCli()


@pytest.fixture
def gemini(tmp_path: Path) -> Path:
    """Gemini CLI's folder in a person's home."""
    return Path(shutil.copytree(FIXTURES / "gemini-cli", tmp_path / ".gemini"))


def _log(gemini: Path, *lines: object) -> list[tuple[str, str]]:
    """What is said in a session of these lines."""
    path = gemini / "tmp/kiln/chats/session-made.jsonl"
    head = {"sessionId": "made", "startTime": "2026-11-30T12:00:00Z", "kind": "main"}
    path.write_text("".join(json.dumps(line) + "\n" for line in (head, *lines)))
    return said(READER, sessions(READER, places(gemini.parent))["made"])


def _told(uid: str, text: str) -> dict[str, str]:
    return {"id": uid, "type": "user", "content": text}


def test_a_project_has_its_sessions_its_sub_agents_and_its_older_files(gemini: Path, tmp_path: Path) -> None:
    found = sessions(READER, places(tmp_path))
    assert {(ref.id, ref.kind, ref.cwd) for ref in found.values()} == {
        ("gem-main", "main", "/home/dev/kiln"),
        ("gem-sub", "subagent", "/home/dev/kiln"),
        ("gem-old", "main", "/home/dev/kiln"),
    }
    assert said(READER, found["gem-old"]) == [("user", "an older file"), ("assistant", "is one object")]


def test_a_session_is_what_its_log_leaves_standing(gemini: Path, tmp_path: Path) -> None:
    ref = sessions(READER, places(tmp_path))["gem-main"]
    assert said(READER, ref) == [
        ("user", "which cone do we fire the glaze at?"),
        ("assistant", "Let me look."),
        ("tool", "cone = 6"),
        ("assistant", "Cone 6, says kiln.toml."),
        ("user", "and the bisque?"),
        ("tool", "[error] no such file"),
        ("assistant", "Cone 04."),
    ]
    assert list(READER.latest(ref)) == list(READER.messages(ref))[::-1]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([_told("a", "first"), _told("a", "again")], ["again"]),
        ([_told("a", "first"), {"$set": {"messages": [_told("b", "new")]}}], ["new"]),
        ([_told("a", "first"), {"$set": {"lastUpdated": "x"}}], ["first"]),
        ([_told("a", "1"), _told("b", "2"), _told("c", "3"), {"$rewindTo": "b"}], ["1"]),
        ([_told("a", "1"), _told("b", "2"), {"$rewindTo": "unknown"}, _told("c", "3")], ["3"]),
        ([_told("a", "x" * 2_000_000), {"$set": {"messages": [_told("b", "y" * 1_500_000)]}}], ["y" * 1_500_000]),
        ([{"id": 7, "type": "user", "content": "no id"}, {"$set": 3}, [], _told("a", "1")], ["1"]),
        ([{"id": "a", "type": "user", "content": None}, {"id": "b", "type": "user"}], []),
        ([{"id": "a", "type": "user", "content": {"text": "one part"}}], ["one part"]),
    ],
)
def test_lines_replace_set_and_take_back(gemini: Path, lines: list[object], expected: list[str]) -> None:
    assert [text for _, text in _log(gemini, *lines)] == expected


def test_a_folder_named_by_the_hash_of_the_path_is_found(gemini: Path, tmp_path: Path) -> None:
    (gemini / "tmp/kiln/.project_root").unlink()
    (gemini / "projects.json").unlink()
    assert sessions(READER, places(tmp_path)) == {}
    (gemini / "tmp/kiln").rename(gemini / "tmp" / sha256(str(KILN).encode()).hexdigest())
    assert "gem-main" in sessions(READER, places(tmp_path))


def test_the_folder_itself_knows_better_than_the_list_whose_it_is(gemini: Path, tmp_path: Path) -> None:
    (gemini / "tmp/kiln/.project_root").write_text("/home/dev/other")
    assert sessions(READER, places(tmp_path)) == {}


def test_a_folder_that_only_the_list_knows_is_found_by_it(gemini: Path, tmp_path: Path) -> None:
    (gemini / "tmp/kiln/.project_root").unlink()
    assert "gem-main" in sessions(READER, places(tmp_path))


def test_a_file_without_a_head_is_no_session(gemini: Path, tmp_path: Path) -> None:
    for name, text in (("session-a.jsonl", "no json\n"), ("session-b.jsonl", ""), ("session-c.json", "[1]")):
        (gemini / "tmp/kiln/chats" / name).write_text(text)
    assert len(sessions(READER, places(tmp_path))) == 3
