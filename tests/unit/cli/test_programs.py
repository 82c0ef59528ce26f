"""The command as a program: closed pipes, Ctrl-C, terminals, odd encodings, and how little it loads."""

import json
import os
import pty
import signal
import subprocess
import sys

import pytest

from fakes.house import memory_text
from fakes.shell import Shell


@pytest.fixture
def full(shell: Shell) -> Shell:
    shell.save("keel.md", memory_text("The kéel", "of oak", "The keel is of oak \x1b[31mred\x1b[0m\u202e."))
    shell.save("MEMORY.md", "- [Keel](keel.md) — of oak\n")
    return shell


@pytest.mark.parametrize("words", [("list",), ("show", "keel"), ("status", "--json")])
def test_a_reader_that_has_gone_is_no_trouble(full: Shell, words: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    ended = full.program(words, stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    _, err = ended.communicate(timeout=60)
    assert (ended.returncode, err) == (1, b"")


@pytest.mark.parametrize("words", [("list",), ("list", "--json"), ("show", "keel"), ("status",)])
def test_a_disk_that_takes_no_output_is_said_in_a_sentence(full: Shell, words: tuple[str, ...]) -> None:
    with open("/dev/full", "wb") as disk:  # noqa: PTH123  a device is no path of ours
        ended = full.program(words, stdout=disk, stderr=subprocess.PIPE)
        _, err = ended.communicate(timeout=60)
    assert (ended.returncode, err) == (1, b"noctule: No space left on device.\n")


@pytest.mark.parametrize(
    ("words", "closed", "code", "says"),
    [("add", "0<&-", 1, "noctule: There is nothing to remember: the text is empty.\n"), ("list", "1>&- 2>&-", 0, "")],
)
def test_a_shell_may_close_what_it_likes(full: Shell, words: str, closed: str, code: int, says: str) -> None:
    command = f"'{sys.executable}' -W error -m noctule {words} {closed}"
    ended = subprocess.run(["sh", "-c", command], cwd=full.project, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (code, says)


def start_editing(shell: Shell, script: str) -> "subprocess.Popen[bytes]":
    """An edit whose editor runs: the script is gone into, and what it waits for has not come."""
    for name in ("ready", "go"):
        os.mkfifo(shell.home / name)
    shell.editor(script)
    ours = signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background is born deaf to Ctrl-C
    words = ["edit", "keel"]
    editing = shell.program(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    signal.signal(signal.SIGINT, ours)
    assert (shell.home / "ready").read_text() == "ready\n"
    return editing


def test_a_command_that_is_interrupted_ends_quietly_with_130(full: Shell) -> None:
    editing = start_editing(full, 'echo ready > "$HOME/ready"; exec sleep 30')
    os.killpg(editing.pid, signal.SIGINT)
    out, err = editing.communicate(timeout=30)
    assert (editing.returncode, out, err) == (130, b"", b"")


def test_an_editor_that_takes_ctrl_c_for_something_else_goes_on(full: Shell) -> None:
    script = 'trap "" INT; echo ready > "$HOME/ready"; read line < "$HOME/go"; echo "$line" >> "$1"'
    editing = start_editing(full, script)
    os.killpg(editing.pid, signal.SIGINT)
    (full.home / "go").write_text("more\n")
    out, _ = editing.communicate(timeout=30)
    assert (editing.returncode, out) == (0, b"written: keel.md\n")
    assert (full.memory / "keel.md").read_text().endswith("more\n")


def terminal(shell: Shell, words: tuple[str, ...]) -> str:
    """What the command shows on a terminal."""
    ours, theirs = pty.openpty()
    running = shell.program(
        words, stdin=theirs, stdout=theirs, stderr=theirs, environ={"TERM": "xterm", "NO_COLOR": ""}
    )
    os.close(theirs)
    shown = b""
    try:
        while data := os.read(ours, 65_536):
            shown += data
    except OSError:
        pass  # the other side of a terminal closes with an error
    os.close(ours)
    assert running.wait(60) == 0
    return shown.decode()


def test_on_a_terminal_a_list_has_headings(full: Shell) -> None:
    shown = terminal(full, ("list",))
    assert "description" in shown
    assert "keel.md" in shown
    assert "\t" not in shown


def test_on_a_terminal_no_memory_commands_it(full: Shell) -> None:
    shown = terminal(full, ("show", "keel"))
    assert "The keel is of oak" in shown
    assert "\x1b[31m" not in shown
    assert "\u202e" not in shown


def test_in_a_pipe_a_memory_is_shown_byte_for_byte(full: Shell) -> None:
    running = full.program(["show", "keel"], stdout=subprocess.PIPE)
    assert running.communicate(timeout=60)[0] == (full.memory / "keel.md").read_bytes()


@pytest.mark.parametrize("words", [("list",), ("list", "--json"), ("show", "keel"), ("status",), ("doctor",)])
def test_a_terminal_that_knows_few_letters_is_shown_the_rest_in_others(full: Shell, words: tuple[str, ...]) -> None:
    running = full.program(words, stdout=subprocess.PIPE, environ={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    out = running.communicate(timeout=60)[0].decode("ascii")
    assert running.returncode == 0
    if "--json" in words:
        assert json.loads(out)["memories"][0]["name"] == "The kéel"


@pytest.mark.parametrize("words", [("list",), ("path",), ("enable",)])
def test_a_small_command_loads_little(full: Shell, words: tuple[str, ...]) -> None:
    script = (
        f"import sys; from noctule.cli.main import main; main({list(words)!r}); print(*sys.modules, file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", script], cwd=full.project, capture_output=True, text=True, check=True)
    loaded = set(ran.stderr.split())
    heavy = {"pygls", "lsprotocol", "httpx", "watchfiles", "dulwich", "rich", "snowballstemmer", "asyncio", "shtab"}
    assert not heavy & loaded
