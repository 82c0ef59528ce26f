"""What an import does with a file, for every way in which it and the memory here may have changed since the last."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from noctule.imports.mapping import Incoming, incoming
from noctule.imports.plan import Here, Known, Planned, plan
from noctule.imports.reading import SourceFile
from noctule.imports.source import Source
from noctule.imports.sources import SOURCES
from noctule.memories.memory import parse_memory
from noctule.store.files import content_hash

NOW = datetime(2026, 3, 3, 9, 30, tzinfo=UTC)
MTIME = 1_700_000_000_000_000_000
PLACE = Path("/home/dev/.claude/projects/-home-dev-app/memory")
THERE = "---\nname: Docks\ndescription: where ferries moor\n---\n\nPier two.\n"


def arriving(text: str = THERE, path: str = "docks.md", source: str = "claude-code", at: Path = PLACE) -> Incoming:
    found: Source = SOURCES[source]
    return incoming(found, SourceFile(path, at / path, text.encode(), text, MTIME), None)


def here(data: bytes, path: str = "docks.md", *, is_untouched: bool = True) -> Here:
    return Here(parse_memory(path, data.decode()), content_hash(data), is_untouched)


def planned(one: Incoming, known: Known, *, is_forced: bool = False) -> Planned:
    return plan([one], known, is_forced=is_forced)[0]


@pytest.mark.parametrize(
    ("is_changed_there", "is_changed_here", "action", "forced"),
    [
        (False, False, "skipped", "skipped"),
        (True, False, "updated", "updated"),
        (False, True, "skipped", "updated"),
        (True, True, "conflicting", "updated"),
    ],
)
def test_what_changed_since_an_import_decides(
    is_changed_there: bool, is_changed_here: bool, action: str, forced: str
) -> None:
    was = arriving().compose(NOW)
    known = Known({"docks.md": here(was, is_untouched=not is_changed_here)}, ())
    now = arriving(THERE + "And pier three.\n") if is_changed_there else arriving()
    assert planned(now, known).action == action
    assert planned(now, known, is_forced=True).action == forced


def test_what_is_new_is_created_and_what_was_removed_here_stays_away_until_forced() -> None:
    assert planned(arriving(), Known({}, ())).action == "created"
    assert planned(arriving(), Known({}, {"docks.md"})).action == "skipped"
    assert planned(arriving(), Known({}, {"docks.md"}), is_forced=True).action == "created"


def test_a_memory_of_our_own_with_that_name_stays_unless_it_says_the_same() -> None:
    assert planned(arriving(), Known({"docks.md": here(b"Something else.\n")}, ())).action == "conflicting"
    assert planned(arriving(), Known({"docks.md": here(b"# Docks\n")}, ()), is_forced=True).action == "updated"
    for same in (THERE.encode(), b"Pier two.\n"):
        assert planned(arriving(), Known({"docks.md": here(same)}, ())).action == "skipped"
    twin = planned(arriving(), Known({"Docks.md": here(b"Something else.\n", "Docks.md")}, ()))
    assert (twin.action, twin.path) == ("conflicting", "Docks.md")


def test_a_memory_that_was_renamed_here_is_still_the_same_memory() -> None:
    known = Known({"moorings.md": here(arriving().compose(NOW), "moorings.md")}, ())
    assert planned(arriving(), known).action == "skipped"
    changed = planned(arriving(THERE + "More.\n"), known)
    assert (changed.action, changed.path) == ("updated", "moorings.md")


def test_a_tool_that_moved_its_folder_is_still_the_same_source_another_folder_is_not() -> None:
    known = Known({"docks.md": here(arriving().compose(NOW))}, ())
    assert planned(arriving(at=Path("/home/dev/.claude/projects/-moved/memory")), known).action == "skipped"
    plain = Known({"docks.md": here(arriving(source="dir").compose(NOW))}, ())
    other = arriving(THERE + "Other.\n", source="dir", at=Path("/elsewhere"))
    assert planned(other, plain).action == "conflicting"


def test_two_files_of_one_import_never_take_turns_at_one_memory() -> None:
    second = arriving("Other text.\n", source="armory")
    both = plan([arriving(), second], Known({}, ()), is_forced=True)
    assert [one.action for one in both] == ["created", "conflicting"]


def test_two_files_that_say_the_same_are_one_memory_and_no_conflict() -> None:
    both = plan([arriving(), arriving(source="armory")], Known({}, ()), is_forced=False)
    assert [one.action for one in both] == ["created", "skipped"]


def test_a_new_file_by_the_name_of_a_renamed_memory_does_not_take_its_place() -> None:
    known = Known({"tides.md": here(arriving().compose(NOW), "tides.md")}, ())
    new, old = arriving("High at noon.\n", "tides.md"), arriving(THERE + "More.\n")
    for order in ([new, old], [old, new]):
        made = {one.incoming.file.path: (one.action, one.path) for one in plan(order, known, is_forced=False)}
        assert made == {"tides.md": ("conflicting", "tides.md"), "docks.md": ("updated", "tides.md")}
    assert planned(new, known).action == "conflicting"


def test_both_sides_that_came_to_say_the_same_are_no_conflict() -> None:
    changed = "---\nname: Docks\n---\n\nPier two and three.\n"
    edited = arriving().compose(NOW).decode().replace("Pier two.", "Pier two and three.")
    known = Known({"docks.md": here(edited.encode(), is_untouched=False)}, ())
    assert planned(arriving(changed), known).action == "skipped"
