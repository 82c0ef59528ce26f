"""Several writes happen all or not at all, each seeing what those before it did."""

import pytest

from fakes.desk import HAND, Desk
from noctule.capture.batch import Add, Operation, Remove, Replace, check_size, write_all, write_items
from noctule.capture.change import Replacement
from noctule.capture.items import Store
from noctule.capture.vanished import NOTES_FILE, USER_FILE
from noctule.capture.write import Addition, Outcome
from noctule.errors import AlreadyExists, Ambiguous, MemoryProblem, NotFound, OverCap, Refused, UnknownType

TAG = "<system" + "-reminder>"


def add(text: str, **more: str) -> Add:
    return Add(Addition(text=text, **more))  # type: ignore[arg-type]


def replace(path: str, text: str, **more: str) -> Replace:
    return Replace(path, Replacement(text=text, **more))  # type: ignore[arg-type]


def write(desk: Desk, *operations: Operation) -> tuple[Outcome, ...]:
    return write_all(desk.folder, operations, desk.known(), HAND)


def test_each_operation_sees_what_those_before_it_did(desk: Desk) -> None:
    desk.add("The old quay is closed.", name="Quays")
    outcomes = write(
        desk,
        add("Boat one leaves at six.", name="Boats"),
        add("Boat two leaves at seven.", name="Boats"),
        add("Six o'clock.", topic="Bells", title="First"),
        add("Noon.", topic="Bells", title="Second"),
        replace("bells.md", "Half past six.", entry="First"),
        replace("boats.md", "eight", old="six"),
        Remove("quays.md"),
        add("boat TWO leaves at seven."),
    )
    assert [(one.verdict, one.path) for one in outcomes] == [
        ("written", "boats.md"),
        ("written", "boats-2.md"),
        ("written", "bells.md"),
        ("written", "bells.md"),
        ("written", "bells.md"),
        ("written", "boats.md"),
        ("written", "quays.md"),
        ("duplicate", "boats-2.md"),
    ]
    assert desk.names() == ["MEMORY.md", "bells.md", "boats-2.md", "boats.md"]
    assert "leaves at eight" in desk.read("boats.md")
    assert "## First\n\nHalf past six.\n\n## Second\n\nNoon.\n" in desk.read("bells.md")
    assert len(desk.index.splitlines()) == 3


def test_a_batch_is_one_change_a_file(desk: Desk) -> None:
    desk.add("zero", name="Zero")
    before = desk.folder.changes.last_seq()
    write(desk, *(add(f"Fact {number} about boats", topic="Boats", title=f"T{number}") for number in range(9)))
    changes = desk.folder.changes.since(before)
    assert [(change.action, change.path) for change in changes] == [
        ("saved", "boats.md"),
        ("indexUpdated", "MEMORY.md"),
    ]
    assert {change.author for change in changes} == {HAND.author}


# What fails as the third operation, and what its error is.
FAILING: list[tuple[str, Operation, type[MemoryProblem]]] = [
    ("no such memory", Remove("nowhere.md"), NotFound),
    ("no such text", replace("a.md", "x", old="not there"), NotFound),
    ("several such texts", replace("a.md", "x", old="ho"), Ambiguous),
    ("no such entry", Remove("a.md", "Nothing"), NotFound),
    ("an entry twice", add("x", topic="T", title="One"), AlreadyExists),
    ("a tag", add(f"x {TAG}"), Refused),
    ("too large", add("x" * 65_537), Refused),
    ("an unknown type", add("x", type="diary"), UnknownType),
    ("the index", Remove("MEMORY.md"), Refused),
    ("a path outside", Remove("../out.md"), MemoryProblem),
]


@pytest.mark.parametrize(("what", "operation", "error"), FAILING, ids=[what for what, *_ in FAILING])
def test_one_that_fails_leaves_nothing_of_the_others(
    desk: Desk, what: str, operation: Operation, error: type[MemoryProblem]
) -> None:
    desk.write("a.md", "ho ho ho\n")
    desk.write("MEMORY.md", "- [A](a.md)\n")
    before = {name: desk.read(name) for name in desk.names()}
    with pytest.raises(error, match=r"^Operation 3: "):
        write(desk, add("First.", name="B"), add("One.", topic="T", title="One"), operation, Remove("a.md"))
    assert {name: desk.read(name) for name in desk.names()} == before, what


def test_what_somebody_else_writes_meanwhile_is_met_like_in_a_single_write(desk: Desk) -> None:
    desk.write("a.md", "theirs\n")
    write(desk, replace("a.md", "ours"))
    assert desk.read("a.md") == "ours\n"
    assert [change.author.by for change in desk.folder.changes.since(0)][-2:] == ["agent", "agent"]


SIZES = [
    ("none", [], "no operation"),
    ("too many", [Remove("a.md")] * 101, "101 operations"),
    ("too much", [add("x" * 60_000)] * 17, "1,020,000 bytes"),
    ("too much in what is replaced", [replace("a.md", "x", old="é" * 500_000)], "1,000,001 bytes"),
]


@pytest.mark.parametrize(("what", "operations", "says"), SIZES, ids=[what for what, *_ in SIZES])
def test_a_batch_has_its_size(what: str, operations: list[Operation], says: str) -> None:
    with pytest.raises(Refused, match=says):
        check_size(operations)


def test_a_hundred_operations_and_a_million_bytes_fit(desk: Desk) -> None:
    operations = [add(f"{number:04d}" + "x" * 9_996, name=f"N{number}") for number in range(100)]
    check_size([add("x" * 10_000)] * 100)
    assert len(write(desk, *operations)) == 100
    assert len(desk.names()) == 101


@pytest.fixture
def stores(desk: Desk) -> dict[str, Store]:
    return {"user": Store(desk.folder, USER_FILE, 20), "notes": Store(desk.folder, NOTES_FILE, 40)}


def item(target: str, text: str) -> Add:
    return Add(Addition(text=text), target)


def test_only_the_final_size_of_a_store_counts(desk: Desk, stores: dict[str, Store]) -> None:
    write_items(stores, [item("user", "x" * 18)], HAND)
    outcomes = write_items(
        stores,
        [item("user", "y" * 19), Remove("", item="xxx", target="user"), item("notes", "small commits")],
        HAND,
    )
    assert [(one.verdict, one.chars) for one in outcomes] == [("written", 19), ("written", 19), ("written", 13)]
    assert desk.read(USER_FILE) == "y" * 19 + "\n"
    with pytest.raises(OverCap, match="would hold 41"):
        write_items(stores, [item("notes", "z" * 25), Remove("", item="y", target="user")], HAND)
    assert desk.read(USER_FILE) == "y" * 19 + "\n"
    assert desk.read(NOTES_FILE) == "small commits\n"


def test_an_item_that_fails_leaves_nothing_of_the_others(desk: Desk, stores: dict[str, Store]) -> None:
    with pytest.raises(NotFound, match="Operation 2"):
        write_items(stores, [item("user", "Sails"), Remove("", item="Oars", target="notes")], HAND)
    assert desk.names() == []
