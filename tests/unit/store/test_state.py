"""What Noctule remembers outlives the server and is shared by all of its processes."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from noctule.errors import UnknownSession
from noctule.store.ledger import Shown
from noctule.store.sessions import Kind, NewSession, Session
from noctule.store.state import State

NOW = datetime(2026, 5, 4, 3, 2, 1, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)
S1 = NewSession("s1", project="app-123", folder="/memory", model="m")
S2 = NewSession("s2", project="app-123", folder="/memory", kind="subagent")


@pytest.fixture
def state(tmp_path: Path) -> Iterator[State]:
    with State(tmp_path / "state.db") as state:
        yield state


@pytest.fixture
def other(tmp_path: Path) -> Iterator[State]:
    """The same file, as another process sees it."""
    with State(tmp_path / "state.db") as state:
        yield state


def shown(path: str, size: int = 10) -> Shown:
    return Shown(path, hash=f"hash of {path}", bytes=size, text=f"text of {path}")


def shown_paths(state: State, session: str) -> list[str]:
    return [row.path for row in state.ledger.rows(session)]


def test_asking_makes_no_file(tmp_path: Path, state: State) -> None:
    assert state.sessions.find("s1") is None
    assert (state.flag("app-123", "enabled"), state.is_trusted("/w"), state.ledger.recalls("/memory")) == (
        None,
        False,
        {},
    )
    assert not (tmp_path / "state.db").exists()


def test_a_session_starts_as_it_was_said(state: State) -> None:
    started = state.sessions.start(S1, NOW)
    expected = Session("s1", "app-123", "/memory", "main", "m", None, None, False, NOW, None, NOW, 0, False)
    assert (started.session, started.is_resume) == (expected, False)
    assert state.sessions.get("s1") == expected


def test_starting_twice_changes_only_when_it_was_last_seen(state: State, other: State) -> None:
    state.sessions.start(S1, NOW)
    state.sessions.open_turn("s1", NOW)
    state.ledger.add("s1", [shown("a.md")], 1, NOW)
    again = other.sessions.start(NewSession("s1", "app-123", "/memory", transcript="/t.jsonl"), LATER)
    assert again.is_resume
    assert (again.session.started, again.session.last_seen, again.session.turn) == (NOW, LATER, 1)
    assert (again.session.model, again.session.transcript) == ("m", "/t.jsonl")
    assert shown_paths(other, "s1") == ["a.md"]


def test_a_pause_lasts_until_the_session_ends(tmp_path: Path, state: State) -> None:
    state.sessions.start(S1, NOW)
    state.sessions.start(S2, NOW)
    state.sessions.pause("s1")
    with State(tmp_path / "state.db") as restarted:
        assert restarted.sessions.start(S1, LATER).session.paused
        assert not restarted.sessions.get("s2").paused
        restarted.sessions.end("s1", LATER)
        assert restarted.sessions.get("s1").ended == LATER
        resumed = restarted.sessions.start(S1, LATER).session
        assert (resumed.paused, resumed.ended) == (False, None)
        restarted.sessions.pause("s1")
        restarted.sessions.resume("s1")
        assert not restarted.sessions.get("s1").paused


def test_open_turns_are_seen_by_every_process(state: State, other: State) -> None:
    for session in (S1, S2, NewSession("s3", "other", "/elsewhere")):
        state.sessions.start(session, NOW)
    assert state.sessions.open_turn("s1", NOW) == 1
    assert state.sessions.open_turn("s1", NOW) == 2
    assert state.sessions.open_turn("s3", NOW) == 1
    assert other.sessions.open_turns("/memory") == ["s1"]
    state.sessions.open_turn("s2", LATER)
    assert other.sessions.open_turns("/memory") == ["s1", "s2"]
    assert other.sessions.open_turns("/memory", seen_since=LATER) == ["s2"]
    state.sessions.close_turn("s2", LATER)
    state.sessions.end("s1", LATER)
    assert other.sessions.open_turns("/memory") == []
    assert other.sessions.get("s1").turn == 2


def test_sessions_are_listed_by_project_and_folder_the_last_seen_first(state: State) -> None:
    for session in (S1, S2, NewSession("s3", "other", "/memory")):
        state.sessions.start(session, NOW)
    state.sessions.touch("s2", LATER)
    assert [each.id for each in state.sessions.all()] == ["s2", "s1", "s3"]
    assert [each.id for each in state.sessions.all(project="app-123")] == ["s2", "s1"]
    assert [each.id for each in state.sessions.all(project="other", folder="/memory")] == ["s3"]
    assert state.sessions.all(folder="/nowhere") == []


def test_the_first_snapshot_recorded_is_the_sessions(state: State, other: State) -> None:
    state.sessions.start(S1, NOW)
    assert state.sessions.snapshot("s1") is None
    first = state.sessions.record_snapshot("s1", "text é\r\n".encode(), {"lines": 3, "hidden": ["a"]})
    assert (first.text, first.facts) == ("text é\r\n".encode(), {"lines": 3, "hidden": ["a"]})
    assert other.sessions.record_snapshot("s1", b"other", {}) == first
    assert other.sessions.snapshot("s1") == first


def test_compaction_takes_a_new_snapshot_and_clears_the_ledger_once_a_turn(state: State) -> None:
    for session in (S1, S2):
        state.sessions.start(session, NOW)
        state.ledger.add(session.id, [shown("a.md")], 0, NOW)
    state.sessions.record_snapshot("s1", b"one", {})
    assert state.sessions.compact("s1", b"two", {"n": 2})
    assert (shown_paths(state, "s1"), shown_paths(state, "s2")) == ([], ["a.md"])
    state.ledger.add("s1", [shown("b.md")], 0, NOW)
    assert not state.sessions.compact("s1", b"three", {})
    snapshot = state.sessions.snapshot("s1")
    assert snapshot is not None
    assert (snapshot.text, snapshot.facts, shown_paths(state, "s1")) == (b"two", {"n": 2}, ["b.md"])
    state.sessions.open_turn("s1", NOW)
    assert state.sessions.compact("s1", b"three", {})
    state.sessions.close_turn("s1", NOW)
    assert state.sessions.compact("s1", b"four", {})


def test_a_fork_gets_the_snapshot_and_a_copy_of_the_ledger(state: State) -> None:
    state.sessions.start(S1, NOW)
    state.sessions.record_snapshot("s1", b"text", {})
    state.ledger.add("s1", [shown("a.md", 7), shown("b.md", 8)], 3, NOW)
    fork = NewSession("fork", "app-123", "/memory", fork_of="s1")
    assert state.sessions.start(fork, LATER).session.fork_of == "s1"
    state.ledger.add("s1", [shown("c.md")], 4, LATER)
    state.sessions.start(fork, LATER)
    assert shown_paths(state, "fork") == ["a.md", "b.md"]
    assert (state.ledger.bytes_shown("fork"), state.ledger.bytes_shown("fork", turn=1)) == (15, 0)
    assert state.sessions.snapshot("fork") == state.sessions.snapshot("s1")
    assert not state.sessions.start(NewSession("lost", "a", "/m", fork_of="gone"), NOW).is_resume
    assert state.sessions.snapshot("lost") is None


def test_the_ledger_keeps_what_was_shown_and_takes_back_what_was_not(state: State, other: State) -> None:
    state.sessions.start(S1, NOW)
    first = state.ledger.add("s1", [shown("a.md", 5)], 1, NOW)
    second = state.ledger.add("s1", [shown("b.md", 6), shown("c.md", 7)], 2, LATER)
    row = other.ledger.rows("s1")[0]
    assert (row.id, row.hash, row.text, row.bytes, row.at, row.turn) == (
        first[0],
        "hash of a.md",
        "text of a.md",
        5,
        NOW,
        1,
    )
    assert (other.ledger.bytes_shown("s1"), other.ledger.bytes_shown("s1", turn=2)) == (18, 13)
    other.ledger.take_back(second)
    assert shown_paths(state, "s1") == ["a.md"]
    state.ledger.clear("s1")
    assert shown_paths(other, "s1") == []


def test_recalls_are_counted_by_folder_and_memory(state: State) -> None:
    state.ledger.count_recalls("/memory", ["a.md", "b.md"], NOW)
    state.ledger.count_recalls("/memory", ["a.md"], LATER)
    state.ledger.count_recalls("/other", ["a.md"], NOW)
    counts = state.ledger.recalls("/memory")
    assert {path: (each.count, each.last) for path, each in counts.items()} == {"a.md": (2, LATER), "b.md": (1, NOW)}
    state.ledger.uncount_recalls("/memory", ["a.md", "b.md"])
    assert {path: each.count for path, each in state.ledger.recalls("/memory").items()} == {"a.md": 1}


@pytest.mark.parametrize(
    "call",
    [
        lambda state: state.sessions.get("?"),
        lambda state: state.sessions.touch("?", NOW),
        lambda state: state.sessions.end("?", NOW),
        lambda state: state.sessions.pause("?"),
        lambda state: state.sessions.resume("?"),
        lambda state: state.sessions.open_turn("?", NOW),
        lambda state: state.sessions.close_turn("?", NOW),
        lambda state: state.sessions.record_snapshot("?", b"", {}),
        lambda state: state.sessions.compact("?", b"", {}),
        lambda state: state.ledger.add("?", [shown("a.md")], 1, NOW),
    ],
    ids=range(10),
)
def test_a_session_that_nobody_started_is_unknown(state: State, call: object) -> None:
    with pytest.raises(UnknownSession, match="Start it first"):
        call(state)  # type: ignore[operator]  # a table of calls


def test_trust_covers_a_folder_and_what_lies_in_it(state: State, other: State) -> None:
    state.trust("/w/app", NOW)
    state.trust("/w/app", LATER)
    assert [(each.path, each.at) for each in other.trusted()] == [("/w/app", NOW)]
    assert [other.is_trusted(path) for path in ("/w/app", "/w/app/src", "/w", "/w/apple", "/w/app2/x")] == [
        True,
        True,
        False,
        False,
        False,
    ]
    other.distrust("/w/app")
    assert not state.is_trusted("/w/app")


def test_a_flag_of_a_project_is_seen_by_others(state: State, other: State) -> None:
    state.set_flag("app-123", "name", "value")
    assert (other.flag("app-123", "name"), other.flag("other", "name")) == ("value", None)


def test_a_nudge_is_shown_once_a_session_and_reason(state: State, other: State) -> None:
    assert [each.nudge("s1", "dream", NOW) for each in (state, other)] == [True, False]
    assert state.nudge("s1", "promote", NOW)
    assert state.nudge("s2", "dream", NOW)


def test_the_last_activity_of_a_project_is_known_and_never_goes_back(state: State, other: State) -> None:
    assert state.last_activity("app-123") is None
    state.note_activity("app-123", LATER)
    other.note_activity("app-123", NOW)
    assert state.last_activity("app-123") == LATER


def test_a_damaged_state_is_set_aside_and_said(tmp_path: Path, state: State) -> None:
    (tmp_path / "state.db").write_bytes(b"damaged " * 1000)
    state.sessions.start(S1, NOW)
    assert state.damaged == tmp_path / "state.db.damaged-1"
    assert state.sessions.get("s1").started == NOW


def test_a_session_that_nobody_comes_back_to_is_forgotten_with_all_that_is_kept_of_it(state: State) -> None:
    for name in ("old", "paused"):
        state.sessions.start(NewSession(name, "app-123", "/memory"), NOW)
        state.sessions.record_snapshot(name, b"text", {})
        state.ledger.enter(name, "/memory", [shown("a.md")], 1, NOW, 1_000)
        state.note_hooked(name)
        assert state.nudge(name, "dream", NOW)
    state.sessions.pause("paused")
    assert state.nudge("app-123", "import", NOW)
    # The last seen are kept, however old they look.
    assert state.forget_sessions(NOW + timedelta(days=900)) == 0
    then = NOW + timedelta(days=91)
    for number in range(50):
        state.sessions.start(NewSession(f"new-{number}", "app-123", "/memory"), then)
    assert state.forget_sessions(then - timedelta(days=2)) == 0
    assert state.forget_sessions(then) == 1
    assert (state.sessions.find("old"), state.sessions.snapshot("old"), shown_paths(state, "old")) == (None, None, [])
    assert (state.hooked(), shown_paths(state, "paused")) == (frozenset({"paused"}), ["a.md"])
    assert state.was_nudged("app-123", "import")
    assert not state.was_nudged("old", "dream")
    assert state.ledger.recalls("/memory")["a.md"].count == 2


@pytest.mark.parametrize(("kind", "days"), [("main", 90), ("headless", 90), ("subagent", 14), ("side", 14)])
def test_how_long_a_session_is_known(state: State, kind: Kind, days: int) -> None:
    state.sessions.start(NewSession("old", "app-123", "/memory", kind=kind), NOW)
    for number in range(50):
        state.sessions.start(NewSession(f"new-{number}", "app-123", "/memory"), NOW + timedelta(days=100))
    assert state.forget_sessions(NOW + timedelta(days=days)) == 0
    assert state.forget_sessions(NOW + timedelta(days=days, seconds=1)) == 1
