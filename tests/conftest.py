"""What every test gets: a home of its own, and no network but loopback."""

import os
import socket
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

# Where other agents keep what is theirs.
OTHER_AGENTS = (
    "CLAUDE_CONFIG_DIR",
    "CODEX_HOME",
    "COPILOT_HOME",
    "PI_CODING_AGENT_DIR",
    "PI_CODING_AGENT_SESSION_DIR",
)

_LOOPBACK = ("127.", "::1", "localhost")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """A whole run takes all cores; a run of named tests, or one that prints or is debugged, stays in one process."""
    is_whole = config.args_source is not pytest.Config.ArgsSource.ARGS
    is_watched = config.getoption("capture") == "no" or config.getoption("usepdb")
    return os.cpu_count() or 1 if is_whole and not is_watched else 0


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where one home after another goes. pytest would list them all for each: some thousands of tests feel that."""
    base = tmp_path_factory.mktemp("homes")
    return (base / str(number) for number in count())


@pytest.fixture(autouse=True)
def own_home(homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """HOME, the XDG folders and NOCTULE_HOME lie in the test's own folder; other variables of ours are unset."""
    home = next(homes)
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("NOCTULE_HOME", str(home / ".noctule"))
    for name in ("CONFIG", "DATA", "CACHE", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(home / ".xdg" / name.lower()))
    for name in ("NOCTULE_MEMORY_DIR", "NOCTULE_DISABLE", *OTHER_AGENTS):
        monkeypatch.delenv(name, raising=False)
    return home


@pytest.fixture(autouse=True)
def only_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection to anything but this machine is an error, in this process."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: object) -> None:
        host = address[0] if isinstance(address, tuple) else ""
        if host and not str(host).startswith(_LOOPBACK):
            raise AssertionError(f"a test reached for {host}")
        connect(self, address)  # type: ignore[arg-type]

    monkeypatch.setattr(socket.socket, "connect", guarded)
