"""A system that gives no events, a client that never reads, clients that come and go, a clock that jumps.

`NOCTULE_CLIENTS=20 python -m pytest tests/adversarial/test_systems_under_fire.py -s` starts more, with the figures.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from fakes.agents import Writes
from fakes.deeds import MERGE, NAMES, dreamy
from fakes.dreamers import Dreamer
from fakes.history_reader import check_agrees
from fakes.house import DAY, House, Process, a_house, memory_text
from fakes.place import SERVE, Place, result, told
from fakes.stdio_client import StdioClient, frame, request
from noctule.store.processes import is_process_alive

CLIENTS = int(os.environ.get("NOCTULE_CLIENTS", "3"))
AT_ONCE = 5
UNREAD = 300
PATIENCE_S = 60.0

# Programs are compiled once, as they are where they are installed.
COMPILED = {"PYTHONPYCACHEPREFIX": str(Path(tempfile.gettempdir(), "noctule-compiled")), "PYTHONDONTWRITEBYTECODE": ""}

# In a room of its own where this user may have one, else with a library that refuses as it would there.
WATCHLESS = 'echo 0 > /proc/sys/user/max_inotify_watches && exec "$@"'
REFUSING = (
    "import sys, watchfiles\n"
    "def refuse(*_, **__): raise OSError(28, 'OS file watch limit reached.')\n"
    "watchfiles.watch = refuse\n"
    "from noctule.cli.main import main\n"
    "sys.exit(main(sys.argv[1:]))\n"
)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def without_watches() -> list[str]:
    """The server's command, on a system that is out of watches."""
    room = ["unshare", "--user", "--map-root-user", "sh", "-c", WATCHLESS, "sh"]
    try:
        can = subprocess.run([*room, "true"], capture_output=True, check=False).returncode == 0
    except OSError:
        can = False
    return [*room, *SERVE] if can else [sys.executable, "-W", "error", "-c", REFUSING, "serve"]


def _names(name: str, event: dict[str, Any]) -> bool:
    return name in str(event)


def test_a_system_out_of_watches_is_polled_and_that_is_said_once(place: Place) -> None:
    with place.serving(place.project, command=without_watches(), environ=COMPILED) as client:
        result(client, 1, "startSession", {"sessionId": "s"})
        deadline = time.monotonic() + PATIENCE_S
        while (status := _status(client))["watching"] != "polling":
            assert time.monotonic() < deadline, status["watching"]
        (problem,) = status["problems"]
        assert "watch limit" in problem
        assert problem.endswith("raise fs.inotify.max_user_watches.")
        for number in range(2):
            (place.memory / f"late-{number}.md").write_text("Seen all the same.\n")
            told(client, "memory/written", partial(_names, f"late-{number}.md"))
        assert len(_status(client)["problems"]) == 1
        assert client.notifications("window/showMessage") == []


def _status(client: StdioClient) -> dict[str, Any]:
    return result(client, f"status-{len(client.messages)}", "status", {})


@pytest.mark.timeout(1800)
def test_clients_come_and_go_on_one_folder_and_leave_nothing_behind(place: Place) -> None:
    """Each adds a memory; one in three is killed, one in three cuts the line, one in three says goodbye."""
    began = time.monotonic()
    pids = []
    refused = 0
    for batch in range(0, CLIENTS, AT_ONCE):
        with ExitStack() as stack:
            numbers = range(batch, min(batch + AT_ONCE, CLIENTS))
            clients = {
                number: stack.enter_context(place.started(place.project, environ=COMPILED)) for number in numbers
            }
            for number, client in clients.items():
                client.send(request("start", "memory/startSession", {"sessionId": f"s{number}"}))
                client.send(_berth("add", number))
            for number, client in clients.items():
                refused += _wait_until_written(client, number)
                pids.append(client.process.pid)
                if number % 3 == 0:
                    client.process.kill()
                elif number % 3 == 1:
                    client.close_input()
                else:
                    client.send(request("bye", "shutdown"), {"jsonrpc": "2.0", "method": "exit"})
            codes = [client.exit_code(PATIENCE_S) for client in clients.values()]
            assert codes == [(-9, 1, 0)[number % 3] for number in clients]
    took = time.monotonic() - began
    assert not [pid for pid in pids if is_process_alive(pid)]
    berths = {f"berth-{number}.md" for number in range(CLIENTS)}
    assert {path.name for path in place.memory.iterdir()} == {*berths, "MEMORY.md", "deploys.md", "orphan.md"}
    index = (place.memory / "MEMORY.md").read_text()
    assert [index.count(f"({name})") for name in berths] == [1] * CLIENTS
    with place.serving(place.project, environ=COMPILED) as client:
        assert _status(client)["problems"] == []
        sessions = {one["sessionId"] for one in result(client, 1, "sessions", {})["sessions"]}
        assert sessions == {f"s{number}" for number in range(CLIENTS)}
        changes = result(client, 2, "history", {"limit": 2 * CLIENTS})["changes"]
        assert {one["sessionId"] for one in changes if one["by"] == "agent"} == sessions
    print(f"\n{CLIENTS} clients: all {CLIENTS} memories and index lines are there, in {took:.1f} s, {refused} busy")


def _berth(message_id: str, number: int) -> dict[str, Any]:
    text = f"Berth {number} is {number * 7} metres long."
    return request(message_id, "memory/add", {"text": text, "name": f"Berth {number}", "sessionId": f"s{number}"})


