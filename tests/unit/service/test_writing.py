"""Structured writes through the service: into the project or the profile, by a session or a person."""

import threading
from datetime import timedelta

import pytest

from fakes.house import House, Process
from noctule.capture.change import Replacement
from noctule.capture.write import Addition
from noctule.errors import Disabled, NotFound, OverCap, PathRefused, UnknownSession, WhichProject
from noctule.memories.index_lines import parse_index
from noctule.service.capture.writing import Writer
from noctule.service.searching import Search
from noctule.service.values import Usage

ME = Writer()


def test_what_is_added_can_be_read_found_and_removed_by_its_uri(server: Process) -> None:
    answer = server.noctule.writing.add(Addition(text="The lagoon is deep.", name="Lagoon"), ME)
    assert (answer.verdict, answer.usage, answer.related) == ("written", None, ())
    assert answer.memory_uri == (server.memory / "lagoon.md").as_uri()
    assert server.noctule.reading.read(answer.memory_uri).memory.type == "feedback"
    assert server.noctule.searching.run(Search("lagoon")).hits[0].memory_uri == answer.memory_uri
    again = server.noctule.writing.add(Addition(text="the lagoon is DEEP."), ME)
    assert (again.verdict, again.memory_uri) == ("duplicate", answer.memory_uri)
    server.noctule.writing.replace(answer.memory_uri, Replacement(text="shallow", old="deep"), ME)
    assert "shallow" in server.noctule.reading.read(answer.memory_uri).text
    server.noctule.writing.remove(answer.memory_uri, None, None, ME)
    assert server.noctule.reading.list() == ()
    assert (server.memory / "MEMORY.md").read_text() == ""


def test_what_was_removed_by_hand_can_be_added_again(server: Process) -> None:
    addition = Addition(text="The lagoon is deep.", name="Lagoon")
    server.noctule.writing.add(addition, ME)
    (server.memory / "lagoon.md").unlink()
    assert server.noctule.writing.add(addition, ME).verdict == "written"
    assert len((server.memory / "MEMORY.md").read_text().splitlines()) == 1


def test_a_session_writes_as_an_agent_into_its_own_project(house: House) -> None:
    other = house.project.parent / "lighthouse"
    other.mkdir()
    server = house.process(house.project, other)
    server.start("s1", workspace_uri=other.as_uri())
    answer = server.noctule.writing.add(Addition(text="The lamp is lit."), Writer(session_id="s1"))
    folder = server.noctule.projects.open(other.as_uri()).folder
    assert answer.memory_uri == folder.uri("the-lamp-is-lit.md")
    assert {change.author.session for change in folder.memories.changes.since(0)} == {"s1"}
    with pytest.raises(WhichProject):
        server.noctule.writing.add(Addition(text="x"), ME)
    with pytest.raises(UnknownSession):
        server.noctule.writing.add(Addition(text="x"), Writer(session_id="nobody"))


def test_a_paused_session_may_still_write_when_it_is_told_to(server: Process) -> None:
    server.start()
    server.noctule.sessions.pause("s1")
    assert server.noctule.writing.add(Addition(text="x y z"), Writer(session_id="s1")).verdict == "written"


def test_the_profile_takes_items_and_tells_how_full_it_is(server: Process) -> None:
    writing, notes = server.noctule.writing, Writer(target="notes")
    assert writing.add(Addition(text="Small commits"), notes).usage == Usage(13, 8800)
    assert writing.add(Addition(text="Small commits"), notes).verdict == "duplicate"
    assert writing.replace(None, Replacement(text="Tiny commits", old="Small"), notes).usage == Usage(12, 8800)
    assert writing.add(Addition(text="Sails"), Writer(target="user")).usage == Usage(5, 5500)
    profile = server.house.home / "profile"
    assert (profile / "MEMORY.md").read_text() == "Tiny commits\n"
    assert writing.remove(None, None, "Tiny", notes).usage == Usage(0, 8800)
    assert (profile / "USER.md").read_text() == "Sails\n"


def test_a_profile_over_its_cap_is_refused_with_the_usage(house: House) -> None:
    house.settings('{"memory": {"profile": {"userChars": 10}}}')
    with pytest.raises(OverCap, match="would hold 11 characters, over its cap of 10; it holds 0"):
        house.process().noctule.writing.add(Addition(text="x" * 11), Writer(target="user"))


