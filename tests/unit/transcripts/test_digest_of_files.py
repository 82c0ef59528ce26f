"""Whatever state an agent's file is in, the digest has what was said in it, and only that."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from noctule.transcripts.digest import digest
from noctule.transcripts.message import SessionRef
from noctule.transcripts.readers import READERS

WHEN = "2026-11-30T12:00:00.000Z"


def _claude_code(role: str, text: str, uid: str) -> dict[str, Any]:
    told = {"role": role, "content": text, "usage": {"cache_creation": 1}}
    return {
        "parentUuid": None, "type": role, "message": told, "uuid": uid, "timestamp": WHEN, "requestId": "r",
        "sessionId": "s", "cwd": "/home/dev/kiln", "gitBranch": "main", "version": "2.1",
    }  # fmt: skip


def _codex(role: str, text: str, _: str) -> dict[str, Any]:
    kind = "input_text" if role == "user" else "output_text"
    payload = {"type": "message", "role": role, "content": [{"type": kind, "text": text}]}
    return {"timestamp": WHEN, "type": "response_item", "payload": payload}


def _copilot(role: str, text: str, uid: str) -> dict[str, Any]:
    return {"type": f"{role}.message", "data": {"content": text, "requestId": "r"}, "id": uid, "timestamp": WHEN}


def _gemini(role: str, text: str, uid: str) -> dict[str, Any]:
    kind = "user" if role == "user" else "gemini"
    return {"id": uid, "type": kind, "content": text, "timestamp": WHEN, "tokens": {"cached": 1}}


@dataclass(frozen=True)
class Form:
    """One agent's line files: how a message stands in them."""

    source: str
    line: Callable[[str, str, str], dict[str, Any]]


FORMS = [
    Form("claude-code", _claude_code),
    Form("codex", _codex),
    Form("copilot", _copilot),
    Form("gemini-cli", _gemini),
]
each_form = pytest.mark.parametrize("form", FORMS, ids=lambda form: form.source)


def _digest(form: Form, folder: Path, *rows: dict[str, Any] | bytes, end: bytes = b"\n") -> str:
    """What the digest shows of a file with these lines: objects as JSON, bytes as they are."""
    lines = [row if isinstance(row, bytes) else json.dumps(row, ensure_ascii=False).encode() for row in rows]
    path = folder / "events.jsonl"
    path.write_bytes(b"\n".join(lines) + end)
    status = path.stat()
    ref = SessionRef(form.source, "s", path, "main", status.st_mtime_ns, status.st_size, None, "/home/dev/kiln")
    return digest([ref], lambda ref: READERS[ref.source], 96_000).text


def _quoted(text: str) -> list[str]:
    return [line[2:] for line in text.split("\n") if line.startswith("| ")]


@each_form
def test_line_separators_of_unicode_end_no_line(form: Form, tmp_path: Path) -> None:
    rows = (form.line("user", "one\u2028two\u2029three\u0085four", "1"), form.line("assistant", "a normal line", "2"))
    shown = _digest(form, tmp_path, *rows)
    assert _quoted(shown) == ["one", "two", "three", "four", "a normal line"]
    assert shown.count(":\n| ") == 2


@each_form
def test_zero_bytes_of_a_crash_cost_no_line(form: Form, tmp_path: Path) -> None:
    zeros = b"\0" * 400
    rows = (form.line("user", "one", "1"), zeros, form.line("assistant", "two", "2"), form.line("user", "three", "3"))
    assert _quoted(_digest(form, tmp_path, *rows)) == ["one", "two", "three"]


@each_form
@pytest.mark.parametrize("tail", [b'{"type":"user","x":"cut', '{"type":"user","x":"é'.encode()[:-1], b""])
def test_lines_cut_in_the_middle_or_at_the_end_are_passed_over(form: Form, tail: bytes, tmp_path: Path) -> None:
    cut = b'{"type":"attachment","x":"cut'
    rows = (form.line("user", "one", "1"), cut, form.line("assistant", "two", "2"), form.line("user", "three", "3"))
    assert _quoted(_digest(form, tmp_path, *rows, tail, end=b"")) == ["one", "two", "three"]


@each_form
def test_a_last_line_without_its_end_counts_where_it_is_whole(form: Form, tmp_path: Path) -> None:
    rows = (form.line("user", "one", "1"), form.line("assistant", "two", "2"))
    assert _quoted(_digest(form, tmp_path, *rows, end=b"")) == ["one", "two"]


@each_form
def test_a_record_broken_over_lines_costs_only_itself(form: Form, tmp_path: Path) -> None:
    broken = b'{"type":"tool","content":"line1\nline2\nline3"}'
    rows = (form.line("user", "one", "1"), broken, form.line("assistant", "two", "2"))
    assert _quoted(_digest(form, tmp_path, *rows)) == ["one", "two"]


@each_form
def test_half_an_emoji_is_replaced_and_the_rest_is_kept(form: Form, tmp_path: Path) -> None:
    row = json.dumps(form.line("user", "cut emoji HALF end", "1")).replace("HALF", "\\ud83d").encode()
    shown = _digest(form, tmp_path, row)
    assert _quoted(shown) == ["cut emoji \ufffd end"]
    assert json.loads(json.dumps(shown)).encode()


@each_form
def test_what_recall_gave_is_no_news(form: Form, tmp_path: Path) -> None:
    recalled = "<system-reminder>\nMemory: /m/a.md:\nOld fact: port is 8080\n</system-reminder>"
    rows = (form.line("user", f"fix the bug\n{recalled}", "1"), form.line("user", recalled, "2"))
    assert _quoted(_digest(form, tmp_path, *rows)) == ["fix the bug"]


@each_form
def test_the_budget_is_spent_on_words_not_on_json(form: Form, tmp_path: Path) -> None:
    shown = _digest(form, tmp_path, form.line("user", "hello", "1"), form.line("assistant", "hi", "2"))
    assert "user, " in shown or "user:" in shown
    assert "assistant" in shown
    for word in ("cache_creation", "parentUuid", "requestId", "tokens", "{", "}"):
        assert word not in shown


@each_form
def test_a_file_that_is_gone_or_a_link_is_read_as_nothing(form: Form, tmp_path: Path) -> None:
    secret = tmp_path / "elsewhere.jsonl"
    secret.write_text(json.dumps(form.line("user", "not ours", "1")) + "\n")
    link = tmp_path / "link.jsonl"
    link.symlink_to(secret)
    for path in (link, tmp_path / "gone.jsonl", tmp_path):
        ref = SessionRef(form.source, "s", path, "main", 1, 0, None, None)
        assert digest([ref], lambda ref: READERS[ref.source], 96_000).text == ""
