"""What a dream reads of the past: what was touched since the last one and is over, without what we put in ourselves."""

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from fakes.agents import Writes
from fakes.dreamers import Dreamer
from fakes.house import House, Process
from fakes.transcripts import written
from noctule.errors import Disabled
from noctule.service.dream.digesting import DigestAnswer

SECRET = "gh" + "p_" + "Ab1Cd2Ef3" * 4


def talked(house: House, session_id: str, *texts: str, ago: timedelta = timedelta(hours=2), **more: Any) -> Path:
    """A conversation that Claude Code kept, written to last so long before the clock's now."""
    folder = "".join(letter if letter.isalnum() else "-" for letter in str(house.project))
    rows = [
        {
            "type": kind,
            "message": {"role": kind, "content": text},
            "uuid": f"{session_id}{at}",
            "cwd": str(house.project),
            "sessionId": session_id,
            **more,
        }
        for at, text in enumerate(texts)
        for kind in (("user", "assistant")[at % 2],)
    ]
    path = written(house.user_home / ".claude" / "projects" / folder / f"{session_id}.jsonl", rows)
    then = (house.clock.now() - ago).timestamp()
    os.utime(path, (then, then))
    return path


def dreamt(house: House, server: Process, *, ago: timedelta) -> None:
    """The folder was consolidated so long ago, by whomever."""
    server.start("before")
    lock = server.memory / ".consolidate-lock"
    lock.write_text("1")
    then = (house.clock.now() - ago).timestamp()
    os.utime(lock, (then, then))


def ids(answer: DigestAnswer) -> list[str]:
    return [row.session_id for row in answer.sessions]


def test_a_digest_has_what_was_said_and_no_secret(house: House, server: Process) -> None:
    talked(house, "one", f"the token is {SECRET}", "I will not keep it.")
    made = server.noctule.digesting.show()
    assert (ids(made), made.left_out, made.since, made.budget_bytes) == (["one"], (), None, 96_000)
    assert made.bytes == len(made.text.encode())
    assert "| the token is [redacted:" in made.text
    assert "| I will not keep it." in made.text
    assert SECRET not in made.text


def test_only_what_was_touched_since_the_last_dream_is_read(house: House, server: Process) -> None:
    dreamt(house, server, ago=timedelta(hours=10))
    talked(house, "old", "hello", ago=timedelta(hours=11))
    talked(house, "new", "hello again", ago=timedelta(hours=9))
    made = server.noctule.digesting.show()
    assert ids(made) == ["new"]
    assert made.since is not None
    assert abs(house.clock.now() - timedelta(hours=10) - made.since) < timedelta(minutes=1)
    other = server.noctule.digesting.show(since=house.clock.now() - timedelta(hours=12))
    assert ids(other) == ["new", "old"]


def test_sessions_that_run_are_left_out(house: House, server: Process) -> None:
    talked(house, "just-now", "hello", ago=timedelta(minutes=4))
    talked(house, "active-here", "hello 2")
    named = talked(house, "by-its-file", "hello 3")
    talked(house, "ended-here", "hello 4")
    talked(house, "over", "hello 5", ago=timedelta(hours=3))
    server.start("active-here")
    server.start("another-id", transcript_uri=named.as_uri())
    server.start("ended-here")
    server.noctule.sessions.end("ended-here")
    assert ids(server.noctule.digesting.show()) == ["ended-here", "over"]
    assert server.noctule.digesting.main_touched(server.opened, None) == 2
    house.clock.pass_time(2 * 3600)
    assert len(server.noctule.digesting.show().sessions) == 5


def test_how_long_a_session_counts_as_running_is_a_setting(house: House, server: Process) -> None:
    talked(house, "one", "hello", ago=timedelta(minutes=20))
    house.settings('{"memory": {"dream": {"idleDelayMs": 3600000}}}')
    assert ids(server.noctule.digesting.show()) == []


def test_a_dreams_gate_counts_main_sessions_only(house: House, server: Process) -> None:
    talked(house, "main", "hello")
    talked(house, "run", "hello 2", promptSource="sdk")
    talked(house, "sub", "hello 3", isSidechain=True, agentId="a1")
    assert ids(server.noctule.digesting.show()) == ["main", "run", "sub"]
    assert server.noctule.digesting.main_touched(server.opened, None) == 1


def test_the_snapshot_that_a_session_was_given_is_not_read_back(house: House, server: Process) -> None:
    server.start("one")
    snapshot = server.prompt("one")
    server.noctule.sessions.end("one")
    talked(house, "one", f"{snapshot}\nfix the bug", "It is fixed.")
    quoted = [line for line in server.noctule.digesting.show().text.splitlines() if line.startswith("| ")]
    assert quoted == ["| fix the bug", "| It is fixed."]


def test_the_budget_is_a_setting_and_what_has_no_room_is_named(house: House, server: Process) -> None:
    for at in range(4):
        talked(
            house, f"s{at}", *[f"message {n} of {at} " + "word " * 30 for n in range(40)], ago=timedelta(hours=at + 2)
        )
    house.settings('{"memory": {"dream": {"transcriptBudgetBytes": 4000}}}')
    made = server.noctule.digesting.show()
    assert made.bytes <= made.budget_bytes == 4000
    assert ids(made)[:1] == ["s0"]
    assert [row.session_id for row in made.left_out] == [f"s{at}" for at in range(len(made.sessions), 4)]


def test_where_memory_is_off_nothing_is_read(house: House) -> None:
    talked(house, "s1", "hello")
    with pytest.raises(Disabled):
        house.process(NOCTULE_DISABLE="1").noctule.digesting.show()


async def test_a_dream_reads_what_the_command_prints_and_the_next_one_only_what_is_new(
    house: House, server: Process
) -> None:
    house.settings('{"memory": {"dream": {"model": "editor"}}}')
    dreamt(house, server, ago=timedelta(hours=10))
    server.noctule.sessions.end("before")
    talked(house, "one", "Cone 6 it is.", ago=timedelta(hours=2))
    printed = server.noctule.digesting.show().text
    read: list[str] = []
    agent = Writes({}, meanwhile=lambda: read.append(given(agent).read_text(encoding="utf-8")))
    begin, outcome = await Dreamer(server, agent, digesting=server.noctule.digesting).dream()
    assert begin.is_begun, begin.message
    assert outcome is not None
    assert read == [printed]
    assert "| Cone 6 it is." in printed
    assert server.noctule.digesting.show().text == ""


def given(agent: Writes) -> Path:
    """The digest's file that the agent was given."""
    assert agent.task is not None
    assert agent.task.digest is not None
    return agent.task.digest
