"""Memories that recall put into a conversation are found again in its transcript, whichever agent keeps it."""

from pathlib import Path
from typing import Any

import pytest

from fakes.transcripts import RECORDED, written
from noctule.recall.inject import Block, render
from noctule.transcripts.recalled import RecalledBlock, recalled_in

A = RecalledBlock("/m/a.md", "Blue first.\n\n- never the other way")
B = RecalledBlock("/m/sub dir/é.md", "Of oak.")


def shown(*blocks: RecalledBlock, note: str | None = None) -> str:
    text = render([Block(block.path, block.text, note, cut=False) for block in blocks])
    assert text is not None
    return text


def prompt(text: str) -> dict[str, Any]:
    return {"type": "user", "message": {"role": "user", "content": text}}


@pytest.mark.parametrize(
    ("what", "rows", "found"),
    [
        ("a prompt", [prompt(f"fix the bug\n{shown(A, B)}")], [A, B]),
        ("a prompt that goes on", [prompt(f"{shown(A)}\nfix the bug")], [A]),
        ("a note", [prompt(shown(A, note="This memory is 3 days old."))], [A]),
        ("blocks", [{"message": {"content": [{"text": "x"}, {"text": shown(A)}, {"text": shown(B)}]}}], [A, B]),
        ("an attachment", [{"attachment": {"content": [shown(A)]}}], [A]),
        ("a message of an extension", [{"type": "custom_message", "content": shown(B)}], [B]),
        ("an item", [{"type": "response_item", "payload": {"content": [{"text": shown(A)}]}}], [A]),
        ("several turns", [prompt(shown(A)), prompt("x"), prompt(shown(B))], [A, B]),
        ("a line that is there twice", [prompt(shown(A)), prompt(shown(B)), prompt(shown(A))], [B, A]),
        ("a newer text", [prompt(shown(A)), prompt(shown(RecalledBlock(A.path, "Green first.")))], [
            A, RecalledBlock(A.path, "Green first."),
        ]),
        ("Claude Code compacted", [prompt(shown(A)), {"subtype": "compact_boundary"}, prompt(shown(B))], [B]),
        ("pi compacted", [prompt(shown(A)), {"type": "compaction", "summary": ""}, prompt(shown(B))], [B]),
        ("Codex compacted", [prompt(shown(A)), {"type": "compacted"}, prompt(shown(B))], [B]),
        ("talk of compaction", [prompt(shown(A)), prompt('what is a "compaction" and a "compacted"?')], [A]),
        ("talk of memories", [prompt("Memory: /m/a.md:\n\nBlue first.")], []),
        ("another reminder", [prompt("<system-reminder>\nMemory: none\n</system-reminder>")], []),
        ("a block that is cut", [prompt("<system-reminder>\nMemory: /m/a.md:\n\nBlue")], []),
        ("broken lines", [b'{"Memory: ', prompt(shown(A)), b"Memory: x:\n"], [A]),
    ],
)  # fmt: skip
def test_blocks_are_found_wherever_an_agent_keeps_them(
    tmp_path: Path, what: str, rows: list[dict[str, Any] | bytes], found: list[RecalledBlock]
) -> None:
    path = written(tmp_path / "s.jsonl", rows, tail=b'{"type":"user","message":"Memory: cut')
    assert recalled_in(path) == found, what


def test_a_branch_that_was_left_is_forgotten(tmp_path: Path) -> None:
    def entry(own: str, parent: str | None, content: str) -> dict[str, Any]:
        return {"type": "custom_message", "id": own, "parentId": parent, "content": content}

    head = {"type": "session", "version": 3, "id": "s", "cwd": "/p"}
    rows = [head, entry("1", None, shown(A)), entry("2", "1", shown(B)), entry("3", "1", "another way")]
    assert recalled_in(written(tmp_path / "s.jsonl", rows)) == [A]


def test_what_is_no_transcript_holds_none(tmp_path: Path) -> None:
    assert recalled_in(tmp_path / "gone.jsonl") == []
    assert recalled_in(tmp_path) == []


def test_recorded_conversations_give_up_theirs_up_to_the_last_compaction() -> None:
    (session,) = RECORDED.glob("claude-code/projects/-home-ana-ferry/7d1c*.jsonl")
    assert recalled_in(session) == []
    (fork,) = RECORDED.glob("claude-code/projects/-home-ana-ferry/9f0e*.jsonl")
    assert {block.path for block in recalled_in(fork)} == {"/m/old.md", "/m/a.md"}
