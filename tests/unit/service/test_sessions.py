"""A session's life: started, resumed after its server died, forked, compacted, paused, ended."""

import pytest

from fakes.house import House, Process, everything_under, memory_text
from noctule.errors import Disabled, UnknownSession, WhichProject
from noctule.service.searching import Search
from noctule.service.sessions import Kind

WINCH = memory_text("Winch", "the winch of the ferry needs grease", "The winch is greased on every Monday.")
ROPES = memory_text("Ropes", "ropes are kept dry below deck", "Wet ropes rot; keep them below deck.")
LATER = "- [Anchor](anchor.md) — said later\n"


@pytest.fixture
def server(house: House) -> Process:
    """A server on a project with two memories and an index."""
    server = house.process()
    server.save("winch.md", WINCH)
    server.save("ropes.md", ROPES)
    server.save("MEMORY.md", "- [Winch](winch.md) — grease\n- [Ropes](ropes.md) — dry\n")
    return server


def test_a_session_is_told_its_folder_and_the_folder_is_there(house: House) -> None:
    server = house.process()
    answer = server.start()
    assert answer.snapshot is not None
    assert f"{server.memory}/" in answer.snapshot.text
    assert (answer.enabled, answer.paused, answer.folder_uri) == (True, False, server.memory.as_uri())
    assert server.memory.is_dir()


def test_starting_twice_changes_nothing(server: Process) -> None:
    first = server.start()
    server.recall("does the winch need grease?")
    server.save("MEMORY.md", LATER)
    assert server.start() == first
    assert server.recalled("does the winch need grease?") == []
    assert [row.session_id for row in server.noctule.sessions.all(None)] == ["s1"]


def test_a_new_process_knows_the_session_and_shows_nothing_twice(house: House, server: Process) -> None:
    first = server.start()
    shown = server.recall("does the winch need grease?")
    server.save("MEMORY.md", LATER)
    server.noctule.close()
    other = house.process()
    assert other.recalled("does the winch need grease?") == [], "known without a new start"
    assert other.start() == first
    assert other.recall("where do the ropes rot?").budget.used_bytes > shown.budget.used_bytes


def test_a_client_that_remembers_more_than_we_do_tells_what_was_shown(server: Process) -> None:
    uri = (server.memory / "winch.md").as_uri()
    outside = (server.house.project / "notes.md").as_uri()
    server.start(already_shown=(uri, uri, outside, (server.memory / "gone.md").as_uri()))
    assert server.recalled("does the winch need grease?") == []
    assert [row.memory_uri for row in server.noctule.sessions.ledger("s1")] == [uri]


def test_a_fork_has_the_snapshot_and_the_ledger_of_its_origin_and_goes_its_own_way(server: Process) -> None:
    origin = server.start("s1")
    server.recall("does the winch need grease?", "s1")
    server.save("MEMORY.md", LATER)
    assert server.start("s2", fork_of="s1").snapshot == origin.snapshot
    assert server.recalled("does the winch need grease?", "s2") == []
    assert server.recalled("where do the ropes rot?", "s2") == ["ropes.md"]
    assert server.recalled("where do the ropes rot?", "s1") == ["ropes.md"]


def test_a_fork_of_a_session_in_another_project_takes_nothing_along(house: House, server: Process) -> None:
    other = house.project.parent / "lighthouse"
    other.mkdir()
    server.start("s1")
    server.recall("does the winch need grease?", "s1")
    elsewhere = house.process(other)
    answer = elsewhere.start("s2", fork_of="s1")
    assert answer.snapshot is not None
    assert str(server.memory) not in answer.snapshot.text
    assert elsewhere.noctule.sessions.ledger("s2") == ()


def test_a_fork_of_nobody_is_a_new_session(server: Process) -> None:
    assert server.start("s2", fork_of="never").snapshot is not None


def test_compaction_takes_a_new_snapshot_and_clears_the_ledger(server: Process) -> None:
    server.start()
    server.recall("does the winch need grease?")
    server.save("MEMORY.md", LATER)
    assert LATER.strip() not in server.prompt()
    compacted = server.noctule.sessions.compact("s1")
    assert compacted.snapshot is not None
    assert LATER.strip() in compacted.snapshot.text
    assert server.prompt() == compacted.snapshot.text
    answer = server.recall("does the winch need grease?")
    assert answer.budget.used_bytes == sum(one.bytes for one in answer.memories) > 0


@pytest.mark.parametrize("kind", ["main", "subagent", "side", "headless"])
def test_a_second_compaction_within_a_turn_changes_nothing(server: Process, kind: Kind) -> None:
    server.start(kind=kind)
    server.recall("warm up the winch")
    first = server.noctule.sessions.compact("s1")
    server.save("MEMORY.md", LATER)
    assert server.noctule.sessions.compact("s1") == first


def test_sessions_are_strangers_to_each_other(server: Process) -> None:
    server.start("s1")
    server.start("s2")
    query = "does the winch need grease?"
    assert server.recalled(query, "s1") == ["winch.md"]
    assert server.recalled(query, "s2") == ["winch.md"]
    server.noctule.sessions.pause("s1")
    assert server.recall(query, "s1").notes == ("paused",)
    assert server.recall(query, "s2").notes == ()
    server.noctule.sessions.resume("s1")
    server.noctule.sessions.compact("s1")
    assert server.recalled(query, "s2") == []
    assert server.recalled(query, "s1") == ["winch.md"]


