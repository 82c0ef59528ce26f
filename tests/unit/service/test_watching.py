"""What happens on disk is told as it happens, once, and by whoever did it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from fakes.house import House, Process, memory_text
from noctule.service.jobs import Jobs
from noctule.service.watching import Watching


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not is_so():
            await asyncio.sleep(0.01)


@pytest.fixture
async def watching(house: House) -> AsyncIterator[Watching]:
    """A server that watches its project, which has begun to look."""
    jobs = Jobs()
    server = house.process()
    server.start("s1")
    watching = Watching(server.noctule, jobs)
    await watching.watch(server.opened)
    await watching.watch(server.opened)
    await until(lambda: server.noctule.reporting.status().watching == "events")
    yield watching
    watching.stop()
    await jobs.cancel_all(5)


@pytest.fixture
def watched(house: House, watching: Watching) -> Process:
    assert watching
    (server,) = house.processes
    return server


async def told(server: Process, count: int) -> list[str]:
    """The next changes that the client is told, when there are as many."""
    found: list[str] = []

    def are_enough() -> bool:
        found.extend(server.told())
        return len(found) >= count

    await until(are_enough)
    return found


def replace(file: Path, text: str) -> None:
    temp = file.with_name(".tmp-keel")
    temp.write_text(text)
    temp.replace(file)


def rename_and_create(file: Path, text: str) -> None:
    backup = file.with_name(file.name + "~")
    file.rename(backup)
    file.write_text(text)
    backup.unlink()


def truncate(file: Path, text: str) -> None:
    with file.open("r+") as opened:
        opened.truncate(0)
        opened.write(text)


async def test_each_save_is_told_once_however_an_editor_saves(watched: Process) -> None:
    file = watched.save("keel.md", memory_text("The keel", "of oak", "0"))
    assert await told(watched, 1) == ["saved keel.md by outside"]
    for number, save in enumerate((replace, replace, rename_and_create, truncate), 1):
        save(file, memory_text("The keel", "of oak", str(number)))
        assert await told(watched, 1) == ["updated keel.md by outside"]
    file.unlink()
    assert await told(watched, 1) == ["removed keel.md by outside"]


async def test_a_folder_of_many_files_is_told_in_few_events(watched: Process) -> None:
    pack = watched.house.project / "pack"
    pack.mkdir()
    for number in range(100):
        (pack / f"m{number}.md").write_text(f"memory {number}\n")
    pack.rename(watched.memory / "pack")
    await until(lambda: sum(len(event.changes) for event in watched.events if hasattr(event, "changes")) == 100)
    assert len(watched.written()) < 10


async def test_whoever_sees_a_write_first_it_is_the_open_turn_s(house: House, watched: Process) -> None:
    other = house.process()
    other.start("s2")
    other.recall("a turn begins", "s2")
    other.save("keel.md", "oak\n")
    other.noctule.following.did_write("s2", (other.memory / "keel.md").as_uri(), is_error=False)
    assert await told(watched, 1) == ["saved keel.md by agent s2"]


async def test_the_profile_is_watched_too(watched: Process) -> None:
    profile = watched.house.home / "profile"
    profile.mkdir(exist_ok=True)
    (profile / "USER.md").write_text("Sails\n")
    assert await told(watched, 1) == ["saved USER.md by outside"]


async def test_a_project_whose_memory_is_off_is_not_watched(house: House) -> None:
    server = house.process(NOCTULE_DISABLE="1")
    jobs = Jobs()
    await Watching(server.noctule, jobs).watch(server.opened)
    assert len(jobs) == 0
    assert not house.home.exists()
