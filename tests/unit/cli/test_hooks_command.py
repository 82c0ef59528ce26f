"""`noctule hooks`: the change is shown, made when the person agrees, and taken back."""

import os
import pty
from pathlib import Path

import pytest

from fakes.shell import Shell


@pytest.fixture
def settings(shell: Shell) -> Path:
    (shell.home / ".claude" / "projects").mkdir(parents=True)
    return shell.home / ".claude" / "settings.json"


def test_the_change_is_shown_and_nothing_is_written_unasked(shell: Shell, settings: Path) -> None:
    ran = shell.run("hooks", "install", "claude-code")
    assert ran.code == 1
    assert "+" in ran.out
    assert "hook UserPromptSubmit" in ran.out
    assert "Say --yes" in ran.err
    assert not settings.exists()


def test_install_status_and_remove(shell: Shell, settings: Path) -> None:
    settings.write_text('{\n  "model": "opus" // big\n}\n')
    ran = shell.good("hooks", "install", "claude-code", "--yes")
    assert "is changed" in ran.out
    assert "own memory is on as well" in ran.err
    assert "hook Stop" in settings.read_text()
    assert "nothing to change" in shell.good("hooks", "install", "claude-code", "--yes").out
    rows = shell.good("hooks", "status", "--json").json["hooks"]
    assert [(one["agent"], one["scope"], one["state"]) for one in rows][:2] == [
        ("claude-code", "user", "installed"),
        ("claude-code", "project", "absent"),
    ]
    assert "claude-code\tuser\tinstalled\t" in shell.good("hooks", "status", "claude-code").out
    shell.good("hooks", "remove", "claude-code", "--yes")
    assert settings.read_text() == '{\n  "model": "opus" // big\n}\n'


def test_a_project_names_no_ones_folders(shell: Shell) -> None:
    shell.good("hooks", "install", "copilot", "--project", "--yes")
    file = shell.project / ".github" / "hooks" / "noctule.json"
    assert '"command": "noctule hook Stop"' in file.read_text()
    shell.good("hooks", "remove", "copilot", "--project", "--yes")
    assert not file.exists()


def test_without_a_name_the_agents_that_are_used_here_are_meant(shell: Shell) -> None:
    ran = shell.run("hooks", "install", "--yes")
    assert ran.code == 1
    assert "Neither agent was used" in ran.err
    (shell.home / ".copilot").mkdir()
    ran = shell.good("hooks", "install", "--yes", "--json")
    assert [(one["agent"], one["changed"]) for one in ran.json["changes"]] == [("copilot", True)]
    assert (shell.home / ".copilot" / "hooks" / "noctule.json").is_file()


def test_a_file_that_does_not_parse_is_left_alone_and_said(shell: Shell, settings: Path) -> None:
    settings.write_text("{ broken")
    ran = shell.run("hooks", "install", "claude-code", "--yes")
    assert ran.code == 1
    assert "line 1" in ran.err
    assert "stays as it is" in ran.err
    assert settings.read_text() == "{ broken"


def test_what_is_for_a_person_may_be_said_at_home(shell: Shell, settings: Path) -> None:
    shell.stand_in(shell.home)
    shell.good("hooks", "install", "claude-code", "--yes")
    assert settings.is_file()
    assert shell.run("hooks", "install", "claude-code", "--project", "--yes").code == 1


@pytest.mark.parametrize(("answer", "is_made"), [(b"y\n", True), (b"n\n", False)])
def test_on_a_terminal_the_person_is_asked(shell: Shell, settings: Path, answer: bytes, is_made: bool) -> None:
    ours, theirs = pty.openpty()
    os.write(ours, answer)
    process = shell.program(["hooks", "install", "claude-code"], stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    assert process.wait(60) == (0 if is_made else 1)
    os.close(ours)
    assert settings.exists() == is_made


def test_the_hooks_that_are_installed_are_served(shell: Shell, settings: Path) -> None:
    ran = shell.good("hook", "SessionStart", stdin=b"garbage")
    assert (ran.out, ran.err) == ("", "")
    assert "no JSON" in (shell.home / ".noctule" / "logs" / "hook.log").read_text()


def test_the_doctor_offers_the_hooks_once_where_an_agent_is_used(shell: Shell, settings: Path) -> None:
    shell.good("add", "The keel is of oak.", "--name", "keel")
    assert "noctule hooks install claude-code" in shell.good("doctor").err
    assert shell.good("doctor").err == ""


def test_the_doctor_offers_no_hooks_that_are_there(shell: Shell, settings: Path) -> None:
    shell.good("hooks", "install", "claude-code", "--yes")
    assert shell.good("doctor").err == ""
