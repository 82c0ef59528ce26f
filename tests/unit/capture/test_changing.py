"""Replacing and removing touches what was named, takes the index along, and says what is not clear."""

from collections.abc import Callable

import pytest

from fakes.desk import Desk
from noctule.errors import Ambiguous, Changed, NotFound, PathRefused, Refused

Calls = tuple[Callable[[], object], ...]
STAGING = (
    "---\nname: Staging\ndescription: SSH; Database\ntype: reference\nowner: me\n---\n\n"
    "## SSH\n\nPort 2222.\n\n## Database\n\nBehind the tunnel.\n"
)
INDEX = "# Index\n\n- [Staging](staging.md) — SSH; Database\n- [Other](other.md) — by hand\n"
OUTSIDE = ("../x.md", "/etc/passwd", "a/../../x.md", "", ".", "sub/", "a//b.md", "x.md\0")


@pytest.fixture(autouse=True)
def files(desk: Desk) -> None:
    desk.write("staging.md", STAGING)
    desk.write("other.md", "---\nname: Other\n---\n\nAlpha beta.\nAlpha gamma.\n")
    desk.write("MEMORY.md", INDEX)


def test_a_text_that_stands_once_is_replaced(desk: Desk) -> None:
    assert desk.replace("staging.md", "Port 2200.", old="Port 2222.").verdict == "written"
    text = desk.read("staging.md")
    assert "## SSH\n\nPort 2200.\n\n## Database" in text
    assert "owner: me\n" in text
    assert 'modified: "2026-03-05T10:00:00.000Z"\n' in text
    assert desk.index == INDEX


def test_a_text_that_the_head_repeats_is_replaced_in_the_body_and_the_head_follows(desk: Desk) -> None:
    path = desk.add("The lagoon is deep.\n\nAsk Kim.", name="Lagoon").path
    desk.replace(path, "shallow", old="deep")
    assert "description: The lagoon is shallow\n" in desk.read(path)
    assert "\n\nThe lagoon is shallow.\n\nAsk Kim.\n" in desk.read(path)
    desk.replace(path, "name: The lagoon", old="name: Lagoon")
    assert "name: The lagoon\n" in desk.read(path)


def test_a_text_that_stands_twice_is_ambiguous_and_both_lines_are_named(desk: Desk) -> None:
    with pytest.raises(Ambiguous, match=r"other\.md holds the text to replace 2 times \(lines 5, 6\)"):
        desk.replace("other.md", "Omega", old="Alpha")


@pytest.mark.parametrize("old", ["Delta", ""])
def test_a_text_that_does_not_stand_there_is_not_found(desk: Desk, old: str) -> None:
    with pytest.raises(NotFound):
        desk.replace("other.md", "Omega", old=old)


def test_an_entry_is_replaced_by_its_title(desk: Desk) -> None:
    desk.replace("staging.md", "Port 22 now.", entry="ssh")
    assert "## SSH\n\nPort 22 now.\n\n## Database\n\nBehind the tunnel.\n" in desk.read("staging.md")


def test_an_entry_that_is_not_there_names_those_that_are(desk: Desk) -> None:
    calls: Calls = (lambda: desk.replace("staging.md", "x", entry="DNS"), lambda: desk.remove("staging.md", "DNS"))
    for call in calls:
        with pytest.raises(NotFound, match="“SSH”, “Database”"):
            call()


def test_two_entries_of_one_title_are_ambiguous_and_both_lines_are_named(desk: Desk) -> None:
    desk.write("staging.md", STAGING + "\n## SSH\n\nAgain.\n")
    calls: Calls = (lambda: desk.replace("staging.md", "x", entry="SSH"), lambda: desk.remove("staging.md", "SSH"))
    for call in calls:
        with pytest.raises(Ambiguous, match=r"lines 8, 16"):
            call()


def test_a_whole_body_is_replaced_under_its_head(desk: Desk) -> None:
    desk.replace("other.md", "New body.\n")
    text = desk.read("other.md")
    assert text.startswith("---\nname: Other\n")
    assert text.endswith("---\n\nNew body.\n")
    desk.replace("staging.md", "No entries any more.")
    assert desk.read("staging.md").endswith("\n---\n\nNo entries any more.\n")


def test_replacing_by_the_same_writes_nothing(desk: Desk) -> None:
    assert desk.replace("staging.md", "Port 2222.", old="Port 2222.").verdict == "duplicate"
    assert desk.read("staging.md") == STAGING


def test_line_ends_stay_as_they_are(desk: Desk) -> None:
    desk.write("staging.md", STAGING.replace("\n", "\r\n"))
    desk.replace("staging.md", "Port 1.\nPort 2.", old="Port 2222.\n\n## Database".replace("\n\n## Database", ""))
    desk.replace("staging.md", "One.\nTwo.", entry="Database")
    assert "\n" not in desk.read("staging.md").replace("\r\n", "")
    desk.replace("staging.md", "Whole.\nBody.")
    assert "\n" not in desk.read("staging.md").replace("\r\n", "")
    assert desk.read("staging.md").endswith("Whole.\r\nBody.\r\n")


def test_an_old_text_is_found_across_line_ends(desk: Desk) -> None:
    desk.write("staging.md", STAGING.replace("\n", "\r\n"))
    desk.replace("staging.md", "## DB", old="Port 2222.\n\n## Database")
    assert "## SSH\r\n\r\n## DB\r\n" in desk.read("staging.md")


def test_a_head_that_is_not_there_is_not_invented(desk: Desk) -> None:
    desk.write("plain.md", "Just text.\n")
    desk.replace("plain.md", "Other text.", old="Just text.")
    assert desk.read("plain.md") == "Other text.\n"


