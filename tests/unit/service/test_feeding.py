"""While the server runs, what is said is found soon after, and long reading is shown and can be stopped."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from fakes.house import House, Process
from fakes.talking import talk
from noctule.service.conversations import Wanted
from noctule.service.feeding import Feeding
from noctule.service.jobs import Jobs


class Shown:
    """The progresses of a client: their steps, and the task that each belongs to."""

    def __init__(self) -> None:
        self.titles: list[str] = []
        self.steps: list[tuple[str, int | None]] = []
        self.tasks: list[asyncio.Task[object] | None] = []
        self.ended = 0

    @asynccontextmanager
    async def reporting(self, title: str) -> AsyncIterator["Shown"]:
        self.titles.append(title)
        self.tasks.append(asyncio.current_task())
        try:
            yield self
        finally:
            self.ended += 1

    def step(self, message: str, percentage: int | None = None) -> None:
        self.steps.append((message, percentage))


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not is_so():
            await asyncio.sleep(0.02)


def found(server: Process, query: str) -> list[str | None]:
    return [hit.session_ref for hit in server.noctule.conversations.search(server.opened, Wanted(query))]


@pytest.fixture
async def jobs() -> AsyncIterator[Jobs]:
    jobs = Jobs()
    yield jobs
    await jobs.cancel_all(5)


@pytest.fixture
def shown() -> Shown:
    return Shown()


async def test_past_conversations_and_each_new_turn_are_read_in_the_background(
    house: House, server: Process, jobs: Jobs, shown: Shown
) -> None:
    talk(house.user_home, house.project, "s1", "Where is the lagoon pump?")
    Feeding(server.noctule, jobs, shown.reporting).follow(server.opened)
    await until(lambda: found(server, "lagoon pump") == ["claude-code:s1"])
    for word in ("lighthouse", "walrus"):
        talk(house.user_home, house.project, "s1", f"And the {word}?")
        await until(lambda word=word: found(server, word) == ["claude-code:s1"])  # type: ignore[misc]
    talk(house.user_home, house.project, "s2", "A new session about bollards")
    await until(lambda: found(server, "bollards") == ["claude-code:s2"])
    assert shown.titles == []


async def test_a_database_that_was_lost_is_fed_anew_at_the_next_turn(
    house: House, server: Process, jobs: Jobs, shown: Shown
) -> None:
    path = talk(house.user_home, house.project, "s1", "Where is the lagoon pump?")
    Feeding(server.noctule, jobs, shown.reporting).follow(server.opened)
    await until(lambda: found(server, "lagoon pump") == ["claude-code:s1"])
    server.noctule.projects.places.home.project_state(server.opened.project.key).joinpath("search.db").unlink()
    path.with_name("s2.jsonl").touch()
    await until(lambda: found(server, "lagoon pump") == ["claude-code:s1"])


async def test_long_reading_is_shown(house: House, server: Process, jobs: Jobs, shown: Shown) -> None:
    for number in range(3):
        talk(house.user_home, house.project, f"s{number}", *(f"lagoon {number} {turn}" for turn in range(50)))
    Feeding(server.noctule, jobs, shown.reporting, long_bytes=1000).follow(server.opened)
    await until(lambda: shown.ended == 1)
    await until(lambda: bool(shown.steps))
    assert shown.titles == ["Reading past conversations"]
    assert all(share is not None and 0 <= share <= 100 for _, share in shown.steps)
    assert len(found(server, "lagoon")) == 5


async def test_a_person_may_stop_it_and_the_search_still_answers(
    house: House, server: Process, jobs: Jobs, shown: Shown
) -> None:
    for number in range(20):
        talk(house.user_home, house.project, f"s{number}", *(f"lagoon {number} {'x ' * 4000}" for _ in range(10)))
    Feeding(server.noctule, jobs, shown.reporting, long_bytes=1000).follow(server.opened)
    await until(lambda: bool(shown.tasks))
    (task,) = shown.tasks
    assert task is not None
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task
    assert shown.ended == 1
    assert isinstance(found(server, "lagoon"), list)


async def test_where_memory_is_off_nothing_is_read(house: House, jobs: Jobs, shown: Shown) -> None:
    talk(house.user_home, house.project, "s1", "Where is the lagoon pump?")
    server = house.process(NOCTULE_DISABLE="1")
    Feeding(server.noctule, jobs, shown.reporting).follow(server.opened)
    assert len(jobs) == 0
    assert not house.home.exists()
