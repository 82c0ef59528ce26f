"""Folders that are deleted, swapped or led elsewhere while a server works in them, and while it dreams."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from fakes.agents import Writes
from fakes.deeds import ALL_GONE, MERGE, NAMES, dreamy
from fakes.dreamers import Dreamer
from fakes.history_reader import check_agrees
from fakes.house import House, Process, a_house, memory_text
from fakes.place import Place, result, told
from fakes.stdio_client import StdioClient

QUERY = "how do we deploy blue to green?"


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def names(client: StdioClient, number: int) -> list[str]:
    return [one["name"] for one in result(client, f"names-{number}", "list", {})["memories"]]


def told_of(client: StdioClient, action: str, file: str) -> dict[str, Any]:
    """The change of a file, once it is told."""

    def fits(event: dict[str, Any]) -> bool:
        return any(one["action"] == action and one["memoryUri"].endswith(f"/{file}") for one in event["changes"])

    found: dict[str, Any] = told(client, "memory/written", fits)
    return found


def command(client: StdioClient, number: int, name: str, **argument: Any) -> dict[str, Any]:
    asked = {"command": f"noctule.server.{name}", "arguments": [argument]}
    found: dict[str, Any] = client.ask(f"command-{number}", "workspace/executeCommand", asked)["result"]
    return found


def test_a_folder_deleted_while_it_is_served_is_told_made_again_and_can_be_had_back(place: Place) -> None:
    before = {path.name: path.read_bytes() for path in place.memory.iterdir()}
    with place.serving(place.project) as client:
        result(client, 1, "startSession", {"sessionId": "s"})
        shutil.rmtree(place.memory)
        told_of(client, "removed", "deploys.md")
        assert names(client, 1) == []
        assert result(client, 2, "recall", {"sessionId": "s", "query": QUERY})["memories"] == []
        assert result(client, 3, "add", {"text": "Life goes on.", "name": "Life"})["verdict"] == "written"
        assert names(client, 2) == ["Life"]
        changes = result(client, 4, "history", {})["changes"]
        (deleted,) = [one for one in changes if {file["action"] for file in one["files"]} == {"removed"}]
        assert command(client, 1, "undo", change=deleted["change"])["ok"]
        assert {path.name: path.read_bytes() for path in place.memory.iterdir()}.items() >= {
            name: data for name, data in before.items() if name != "MEMORY.md"
        }.items()


def swap_for_link(memory: Path, other: Path) -> None:
    memory.rename(memory.with_name("aside"))
    memory.symlink_to(other)


def swap_for_folder(memory: Path, other: Path) -> None:
    memory.rename(memory.with_name("aside"))
    other.rename(memory)


@pytest.mark.parametrize("swap", [swap_for_link, swap_for_folder])
def test_a_folder_swapped_while_it_is_served_is_the_one_that_is_there_now(
    place: Place, swap: Callable[[Path, Path], None]
) -> None:
    other = place.memory.with_name("elsewhere")
    other.mkdir()
    (other / "tides.md").write_text(memory_text("Tides", "when it is high", "High at noon."))
    aside = place.memory.with_name("aside")
    with place.serving(place.project) as client:
        result(client, 1, "startSession", {"sessionId": "s"})
        before = {path.name: path.read_bytes() for path in place.memory.iterdir()}
        swap(place.memory, other)
        assert names(client, 1) == ["Tides"]
        result(client, 2, "recall", {"sessionId": "s", "query": QUERY})
        assert result(client, 3, "add", {"text": "Life goes on.", "name": "Life"})["verdict"] == "written"
        assert sorted(names(client, 2)) == ["Life", "Tides"]
        assert {path.name: path.read_bytes() for path in aside.iterdir()} == before
        place.memory.unlink() if place.memory.is_symlink() else place.memory.rename(other)
        aside.rename(place.memory)
        assert sorted(names(client, 3)) == ["Deploys", "Orphan"]
        assert result(client, 4, "add", {"text": "It still does.", "name": "Still"})["verdict"] == "written"
        assert result(client, 5, "status", {})["problems"] == []
    assert (other / "life.md").exists()
    assert not (place.memory / "life.md").exists()


@pytest.mark.parametrize("what", ["", "folders"])
def test_our_own_folders_deleted_while_they_are_used_cost_no_memory(place: Place, what: str) -> None:
    with place.serving(place.project) as client:
        result(client, 1, "startSession", {"sessionId": "s"})
        assert result(client, 2, "add", {"text": "Before.", "name": "Before"})["verdict"] == "written"
        gone = place.home / "gone"
        (place.home / ".noctule" / what).rename(gone)  # at once: the server writes there all the while
        shutil.rmtree(gone)
        assert "result" in client.ask(3, "memory/recall", {"sessionId": "s", "query": "hello there, how are you?"})
        result(client, 4, "startSession", {"sessionId": "s"})
        given = result(client, 5, "recall", {"sessionId": "s", "query": QUERY})
        assert [one["name"] for one in given["memories"]] == ["Deploys"]
        after = {"text": "After.", "name": "After", "sessionId": "s"}
        assert result(client, 6, "add", after)["verdict"] == "written"
        assert sorted(names(client, 1)) == ["After", "Before", "Deploys", "Orphan"]
        assert result(client, 7, "status", {})["problems"] == []
        assert command(client, 1, "undo")["ok"]
        assert sorted(names(client, 2)) == ["Before", "Deploys", "Orphan"]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with a_house(tmp_path) as house:
        yield house


@pytest.fixture
def filled(house: House) -> Process:
    process = house.process()
    dreamy(process)
    return process


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix == ".md"}


def delete(process: Process, _: Path) -> None:
    process.memory.rename(process.memory.with_name("aside"))  # and nothing in its place


def lead_elsewhere(process: Process, other: Path) -> None:
    swap_for_link(process.memory, other)


def put_another_there(process: Process, other: Path) -> None:
    swap_for_folder(process.memory, other)


def delete_state(process: Process, _: Path) -> None:
    shutil.rmtree(process.house.home / "folders")


@pytest.mark.parametrize("wish", [MERGE, ALL_GONE])
@pytest.mark.parametrize("meanwhile", [delete, lead_elsewhere, put_another_there, delete_state])
async def test_a_dream_never_lands_in_another_folder_than_it_dreamt_of(
    filled: Process, tmp_path: Path, meanwhile: Callable[[Process, Path], None], wish: dict[str, str | None]
) -> None:
    other = tmp_path / "elsewhere"
    other.mkdir()
    foreign = memory_text("Gravel", "about gravel", "Of gravel there is much to say, here too.")
    for name in ("gravel.md", "tides.md"):
        (other / name).write_text(foreign)
    theirs, ours, memory = contents(other), contents(filled.memory), filled.memory
    replaces = {"merged.md": ["gravel.md", "violins.md"]} if wish is MERGE else {}
    agent = Writes(wish, replaces=replaces, meanwhile=lambda: meanwhile(filled, other))
    _, outcome = await Dreamer(filled, agent).dream()
    assert outcome is not None
    print(f"\n{meanwhile.__name__}: {outcome.line.status}, held {outcome.line.held}: {outcome.line.reason}")
    aside = memory.with_name("aside")
    if other.exists():
        assert contents(other) == theirs
    elif not memory.is_symlink():
        assert contents(memory) == theirs
    assert contents(aside if aside.exists() else memory) == ours or outcome.line.status == "completed"
    if aside.exists():
        if memory.is_symlink():
            memory.unlink()
        elif memory.exists():
            shutil.rmtree(memory)
        aside.rename(memory)
    _, again = await Dreamer(filled, Writes(MERGE, replaces={"merged.md": ["gravel.md", "violins.md"]})).dream(
        replaces_held=True
    )
    assert again is not None
    assert (again.line.status, again.line.held) == ("completed", False), again.line.reason
    assert set(contents(memory)) == {"MEMORY.md", "merged.md", *(f"{name}.md" for name in NAMES[2:])}
    check_agrees(filled.opened.folder.memories)
