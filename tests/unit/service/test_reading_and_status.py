"""What there is, in an order, with what is wrong with it; and a status that claims no health it has not seen."""

import time

import pytest

from fakes.house import House, Process, everything_under, memory_text
from noctule.errors import NotFound, PathRefused, UnknownType
from noctule.service.searching import Search
from noctule.service.uris import path_of

OK = memory_text("Keel", "of oak", "The keel is of oak.")


def uri(server: Process, path: str) -> str:
    return (server.memory / path).as_uri()


def listed(server: Process, **more: object) -> list[str]:
    return [row.path for row in server.noctule.reading.list(**more)]  # type: ignore[arg-type]


@pytest.fixture
def server(house: House) -> Process:
    server = house.process()
    server.save("keel.md", OK)
    server.save("b.md", memory_text("Anchor", "of iron", "x", "user"))
    server.save("a.md", "---\nname: Zebra\ntype: nonsense\n---\nx\n")
    server.save("MEMORY.md", "- [Keel](keel.md) — of oak\n- [Gone](gone.md)\n")
    return server


def test_memories_are_listed_in_the_index_s_order_and_then_by_name(server: Process) -> None:
    assert listed(server) == ["keel.md", "b.md", "a.md"]
    assert listed(server, type="user") == ["b.md"]
    assert listed(server, held=True) == []
    assert listed(server, held=False) == ["keel.md", "b.md", "a.md"]
    with pytest.raises(UnknownType, match="user, feedback, project, reference"):
        listed(server, type="nonsense")


def test_a_row_tells_what_the_file_says(server: Process) -> None:
    row = server.noctule.reading.list()[0]
    assert (row.memory_uri, row.name, row.description, row.type) == (
        uri(server, "keel.md"),
        "Keel",
        "of oak",
        "project",
    )
    assert (row.bytes, row.recalls, row.last_recalled, row.held, row.pinned) == (len(OK), 0, None, None, False)
    assert row.modified is not None
    strange = server.noctule.reading.list()[2]
    assert strange.type is None
    assert any("nonsense" in finding.message for finding in strange.findings)


def test_one_bad_file_hides_no_other(server: Process) -> None:
    (server.memory / "latin.md").write_bytes(b"---\nname: Caf\xe9\ntype: user\n---\nr\xe9sum\xe9\n")
    (server.memory / "broken.md").write_bytes(b"\x81\xff\x00\xfe" * 100)
    (server.memory / "yaml.md").write_text("---\nname: [\n  x: {\n---\nbody\n")
    rows = {row.path: row for row in server.noctule.reading.list()}
    assert set(rows) == {"keel.md", "a.md", "b.md", "latin.md", "broken.md", "yaml.md"}
    assert rows["latin.md"].name == "Café"
    assert all(rows[path].findings for path in ("latin.md", "broken.md", "yaml.md"))
    assert "résumé" in server.noctule.reading.read(uri(server, "latin.md")).text


def test_an_index_that_cannot_be_read_is_a_finding_and_hides_no_memory(server: Process) -> None:
    (server.memory / "MEMORY.md").unlink()
    (server.memory / "MEMORY.md").symlink_to(server.memory / "a.md")
    assert set(listed(server)) == {"keel.md", "a.md", "b.md"}
    found = [finding for finding in server.noctule.reading.check() if finding.memory_uri == uri(server, "MEMORY.md")]
    assert [finding.code for finding in found] == ["unreadable"]
    status = server.noctule.reporting.status()
    assert status.health == "error"
    assert status.index is not None
    assert "link" in (status.index.error or "")
    assert "link" in status.message


def test_a_memory_is_read_with_what_is_said_of_it(server: Process) -> None:
    read = server.noctule.reading.read(uri(server, "keel.md"))
    assert (read.text, read.memory.name, read.memory_uri) == (OK, "Keel", uri(server, "keel.md"))


def test_the_index_is_read_with_its_own_findings_and_not_those_of_a_memory(server: Process) -> None:
    read = server.noctule.reading.read(uri(server, "MEMORY.md"))
    assert read.text.startswith("- [Keel]")
    found = {finding.code for finding in read.memory.findings}
    assert found == {finding.code for finding in server.noctule.reading.check(uri(server, "MEMORY.md"))}
    assert not any("frontmatter" in finding.message.lower() for finding in read.memory.findings)


