"""A dream that waits is offered where its files are; what a person chooses there the server applies, and no more."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from fakes.writing_person import WritingPerson, memory_text
from noctule.store.held_dreams import ChangeSet, FileChange, HeldDream, HeldDreams
from noctule.store.home import Home

TIDE, PIER = memory_text("Tide tables", "At noon."), memory_text("Pier", "Thirty steps.")
BETTER = memory_text("Tide tables", "At noon, and at midnight.")
INDEX = "- [Tide tables](tide.md) — when\n- [Pier](pier.md) — where\n"


@pytest.fixture
def person(tmp_path: Path) -> Iterator[WritingPerson]:
    """A project with a dream that waits: it edits one memory and removes another."""
    with WritingPerson(tmp_path) as writing:
        for path, text in (("tide.md", TIDE), ("pier.md", PIER), ("MEMORY.md", INDEX)):
            writing.save(path, text)
        changes = (
            FileChange("pier.md", PIER.encode(), None),
            FileChange("tide.md", TIDE.encode(), BETTER.encode()),
        )
        index = FileChange("MEMORY.md", INDEX.encode(), INDEX.splitlines(keepends=True)[0].encode())
        HeldDreams(Home(tmp_path / "home").folder_state(writing.memory)).put(
            HeldDream(
                id="d1e2f3a4",
                at=datetime(2026, 3, 5, tzinfo=UTC),
                trigger="command",
                status="completed",
                reasons=("it removes a memory",),
                changes=ChangeSet(changes, index),
            )
        )
        writing.begin()
        yield writing


def lenses(person: WritingPerson, path: str) -> dict[str, dict[str, Any]]:
    found = person.want("textDocument/codeLens", (person.memory / path).as_uri())
    return {one["command"]["title"]: one["command"] for one in found if one.get("command")}


def hover(person: WritingPerson, path: str) -> str:
    text: str = person.at("textDocument/hover", (person.memory / path).as_uri(), 0, 0)["contents"]["value"]
    return text


def run(person: WritingPerson, command: dict[str, Any]) -> dict[str, Any]:
    asked = {"command": command["command"], "arguments": command["arguments"]}
    answer: dict[str, Any] = person.want("workspace/executeCommand", **asked)
    return answer


def test_the_index_says_that_a_dream_waits_with_its_files_and_what_it_does_to_them(person: WritingPerson) -> None:
    assert list(lenses(person, "MEMORY.md")) == [
        "a dream waits for your word: 1 edited, 1 removed",
        "apply it",
        "discard it",
    ]
    said = hover(person, "MEMORY.md")
    assert "pier\\.md" in said or "pier.md" in said
    assert "-At noon.\n+At noon, and at midnight." in said


def test_one_file_is_chosen_and_the_rest_still_waits(person: WritingPerson) -> None:
    assert "a dream that waits edits this memory" in lenses(person, "tide.md")
    assert "+At noon, and at midnight." in hover(person, "tide.md")
    answer = run(person, lenses(person, "tide.md")["apply that"])
    assert (answer["ok"], answer["held"]) == (True, True)
    assert (person.memory / "tide.md").read_text() == BETTER
    assert (person.memory / "pier.md").read_text() == PIER
    person.wait_until(lambda: "a dream waits for your word: 1 removed" in lenses(person, "MEMORY.md"), what="the rest")


def test_a_file_that_is_open_and_unsaved_is_left_as_it_is(person: WritingPerson) -> None:
    uri = (person.memory / "tide.md").as_uri()
    person.open(uri)
    person.diagnosed(uri)
    person.type(uri, "Unsaved. ", 6, 0)
    person.diagnosed(uri, 2)
    answer = run(person, lenses(person, "tide.md")["apply that"])
    assert answer["conflicts"] == [uri]
    assert (person.memory / "tide.md").read_text() == TIDE


def test_what_is_discarded_waits_no_longer(person: WritingPerson) -> None:
    assert run(person, lenses(person, "MEMORY.md")["discard it"])["ok"] is True
    assert (person.memory / "pier.md").exists()
