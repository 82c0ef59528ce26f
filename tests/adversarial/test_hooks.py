"""Hooks as programs: hostile input, disks and locks that fail, many at once. The agent goes on, whatever happens."""

import json
import resource
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from fakes.hooks import PROGRAM, HookedAgent
from fakes.house import House, Process, a_house, memory_text

CRANE = "how is the harbour crane oiled?"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with a_house(tmp_path) as house:
        yield house


@pytest.fixture
def server(house: House) -> Process:
    process = house.process()
    process.save("crane.md", memory_text("Crane", "how the harbour crane is oiled", "Oil the crane with whale oil."))
    process.save_others()
    return process


@pytest.fixture
def agent(house: House, server: Process) -> HookedAgent:
    agent = HookedAgent(house.project, house.environ)
    agent.start()
    return agent


def log(house: House) -> list[str]:
    file = house.home / "logs" / "hook.log"
    return file.read_text().splitlines() if file.exists() else []


HOSTILE = {
    "empty": b"",
    "garbage": b"\x00\xff garbage",
    "a list": b"[1, 2]",
    "deep": b"[" * 200_000,
    "cut": b'{"session_id": "s1", "prompt": "how is',
    "no session": b"{}",
    "an id that is none": b'{"session_id": {"a": 1}, "prompt": "x"}',
    "an endless id": b'{"session_id": "' + b"s" * 100_000 + b'", "prompt": "x"}',
    "a folder that is none": b'{"session_id": "s9", "cwd": "\\u0000/etc", "prompt": "x"}',
    "no folder": b'{"session_id": "s9", "prompt": "x"}',
    "a relative folder": b'{"session_id": "s9", "cwd": "../..", "prompt": "x"}',
    "numbers too long": b'{"session_id": "s1", "prompt": ' + b"9" * 10_000 + b"}",
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_hostile_input_ends_well_and_silently(agent: HookedAgent, house: House, data: bytes) -> None:
    for event in ("UserPromptSubmit", "SessionStart"):
        ran = agent.run(event, data)
        assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"", b"")
    assert len(log(house)) >= 1
    assert all(" hook " in line and len(line) < 500 for line in log(house))


def test_what_goes_wrong_is_one_line_that_repeats_nothing(agent: HookedAgent, house: House) -> None:
    agent.run("UserPromptSubmit", b'{"session_id": "s1", "prompt": "my password is hunter')
    (line,) = log(house)
    assert line.endswith("hook UserPromptSubmit: ValueError: the input is no JSON")
    assert stat.S_IMODE((house.home / "logs" / "hook.log").stat().st_mode) == 0o600


def test_an_event_that_nobody_knows_ends_well_and_silently(agent: HookedAgent, house: House) -> None:
    ran = agent.run("Frobnicate", agent.input("Frobnicate"))
    assert (ran.returncode, ran.stdout) == (0, b"")
    assert "no such event" in log(house)[0]


def test_lone_surrogates_in_a_turn_are_no_failure(agent: HookedAgent, house: House) -> None:
    ran = agent.run("UserPromptSubmit", b'{"session_id": "s1", "prompt": "\\ud800 how is the harbour crane oiled?"}')
    assert b"whale oil" in ran.stdout
    assert log(house) == []


def test_a_huge_turn_is_answered(agent: HookedAgent, house: House) -> None:
    ran = agent.program("UserPromptSubmit", prompt=CRANE + "\n" + "line of a log\n" * 300_000)
    assert ran.returncode == 0
    assert log(house) == []


def test_input_without_end_is_refused_in_time(agent: HookedAgent, house: House) -> None:
    ran = agent.run("PostToolUse", agent.input("PostToolUse", tool_response="x" * (33 << 20)))
    assert (ran.returncode, ran.stdout) == (0, b"")
    assert "the input is too long" in log(house)[0]