@pytest.mark.parametrize("path", ["never.md", ".hidden.md", "notes.txt", "dreams.jsonl", "sub"])
def test_only_memories_are_read(server: Process, path: str) -> None:
    for name in (".hidden.md", "notes.txt", "dreams.jsonl", "sub/x.md"):
        server.save(name, "x")
    with pytest.raises(NotFound):
        server.noctule.reading.read(uri(server, path))


@pytest.mark.parametrize(
    "named", ["file:///etc/passwd", "https://x/keel.md", "keel.md", "", "file://", "file:///%00", "~root/x.md"]
)
def test_nothing_outside_the_folder_is_read(server: Process, named: str) -> None:
    with pytest.raises(PathRefused):
        server.noctule.reading.read(named)


def test_a_link_is_not_read(server: Process) -> None:
    (server.memory / "link.md").symlink_to(server.house.project)
    (server.memory / "dir").symlink_to(server.house.project)
    for path in ("link.md", "dir/x.md"):
        with pytest.raises(PathRefused):
            server.noctule.reading.read(uri(server, path))


@pytest.mark.parametrize("name", ["50%off.md", "100%.md", "a%20b.md", "a b.md", "a#b?.md", "été.md", "a(b).md"])
def test_every_name_round_trips_through_its_uri(server: Process, name: str) -> None:
    server.save(name, f"here is {name}\n")
    row = next(row for row in server.noctule.reading.list() if row.path == name)
    assert path_of(row.memory_uri) == server.memory / name
    assert server.noctule.reading.read(row.memory_uri).text == f"here is {name}\n"


def test_spellings_of_a_link_all_lead_to_their_file(server: Process) -> None:
    for name in ("boil blood.md", "sub dir/été.md", "50%off.md", "a(b).md"):
        server.save(name, OK.replace("Keel", name))
    server.save(
        "MEMORY.md",
        "- [A](boil%20blood.md)\n- [B](sub%20dir/%C3%A9t%C3%A9.md)\n- [C](50%25off.md)\n- [D](a%28b%29.md)\n"
        "- [E](<keel.md>)\n- [F](./b.md)\n- [G](a.md)\n",
    )
    files = server.noctule.reporting.status().files
    assert files is not None
    assert (files.files, files.indexed, files.unindexed, files.dangling) == (7, 7, 0, 0)
    assert listed(server)[:4] == ["boil blood.md", "sub dir/été.md", "50%off.md", "a(b).md"]


def test_an_accent_written_in_two_ways_is_one_file(server: Process) -> None:
    server.save("cafe\u0301.md", OK.replace("Keel", "Café"))
    server.save("MEMORY.md", "- [Café](caf\u00e9.md)\n- [Keel](keel.md)\n- [A](a.md)\n- [B](b.md)\n")
    files = server.noctule.reporting.status().files
    assert files is not None
    assert (files.indexed, files.unindexed, files.dangling) == (4, 0, 0)
    assert server.noctule.reading.read(uri(server, "caf\u00e9.md")).memory.path == "cafe\u0301.md"


def test_a_finding_is_found_by_its_file(server: Process) -> None:
    everything = server.noctule.reading.check()
    assert everything[0].memory_uri == uri(server, "MEMORY.md"), "the index's first"
    one = server.noctule.reading.check(uri(server, "a.md"))
    assert one
    assert {finding.memory_uri for finding in one} == {uri(server, "a.md")}


def test_with_several_folders_open_a_file_says_itself_which_project_is_meant(house: House, server: Process) -> None:
    other = house.project.parent / "lighthouse"
    other.mkdir()
    both = house.process(other, house.project)
    assert both.noctule.reading.read(uri(server, "keel.md")).memory.name == "Keel"
    assert both.noctule.reading.check(uri(server, "a.md"))


def test_status_counts_what_it_has_seen_and_is_not_well_while_something_is_loose(server: Process) -> None:
    status = server.noctule.reporting.status()
    assert status.files is not None
    assert (status.files.files, status.files.indexed, status.files.unindexed, status.files.dangling) == (3, 1, 2, 1)
    assert status.health == "warning"
    assert status.message == "ferry: 3 memories, 2 not in the index, 1 index line leads nowhere."


