"""`history`, `undo` and `forget`: what a person sees of what happened, and how it is taken back."""

import os
import pty
import subprocess

import pytest

from fakes.disk_search import places_of
from fakes.shell import Shell


@pytest.fixture
def full(shell: Shell) -> Shell:
    shell.good("add", "The keel is of oak.", "--name", "Keel")
    shell.good("add", "The mast is of pine.", "--name", "Mast")
    return shell


def newest(shell: Shell) -> str:
    return str(shell.good("history", "--json").json["changes"][0]["change"])


def test_a_history_has_a_line_a_change(full: Shell) -> None:
    lines = full.good("history").out.splitlines()
    assert [line.split("\t")[2:] for line in lines] == [
        ["person", "mast.md added (MEMORY.md, mast.md)"],
        ["person", "keel.md added (MEMORY.md, keel.md)"],
    ]
    assert full.good("history", "keel").out.splitlines() == lines[1:]
    assert full.good("history", "--limit", "1").out.splitlines() == lines[:1]


def test_a_folder_without_history_says_so(shell: Shell) -> None:
    assert shell.good("history").err == "There are no changes yet.\n"
    assert shell.good("history", "nothing.md").err == "No change of nothing.md is known.\n"


def test_a_change_is_shown_with_what_it_did(full: Shell) -> None:
    change = newest(full)
    shown = full.good("history", "show", change[:5]).out
    for part in (f"change {change}", "by      person", "why     mast.md added", "saved         mast.md"):
        assert part in shown
    diff = full.good("history", "diff", change).out
    assert "--- /dev/null\n+++ mast.md\n" in diff
    assert "+The mast is of pine.\n" in diff
    assert " - [Keel](keel.md)" in diff


def test_a_change_is_taken_back_and_brought_again(full: Shell) -> None:
    assert full.good("undo", newest(full)).out == "Undone: mast.md added (MEMORY.md, mast.md).\n"
    assert not (full.memory / "mast.md").exists()
    full.good("undo", newest(full))
    assert (full.memory / "mast.md").exists()
    assert full.run("undo").err.startswith("noctule: There is no change to undo but people's own")


def test_an_undo_that_left_something_ends_with_1(full: Shell) -> None:
    change = newest(full)
    (full.memory / "mast.md").write_text("of steel")
    ran = full.run("undo", change)
    assert (ran.code, "Left as they are, because of later edits: mast.md." in ran.out) == (1, True)


def test_the_profile_has_its_own(full: Shell) -> None:
    full.good("add", "Likes tea.", "--to", "user")
    assert full.good("history", "--folder", "profile").out.endswith("item of USER.md changed (USER.md)\n")
    change = full.good("history", "USER.md", "--folder", "profile", "--json").json["changes"][0]["change"]
    full.good("undo", change, "--folder", "profile")
    assert not (full.home / ".noctule" / "profile" / "USER.md").exists()


@pytest.mark.parametrize(
    "words", [("history", "a", "b"), ("history", "show", "a", "b"), ("forget",), ("forget", "keel", "--text", "oak!")]
)
def test_words_that_mean_nothing_are_refused(full: Shell, words: tuple[str, ...]) -> None:
    assert full.run(*words).code == 1


def test_forgetting_asks_first(full: Shell) -> None:
    ran = full.run("forget", "keel")
    assert (ran.code, "say --yes" in ran.err) == (1, True)
    assert (full.memory / "keel.md").exists()


@pytest.mark.parametrize(("answer", "is_left"), [(b"n\n", True), (b"\n", True), (b"y\n", False)])
def test_on_a_terminal_a_person_is_asked(full: Shell, answer: bytes, is_left: bool) -> None:
    ours, theirs = pty.openpty()
    asking = full.program(("forget", "keel"), stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    os.close(theirs)
    os.write(ours, answer)
    _, err = asking.communicate(timeout=60)
    os.close(ours)
    assert b"Forget keel, in all history too?" in err
    assert (full.memory / "keel.md").exists() == is_left


def test_what_is_forgotten_is_gone(full: Shell) -> None:
    full.good("forget", "keel", "--yes")
    assert places_of("keel is of oak", full.home) == []
    full.good("forget", "--text", "of pine", "--yes")
    assert places_of("of pine", full.home) == []
    assert "The mast is ." in (full.memory / "mast.md").read_text()
    assert full.good("history").out != ""