def test_an_agent_that_says_nothing_is_not_waited_for(agent: HookedAgent, house: House) -> None:
    began = time.monotonic()
    process = subprocess.Popen(
        [*PROGRAM, "UserPromptSubmit"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=agent.program_environ,
    )
    assert process.wait(30) == 0
    assert time.monotonic() - began < 20
    assert process.stdout is not None
    assert process.stdout.read() == b""
    for pipe in (process.stdin, process.stdout):
        assert pipe is not None
        pipe.close()
    assert "not done within" in log(house)[0]


def test_a_locked_state_is_not_waited_for(agent: HookedAgent, house: House) -> None:
    keeper = sqlite3.connect(house.home / "state.db", isolation_level=None)
    keeper.execute("BEGIN IMMEDIATE")
    try:
        ran = agent.program("UserPromptSubmit", prompt=CRANE)
    finally:
        keeper.rollback()
        keeper.close()
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"", b"")
    assert len(log(house)) == 1


def test_a_state_that_is_no_database_breaks_no_agent(agent: HookedAgent, house: House, server: Process) -> None:
    server.noctule.close()
    for file in house.home.glob("state.db*"):
        file.unlink()
    (house.home / "state.db").mkdir()
    ran = agent.program("UserPromptSubmit", prompt=CRANE)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"", b"")
    assert len(log(house)) == 1


def test_a_full_disk_breaks_no_agent(agent: HookedAgent, house: House) -> None:
    for event, fields in (("UserPromptSubmit", {"prompt": CRANE}), ("SessionStart", {"session_id": "new"})):
        ran = agent.run(event, agent.input(event, **fields), on_full_disk)
        assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"", b"")
    with closing(sqlite3.connect(house.home / "state.db")) as connection:
        assert connection.execute("PRAGMA quick_check").fetchone() == ("ok",)


def on_full_disk() -> None:
    """Not one byte more is written to any file."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def test_ten_at_once_show_a_session_nothing_twice(agent: HookedAgent, house: House, server: Process) -> None:
    for number in range(7):
        text = f"Oil the harbour crane number {number} with oil of whale {number}."
        server.save(f"crane-{number}.md", memory_text(f"Crane {number}", f"how crane {number} is oiled", text))
    for number in range(60):
        text = f"Of the tariff {number} there is much to say."
        server.save(f"tariff-{number}.md", memory_text(f"Tariff {number}", f"about tariff {number}", text))
    agent.start("resume")
    agent.program("UserPromptSubmit", prompt="thanks, go on")
    running = [agent.begin("UserPromptSubmit", prompt="how are the harbour cranes oiled?") for _ in range(10)]
    given: list[str] = []
    for process in running:
        out, err = process.communicate(timeout=60)
        assert (process.returncode, err) == (0, b"")
        text = json.loads(out)["hookSpecificOutput"]["additionalContext"] if out else ""
        given += [line for line in text.splitlines() if line.startswith("Memory: ")]
    rows = server.noctule.projects.state.ledger.rows("s1")
    assert sorted(given) == sorted(f"Memory: {server.memory / row.path}:" for row in rows)
    assert len({row.path for row in rows}) == len(rows) >= 5
    assert server.noctule.projects.state.sessions.get("s1").turn == 11
    later = agent.program("UserPromptSubmit", prompt="and how are the other harbour cranes oiled?").stdout.decode()
    assert not [line for line in given if line in later]
    assert log(house) == []


def loaded_by(agent: HookedAgent, event: str) -> set[str]:
    """The libraries that a hook had loaded at its end."""
    code = "import sys; from noctule.cli.main import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    ran = subprocess.run(
        [sys.executable, "-c", code, "hook", event],
        input=agent.input(event, prompt=CRANE),
        capture_output=True,
        env=agent.program_environ,
        check=True,
    )
    return {name.partition(".")[0] for name in ran.stderr.decode().split()}


def test_a_hook_loads_nothing_that_only_a_server_needs(agent: HookedAgent) -> None:
    for event in ("UserPromptSubmit", "Stop", "PreToolUse", "SessionEnd"):
        loaded = loaded_by(agent, event)
        assert not loaded & {"pygls", "lsprotocol", "httpx", "watchfiles", "filelock", "dulwich", "asyncio", "argparse"}


def test_a_hook_before_a_turn_loads_nothing_that_takes_as_long_as_the_turn(agent: HookedAgent) -> None:
    agent.program("SessionStart", source="startup")

    loaded = loaded_by(agent, "UserPromptSubmit")

    assert "noctule" in loaded
    assert not loaded & {"dataclasses", "inspect", "hashlib", "secrets", "random", "logging", "subprocess", "html"}
