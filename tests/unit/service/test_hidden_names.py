"""A memory whose name nobody can see goes by its file, wherever it is shown."""

from datetime import UTC, datetime

import pytest

from fakes.house import House, Process
from noctule.memories.memory import parse_memory
from noctule.safety.sanitize import memory_name
from noctule.service.events import Written
from noctule.service.language.describing import Times, describe_memory, describe_mentions
from noctule.service.recall.explaining import Question
from noctule.service.searching import Search

UNSEEN = "\u200b\u2060\U000e0041"
TEXT = f"---\nname: {UNSEEN}\ndescription: the harbour crane\n---\n\nThe harbour crane is tested with sandbags.\n"


@pytest.fixture
def server(house: House) -> Process:
    server = house.process()
    server.start("s1")
    server.save_others()
    server.save("crane.md", TEXT)
    return server


@pytest.mark.parametrize(
    ("name", "shown"),
    [("Crane", "Crane"), (UNSEEN, "crane.md"), ("", "crane.md"), (f"{UNSEEN}Crane{UNSEEN}", "Crane")],
)
def test_a_name_is_what_can_be_seen_of_it_or_the_path(name: str, shown: str) -> None:
    assert memory_name(name, "crane.md") == shown


def test_a_write_a_hit_and_an_explanation_name_it_by_its_path(server: Process) -> None:
    server.follow()
    written = [change.name for event in server.taken(Written) for change in event.changes]
    hits = server.noctule.searching.run(Search("harbour crane sandbags")).hits
    candidates = server.noctule.explaining.explain(Question(query="how is the harbour crane tested?")).candidates
    assert "crane.md" in written
    assert [hit.title for hit in hits] == ["crane.md"]
    assert "crane.md" in [one.name for one in candidates]
    assert "" not in [*written, *(one.name for one in candidates)]


def test_a_recall_names_it_by_its_path(server: Process) -> None:
    answer = server.recall("how is the harbour crane tested?")
    assert [one.name for one in answer.memories] == ["crane.md"]


def test_a_hover_and_a_mention_name_it_by_its_path() -> None:
    memory = parse_memory("crane.md", TEXT)
    assert describe_memory(memory, Times(None), datetime(2026, 5, 1, tzinfo=UTC)).startswith("**crane.md**")
    assert "- [crane.md](file:///crane.md): " in describe_mentions([("file:///crane.md", memory)])
