"""What models were asked is counted, private, bounded, and hidden by no damage."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

from noctule.store import calls
from noctule.store.calls import Calls, Spent
from noctule.store.remembered import seen_instructions

NOW = datetime(2026, 3, 5, 10, 0, tzinfo=UTC)
SPENT = Spent(NOW.isoformat(), "review", "anthropic/m", 100, None, None)


def test_calls_are_counted_and_what_is_unknown_stays_so(tmp_path: Path) -> None:
    record = Calls(tmp_path / "state")
    assert record.spent() == ()
    record.note(SPENT)
    record.note(SPENT)
    assert record.spent() == (SPENT, SPENT)
    assert (tmp_path / "state" / "calls.jsonl").stat().st_mode & 0o777 == 0o600


def test_a_damaged_line_hides_no_other(tmp_path: Path) -> None:
    record = Calls(tmp_path)
    (tmp_path / "calls.jsonl").write_text('{"at": 1}\nnonsense\n[1]\n')
    record.note(SPENT)
    assert record.spent() == (SPENT,)


def test_a_log_that_is_full_begins_anew(tmp_path: Path) -> None:
    record = Calls(tmp_path)
    (tmp_path / "calls.jsonl").write_text("x" * 1_000_001)
    record.note(SPENT)
    assert record.spent() == (SPENT,)
    assert (tmp_path / "calls.jsonl.1").exists()


def test_the_oldest_conversations_go(tmp_path: Path) -> None:
    record = Calls(tmp_path)
    most = calls._MOST_CONVERSATIONS
    for minute in range(most + 2):
        record.keep("review", NOW + timedelta(minutes=minute), {"task": minute})
    kept = sorted((tmp_path / "conversations").iterdir())
    assert len(kept) == most
    assert json.loads(kept[0].read_text())["task"] == 2
    assert {path.stat().st_mode & 0o777 for path in kept} == {0o600}


def test_files_that_were_seen_are_known_until_a_person_lets_go_of_them(tmp_path: Path) -> None:
    seen = seen_instructions(tmp_path / "state")
    assert seen.all() == frozenset()
    assert not (tmp_path / "state").exists()
    seen.add(["/a/AGENTS.md"])
    seen.add(["/a/CLAUDE.md"])
    seen.drop(["/a/AGENTS.md"])
    assert seen_instructions(tmp_path / "state").all() == frozenset({"/a/CLAUDE.md"})
    (tmp_path / "state" / "instructions.json").write_bytes(b"{")
    assert seen.all() == frozenset()
