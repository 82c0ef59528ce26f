"""`enable`, `disable`, `trust`, `completion`, `--version`, and how every command fails."""

import shutil
from pathlib import Path

import pytest

from fakes.house import everything_under
from fakes.shell import Shell
from noctule import __version__
from noctule.cli.completion import SHELLS

ON_A_PROJECT = [
    ("status",), ("list",), ("show", "x"), ("path",), ("doctor",), ("search", "x"), ("recall", "x"),
    ("add", "x"), ("edit", "x"), ("remove", "x"), ("enable",), ("disable",), ("trust",),
]  # fmt: skip
REFUSED_WHEN_OFF = [
    ("list",), ("show", "x"), ("search", "x"), ("recall", "x"), ("add", "x"), ("edit", "x"), ("remove", "x"),
]  # fmt: skip


def test_memory_is_switched_off_and_on(shell: Shell) -> None:
    assert shell.good("disable").out == "Memory is off for ferry.\n"
    assert shell.good("status").out.startswith("Memory is off for ferry (state).\n")
    assert shell.good("disable", "--json").json == {"enabled": False, "project": str(shell.project)}
    assert shell.good("enable").out == "Memory is on for ferry.\n"
    assert shell.good("enable", "--json").json["enabled"] is True


@pytest.mark.parametrize("words", REFUSED_WHEN_OFF, ids=[words[0] for words in REFUSED_WHEN_OFF])
def test_where_memory_is_off_a_command_says_who_switched_it_off(shell: Shell, words: tuple[str, ...]) -> None:
    shell.set("NOCTULE_DISABLE", "1")
    ran = shell.run(*words)
    assert (ran.code, ran.out) == (1, "")
    assert "Memory is off for ferry: NOCTULE_DISABLE is set" in ran.err
    assert shell.run(*words, "--json").json["error"]["kind"] == "disabled"
    assert everything_under(shell.home) == []


def test_what_the_environment_switched_off_no_command_switches_on(shell: Shell) -> None:
    shell.set("NOCTULE_DISABLE", "1")
    ran = shell.run("enable")
    assert ran.code == 1
    assert "NOCTULE_DISABLE is set in the environment" in ran.err


def test_the_memory_folder_may_be_named_in_the_environment(shell: Shell) -> None:
    shell.set("NOCTULE_MEMORY_DIR", "notes/mem")
    shell.good("add", "The keel is of oak.", "--name", "keel")
    assert (shell.project / "notes/mem/keel.md").is_file()
    assert shell.good("path").out == f"{shell.project}/notes/mem\n"
    (shell.project / "file").write_text("x")
    shell.set("NOCTULE_MEMORY_DIR", "file")
    for words in ON_A_PROJECT[:-3]:
        if words != ("doctor",):
            assert shell.run(*words, "--json").json["error"]["kind"] == "settings"
    ran = shell.run("doctor", "--json")
    assert (ran.code, ran.json["status"]) == (1, None)
    assert "location" in {one["code"] for one in ran.json["troubles"]}
    ran = shell.run("doctor")
    assert (ran.code, "error: " in ran.out, "checked" in ran.out) == (1, True, False)


def test_a_folder_is_trusted_and_no_longer(shell: Shell) -> None:
    (shell.project / ".noctule").mkdir()
    (shell.project / ".noctule/settings.json").write_text('{"memory": {"enabled": false}}')
    assert shell.good("status", "--json").json["enabled"] is True
    assert shell.good("trust").out == f"{shell.project} is trusted.\n"
    status = shell.good("status", "--json").json
    assert (status["enabled"], status["enabledBy"]) == (False, "project")
    assert shell.good("trust", "--remove", str(shell.project), "--json").json == {
        "trusted": False, "folder": str(shell.project),
    }  # fmt: skip
    assert shell.good("status", "--json").json["enabled"] is True


@pytest.mark.parametrize("words", ON_A_PROJECT, ids=[words[0] for words in ON_A_PROJECT])
def test_the_person_s_home_is_no_project(shell: Shell, words: tuple[str, ...]) -> None:
    shell.stand_in(shell.home)
    ran = shell.run(*words)
    assert (ran.code, ran.out) == (1, "")
    assert "This is your home folder, not a project" in ran.err
    assert shell.run(*words, "--json").json["error"]["kind"] == "noWorkspace"
    assert everything_under(shell.home) == []


@pytest.mark.parametrize("words", ON_A_PROJECT, ids=[words[0] for words in ON_A_PROJECT])
def test_a_folder_that_is_not_there_is_no_project(shell: Shell, words: tuple[str, ...]) -> None:
    for folder in ("nowhere", str(shell.project / "file.txt"), "~nobody-of-that-name/x"):
        (shell.project / "file.txt").write_text("x")
        assert shell.run(*words, "--project", folder, "--json").json["error"]["kind"] == "noWorkspace"


def test_a_folder_may_be_named_from_anywhere(shell: Shell) -> None:
    memory = shell.memory
    shell.stand_in(shell.home)
    assert shell.good("path", "--project", str(shell.project)).out == f"{memory}\n"
    shell.stand_in(shell.project.parent)
    assert shell.good("path", "--project", "ferry").out == f"{memory}\n"


def test_a_shell_that_stands_nowhere_is_told(shell: Shell, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    shell.stand_in(gone)
    shutil.rmtree(gone)
    ran = shell.run("list")
    shell.stand_in(shell.project)
    assert ran.code == 1
    assert "--project" in ran.err


def test_no_command_prints_the_help(shell: Shell) -> None:
    ran = shell.run()
    assert ran.code == 2
    assert "noctule tour" in ran.out


@pytest.mark.parametrize(
    "words", [("fly",), ("list", "--type", "x"), ("show",), ("search",), ("recall", "--limit", "x", "y"), ("--bad",)]
)
def test_wrong_words_are_wrong_usage(shell: Shell, words: tuple[str, ...]) -> None:
    ran = shell.run(*words)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("usage: noctule")


@pytest.mark.parametrize("words", [("list", "--type", "x"), ("show",), ("recall", "--limit", "x", "y"), ("fly",)])
def test_wrong_words_are_told_as_json_where_that_is_asked_for(shell: Shell, words: tuple[str, ...]) -> None:
    ran = shell.run(*words, "--json")
    assert (ran.code, ran.err) == (2, "")
    assert ran.json["error"]["kind"] == "usage"
    assert ran.json["error"]["message"].startswith("noctule")


@pytest.mark.parametrize("words", [*ON_A_PROJECT, ("tour",), ("serve",), ("completion",)], ids=lambda words: words[0])
def test_every_command_tells_about_itself(shell: Shell, words: tuple[str, ...]) -> None:
    ran = shell.good(words[0], "--help")
    assert ran.out.startswith(f"usage: noctule {words[0]}")


def test_the_version_is_told(shell: Shell) -> None:
    assert shell.good("--version").out == f"noctule {__version__}\n"


@pytest.mark.parametrize("kind", SHELLS)
def test_every_shell_is_taught_our_words(shell: Shell, kind: str) -> None:
    out = shell.good("completion", kind).out
    assert "recall" in out
    assert "disable" in out