def test_a_paused_session_is_given_nothing_until_it_is_resumed(house: House, server: Process) -> None:
    given = server.start()
    server.noctule.sessions.pause("s1")
    restarted = house.process()
    assert restarted.start().paused, "a restart keeps the pause"
    assert restarted.start().snapshot is None
    answer = restarted.recall("does the winch need grease?")
    assert (answer.text, answer.notes) == (None, ("paused",))
    restarted.noctule.sessions.resume("s1")
    assert restarted.start() == given
    assert restarted.recalled("does the winch need grease?") == ["winch.md"]


def test_the_end_of_a_session_lifts_its_pause(server: Process) -> None:
    server.start()
    server.noctule.sessions.pause("s1")
    server.noctule.sessions.end("s1")
    assert not server.start().paused


def test_a_session_that_was_compacted_in_its_pause_gets_a_new_snapshot_after_it(server: Process) -> None:
    server.start()
    server.noctule.sessions.pause("s1")
    server.save("MEMORY.md", LATER)
    assert server.noctule.sessions.compact("s1").snapshot is None
    server.noctule.sessions.resume("s1")
    assert LATER.strip() in server.prompt()


@pytest.mark.parametrize(
    ("kind", "has_snapshot"), [("main", True), ("subagent", True), ("headless", True), ("side", False)]
)
def test_each_kind_of_session_gets_its_share(server: Process, kind: Kind, has_snapshot: bool) -> None:
    assert (server.start(kind=kind).snapshot is not None) is has_snapshot
    assert server.recalled("does the winch need grease?") == ["winch.md"]
    assert (server.noctule.sessions.compact("s1").snapshot is not None) is has_snapshot
    assert server.recalled("does the winch need grease?") == ["winch.md"]


def test_where_memory_is_off_the_start_says_so_and_makes_nothing(house: House) -> None:
    server = house.process(NOCTULE_DISABLE="1")
    answer = server.start()
    assert (answer.enabled, answer.folder_uri, answer.snapshot) == (False, None, None)
    assert server.recall("anything at all?").notes == ("unknownSession", "disabled")
    assert server.noctule.reporting.status().enabled is False
    assert everything_under(house.user_home) == []


def test_where_memory_is_off_all_but_start_status_and_recall_is_refused(server: Process) -> None:
    server.start()
    server.noctule.switches.disable()
    for call in (
        lambda: server.noctule.sessions.index_snapshot("s1"),
        lambda: server.noctule.sessions.compact("s1"),
        lambda: server.noctule.sessions.all(None),
        lambda: server.noctule.sessions.ledger("s1"),
        server.noctule.reading.list,
        lambda: server.noctule.searching.run(Search("winch")),
    ):
        with pytest.raises(Disabled, match="it was disabled"):
            call()
    assert server.start().enabled is False
    assert server.recall("does the winch need grease?").notes == ("disabled",)


def test_switched_on_again_the_session_goes_on_where_it_was(server: Process) -> None:
    first = server.start()
    server.noctule.switches.disable()
    server.noctule.switches.enable()
    assert server.start() == first


@pytest.mark.parametrize("call", ["index_snapshot", "compact", "pause", "resume", "end_turn", "end", "ledger"])
def test_a_session_that_never_started_is_an_error(server: Process, call: str) -> None:
    with pytest.raises(UnknownSession):
        getattr(server.noctule.sessions, call)("nobody")


def test_with_several_folders_open_a_new_session_names_one_and_a_known_one_need_not(house: House) -> None:
    other = house.project.parent / "lighthouse"
    other.mkdir()
    server = house.process(house.project, other)
    with pytest.raises(WhichProject):
        server.start("s1")
    first = server.start("s1", workspace_uri=other.as_uri())
    assert server.start("s1") == first
    assert server.start("s1", workspace_uri=house.project.as_uri()) == first, "a session keeps its project"


def test_sessions_are_listed_with_what_they_were_shown_the_last_seen_first(server: Process) -> None:
    server.start("s1", model="claude-9")
    server.house.clock.pass_time(60)
    server.start("s2", kind="subagent")
    server.recall("does the winch need grease?", "s2")
    newest, oldest = server.noctule.sessions.all(None)
    assert (newest.session_id, newest.kind, oldest.session_id, oldest.model) == ("s2", "subagent", "s1", "claude-9")
    assert newest.bytes_shown == sum(row.bytes for row in server.noctule.sessions.ledger("s2")) > 0
    assert newest.workspace_uri == server.house.project.as_uri()


def test_only_sessions_that_live_are_in_the_status(server: Process) -> None:
    server.start("ended")
    server.noctule.sessions.end("ended")
    server.start("stale")
    server.house.clock.pass_time(3601)
    server.start("alive")
    assert [row.session_id for row in server.noctule.reporting.status().sessions] == ["alive"]


def test_activity_is_noted_for_the_project(server: Process) -> None:
    server.start()
    state, key = server.noctule.projects.state, server.opened.project.key
    assert state.last_activity(key) is None
    server.noctule.sessions.end_turn("s1")
    settled = state.last_activity(key)
    assert settled is not None
    server.house.clock.pass_time(5)
    server.noctule.sessions.note_activity("s1")
    assert (state.last_activity(key) or settled) > settled