def _wait_until_written(client: StdioClient, number: int) -> int:
    """Asks again as often as it is too busy, as a client does; gives how often that was."""
    answer, refused = client.answer("add", PATIENCE_S), 0
    while "error" in answer:
        assert answer["error"]["data"]["kind"] == "lockBusy", answer
        refused += 1
        client.send(_berth(f"again-{refused}", number))
        answer = client.answer(f"again-{refused}", PATIENCE_S)
    assert answer["result"]["verdict"] == "written"
    return refused


class Deaf:
    """A client that writes and never reads."""

    def __init__(self, place: Place) -> None:
        own = {"HOME": place.home, "NOCTULE_HOME": place.home / ".noctule", "NOCTULE_MEMORY_DIR": place.memory}
        environ = {**os.environ, **COMPILED, **{name: str(path) for name, path in own.items()}}
        self.process = subprocess.Popen(
            SERVE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environ
        )
        folders = [{"uri": place.project.as_uri(), "name": "ferry"}]
        self.tell(request(0, "initialize", {"processId": None, "capabilities": {}, "workspaceFolders": folders}))
        self.tell({"jsonrpc": "2.0", "method": "initialized", "params": {}})

    def tell(self, *messages: Any) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(b"".join(map(frame, messages)))
        self.process.stdin.flush()

    def memory_bytes(self) -> int:
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()


@pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is read from /proc")
def test_a_client_that_never_reads_holds_up_nobody_and_can_be_left(place: Place) -> None:
    """Its answers fill the pipe and wait; the other window is served; each way to leave still ends the server."""
    ends = {"input closed": 1, "exit": 0, "term": 1}
    most = 0
    with place.serving(place.project, environ=COMPILED) as other:
        for number, (end, code) in enumerate(ends.items()):
            deaf = Deaf(place)
            try:
                deaf.tell(*(request(each, "memory/list", {}) for each in range(1, UNREAD)))
                deaf.tell(request("add", "memory/add", {"text": f"Heard {number}.", "name": f"Heard {number}"}))
                told(other, "memory/written", partial(_names, f"heard-{number}.md"))
                assert "result" in other.ask(f"other-{number}", "memory/list", {})
                most = max(most, deaf.memory_bytes())
                _leave(deaf, end)
                assert deaf.process.wait(PATIENCE_S) == code
            finally:
                deaf.end()
    print(f"\na client that never reads {UNREAD} answers: the server takes {most / 1e6:.0f} MB at most, and leaves")
    assert most < 400_000_000


def _leave(deaf: Deaf, end: str) -> None:
    if end == "input closed":
        assert deaf.process.stdin is not None
        deaf.process.stdin.close()
    elif end == "exit":
        deaf.tell(request("bye", "shutdown"), {"jsonrpc": "2.0", "method": "exit"})
    else:
        deaf.process.terminate()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with a_house(tmp_path) as house:
        yield house


HOUR, YEAR = 3_600.0, 365 * DAY
JUMPS = {
    "an hour back": (-HOUR,),
    "an hour ahead, as in spring": (HOUR,),
    "a year ahead and back": (YEAR, -YEAR),
    "a year back and ahead": (-YEAR, YEAR),
    "to 1970": (-56 * YEAR,),
    "to 2100": (74 * YEAR,),
    "to and fro": (5 * DAY, -9 * DAY, 3 * DAY, HOUR),
}


@pytest.mark.parametrize("jumps", JUMPS.values(), ids=JUMPS)
async def test_a_clock_that_jumps_costs_nothing(house: House, jumps: tuple[float, ...]) -> None:
    """Sessions, recalls, writes, edits behind our back, dreams and undos go on on the other side of each jump."""
    process = house.process()
    dreamy(process)
    process.follow()
    process.noctule.sessions.end_turn("s1")
    await work(process, 0)
    for number, seconds in enumerate(jumps, 1):
        house.clock.pass_time(seconds)
        await work(process, number)
    with_restart = house.process()
    with_restart.follow()
    await work(with_restart, len(jumps) + 1)


async def work(process: Process, number: int) -> None:
    """A turn, a write, an edit, a dream and its undo, each as it should be."""
    before = {path.name: path.read_bytes() for path in process.memory.iterdir() if path.suffix == ".md"}
    assert process.start().snapshot is not None
    process.start(f"t{number}")
    assert process.recalled("is there much to say of orchids?", f"t{number}") == ["orchids.md"]
    process.noctule.sessions.end_turn(f"t{number}")
    process.save("tariffs.md", memory_text("Tariffs", "about tariffs", f"Edited {number} times."))
    assert process.look() == ["updated tariffs.md by outside"]
    before["tariffs.md"] = (process.memory / "tariffs.md").read_bytes()
    _, outcome = await Dreamer(process, Writes(MERGE, replaces={"merged.md": ["gravel.md", "violins.md"]})).dream()
    assert outcome is not None
    assert (outcome.line.status, outcome.line.held) == ("completed", False), outcome.line.reason
    process.noctule.dreams.undo(outcome.line.dream_id)
    assert {path.name: path.read_bytes() for path in process.memory.iterdir() if path.suffix == ".md"} == before
    assert len(before) == len(NAMES) + 1
    process.told()
    check_agrees(process.opened.folder.memories)
