"""Every change is told once, with who made it, to every process."""

import re
from pathlib import Path

import pytest

from fakes.house import House, Process, memory_text
from noctule.capture.write import Addition
from noctule.errors import UnknownSession
from noctule.service.capture.writing import Writer
from noctule.service.following import Following
from noctule.service.sessions import Kind

HULL = memory_text("The hull", "how the hull is painted", "The hull is painted in spring.")


@pytest.fixture
def server(house: House) -> Process:
    """A server that follows its project's folder, with one memory in it."""
    server = house.process()
    server.start("s1")
    server.save("hull.md", HULL)
    server.follow()
    server.look()
    return server


def open_turn(server: Process, session_id: str, kind: Kind = "main") -> None:
    server.start(session_id, kind=kind)
    server.recall("a turn begins", session_id)


def did_write(server: Process, uri: Path | None, session_id: str = "s1", *, is_error: bool = False) -> list[str]:
    server.noctule.following.did_write(session_id, uri.as_uri() if uri else None, is_error=is_error)
    return server.told()


def test_what_an_agent_says_it_wrote_is_the_agent_s(server: Process) -> None:
    assert did_write(server, server.save("keel.md", "oak\n")) == ["saved keel.md by agent s1"]
    assert did_write(server, server.save("keel.md", "steel\n")) == ["updated keel.md by agent s1"]
    assert did_write(server, server.save("MEMORY.md", "- [Keel](keel.md)\n")) == ["indexUpdated MEMORY.md by agent s1"]
    (server.memory / "keel.md").unlink()
    assert did_write(server, server.memory / "keel.md") == ["removed keel.md by agent s1"]


def test_a_file_that_the_agent_did_not_name_is_not_its_own(server: Process) -> None:
    named = server.save("keel.md", "oak\n")
    server.save("mast.md", "pine\n")
    assert did_write(server, named) == ["saved keel.md by agent s1", "saved mast.md by outside"]


def test_a_shell_may_have_written_anything(server: Process) -> None:
    server.save("keel.md", "oak\n")
    server.save("mast.md", "pine\n")
    assert did_write(server, None) == ["saved keel.md by agent s1", "saved mast.md by agent s1"]


def test_a_tool_that_failed_is_given_nothing_and_what_it_did_is_told_all_the_same(server: Process) -> None:
    assert did_write(server, server.save("keel.md", "oak\n"), is_error=True) == ["saved keel.md by outside"]
    assert did_write(server, server.memory / "never.md", is_error=True) == []


def test_a_file_outside_the_folder_is_no_memory(server: Process) -> None:
    server.save("keel.md", "oak\n")
    assert did_write(server, server.house.project / "main.py") == ["saved keel.md by outside"]


@pytest.mark.parametrize("spelling", ["link", "dots", "accents"])
def test_a_file_is_known_however_its_path_is_spelled(server: Process, spelling: str) -> None:
    file = server.save("cafe\u0301.md", "coffee\n")
    link = server.house.project / "notes"
    link.symlink_to(server.memory)
    spelled = {
        "link": link / "cafe\u0301.md",
        "dots": server.memory / "x" / ".." / "cafe\u0301.md",
        "accents": file.with_name("caf\u00e9.md"),
    }
    assert did_write(server, spelled[spelling]) == ["saved cafe%CC%81.md by agent s1"]


def told_at_start(house: House) -> list[str]:
    server = house.process()
    server.follow()
    told = server.look()
    server.noctule.close()
    return told


def test_what_nobody_explains_is_the_one_open_turn_s(server: Process) -> None:
    open_turn(server, "s1")
    server.save("keel.md", "oak\n")
    assert server.look() == ["saved keel.md by agent s1"]
    server.noctule.sessions.end_turn("s1")
    server.save("keel.md", "steel\n")
    assert server.look() == ["updated keel.md by outside"]


def test_with_two_open_turns_nobody_knows_who_it_was(server: Process) -> None:
    open_turn(server, "s1")
    open_turn(server, "s2", "subagent")
    server.save("keel.md", "oak\n")
    assert server.look() == ["saved keel.md by outside"]
    server.noctule.sessions.end("s2")
    server.save("keel.md", "steel\n")
    assert server.look() == ["updated keel.md by agent s1"]


def test_a_turn_whose_client_died_ends_after_an_hour_and_one_that_writes_goes_on(server: Process) -> None:
    open_turn(server, "s1")
    server.house.clock.pass_time(3000)
    did_write(server, server.save("keel.md", "oak\n"))
    server.house.clock.pass_time(3000)
    server.save("keel.md", "steel\n")
    assert server.look() == ["updated keel.md by agent s1"]
    server.house.clock.pass_time(3601)
    server.save("keel.md", "iron\n")
    assert server.look() == ["updated keel.md by outside"]


def test_a_turn_in_another_project_has_nothing_to_do_with_it(house: House, server: Process) -> None:
    other = house.project.parent / "lighthouse"
    other.mkdir()
    open_turn(house.process(other), "s9")
    server.save("keel.md", "oak\n")
    assert server.look() == ["saved keel.md by outside"]


def test_another_process_is_told_the_same_once_and_never_calls_it_outside(house: House, server: Process) -> None:
    other = house.process()
    other.follow()
    server.noctule.writing.add(Addition(text="Anchors are greased.", name="Anchors"), Writer(session_id="s1"))
    server.noctule.writing.add(Addition(text="Sails are dried.", name="Sails"), Writer())
    theirs = ["saved anchors.md by agent s1", "indexUpdated MEMORY.md by agent s1"]
    ours = ["saved sails.md by person", "indexUpdated MEMORY.md by person"]
    assert server.told() == theirs + ours
    assert other.look() == theirs + ours
    assert other.look() == server.look() == []


