"""What README has a new user type does what it says: the first chapter, the two minutes, and the client in 30 lines."""

import contextlib
import fcntl
import os
import pty
import re
import select
import shlex
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from fakes.likeness import differences
from fakes.markdown import blocks, section
from fakes.neovim import binary
from fakes.shell import Shell

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PATIENCE_S = 90.0

INSTALLED, TESTED = [block.text.strip() for block in blocks(README) if block.language == "sh"][:2]
CHAPTER = [block.text.strip() for block in blocks(section(README, "From here to a memory in your editor").body)]
NEOVIM, VSCODE, KEPT = CHAPTER[:3]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone as the first command leaves it: this Python is what it installed."""
    folder = tmp_path / "noctule"
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (folder / ".venv").symlink_to(Path(sys.executable).parents[1])
    (folder / "editors").symlink_to(ROOT / "editors")
    return folder


def seen_on_a_terminal(command: str, folder: Path, until: str) -> str:
    """Runs a command line as a person does, on a terminal, until a text is on it; gives what was on it, undrawn."""
    master, terminal = pty.openpty()
    fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 120, 0, 0))
    process = subprocess.Popen(
        ["bash", "--norc", "-c", command],
        cwd=folder,
        env={**os.environ, "TERM": "xterm-256color"},
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        start_new_session=True,
    )
    os.close(terminal)
    seen, end = b"", time.monotonic() + PATIENCE_S
    try:
        while until.encode() not in seen and time.monotonic() < end:
            ready, _, _ = select.select([master], [], [], 1.0)
            try:
                seen += os.read(master, 65_536) if ready else b""
            except OSError:
                break
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        os.close(master)
    return re.sub(r"\x1b\[[0-9;?>=$ ]*[A-Za-z~]", " ", seen.decode(errors="replace"))


def test_a_memory_is_in_an_editor_after_at_most_five_commands() -> None:
    for editor in (NEOVIM.splitlines(), [*NEOVIM.splitlines()[:2], *VSCODE.splitlines()]):
        assert 1 + len(editor) <= 5, editor


def test_the_first_chapter_ends_with_a_recalled_memory_in_neovim(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if binary() is None:
        pytest.skip("Neovim is not here: the dev extra brings it on Linux")
    seen = seen_on_a_terminal(NEOVIM, clone, "among the best")
    assert "written: tests-stay-offline.md" in seen, seen
    assert re.search(r"picked\b.*Tests stay offline", seen, re.DOTALL), seen


def test_the_first_command_installs_what_the_chapter_uses_and_shows_the_tour() -> None:
    steps = INSTALLED.split(" && ")
    assert [shlex.split(step)[0] for step in steps] == ["python3", ".venv/bin/pip", ".venv/bin/noctule"]
    assert shlex.split(steps[1])[1:] == ["install", "-e", ".[dev]"]
    assert shlex.split(KEPT) == ["pipx", "install", ".[mcp]"]
    assert shlex.split(TESTED)[0] == ".venv/bin/python"


def test_the_extension_is_packaged_under_the_name_that_is_installed() -> None:
    scripts = (ROOT / "editors" / "vscode" / "package.json").read_text()
    named = re.search(r"--install-extension editors/vscode/(\S+)", VSCODE)
    assert named is not None
    assert named[1] in scripts


def played(shell: Shell, folder: Path, text: str) -> list[str]:
    """Runs each `$ ` line of an example; what comes out otherwise than it is shown."""
    wrong: list[str] = []
    for step in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, shown = step.partition("\n")
        if command.startswith("noctule "):
            ran = shell.run(*shlex.split(command)[1:])
            out = ran.out + ran.err
        else:
            line = command.replace("noctule", f"{shlex.quote(sys.executable)} -m noctule")
            ended = subprocess.run(["bash", "-c", line], cwd=folder, capture_output=True, text=True, check=False)
            out = ended.stdout + ended.stderr
        wrong += unlike(command, shown.splitlines(), out.splitlines())
    return wrong


def unlike(command: str, shown: list[str], came: list[str]) -> list[str]:
    """Lines that are shown and did not come, or the other way round: a terminal mixes the two streams as they come."""
    missing = []
    for line in shown:
        found = next((one for one in came if not differences(line, one)), None)
        if found is None:
            missing.append(f"{command}: {line!r} is shown and does not come")
        else:
            came.remove(found)
    return [*missing, *(f"{command}: {line!r} comes and is not shown" for line in came)]


def test_the_two_minutes_come_out_as_they_are_shown(
    own_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    project = tmp_path / "harbour"
    (project / ".git").mkdir(parents=True)
    monkeypatch.chdir(project)
    shell = Shell(project, own_home, monkeypatch, capsys)
    examples = [block for block in blocks(section(README, "In two minutes").body) if block.language == "console"]
    assert len(examples) == 3
    assert [line for one in examples for line in played(shell, project, one.text)] == []


def test_the_client_in_30_lines_is_given_a_memory(shell_at: Shell, tmp_path: Path) -> None:
    (client,) = [block for block in blocks(section(README, "A client in 30 lines").body) if block.language == "python"]
    assert sum(1 for line in client.text.splitlines() if line.strip()) <= 30
    shell_at.good("add", "The tests run offline: they never ask a real model.", "--name", "Tests stay offline")
    file = tmp_path / "client.py"
    file.write_text(client.text)
    environ = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    ended = subprocess.run(
        [sys.executable, file, "may", "a", "test", "ask", "a", "real", "model"],
        cwd=shell_at.project,
        env=environ,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "they never ask" in ended.stdout


@pytest.fixture
def shell_at(
    own_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Shell:
    project = tmp_path / "quay"
    project.mkdir()
    monkeypatch.chdir(project)
    return Shell(project, own_home, monkeypatch, capsys)
