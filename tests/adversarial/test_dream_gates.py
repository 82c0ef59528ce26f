"""Situations from public reports of tools that dream: what the gates, the lock and the log must do in each."""

import asyncio
import json
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from fakes.dreamers import Dreamer
from fakes.house import House, Process, a_house, memory_text
from fakes.model_replies import BROKEN, UNAUTHORIZED, Drops, Hangs, Says, Step, busy
from fakes.model_server import ModelServer
from noctule.dream.agent import run_agent
from noctule.dream.lock import LOCK_NAME, read_lock
from noctule.dream.task import AgentEnd, AgentTask, Progress, RunAgent
from noctule.models.chat import ChatModel
from noctule.service.dream.digesting import Digesting
from noctule.service.dream.facts import last_of_all
from noctule.store.claude_code import config_folder, folder_name

DAY_S = 86_400
PROVIDER_SECONDS = 60


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with a_house(tmp_path) as house:
        yield house


@pytest.fixture
def server(house: House) -> Process:
    server = house.process()
    server.start()
    for name in ("gravel", "violins"):
        server.save(f"{name}.md", memory_text(name.title(), f"about {name}", f"Of {name} there is much to say."))
    return server


def name_model(house: House, model: ModelServer) -> None:
    section = {"dream": {"enabled": True, "model": "fake-anthropic/m"}, "models": {"providers": model.settings}}
    house.settings(json.dumps({"memory": section}))


def stamp(server: Process, days_old: float) -> int:
    file = server.memory / LOCK_NAME
    file.write_bytes(b"")
    then = int((server.house.clock.now().timestamp() - days_old * DAY_S) * 1e9)
    os.utime(file, ns=(then, then))
    return then


@pytest.mark.parametrize("fault", [busy(retry_after_ms="1"), BROKEN, Drops()], ids=["429", "500", "dropped"])
@pytest.mark.parametrize("days_old", [3, None])
async def test_a_provider_that_fails_gives_the_stamp_back(house: House, fault: Step, days_old: float | None) -> None:
    with ModelServer(fault) as model:
        server = house.process(**model.environ)
        server.start()
        server.save("gravel.md", memory_text("Gravel", "about gravel", "Of gravel there is much to say."))
        name_model(house, model)
        then = None if days_old is None else stamp(server, days_old)
        before = (server.memory / "gravel.md").read_bytes()
        dreamer = Dreamer(server, own_agent=True)
        _, outcome = await dreamer.dream()
        assert outcome is not None
        assert outcome.line.status == "failed"
    found = read_lock(server.memory / LOCK_NAME)
    assert (found.mtime_ns if found else None) == then
    assert found is None or found.pid is None
    assert [row.line.status for row in server.noctule.dreams.log()] == ["failed"]
    assert (server.memory / "gravel.md").read_bytes() == before


async def impatient(
    task: AgentTask, model: ChatModel, tell: Callable[[Progress], None], stop: asyncio.Event
) -> AgentEnd:
    """The real loop, which waits for no reply as long as a person would."""
    return await run_agent(replace(task, caps=replace(task.caps, call_seconds=0.2)), model, tell, stop)


async def test_each_way_not_to_dream_has_a_reason_of_its_own_in_answer_and_log(house: House) -> None:
    with ModelServer(UNAUTHORIZED, BROKEN, BROKEN, BROKEN, BROKEN, BROKEN, BROKEN) as model:
        server = house.process(**model.environ)
        server.start()
        server.save("gravel.md", memory_text("Gravel", "about gravel", "Of gravel there is much to say."))
        told: dict[str, tuple[str, str]] = {}

        async def note(way: str, agent: RunAgent | None = None, **more: str) -> None:
            dreamer = Dreamer(server, agent, own_agent=agent is None)
            await dreamer.dream(**more)
            (one,) = dreamer.outcomes()
            told[way] = one.status, one.reason

        name_model(house, model)
        await note("a key that is refused")
        await note("a provider that breaks")
    await note("a provider that is gone")
    with ModelServer(Hangs()) as model:
        name_model(house, model)
        await note("a provider that says nothing", impatient)
    for way, named in (("no provider", "nowhere/m"), ("no key", "anthropic/m")):
        house.settings(json.dumps({"memory": {"dream": {"model": named}}}))
        await note(way)
    server.noctule.sessions.pause("s1")
    await note("paused", session_id="s1")
    lock = server.memory / LOCK_NAME
    lock.write_text(f"{os.getppid()}")
    now = server.house.clock.now().timestamp()
    os.utime(lock, (now, now))
    await note("locked")
    lock.unlink()
    server.noctule.switches.disable()
    await note("disabled")
    server.noctule.switches.enable()
    assert [status for status, _ in told.values()] == ["failed"] * 6 + ["skipped"] * 3
    assert all(reason for _, reason in told.values())
    assert len({reason for _, reason in told.values()}) == len(told), told
    # Where memory is off, nothing is written.
    logged = [row.line.reason for row in server.noctule.dreams.log()][::-1]
    assert logged == [reason for way, (_, reason) in told.items() if way != "disabled"]