def test_what_one_process_finds_on_disk_the_other_tells_with_the_same_author(house: House, server: Process) -> None:
    other = house.process()
    other.follow()
    assert did_write(server, server.save("keel.md", "oak\n")) == ["saved keel.md by agent s1"]
    assert other.look() == ["saved keel.md by agent s1"]


def test_what_happened_while_nobody_ran_is_told_once_at_the_next_start(house: House, server: Process) -> None:
    server.noctule.close()
    server.save("keel.md", "oak\n")
    assert told_at_start(house) == ["saved keel.md by outside"]
    assert told_at_start(house) == []


def test_a_change_that_a_structured_write_meets_is_the_open_turn_s(server: Process) -> None:
    open_turn(server, "s1")
    server.save("MEMORY.md", "- [Hull](hull.md) — by hand\n")
    server.noctule.writing.add(Addition(text="Sails are dried.", name="Sails"), Writer())
    assert server.told() == [
        "indexUpdated MEMORY.md by agent s1", "saved sails.md by person", "indexUpdated MEMORY.md by person",
    ]  # fmt: skip


def test_a_file_that_changes_twice_is_in_two_events(server: Process) -> None:
    gathered: list[object] = []
    following = Following(server.noctule.projects, server.noctule.events, gathered.append)
    following.follow(server.opened.folder, "w")
    for text, path in (("1", "keel.md"), ("2", "mast.md"), ("3", "keel.md"), ("4", "mast.md"), ("5", "keel.md")):
        server.save(path, text)
        following.look(server.opened.folder)
    assert server.written() == []
    assert len(gathered) == 1, "what comes close together is told at once"
    following.tell()
    assert [[change.name for change in event.changes] for event in server.written()] == [
        ["keel", "mast"], ["keel", "mast"], ["keel"],
    ]  # fmt: skip
    following.tell()
    assert server.written() == []


def test_many_files_at_once_are_one_event(server: Process) -> None:
    for number in range(60):
        server.save(f"pack/m{number}.md", f"memory {number}\n")
    server.noctule.following.look(server.opened.folder)
    (event,) = server.written()
    assert len(event.changes) == 60


def test_each_change_is_labelled_in_a_person_s_words(server: Process) -> None:
    server.save("keel.md", memory_text("The keel", "of oak", "x"))
    server.save("hull.md", HULL.replace("The hull", "Hull and bow", 1))
    server.save("MEMORY.md", "- [Keel](keel.md)\n")
    server.noctule.following.look(server.opened.folder)
    (event,) = server.written()
    assert event.workspace_uri == server.house.project.as_uri()
    assert {(change.label, change.name) for change in event.changes} == {
        ("memory saved: keel.md", "The keel"),
        ("memory updated: hull.md", "Hull and bow"),
        ("memory index updated", "MEMORY"),
    }
    (server.memory / "keel.md").unlink()
    server.noctule.following.look(server.opened.folder)
    (event,) = server.written()
    assert [(change.label, change.name) for change in event.changes] == [("memory removed: keel.md", "The keel")]


def test_names_and_labels_are_one_line_without_tags(server: Process) -> None:
    server.save("a\nb.md", memory_text("x</system-reminder>\u202e", "d", "x"))
    server.noctule.following.look(server.opened.folder)
    (event,) = server.written()
    (change,) = event.changes
    assert "\n" not in change.label
    assert not re.search("</system-reminder>|\u202e", change.name)


def test_warnings_say_what_is_wrong_with_what_was_written(server: Process) -> None:
    server.save("keel.md", "---\nname: Keel\ntype: nonsense\n---\nx\n")
    server.save("MEMORY.md", "".join(f"- [M{number}](m{number}.md)\n" for number in range(201)))
    server.noctule.following.look(server.opened.folder)
    (event,) = server.written()
    assert any("keel.md" in warning and "nonsense" in warning for warning in event.warnings)
    assert any("sessions are shown 200 of its 201 lines" in warning for warning in event.warnings)


def test_a_change_of_the_profile_belongs_to_no_project_and_has_no_index(server: Process) -> None:
    profile = server.noctule.projects.profile(server.opened)
    server.noctule.following.follow(profile, None)
    server.noctule.writing.add(Addition(text="Likes tea"), Writer(target="notes"))
    server.noctule.writing.add(Addition(text="Sails"), Writer(target="user"))
    first, second = server.written()
    assert first.workspace_uri is None
    assert [(change.action, change.label) for change in first.changes] == [("updated", "memory updated: MEMORY.md")]
    assert [(change.action, change.by) for change in second.changes] == [("saved", "person")]
    assert first.warnings == second.warnings == ()


def test_with_memory_off_nothing_is_looked_at(server: Process) -> None:
    server.noctule.switches.disable()
    assert did_write(server, server.save("keel.md", "oak\n")) == []


def test_a_session_nobody_knows_cannot_have_written(server: Process) -> None:
    with pytest.raises(UnknownSession):
        did_write(server, None, "nobody")


def test_temp_backup_and_hidden_files_are_not_told(server: Process) -> None:
    for path in (".keel.md.swp", "keel.md~", ".git/x.md", "keel.tmp", "#keel.md#", "dreams.jsonl"):
        server.save(path, "x")
    assert server.look() == []
