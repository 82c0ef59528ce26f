"""What a person is told once a project: a memory it left behind, and only then one that Claude Code keeps."""

import asyncio
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from fakes.house import House, Process
from noctule.capture.write import Addition
from noctule.service.capture.writing import Writer
from noctule.service.events import Nudge
from noctule.service.imports.values import ImportWanted
from noctule.service.person import Person
from noctule.service.welcoming import Welcome
from noctule.store.claude_code import folder_name


def remember(house: House, project: Path) -> None:
    """Claude Code keeps a memory of the project."""
    folder = house.user_home / ".claude" / "projects" / folder_name(str(project)) / "memory"
    folder.mkdir(parents=True)
    (folder / "docks.md").write_text("Pier two.\n")


def look(process: Process, *, can_ask: bool = False, hears_nudges: bool = True) -> Welcome | None:
    return process.noctule.welcoming.look(None, can_ask=can_ask, hears_nudges=hears_nudges)


def nudges(process: Process) -> list[str]:
    return [one.reason for one in process.taken(Nudge)]


@pytest.fixture
def moved(house: House) -> Process:
    """A repository that lies elsewhere now, of which Claude Code keeps a memory too."""
    settings = ["-c", "user.name=A", "-c", "user.email=a@example.invalid"]
    for words in (["init", "--quiet"], [*settings, "commit", "--quiet", "--allow-empty", "--message=begin"]):
        subprocess.run(["git", *words], cwd=house.project, check=True, capture_output=True)
    old = house.process()
    old.start()
    old.noctule.welcoming.look(None, can_ask=False, hears_nudges=False)
    old.noctule.writing.add(Addition(text="Pier two.", name="Docks"), Writer(session_id="s1"))
    old.noctule.close()
    new = house.project.with_name("harbour")
    house.project.rename(new)
    remember(house, new)
    return house.process(new)


def test_what_claude_code_remembers_is_told_once_a_project_and_not_after_an_import(house: House) -> None:
    first = house.process()
    assert (look(first), nudges(first)) == (None, [])
    remember(house, house.project)
    look(first, hears_nudges=False)
    assert nudges(first) == []
    look(first)
    look(first)
    look(house.process())
    assert nudges(first) == ["import"]
    other = house.project.with_name("tram")
    other.mkdir()
    remember(house, other)
    second = house.process(other)
    second.noctule.importing.run(ImportWanted(source="claude-code"))
    look(second)
    assert nudges(second) == []


def test_what_imports_or_adopts_is_loaded_only_for_who_has_something_to_hear(house: House) -> None:
    def loaded(process: Process) -> set[str]:
        return {"importing", "adopting"} & vars(process.noctule).keys()

    remember(house, house.project)
    deaf, first, second = house.process(), house.process(), house.process()
    look(deaf, hears_nudges=False)
    assert loaded(deaf) == set()
    look(first)
    assert loaded(first) == {"importing"}
    look(second)
    assert loaded(second) == set()


def test_a_disabled_project_is_told_nothing(house: House) -> None:
    remember(house, house.project)
    process = house.process()
    process.noctule.switches.disable(None)
    assert (look(process), nudges(process)) == (None, [])


def test_a_memory_that_was_left_is_offered_before_the_nudge_to_import(moved: Process) -> None:
    look(moved)
    assert nudges(moved) == ["adopt"]
    look(moved)
    assert nudges(moved) == ["import"]
    look(moved)
    assert nudges(moved) == []


@pytest.mark.parametrize(("answer", "memories"), [("Adopt", 1), ("Not now", 0), (None, 0)])
def test_a_person_who_can_be_asked_decides(moved: Process, answer: str | None, memories: int) -> None:
    asked: list[str] = []

    async def choose(message: str, titles: Sequence[str]) -> str | None:
        asked.append(message)
        assert list(titles) == ["Adopt", "Not now"]
        return answer

    welcome = look(moved, can_ask=True)
    assert welcome is not None
    person = Person(choose, lambda coroutine, _name: coroutine.close(), lambda: None)
    asyncio.run(moved.noctule.welcoming.ask(welcome, person))
    assert len(moved.noctule.reading.list()) == memories
    assert asked == [f"harbour seems to be what lay in {welcome.offer.from_root}, which left 1 memory. Adopt them?"]
    assert look(moved, can_ask=True) is None