def test_a_nested_modified_is_renewed_where_it_stands(desk: Desk) -> None:
    desk.write("nested.md", "---\nname: N\nmetadata:\n  modified: 2020-01-01\n---\n\nx\n")
    desk.replace("nested.md", "y", old="x")
    assert desk.read("nested.md").count("modified:") == 1
    assert '  modified: "2026-03-05T10:00:00.000Z"\n' in desk.read("nested.md")


def test_removing_an_entry_renews_the_hook_and_the_description(desk: Desk) -> None:
    desk.remove("staging.md", "SSH")
    assert "description: Database\n" in desk.read("staging.md")
    assert "- [Staging](staging.md) — Database\n- [Other]" in desk.index


@pytest.mark.parametrize("lead", ["", "# Staging\n\n"], ids=["bare", "under a heading"])
def test_with_the_last_entry_the_file_and_its_line_go(desk: Desk, lead: str) -> None:
    desk.write("staging.md", STAGING.replace("## SSH", f"{lead}## SSH"))
    desk.remove("staging.md", "SSH")
    desk.remove("staging.md", "Database")
    assert desk.names() == ["MEMORY.md", "other.md"]
    assert desk.index == "# Index\n\n- [Other](other.md) — by hand\n"


def test_what_stands_beside_the_last_entry_is_not_lost(desk: Desk) -> None:
    desk.write("staging.md", "---\nname: Staging\n---\n\nAsk Kim first.\n\n## SSH\n\nPort 2222.\n")
    desk.remove("staging.md", "SSH")
    assert desk.read("staging.md").endswith("Ask Kim first.\n\n")


def test_removing_a_memory_takes_its_line_along_and_no_other(desk: Desk) -> None:
    desk.remove("other.md")
    assert desk.names() == ["MEMORY.md", "staging.md"]
    assert desk.index == "# Index\n\n- [Staging](staging.md) — SSH; Database\n"
    assert [(one.action, one.path) for one in desk.folder.changes.since(0)] == [
        ("removed", "other.md"),
        ("indexUpdated", "MEMORY.md"),
    ]


def test_removing_what_no_index_names_leaves_the_index(desk: Desk) -> None:
    desk.write("loose.md", "x")
    desk.remove("loose.md")
    assert desk.index == INDEX


@pytest.mark.parametrize("entry", [None, "Index"])
def test_the_index_itself_is_not_removed(desk: Desk, entry: str | None) -> None:
    desk.write("MEMORY.md", INDEX + "\n## Index\n\n- [x](x.md)\n")
    with pytest.raises(Refused, match="is the index"):
        desk.remove("MEMORY.md", entry)


def test_a_change_of_the_index_adds_no_line_about_itself(desk: Desk) -> None:
    desk.replace("MEMORY.md", "— by me", old="— by hand")
    assert desk.index == INDEX.replace("by hand", "by me")
    desk.replace("MEMORY.md", "- [Other](other.md)\n")
    assert desk.index == "- [Other](other.md)\n"


@pytest.mark.parametrize("path", OUTSIDE)
def test_nothing_outside_is_reached(desk: Desk, path: str) -> None:
    victim = desk.folder.path.parent / "x.md"
    victim.write_text("victim")
    calls: Calls = (
        lambda: desk.replace(path, "x", old="victim"),
        lambda: desk.remove(path),
        lambda: desk.put(path, "victim", "x"),
    )
    for call in calls:
        with pytest.raises(PathRefused):
            call()
    assert victim.read_text() == "victim"


@pytest.mark.parametrize("path", [".hidden.md", "notes.txt", "dreams.jsonl"])
def test_only_memories_are_changed(desk: Desk, path: str) -> None:
    desk.write(path, "here")
    calls: Calls = (lambda: desk.replace(path, "x", old="here"), lambda: desk.remove(path))
    for call in calls:
        with pytest.raises(PathRefused):
            call()
    assert desk.read(path) == "here"


def test_a_link_is_not_followed(desk: Desk) -> None:
    victim = desk.folder.path.parent / "victim.md"
    victim.write_text("victim")
    (desk.folder.path / "link.md").symlink_to(victim)
    calls: Calls = (lambda: desk.replace("link.md", "x", old="victim"), lambda: desk.remove("link.md"))
    for call in calls:
        with pytest.raises(PathRefused):
            call()
    assert victim.read_text() == "victim"


def test_a_memory_that_is_not_there_is_not_found(desk: Desk) -> None:
    calls: Calls = (lambda: desk.replace("never.md", "x"), lambda: desk.remove("never.md"))
    for call in calls:
        with pytest.raises(NotFound, match=r"never\.md"):
            call()


def test_the_door_checks_what_replaces_too(desk: Desk) -> None:
    with pytest.raises(Refused, match="system-reminder"):
        desk.replace("other.md", "<system" + "-reminder>", old="Alpha beta.")


def test_an_edit_is_written_over_what_was_read_and_nothing_else(desk: Desk) -> None:
    desk.put("staging.md", STAGING, STAGING + "\nMore.\n")
    assert desk.read("staging.md") == STAGING + "\nMore.\n"
    with pytest.raises(Changed, match=r"staging\.md was changed"):
        desk.put("staging.md", STAGING, "mine\n")
    assert desk.read("staging.md") == STAGING + "\nMore.\n"


def test_where_the_index_cannot_be_read_nothing_is_removed(desk: Desk) -> None:
    (desk.folder.path / "MEMORY.md").unlink()
    (desk.folder.path / "MEMORY.md").symlink_to(desk.folder.path / "other.md")
    calls: Calls = (lambda: desk.remove("staging.md"), lambda: desk.replace("staging.md", "x", entry="SSH"))
    for call in calls:
        with pytest.raises(PathRefused):
            call()
    assert desk.read("staging.md") == STAGING