def transcript(server: Process, session: str, hours_old: float, *, is_subagent: bool = False) -> Path:
    """A session as Claude Code leaves one."""
    places = server.noctule.transcripts.places(server.opened)
    root = server.opened.project.root
    folder = config_folder(places.environ, places.user_home) / "projects" / folder_name(str(root))
    file = folder / f"{session}/subagents/agent-{session}.jsonl" if is_subagent else folder / f"{session}.jsonl"
    file.parent.mkdir(parents=True, exist_ok=True)
    at = server.house.clock.now().isoformat()
    lines = [
        {"cwd": str(root), "sessionId": session, "timestamp": at, "uuid": f"{session}-{number}", "type": "user"}
        | {"message": {"role": "user", "content": f"Do the thing number {number}."}}
        | ({"isSidechain": True, "agentId": "agent-1"} if is_subagent else {})
        for number in range(3)
    ]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    then = server.house.clock.now().timestamp() - hours_old * 3600
    os.utime(file, (then, then))
    return file


def everything(server: Process) -> dict[str, tuple[int, int]]:
    """Each file outside our own home, with its size and time."""
    files = (path for path in server.house.user_home.rglob("*") if path.is_file())
    ours = server.house.home
    return {
        str(path): (path.stat().st_size, path.stat().st_mtime_ns) for path in files if not path.is_relative_to(ours)
    }


async def test_a_dream_leaves_no_session_behind_that_the_next_would_count(house: House) -> None:
    with ModelServer(Says("There is nothing to do.")) as model:
        server = house.process(**model.environ)
        server.start()
        server.save("gravel.md", memory_text("Gravel", "about gravel", "Of gravel there is much to say."))
        for number in range(6):
            transcript(server, f"session-{number}", 2 + number)
        name_model(house, model)
        digesting = server.noctule.digesting
        assert digesting.main_touched(server.opened, None) == 6
        before = everything(server)
        for _ in range(5):
            await Dreamer(server, own_agent=True).dream()
        assert everything(server) == before
        assert "Do the thing number 1." in model.requests[0].text
        since = last_of_all(server.opened, server.house.clock.now())
        assert digesting.main_touched(server.opened, since) == 0
        section = {"dream": {"enabled": True, "model": "fake-anthropic/m", "minHours": 0}}
        section["models"] = {"providers": model.settings}
        house.settings(json.dumps({"memory": section}))
        dreamer = Dreamer(server, own_agent=True, digesting=digesting)
        begin, _ = await dreamer.dream(trigger="idle")
        assert begin.gate == "minSessions"


async def test_subagents_count_for_no_gate(house: House, server: Process) -> None:
    for number in range(2):
        transcript(server, f"main-{number}", 3)
    for number in range(9):
        transcript(server, f"helper-{number}", 3, is_subagent=True)
    digesting: Digesting = server.noctule.digesting
    assert digesting.main_touched(server.opened, None) == 2
    house.settings('{"memory": {"dream": {"enabled": true}}}')
    begin, _ = await Dreamer(server, digesting=digesting).dream(trigger="idle")
    assert begin.gate == "minSessions"
    assert begin.message == "2 sessions have ended since the last dream, of 5 that it takes."


@pytest.mark.parametrize("has_model", [True, False])
async def test_a_clock_that_was_set_back_keeps_no_project_from_dreaming(house: House, has_model: bool) -> None:
    dream = {"enabled": True, "minSessions": 0, **({"model": "editor"} if has_model else {})}
    house.settings(json.dumps({"memory": {"dream": dream}}))
    server = house.process()
    server.start()
    server.save("gravel.md", memory_text("Gravel", "about gravel", "Of gravel there is much to say."))
    dreamer = Dreamer(server)
    first, _ = await dreamer.dream()
    assert first.is_begun
    second, _ = await dreamer.dream(trigger="idle")
    assert second.gate == "minHours"
    house.clock.pass_time(-40 * DAY_S)
    third, outcome = await dreamer.dream(trigger="idle")
    assert third.is_begun, third.message
    assert outcome is not None
    assert outcome.line.status == "completed"
    fourth, _ = await dreamer.dream(trigger="idle")
    assert fourth.gate == "minHours"
