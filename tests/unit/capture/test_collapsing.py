"""A replace that makes a duplicate collapses it; one that finds nothing says what comes nearest."""

import pytest

from fakes.desk import HAND, Desk
from noctule.capture.change import Replacement, replace
from noctule.capture.write import Outcome
from noctule.errors import Ambiguous, NotFound


def replaced(desk: Desk, path: str, text: str, **more: str) -> Outcome:
    return replace(desk.folder, path, Replacement(text=text, **more), HAND, desk.known())  # type: ignore[arg-type]


def test_a_memory_that_says_what_another_says_goes_with_its_index_line(desk: Desk) -> None:
    desk.add("Tabs, never spaces.", name="Indentation")
    desk.add("Spaces, always.", name="Blanks")
    outcome = replaced(desk, "blanks.md", "tabs,  never spaces.\n")
    assert (outcome.verdict, outcome.path) == ("written", "indentation.md")
    assert outcome.warnings == ("blanks.md would say the very same as indentation.md: it was removed.",)
    assert outcome.collapsed == "\ntabs,  never spaces.\n"
    assert desk.names() == ["MEMORY.md", "indentation.md"]
    assert desk.index == "- [Indentation](indentation.md) — Tabs, never spaces\n"


@pytest.mark.parametrize(
    "line", ["pinned: true\n", "sensitivity: private\n", "metadata:\n  owner: ops\n", "tags: [a]\n"]
)
def test_a_memory_whose_head_says_more_than_its_twin_s_stays(desk: Desk, line: str) -> None:
    desk.add("Tabs, never spaces.", name="Indentation")
    desk.write("kept.md", f"---\nname: Kept\ndescription: k\ntype: project\n{line}---\n\nSpaces.\n")
    outcome = replaced(desk, "kept.md", "Tabs, never spaces.")
    assert (outcome.path, outcome.collapsed) == ("kept.md", None)
    assert line in desk.read("kept.md")


def test_a_head_that_names_only_where_a_memory_came_from_says_no_more(desk: Desk) -> None:
    desk.add("Tabs, never spaces.", name="Indentation", type="feedback")
    desk.write("b.md", "---\nname: b\nmetadata:\n  node_type: memory\n  type: feedback\n---\n\nSpaces.\n")
    assert replaced(desk, "b.md", "Tabs, never spaces.").path == "indentation.md"


def test_a_part_of_the_text_that_makes_it_the_same_collapses_it_too(desk: Desk) -> None:
    desk.add("Port 2222.", name="Ports")
    desk.add("Port 22.", name="More ports")
    replaced(desk, "more-ports.md", "2222", old="22")
    assert desk.names() == ["MEMORY.md", "ports.md"]


def test_an_entry_that_says_what_another_says_goes_alone(desk: Desk) -> None:
    desk.add("Port 2222.", topic="Staging", title="SSH")
    desk.add("Port 22.", topic="Staging", title="SFTP")
    outcome = replaced(desk, "staging.md", "port 2222.", entry="SFTP")
    assert outcome.path == "staging.md"
    assert "another entry of it" in outcome.warnings[0]
    assert "SFTP" not in desk.read("staging.md")
    assert "## SSH\n\nPort 2222.\n" in desk.read("staging.md")
    desk.add("Port 80.", topic="Web", title="Only")
    assert replaced(desk, "web.md", "Port 2222.", entry="Only").path == "staging.md"
    assert desk.names() == ["MEMORY.md", "staging.md"]
    assert desk.index == "- [Staging](staging.md) — SSH\n"


def test_what_another_said_once_and_says_no_more_collapses_nothing(desk: Desk) -> None:
    desk.add("Tabs.", name="One")
    desk.add("Spaces.", name="Two")
    known = desk.known()
    desk.write("one.md", "Something else.\n")
    outcome = replace(desk.folder, "two.md", Replacement(text="Tabs."), HAND, known)
    assert (outcome.path, outcome.collapsed) == ("two.md", None)
    assert desk.names() == ["MEMORY.md", "one.md", "two.md"]


def test_a_text_that_is_not_there_is_told_by_what_comes_nearest(desk: Desk) -> None:
    desk.write("a.md", "The crane lifts nine tonnes.\n\nThe gate is green.\nThe crane lifts ten tonnes.\n")
    with pytest.raises(NotFound, match=r"nearest is in line 1 and 4\. Read it again") as raised:
        replaced(desk, "a.md", "x", old="The crane lifts eight tonnes.")
    assert "crane" not in str(raised.value)
    with pytest.raises(NotFound, match=r"does not hold the text to replace\. Read it again"):
        replaced(desk, "a.md", "x", old="pelicans everywhere")
    with pytest.raises(Ambiguous, match=r"2 times \(lines 1, 4\)"):
        replaced(desk, "a.md", "x", old="The crane lifts")
