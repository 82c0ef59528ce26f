"""Search reaches past conversations: what was said, where, when and by whom, without secrets."""

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from fakes.house import House, Process, everything_under, memory_text
from fakes.talking import SAID_AT, talk
from noctule.errors import Ambiguous, Disabled, NotFound, Refused
from noctule.service.searching import Search, SearchAnswer
from noctule.store.lock import exclusive

SECRET = "gh" + "p_" + "Ab1Cd2Ef3" * 4


@pytest.fixture
def server(house: House) -> Process:
    talk(house.user_home, house.project, "s1", "Where is the lagoon pump?", "Behind the third quay.")
    talk(house.user_home, house.project, "s2", "Deploy the lagoon?", "Not before Monday.", at=SAID_AT + timedelta(9))
    return house.process()


def searched(server: Process, query: str, **more: object) -> SearchAnswer:
    wanted = Search(query, scope="transcripts", **more)  # type: ignore[arg-type]
    return server.noctule.searching.run(wanted, catch_up_seconds=30)


def refs(answer: SearchAnswer) -> list[str | None]:
    return [hit.session_ref for hit in answer.hits]


def database(server: Process) -> Path:
    return server.noctule.projects.places.home.project_state(server.opened.project.key) / "search.db"


def test_a_hit_names_its_conversation_and_shows_what_was_said_around_it(server: Process) -> None:
    (hit,) = searched(server, "where is the pump").hits
    assert (hit.memory_uri, hit.session_ref) == (None, "claude-code:s1")
    assert hit.title == "claude-code: Where is the lagoon pump?"
    assert hit.text == (
        "[2026-05-04 09:00] user: Where is the lagoon **pump**?\n[2026-05-04 09:01] assistant: Behind the third quay."
    )
    assert (hit.at, hit.cut) == (SAID_AT, False)


def test_conversations_are_narrowed_down_by_session_source_and_time(server: Process) -> None:
    assert set(refs(searched(server, "lagoon"))) == {"claude-code:s1", "claude-code:s2"}
    assert refs(searched(server, "lagoon", session="s2")) == ["claude-code:s2"]
    assert refs(searched(server, "lagoon", session="claude-code:s2")) == ["claude-code:s2"]
    assert refs(searched(server, "lagoon", since=SAID_AT + timedelta(1))) == ["claude-code:s2"]
    assert refs(searched(server, "lagoon", source="pi")) == []
    with pytest.raises(Refused, match="no source"):
        searched(server, "lagoon", source="abacus")
    with pytest.raises(Refused):
        searched(server, "lagoon", source="pi", session="claude-code:s2")


def test_a_conversation_is_named_by_the_beginning_of_its_id(house: House, server: Process) -> None:
    talk(house.user_home, house.project, "s1-and-more", "The lagoon again.")
    assert refs(searched(server, "lagoon", session="s1-")) == ["claude-code:s1-and-more"]
    assert refs(searched(server, "lagoon", session="s1")) == ["claude-code:s1"]
    assert refs(searched(server, "lagoon", session="claude-code:s2")) == ["claude-code:s2"]
    with pytest.raises(Ambiguous, match=r"s1-and-more \(claude-code\)"):
        searched(server, "lagoon", session="s")


@pytest.mark.parametrize("session", ["t9", "pi:s1", "claude-code:", ""])
def test_a_conversation_that_there_is_not_is_said(server: Process, session: str) -> None:
    with pytest.raises(NotFound, match="transcripts list"):
        searched(server, "lagoon", session=session)


def test_all_gives_memories_and_conversations_in_turn(server: Process) -> None:
    server.save_others()
    server.save("lagoon.md", memory_text("Lagoon", "the lagoon", "The lagoon is deep."))
    answer = server.noctule.searching.run(Search("lagoon", scope="all"), catch_up_seconds=30)
    assert [hit.memory_uri is not None for hit in answer.hits] == [True, False, False]
    assert len(server.noctule.searching.run(Search("lagoon", scope="all", limit=1)).hits) == 1


def test_what_was_said_meanwhile_is_found(house: House, server: Process) -> None:
    assert searched(server, "lighthouse").hits == ()
    talk(house.user_home, house.project, "s1", "And the lighthouse?")
    assert refs(searched(server, "lighthouse")) == ["claude-code:s1"]


def test_while_another_program_reads_them_the_answer_says_that_it_is_partial(server: Process) -> None:
    searched(server, "lagoon")
    with exclusive(database(server).with_name("search.lock"), 0):
        answer = server.noctule.searching.run(Search("lagoon", scope="transcripts"), catch_up_seconds=0.01)
    assert answer.notes == ("partialIndex",)
    assert len(answer.hits) == 2


def test_no_secret_is_in_the_database(house: House, server: Process) -> None:
    talk(house.user_home, house.project, "s3", f"The token is {SECRET}, for the lagoon.", f"{SECRET} noted.")
    assert "[redacted:" in searched(server, "token").hits[0].text
    for file in everything_under(house.home):
        path = house.home / file
        assert not path.is_file() or SECRET.encode() not in path.read_bytes(), file
    assert SECRET not in repr(server.events)


def test_a_forgotten_text_leaves_the_database_even_while_it_is_open(house: House, server: Process) -> None:
    server.save("a.md", memory_text("A", "of the lagoon", "The lagoon pump stands behind the third quay."))
    file = talk(house.user_home, house.project, "s4", "The walrus knows it.")
    assert searched(server, "walrus").hits
    file.unlink()
    server.save("b.md", memory_text("B", "a walrus", "The walrus knows it."))
    server.noctule.forgetting.forget_text("The walrus knows it.")
    for path in database(server).parent.glob("search.db*"):
        assert b"walrus" not in path.read_bytes()
    assert searched(server, "walrus").hits == ()
    assert refs(searched(server, "pump")) == ["claude-code:s1"]


def test_a_database_whose_index_is_damaged_inside_is_made_anew(server: Process) -> None:
    assert searched(server, "pump").hits
    with closing(sqlite3.connect(database(server))) as connection:
        connection.execute("DELETE FROM said_data WHERE id > 10")
        connection.commit()
    assert refs(searched(server, "pump")) == ["claude-code:s1"]
    assert refs(searched(server, "Monday")) == ["claude-code:s2"]


def test_a_project_without_conversations_gets_no_database(house: House) -> None:
    server = house.process()
    assert searched(server, "anything").hits == ()
    server.noctule.close()
    assert everything_under(house.user_home) == []


def test_where_memory_is_off_nothing_is_searched(server: Process) -> None:
    server.noctule.switches.disable()
    with pytest.raises(Disabled):
        searched(server, "lagoon")
    assert not database(server).exists()


def test_a_source_that_is_switched_off_is_not_found(house: House, server: Process) -> None:
    assert searched(server, "lagoon").hits
    house.settings('{"memory": {"transcripts": {"sources": ["pi"]}}}')
    assert searched(house.process(), "lagoon").hits == ()