def test_status_is_well_when_every_memory_is_in_an_index_that_fits(server: Process) -> None:
    server.save("MEMORY.md", "- [Keel](keel.md)\n- [A](a.md)\n- [B](b.md)\n")
    status = server.noctule.reporting.status()
    assert (status.health, status.message) == ("ok", "ferry: 3 memories.")
    assert (status.enabled, status.enabled_by, status.folder_exists) == (True, "default", True)
    assert path_of(status.profile_uri) == server.noctule.projects.places.home.profile_dir
    assert status.folder_uri == server.memory.as_uri()


def test_status_of_a_large_folder_is_honest_and_quick(house: House) -> None:
    server = house.process()
    lines = []
    for number in range(896):
        path = f"d{number % 7}/e{number % 3}/m{number}.md"
        server.save(path, OK.replace("Keel", f"M{number}"))
        lines.append(f"- [M{number}]({path})\n")
    server.save("MEMORY.md", "".join(lines[:305]))
    began = time.process_time()
    status = server.noctule.reporting.status()
    assert time.process_time() - began < 2
    assert status.files is not None
    assert (status.files.files, status.files.indexed, status.files.unindexed) == (896, 305, 591)
    assert status.health == "warning"
    assert status.index is not None
    assert (status.index.lines, status.index.shown_lines, status.index.truncated) == (305, 200, True)
    assert "200 of 305 lines" in status.message


def test_status_of_a_folder_that_cannot_be_read_is_an_error_in_the_answer(house: House) -> None:
    server = house.process()
    server.memory.parent.mkdir(parents=True)
    server.memory.write_text("a file")
    (house.home / "profile").mkdir(parents=True, exist_ok=True)
    (house.home / "profile" / "stray.txt").write_text("not read")
    status = server.noctule.reporting.status()
    assert (status.health, status.files, status.index) == ("error", None, None)
    assert "stray.txt" in status.problems[-1]
    assert str(server.memory) in status.message


def test_asking_makes_nothing(house: House) -> None:
    server = house.process()
    assert server.noctule.reporting.status().files is not None
    assert server.noctule.reporting.status().folder_exists is False
    assert listed(server) == []
    assert server.noctule.reading.check() == ()
    assert server.noctule.searching.run(Search("anything")).hits == ()
    server.noctule.close()
    assert everything_under(house.user_home) == []


def test_a_setting_that_is_not_taken_is_named_in_the_status(house: House) -> None:
    house.settings('{"memory": {"recal": {"model": "x/y"}, "recall": {"maxMemories": "five"}}}')
    status = house.process().noctule.reporting.status()
    assert status.health == "warning"
    assert any("`recal.model` is no setting" in problem for problem in status.problems)
    assert any("recall.maxMemories" in problem for problem in status.problems)


def test_a_check_names_the_workspace_files_that_are_gone(server: Process) -> None:
    (server.house.project / "hull.py").write_text("class Keel: ...\n")
    body = "`Keel` in `hull.py`, `Mast` in `hull.py`, hull.py:9 and `src/oars.py`; see [[Anchor]] and [[Rudder]]."
    server.save("code.md", memory_text("Code", "where the hull is built", body))
    expected = {"orphan-memory", "symbol-gone", "line-gone", "path-gone", "link-dead"}
    of_one = server.noctule.reading.check(uri(server, "code.md"))
    assert {one.code for one in of_one} == expected
    assert {one.code for one in server.noctule.reading.read(uri(server, "code.md")).memory.findings} == expected


def test_what_earlier_versions_of_a_memory_said_is_not_kept(server: Process) -> None:
    catalogue = server.opened.folder.catalogue
    for number in range(5):
        server.save("hull.md", memory_text("Hull", "how it is painted", "Painted in spring. " * (number + 1)))
        server.save(f"mast-{number}.md", memory_text("Mast", "of pine", "The mast is of pine."))
        for path in catalogue.refresh():
            catalogue.findings_of(path)
        (server.memory / f"mast-{number}.md").unlink()
    assert set(catalogue.refresh()) == {"a.md", "b.md", "hull.md", "keel.md"}
    assert len(catalogue._sayings) == 4
