"""Search finds memories and their entries; explaining says why, and leaves no trace."""

import pytest

from fakes.house import House, Process, everything_under, memory_text
from noctule.errors import Disabled, Refused, UnknownSession
from noctule.service.recall.explaining import Question
from noctule.service.searching import Search
from noctule.service.values import ExplainAnswer

QUERY = "how is the harbour crane tested?"


@pytest.fixture
def server(house: House) -> Process:
    server = house.process()
    server.save_others()
    server.save(
        "crane.md", memory_text("Crane", "how the harbour crane is tested", "The harbour crane, with sandbags.")
    )
    server.save("topics.md", "---\nname: Hosts\n---\n\n## Lagoon\n\nPort 2222.\n\n## Marina\n\nBehind the tunnel.\n")
    return server


def explained(server: Process, query: str = QUERY, **more: object) -> ExplainAnswer:
    return server.noctule.explaining.explain(Question(query=query, **more))  # type: ignore[arg-type]


def reasons(answer: ExplainAnswer) -> dict[str, str]:
    return {one.memory_uri.rpartition("/")[2]: one.reason for one in answer.candidates}


def test_a_hit_tells_the_entry_that_matches(server: Process) -> None:
    (hit,) = server.noctule.searching.run(Search("tunnel marina")).hits
    assert (hit.title, hit.text, hit.cut) == ("Hosts: Marina", "Behind the tunnel.", False)
    assert hit.memory_uri == (server.memory / "topics.md").as_uri()
    assert hit.session_ref is None
    assert hit.score > 0


def test_hits_are_the_best_first_and_no_more_than_asked_for(server: Process) -> None:
    assert len(server.noctule.searching.run(Search("there is much to say", limit=3)).hits) == 3
    assert server.noctule.searching.run(Search("harbour crane", limit=1)).hits[0].title == "Crane"
    assert len(server.noctule.searching.run(Search("there is much to say", limit=-5)).hits) == 1
    assert len(server.noctule.searching.run(Search("there is much to say", limit=10**9)).hits) == 8


def test_a_session_that_asks_is_answered_from_its_own_project(house: House, server: Process) -> None:
    elsewhere = house.project.parent / "lighthouse"
    elsewhere.mkdir()
    server.start("s1")
    both = house.process(house.project, elsewhere)
    assert both.noctule.searching.run(Search("tunnel marina", session_id="s1")).hits
    assert not both.noctule.searching.run(Search("tunnel marina", workspace_uri=elsewhere.as_uri())).hits
    with pytest.raises(UnknownSession):
        both.noctule.searching.run(Search("tunnel marina", session_id="s9"))


def test_a_long_hit_is_cut_and_says_so(server: Process) -> None:
    server.save("long.md", memory_text("Logbook", "the logbook", "é" * 5000))
    (hit,) = server.noctule.searching.run(Search("logbook")).hits
    assert hit.cut
    assert len(hit.text.encode()) <= 2000


@pytest.mark.parametrize("query", ["", "  ", "\n"])
def test_an_empty_search_is_refused(server: Process, query: str) -> None:
    with pytest.raises(Refused):
        server.noctule.searching.run(Search(query))


def test_every_candidate_is_picked_or_withheld_and_why(server: Process) -> None:
    answer = explained(server)
    assert [one.picked for one in answer.candidates].count(True) == 1
    assert answer.candidates[0].picked
    assert answer.candidates[0].score == pytest.approx(sum(answer.candidates[0].parts.values()), abs=1e-3)
    assert answer.candidates[0].coverage > 0
    assert all(0 <= one.coverage <= 1 for one in answer.candidates)
    assert answer.candidates[0].name == "Crane"
    assert all(one.reason for one in answer.candidates)
    assert sorted(answer.candidates, key=lambda one: -one.score) == list(answer.candidates)
    assert answer.gate_open
    assert "with sandbags" in (answer.text or "")


def test_explaining_leaves_no_trace(server: Process) -> None:
    server.start()
    before = server.noctule.sessions.all(None)
    explained(server)
    explained(server, session_id="s1")
    assert server.noctule.sessions.all(None) == before
    assert server.noctule.sessions.ledger("s1") == ()
    assert {row.recalls for row in server.noctule.reading.list()} == {0}
    assert server.recalls_told() == []
    assert server.recalled(QUERY) == ["crane.md"]


def test_for_a_session_its_ledger_and_budget_count(server: Process) -> None:
    server.start()
    used = server.recall(QUERY).budget
    answer = explained(server, session_id="s1")
    assert reasons(answer)["crane.md"] == "shown in this session, and unchanged since"
    assert (answer.text, answer.budget) == (None, used)
    server.noctule.sessions.pause("s1")
    paused = explained(server, "the glaciers and the turnips", session_id="s1")
    assert (paused.text, paused.notes, paused.budget) == (None, ("paused",), used)
    assert "paused" in reasons(explained(server, session_id="s1"))["crane.md"]


def test_a_turn_that_nothing_fits_is_explained_by_the_gate(server: Process) -> None:
    answer = explained(server, "please say something nice")
    assert answer.text is None
    assert not answer.gate_open
    assert answer.gate_reason


def test_how_many_candidates_are_shown_changes_nothing_of_what_is_picked(server: Process) -> None:
    for number in range(4):
        server.save(
            f"b{number}.md", memory_text("Buoy", "the lantern of the buoy", f"The buoy lantern, number {number}.")
        )
    whole = explained(server, "the lantern of the buoy")
    few = explained(server, "the lantern of the buoy", limit=1)
    assert len(few.candidates) == 1
    assert few.text == whole.text
    assert (few.text or "").count("<system-reminder>") == 4


def test_a_budget_that_is_spent_is_a_reason(server: Process) -> None:
    server.noctule.configuration.set_client({"recall": {"sessionBytes": 256, "memoryBytes": 256}})
    server.save("crane.md", memory_text("Crane", "how the harbour crane is tested", "harbour crane " * 40))
    server.start()
    server.recall(QUERY)
    server.save("crane2.md", memory_text("Crane", "how the harbour crane is tested", "harbour crane " * 41))
    assert reasons(explained(server, session_id="s1"))["crane2.md"] == "the byte budget is spent"


def test_a_session_nobody_knows_and_memory_that_is_off_are_errors(house: House, server: Process) -> None:
    with pytest.raises(UnknownSession):
        explained(server, session_id="nobody")
    server.noctule.switches.disable()
    with pytest.raises(Disabled):
        explained(server)


def test_explaining_in_a_new_project_makes_nothing(house: House) -> None:
    server = house.process()
    assert explained(server).candidates == ()
    server.noctule.close()
    assert everything_under(house.user_home) == []
