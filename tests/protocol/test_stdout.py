"""Claims about the wire's cleanness: stdout carries framed messages only, whoever prints."""

import os
from pathlib import Path

from fakes.stdio_client import WIRE_SERVER, StdioClient


def test_what_the_server_and_its_children_print_goes_to_stderr() -> None:
    with StdioClient(environ={**os.environ, "PYTHONWARNINGS": "default", "PYTHONDEVMODE": "1"}) as client:
        client.initialize()
        assert client.ask(1, "memory/search", {"query": "print"})["result"] == {"read": ""}
        assert client.leave() == 0
        assert client.strays == b""
        assert b"printed by the server" in client.stderr
        assert b"printed by a child" in client.stderr
        assert b"Traceback" not in client.stderr
        assert b"never awaited" not in client.stderr


def test_the_log_goes_to_its_file_and_holds_no_text(tmp_path: Path) -> None:
    log = tmp_path / "noctule.log"
    with StdioClient([*WIRE_SERVER, "--log-level", "debug", "--log-file", str(log)]) as client:
        client.initialize()
        client.ask("secret id", "memory/search", {"query": "words of a memory"})
        client.ask(1, "words/of/a/method", {"query": "words of a memory"})
        client.notify("words/of/a/method", {})
        client.notify("memory/didWrite", {"sessionId": 5, "uri": "words of a memory"})
        assert client.leave() == 0
        assert client.stderr == b""
    text = log.read_text()
    assert "memory/search took" in text
    assert "words" not in text
    assert log.stat().st_mode & 0o777 == 0o600


def test_a_log_file_that_cannot_be_opened_is_said_once_and_stops_nothing(tmp_path: Path) -> None:
    with StdioClient([*WIRE_SERVER, "--log-file", str(tmp_path)]) as client:
        client.initialize()
        assert client.leave() == 0
        assert client.stderr.count(b"the log file cannot be opened") == 1