def test_the_profile_may_lie_elsewhere(house: House) -> None:
    house.settings('{"memory": {"profile": {"directory": "~/synced/me"}}}')
    house.process().noctule.writing.add(Addition(text="Sails"), Writer(target="user"))
    assert (house.user_home / "synced/me/USER.md").read_text() == "Sails\n"


@pytest.mark.parametrize("call", ["add", "replace", "remove", "put"])
def test_with_memory_off_nothing_is_written(house: House, call: str) -> None:
    server = house.process(NOCTULE_DISABLE="yes")
    writing, uri = server.noctule.writing, (server.memory / "a.md").as_uri()
    calls = {
        "add": lambda: writing.add(Addition(text="x"), ME),
        "replace": lambda: writing.replace(uri, Replacement(text="x"), ME),
        "remove": lambda: writing.remove(uri, None, None, ME),
        "put": lambda: writing.put(uri, "a", "b", ME),
    }
    with pytest.raises(Disabled, match="environment"):
        calls[call]()
    assert not house.home.exists()


def test_a_memory_must_be_named_and_lie_in_the_folder(server: Process) -> None:
    with pytest.raises(NotFound, match="memoryUri"):
        server.noctule.writing.remove(None, None, None, ME)
    for uri in ("file:///etc/passwd", (server.house.project / "a.md").as_uri(), "a.md", server.memory.as_uri()):
        with pytest.raises(PathRefused):
            server.noctule.writing.remove(uri, None, None, ME)


def test_two_processes_that_add_at_once_lose_nothing(house: House) -> None:
    count = 12
    begin = threading.Barrier(2)

    def add_all(process: Process, name: str) -> None:
        begin.wait(10)
        for number in range(count):
            process.noctule.writing.add(Addition(text=f"{name} says {number}", name=f"{name} {number}"), ME)

    threads = [threading.Thread(target=add_all, args=(house.process(), name)) for name in ("north", "south")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    memory = house.process().memory
    index = parse_index((memory / "MEMORY.md").read_text())
    assert len(index.entries) == len(index.lines) == 2 * count
    assert {line.target for line in index.entries} == {path.name for path in memory.iterdir()} - {"MEMORY.md"}
    assert len([*memory.iterdir()]) == 2 * count + 1


def test_a_fading_date_and_what_is_near_are_told_with_the_answer_and_written_all_the_same(server: Process) -> None:
    text = "Harbour radio listens on channel 12, and pilots answer on channel 9."
    first = server.noctule.writing.add(Addition(text=text, name="Radio"), ME)
    assert (first.warnings, first.related) == ((), ())
    answer = server.noctule.writing.add(
        Addition(text="From tomorrow on the pilots answer on channel 9, harbour radio on 12.", name="Pilots"), ME
    )
    tomorrow = (server.house.clock.now().astimezone() + timedelta(days=1)).date().isoformat()
    assert answer.verdict == "written"
    assert answer.warnings == (
        f"“tomorrow” means another day each time it is read: write {tomorrow}.",
        "radio.md says nearly the same: merge the two, or tell them apart.",
    )
    (near,) = answer.related
    assert (near.memory_uri, near.relation, near.text) == (first.memory_uri, "near", text)
    again = server.noctule.writing.replace(
        answer.memory_uri, Replacement(text="Pilots answer on channel 9, harbour radio listens on channel 12."), ME
    )
    assert [one.memory_uri for one in again.related] == [first.memory_uri]


def test_items_are_advised_on_too(server: Process) -> None:
    notes = Writer(target="notes")
    server.noctule.writing.add(Addition(text="Prefers small commits with one idea each"), notes)
    answer = server.noctule.writing.add(Addition(text="Small commits, one idea each, are preferred."), notes)
    assert [one.relation for one in answer.related] == ["near"]
    assert answer.memory_uri == answer.related[0].memory_uri
    replaced = server.noctule.writing.replace(
        None, Replacement(text="Wants small commits with one idea each.", old="Prefers small"), notes
    )
    assert [one.text for one in replaced.related] == ["Small commits, one idea each, are preferred."]
