"""Claims about `--tcp`: one client on the loopback, which has the token."""

import json
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fakes.stdio_client import WIRE_SERVER, StdioClient, frame, request


class Connection:
    """One TCP connection to the server."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), 10)
        self.file = self.socket.makefile("rb")

    def send(self, *messages: Any) -> None:
        self.socket.sendall(b"".join(map(frame, messages)))

    def receive(self) -> Any:
        """The next message, or None when the server has closed."""
        header = self.file.readline()
        if not header:
            return None
        self.file.readline()
        return json.loads(self.file.read(int(header.split(b":")[1])))

    def initialize(self, options: Any) -> Any:
        params = {"processId": None, "rootUri": None, "capabilities": {}, "initializationOptions": options}
        self.send(request("init", "initialize", params))
        return self.receive()

    def close(self) -> None:
        self.file.close()
        self.socket.close()


@contextmanager
def connected(port: int) -> Iterator[Connection]:
    connection = Connection(port)
    try:
        yield connection
    finally:
        connection.close()


@contextmanager
def serving(*options: str) -> Iterator[tuple[StdioClient, int]]:
    with StdioClient([*WIRE_SERVER, "--tcp", "0", *options]) as server:
        server.wait_until(lambda: re.search(rb"listening on [0-9.:]+\n", server.stderr) is not None)
        found = re.search(rb"127\.0\.0\.1:(\d+)", server.stderr)
        assert found is not None
        yield server, int(found[1])


def token_of(server: StdioClient) -> str:
    server.wait_until(lambda: b"token" in server.stderr)
    return re.search(rb"token (\S+)", server.stderr)[1].decode()  # type: ignore[index]


def test_a_client_with_the_token_is_served_until_it_leaves() -> None:
    with serving() as (server, port), connected(port) as client:
        assert "result" in client.initialize({"token": token_of(server)})
        client.send(request(1, "memory/status", {}))
        assert client.receive()["result"] == {"method": "memory/status"}
        client.send(request(2, "shutdown"), {"jsonrpc": "2.0", "method": "exit"})
        assert client.receive()["result"] is None
        assert server.exit_code() == 0


def test_everybody_else_is_answered_once_and_sent_away() -> None:
    with serving() as (server, port):
        token = token_of(server)
        wrong: list[Any] = [None, {}, [], "text", {"token": ""}, {"token": token[:-1]}, {"token": token + "x"}]
        for options in [*wrong, {"token": 5}, {"token": [token]}, {"token": "é🚀"}]:
            with connected(port) as client:
                assert client.initialize(options)["error"]["code"] == -32600, options
                assert client.receive() is None
        with connected(port) as client:
            assert "result" in client.initialize({"token": token})


def test_nothing_is_served_before_the_token() -> None:
    with serving() as (_, port), connected(port) as client:
        client.send(request(1, "memory/list", {}))
        assert client.receive()["error"]["code"] == -32002


def test_who_goes_without_a_word_makes_room_for_the_next() -> None:
    with serving() as (server, port):
        for _ in range(3):
            with connected(port):
                pass
        with connected(port) as client:
            assert "result" in client.initialize({"token": token_of(server)})


def test_there_is_one_client() -> None:
    with serving() as (server, port), connected(port) as client:
        assert "result" in client.initialize({"token": token_of(server)})
        client.send(request(1, "memory/status", {}))
        client.receive()
        try:
            connected_again = socket.create_connection(("127.0.0.1", port), 2)
        except OSError:
            return
        connected_again.close()
        raise AssertionError("a second client was let in")


def test_the_server_leaves_with_its_client() -> None:
    with serving() as (server, port):
        with connected(port) as client:
            assert "result" in client.initialize({"token": token_of(server)})
        assert server.exit_code(3) == 1


def test_the_server_leaves_on_a_signal_while_it_waits() -> None:
    with serving() as (server, _):
        server.process.terminate()
        assert server.exit_code(2) == 1
        assert b"Traceback" not in server.stderr


def test_the_token_lies_in_a_private_file_if_one_is_named(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("left from before")
    file.chmod(0o644)
    with serving("--token-file", str(file)) as (server, port):
        assert file.stat().st_mode & 0o777 == 0o600
        assert b"token" not in server.stderr.replace(str(file).encode(), b"")
        with connected(port) as client:
            assert "result" in client.initialize({"token": file.read_text().strip()})
            client.send({"jsonrpc": "2.0", "method": "exit"})
            assert server.exit_code() == 1
    assert not file.exists()


def test_a_port_that_is_taken_is_said() -> None:
    with serving() as (_, port), StdioClient([*WIRE_SERVER, "--tcp", str(port)]) as second:
        assert second.exit_code() == 1
        assert b"cannot listen" in second.stderr
        assert b"Traceback" not in second.stderr
