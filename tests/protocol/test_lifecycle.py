"""Claims about the server's end: it comes when it should, within two seconds, with a true exit code."""

import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from fakes.stdio_client import DEADLINE_S, WIRE_SERVER, StdioClient, frame, request, seconds_of
from noctule.store.processes import is_process_alive

GONE_S = 2.0


def busy(client: StdioClient, query: str) -> None:
    """Leave a request of the kind running, and know that it is."""
    if query:
        client.send(request("busy", "memory/search", {"query": query}))
    if query != "wedge":
        client.ask("probe", "memory/status", {})


def check_gone(client: StdioClient, leave: Callable[[], object], *, code: int, within_s: float = GONE_S) -> None:
    leave()
    assert seconds_of(client.exit_code) < within_s
    assert client.process.returncode == code, client.stderr.decode()
    assert client.strays == b""
    assert b"Traceback" not in client.stderr


QUERIES = ["", "sleep", "stubborn", "hang", "wedge"]


@pytest.mark.parametrize("query", QUERIES)
def test_gone_after_eof(query: str) -> None:
    with StdioClient() as client:
        client.initialize()
        busy(client, query)
        check_gone(client, client.close_input, code=1)


@pytest.mark.parametrize(
    ("number", "query"),
    [(signal.SIGTERM, "sleep"), (signal.SIGTERM, "hang"), (signal.SIGTERM, "wedge"), (signal.SIGINT, "")],
)
def test_gone_after_a_signal(number: int, query: str) -> None:
    with StdioClient() as client:
        client.initialize()
        busy(client, query)
        check_gone(client, lambda: client.process.send_signal(number), code=1)


@pytest.mark.parametrize("query", ["", "hang"])
def test_gone_after_exit_without_shutdown(query: str) -> None:
    with StdioClient() as client:
        client.initialize()
        busy(client, query)
        check_gone(client, lambda: client.notify("exit"), code=1)


def test_gone_after_exit_before_initialize() -> None:
    with StdioClient() as client:
        assert "error" in client.ask("early", "shutdown")  # it has started: that is not what is measured
        check_gone(client, lambda: client.notify("exit"), code=1)


def test_exit_may_be_the_first_word() -> None:
    with StdioClient() as client:
        check_gone(client, lambda: client.notify("exit"), code=1, within_s=DEADLINE_S)


@pytest.mark.parametrize("query", ["", "sleep", "stubborn", "hang"])
def test_shutdown_answers_what_runs_and_then_itself(query: str) -> None:
    with StdioClient() as client:
        client.initialize()
        busy(client, query)
        assert seconds_of(lambda: client.ask("bye", "shutdown")) < GONE_S
        assert client.answer("bye")["result"] is None
        if query == "stubborn":
            assert client.answer("busy")["result"] == {"query": "kept on"}
        elif query:
            assert client.answer("busy")["error"]["code"] == -32800
        check_gone(client, lambda: client.notify("exit"), code=0, within_s=1.0)


def test_many_requests_in_flight_are_all_answered_at_shutdown() -> None:
    with StdioClient() as client:
        client.initialize()
        client.send(*(request(number, "memory/search", {"query": "sleep"}) for number in range(200)))
        client.ask("bye", "shutdown")
        assert {client.answer(number)["error"]["code"] for number in range(200)} == {-32800}
        check_gone(client, lambda: client.notify("exit"), code=0)


@pytest.mark.parametrize("end", ["eof", "term"])
def test_after_shutdown_every_end_is_clean(end: str) -> None:
    with StdioClient() as client:
        client.initialize()
        client.ask("bye", "shutdown")
        leave = client.close_input if end == "eof" else client.process.terminate
        check_gone(client, leave, code=0)


def test_alive_after_shutdown_until_exit() -> None:
    with StdioClient() as client:
        client.initialize()
        client.ask("bye", "shutdown")
        with pytest.raises(subprocess.TimeoutExpired):
            client.process.wait(1.5)
        assert client.ask(1, "memory/status")["error"]["code"] == -32600
        check_gone(client, lambda: client.notify("exit"), code=0, within_s=1.0)


def test_what_was_asked_before_eof_is_answered() -> None:
    with StdioClient() as client:
        client.initialize()
        client.send(*(request(number, "memory/status", {}) for number in range(100)))
        client.close_input()
        client.exit_code()
        assert all("result" in client.answer(number) for number in range(100))


def test_a_cut_off_message_at_eof_is_no_trouble() -> None:
    with StdioClient() as client:
        client.initialize()
        client.send_raw(frame(request(1, "memory/status", {}))[:-5])
        check_gone(client, client.close_input, code=1)


def test_gone_when_the_editor_that_initialize_names_has_ended() -> None:
    editor = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        with StdioClient() as client:
            client.initialize(processId=editor.pid)
            client.ask(1, "memory/status")
            check_gone(client, editor.kill, code=1)
    finally:
        editor.kill()
        editor.communicate()


def test_gone_when_the_process_that_started_it_has_ended(tmp_path: Path) -> None:
    """The pipes stay open here: only the parent is gone."""
    script = tmp_path / "parent.py"
    script.write_text(
        textwrap.dedent(
            """
            import subprocess, sys
            child = subprocess.Popen(sys.argv[1:])
            print(child.pid, file=sys.stderr, flush=True)
            child.wait()
            """
        )
    )
    with StdioClient([sys.executable, str(script), *WIRE_SERVER]) as client:
        client.initialize()
        pid = int(client.stderr.split()[0])
        client.process.kill()
        began = time.monotonic()
        while is_process_alive(pid):
            assert time.monotonic() - began < GONE_S
        # The grandchild held the pipes; they close with it.
        client.exit_code()


def test_a_client_that_never_reads_blocks_nobody_and_is_left() -> None:
    process = subprocess.Popen(WIRE_SERVER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(frame(request(0, "initialize", {"processId": None, "rootUri": None, "capabilities": {}})))
        for number in range(1, 30):
            process.stdin.write(frame(request(number, "memory/search", {"query": "large 4000000"})))
        process.stdin.flush()
        assert process.wait(20) == 1
    finally:
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()


def test_a_client_that_closes_its_reading_side_is_left() -> None:
    process = subprocess.Popen(WIRE_SERVER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        process.stdout.close()
        process.stdin.write(frame(request(0, "initialize", {"processId": None, "rootUri": None, "capabilities": {}})))
        process.stdin.flush()
        assert process.wait(GONE_S + 2) == 1
        assert process.stderr.read() == b""
    finally:
        process.kill()
        process.wait()
        process.stdin.close()
        process.stderr.close()


@pytest.mark.parametrize("rounds", [10])
def test_quick_starts_and_stops_leave_no_noise(rounds: int) -> None:
    for _ in range(rounds):
        with StdioClient() as client:
            client.send(
                request(0, "initialize", {"processId": None, "rootUri": None, "capabilities": {}}),
                {"jsonrpc": "2.0", "method": "initialized", "params": {}},
                {"jsonrpc": "2.0", "method": "memory/didActivity", "params": {"sessionId": "slow"}},
                request(1, "memory/search", {"query": "sleep"}),
                request(2, "shutdown"),
                {"jsonrpc": "2.0", "method": "exit"},
            )
            assert client.exit_code() == 0
            assert client.stderr == b""
            assert client.strays == b""
            assert [len(client.answers(number)) for number in range(3)] == [1, 1, 1]
