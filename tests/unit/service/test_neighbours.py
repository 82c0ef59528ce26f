"""What hooks do in processes of their own is told by a server that runs beside them."""

import pytest

from fakes.hooks import HookedAgent
from fakes.house import House, Process, memory_text
from noctule.service.neighbours import Moved, Neighbours

CRANE = "how is the harbour crane oiled?"


@pytest.fixture
def server(house: House) -> Process:
    process = house.process()
    process.save("crane.md", memory_text("Crane", "how the harbour crane is oiled", "Oil the crane with whale oil."))
    process.save_others()
    process.start("ours")
    return process


@pytest.fixture
def agent(house: House) -> HookedAgent:
    return HookedAgent(house.project, house.environ)


@pytest.fixture
def neighbours(server: Process) -> Neighbours:
    found = Neighbours(server.noctule.projects, server.noctule.events)
    assert found.look() == Moved()
    return found


def told(server: Process) -> list[tuple[str, list[str], str]]:
    return [(one.session_id, [each.name for each in one.memories], one.label) for one in server.recalls_told()]


def test_what_a_hook_recalled_is_told_once(agent: HookedAgent, server: Process, neighbours: Neighbours) -> None:
    agent.start()
    agent.turn(CRANE)
    neighbours.look()
    neighbours.look()
    assert told(server) == [("s1", ["Crane"], "recalled 1 memory")]


def test_what_was_recalled_before_is_past(agent: HookedAgent, server: Process) -> None:
    agent.start()
    agent.turn(CRANE)
    neighbours = Neighbours(server.noctule.projects, server.noctule.events)
    neighbours.look()
    assert told(server) == []


def test_what_the_server_recalled_itself_is_not_told_again(server: Process, neighbours: Neighbours) -> None:
    assert server.recalled(CRANE, "ours") == ["crane.md"]
    assert len(told(server)) == 1
    neighbours.look()
    assert told(server) == []


def test_what_another_window_serves_is_told_there(house: House, server: Process, neighbours: Neighbours) -> None:
    other = house.process()
    other.start("theirs")
    assert other.recalled(CRANE, "theirs") == ["crane.md"]
    assert neighbours.look() == Moved()
    assert told(server) == []


def test_a_memory_in_a_snapshot_is_no_recall(
    house: House, agent: HookedAgent, server: Process, neighbours: Neighbours
) -> None:
    house.settings('{"memory": {"snapshot": {"inlineNewest": 2}}}')
    agent.start()
    neighbours.look()
    assert told(server) == []


def test_a_turn_that_is_open_keeps_the_project_busy_and_one_that_ended_lets_it_idle(
    house: House, agent: HookedAgent, neighbours: Neighbours
) -> None:
    agent.start()
    assert neighbours.look() == Moved()
    agent.turn(CRANE)
    assert neighbours.look() == Moved(active=("s1",))
    assert neighbours.look() == Moved()
    agent.tell("Stop")
    assert neighbours.look() == Moved(settled=("s1",))
    agent.tell("SessionEnd")
    assert neighbours.look() == Moved()


def test_a_session_in_another_folder_is_nothing_to_this_server(
    house: House, server: Process, neighbours: Neighbours
) -> None:
    elsewhere = house.project.parent / "elsewhere"
    elsewhere.mkdir()
    agent = HookedAgent(elsewhere, house.environ, "s9")
    agent.start()
    agent.turn(CRANE)
    assert neighbours.look() == Moved()
    assert told(server) == []


async def test_the_timers_are_told_as_it_happens(agent: HookedAgent, server: Process) -> None:
    import asyncio

    neighbours = Neighbours(server.noctule.projects, server.noctule.events)
    moved: asyncio.Queue[str] = asyncio.Queue()

    async def settled(session_id: str) -> None:
        await moved.put(f"settled {session_id}")

    async def active(session_id: str) -> None:
        await moved.put(f"active {session_id}")

    await asyncio.to_thread(neighbours.look)
    running = asyncio.create_task(neighbours.run(settled, active))
    async with asyncio.timeout(20):
        await asyncio.to_thread(agent.turn, CRANE)
        assert await moved.get() == "active s1"
        await asyncio.to_thread(agent.tell, "Stop")
        assert await moved.get() == "settled s1"
    running.cancel()


def test_what_was_looked_over_is_not_kept_nor_looked_over_again(
    agent: HookedAgent, server: Process, neighbours: Neighbours
) -> None:
    ledger = server.noctule.projects.state.ledger
    for number in range(3):
        server.start(f"ours-{number}")
        assert server.recalled(CRANE, f"ours-{number}") == ["crane.md"]
        agent.start()  # another process changed something: there is a look
        neighbours.look()
    assert neighbours._row_id == ledger.last_id()
    assert len(ledger._own) <= 1
