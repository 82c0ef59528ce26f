"""Claims about the log of dreams, and about dreams that wait for a person's word."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from fakes.dreaming import Folder
from noctule.dream.log import DreamLog, Line, Touched
from noctule.errors import NotFound
from noctule.store.held_dreams import ChangeSet, FileChange, HeldDream, HeldDreams

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def line(status: str = "completed", hours: float = 0, **more: object) -> Line:
    at = (NOW + timedelta(hours=hours)).isoformat()
    return Line(dream_id="0123abcd", at=at, trigger="command", status=status, **more)  # type: ignore[arg-type]


def test_a_line_comes_back_as_it_was_written(ferry: Folder) -> None:
    log = DreamLog(ferry.path)
    told = line(
        reason="It \ud800 says \u2028 so.\n",
        held=True,
        model="provider/id",
        cost_usd=0.12,
        tokens=48_200,
        created=(Touched("é.md", "ab"),),
        removed=(Touched("b.md", None),),
        conflicts=("c.md",),
    )
    assert log.add(told)
    (found,) = log.lines()
    assert found.created == told.created
    assert (found.cost_usd, found.tokens, found.conflicts) == (0.12, 48_200, ("c.md",))
    assert found.reason == "It ? says \u2028 so.\n"
    assert log.file.read_bytes().count(b"\n") == 1


def test_what_is_unknown_is_null_and_never_zero(ferry: Folder) -> None:
    log = DreamLog(ferry.path)
    log.add(line())
    told = json.loads(log.file.read_bytes())
    assert (told["costUsd"], told["tokens"]) == (None, None)
    assert told["dreamId"] == "0123abcd"


@pytest.mark.parametrize(
    "foreign",
    [
        b'{"ts": "2026-03-01", "kind": "consolidation"}\n',
        b"[]\n",
        b"null\n",
        b"\xff\xfe\n",
        b"\n",
        b'{"dreamId": "1", "at": "yesterday", "trigger": "idle", "status": "completed"}\n',
        b'{"dreamId": "1", "at": "2026-03-01T12:00:00+00:00", "trigger": "idle", "status": "dreamt"}\n',
        b'{"dreamId": "1", "at": "2026-03-01T12:00:00+00:00", "trig',
    ],
)
def test_a_torn_or_foreign_line_is_passed_over_and_hides_none(ferry: Folder, foreign: bytes) -> None:
    log = DreamLog(ferry.path)
    log.add(line("failed"))
    with log.file.open("ab") as file:
        file.write(foreign)
    log.add(line("completed"))
    assert [one.status for one in log.lines()] == ["failed", "completed"]


def test_a_log_that_cannot_be_written_breaks_nothing(ferry: Folder) -> None:
    log = DreamLog(ferry.path)
    log.file.mkdir()
    assert not log.add(line())
    assert log.lines() == []


def test_a_skip_by_the_same_gate_is_told_once_within_its_time(ferry: Folder) -> None:
    log = DreamLog(ferry.path)
    day = timedelta(hours=24)
    log.add_skip(line("skipped", 0, gate="minHours"), day)
    log.add_skip(line("skipped", 1, gate="minHours"), day)
    log.add_skip(line("skipped", 2, gate="minSessions"), day)
    log.add_skip(line("skipped", 3, gate="minHours"), day)
    log.add_skip(line("skipped", 25, gate="minHours"), day)
    assert [one.gate for one in log.lines()] == ["minHours", "minSessions", "minHours"]


def dream(dream_id: str = "0123abcd", hours: float = 0) -> HeldDream:
    changes = ChangeSet(
        (
            FileChange("a.md", b"old\xff", b"new", 17, ("b.md",)),
            FileChange("b.md", b"", None),
            FileChange("sub/c.md", None, b"made"),
        ),
        FileChange("MEMORY.md", None, b"- [A](a.md)\n"),
    )
    return HeldDream(
        id=dream_id,
        at=NOW + timedelta(hours=hours),
        trigger="idle",
        status="completed",
        reasons=("It removes all.",),
        model="provider/id",
        steps=3,
        changes=changes,
    )


def test_a_held_dream_waits_whole_across_restarts(ferry: Folder) -> None:
    HeldDreams(ferry.state).put(dream())
    again = HeldDreams(ferry.state)
    assert again.find("0123abcd") == dream()
    assert again.all() == (dream(),)


def test_the_newest_held_dream_comes_first_and_a_later_put_replaces(ferry: Folder) -> None:
    held = HeldDreams(ferry.state)
    held.put(dream())
    held.put(dream("89abcdef", 1))
    held.put(HeldDream(id="0123abcd", at=NOW, trigger="idle", status="failed", reasons=()))
    assert [(one.id, one.status) for one in held.all()] == [("89abcdef", "completed"), ("0123abcd", "failed")]
    assert held.find("0123abcd").changes.is_empty


@pytest.mark.parametrize("dream_id", ["0123abcd", "../../etc", "", "0123ABCD"])
def test_a_dream_that_does_not_wait_is_not_found(ferry: Folder, dream_id: str) -> None:
    with pytest.raises(NotFound):
        HeldDreams(ferry.state).find(dream_id)


def test_a_damaged_held_dream_is_passed_over_and_stays(ferry: Folder) -> None:
    held = HeldDreams(ferry.state)
    held.put(dream())
    (ferry.state / "held-dreams" / "0123abcd" / "0.after").unlink()
    assert held.all() == ()
    assert (ferry.state / "held-dreams" / "0123abcd").is_dir()


def test_a_dropped_dream_is_gone_and_dropping_it_again_is_no_error(ferry: Folder) -> None:
    held = HeldDreams(ferry.state)
    held.put(dream())
    held.drop("0123abcd")
    held.drop("0123abcd")
    assert held.all() == ()
    assert list((ferry.state / "held-dreams").iterdir()) == []


def test_a_held_dream_that_holds_what_is_forgotten_goes(ferry: Folder) -> None:
    held = HeldDreams(ferry.state)
    held.put(dream())
    assert held.forget(lambda data: b"nothing of it" in data) == 0
    assert held.forget(lambda data: b"made" in data) == 1
    assert held.all() == ()
