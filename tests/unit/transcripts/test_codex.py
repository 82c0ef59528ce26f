"""Codex's conversations: each turn once, and only those of the project."""

from pathlib import Path
from typing import Any

import pytest

from fakes.transcripts import FERRY, RECORDED, by_id, check_both_ways, places, ref_to, talk, written
from noctule.transcripts.codex import Codex

READER = Codex()
RECORDS = places(CODEX_HOME=str(RECORDED / "codex"))
MAIN, RUN, SUBAGENT = (f"019c2222-0000-7000-8000-00000000000{number}" for number in range(1, 4))


def test_a_conversation_is_read_as_it_was_held_each_turn_once() -> None:
    ref = by_id(READER.sessions(RECORDS))[MAIN]
    assert talk(check_both_ways(READER, ref)) == [
        ("user", "Which port has staging ssh?"),
        ("tool", "Port 2222"),
        ("tool", "[error] patch failed"),
        ("assistant", "2222."),
        ("summary", "Staging ssh is on 2222."),
        ("user", "Thanks."),
    ]


def test_sessions_of_the_project_know_their_kind_and_others_are_left_out() -> None:
    found = by_id(READER.sessions(RECORDS))
    assert {name: ref.kind for name, ref in found.items()} == {MAIN: "main", RUN: "headless", SUBAGENT: "subagent"}


def test_other_folders_and_archives_are_looked_through(tmp_path: Path) -> None:
    meta = {"type": "session_meta", "payload": {"id": "s", "cwd": str(FERRY), "thread_source": "guardian"}}
    written(tmp_path / ".codex" / "archived_sessions" / "rollout-1.jsonl", [meta])
    written(tmp_path / "export" / "rollout-2.jsonl", [meta])
    written(tmp_path / "export" / "history.jsonl", [meta])
    written(tmp_path / "export" / "rollout-3.jsonl", [b'{"type":"session_meta"', meta])
    found = list(READER.sessions(places(home=tmp_path, others=[tmp_path / "export"])))
    assert [(ref.path.name, ref.kind) for ref in found] == [
        ("rollout-1.jsonl", "subagent"),
        ("rollout-2.jsonl", "subagent"),
    ]


def item(**payload: Any) -> dict[str, Any]:
    return {"timestamp": "2026-03-07T11:00:00.000Z", "type": "response_item", "payload": payload}


def test_the_same_id_for_another_text_is_another_message(tmp_path: Path) -> None:
    said = [item(type="message", role="user", id="msg_1", content=[{"type": "input_text", "text": t}]) for t in "aba"]
    messages = check_both_ways(READER, ref_to(READER, written(tmp_path / "rollout-1.jsonl", said)))
    assert [message.uid == messages[0].uid for message in messages] == [True, False, True]


@pytest.mark.parametrize(
    ("payload", "said"),
    [
        ({"type": "message", "role": "user", "content": None}, []),
        ({"type": "message", "role": "user", "content": [{"type": "input_image", "image_url": "data:"}]}, []),
        ({"type": "message", "role": "user", "content": [{"type": "input_text", "text": "<skills>"}]}, []),
        ({"type": "message", "role": "user", "content": [{"type": "input_text", "text": 7}, 7]}, []),
        ({"type": "message", "role": "developer", "content": [{"type": "input_text", "text": "obey"}]}, []),
        ({"type": "function_call_output", "output": [{"type": "input_text", "text": "out"}]}, [("tool", "out")]),
        ({"type": "function_call_output", "output": {"content": "out", "success": True}}, [("tool", "out")]),
        ({"type": "function_call_output", "output": None}, []),
        ({}, []),
    ],
)
def test_only_what_was_said_is_kept(tmp_path: Path, payload: dict[str, Any], said: list[tuple[str, str]]) -> None:
    path = written(tmp_path / "rollout-1.jsonl", [item(**payload), {"type": "response_item", "payload": 7}])
    assert talk(check_both_ways(READER, ref_to(READER, path))) == said
