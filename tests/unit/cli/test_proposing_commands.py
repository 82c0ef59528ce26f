"""`remember`, `held`, `accept`, `discard` and `promote`: what a person is shown, and what their word does."""

import json
import os
import time
from pathlib import Path

import pytest

from fakes.capturing import MODEL, verdict
from fakes.model_server import ModelServer
from fakes.shell import Shell

WORDS = ("remember", "that", "the", "harbour", "bell", "rings", "at", "nine")
OLD = "Deploys go through blue first."


def settings(shell: Shell, **section: object) -> None:
    folder = shell.home / ".noctule"
    folder.mkdir(exist_ok=True)
    (folder / "settings.json").write_text(json.dumps({"memory": section}))


def with_model(shell: Shell, server: ModelServer) -> None:
    settings(shell, capture={"model": MODEL}, models={"providers": server.settings})
    for name, value in server.environ.items():
        shell.set(name, value)


def test_what_is_remembered_is_shown_and_held_until_accepted(shell: Shell) -> None:
    ran = shell.good(*WORDS)
    held = ran.out.split()[0]
    assert "The harbour bell rings at nine" in ran.out
    assert f"noctule accept {held}" in ran.err
    assert held in shell.good("held").out
    assert shell.good("status", "--json").json["held"] == 1
    assert shell.good("accept", held).out == "written: the-harbour-bell-rings-at-nine.md\n"
    assert shell.good("held").err == "Nothing waits for your word.\n"
    assert "rings at nine" in shell.good("show", "the-harbour-bell-rings-at-nine").out


def test_yes_writes_at_once(shell: Shell) -> None:
    assert shell.good(*WORDS, "--yes").out.endswith("written: the-harbour-bell-rings-at-nine.md\n")


def test_words_may_come_from_standard_input(shell: Shell) -> None:
    assert "bell rings" in shell.good("remember", "-", stdin="the bell rings at nine").out


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [((), 2, "plain words"), (("ok",), 1, "too little"), (("the wifi password is Tr0ub4dor-xK93",), 1, "secret")],
)
def test_what_is_not_remembered_says_why(shell: Shell, words: tuple[str, ...], code: int, said: str) -> None:
    ran = shell.run("remember", *words)
    assert (ran.code, said in ran.out) == (code, True)
    assert shell.good("held", "--json").json == {"held": []}


def test_what_is_held_is_dropped(shell: Shell) -> None:
    held = shell.good(*WORDS).out.split()[0]
    assert shell.good("discard", held).out == "Discarded; nothing was written.\n"
    ran = shell.run("discard", held)
    assert (ran.code, "Nothing is held as" in ran.err) == (1, True)


def test_an_add_that_contradicts_is_held_and_replaces_when_told(shell: Shell) -> None:
    with ModelServer(verdict("contradiction", "k1", reason="the order differs")) as server:
        with_model(shell, server)
        shell.save("deploys.md", f"---\nname: Deploys\ndescription: order\ntype: project\n---\n{OLD}\n")
        ran = shell.good("add", "Deploys go through green first.")
        assert "the order differs" in ran.err
        held = ran.out.split()[1]
        (row,) = shell.good("held", "--json").json["held"]
        assert (row["held"], row["choices"], row["related"][0]["text"]) == (held, ["replace", "add", "discard"], OLD)
        assert OLD in shell.good("held").out
        assert shell.run("accept", held, "--how", "merge").code == 1
        shell.good("accept", held, "--how", "replace")
        assert OLD not in shell.good("show", "deploys").out


def test_what_is_forgotten_is_not_kept_in_what_is_held(shell: Shell) -> None:
    shell.good("remember", "the wreck of the Aurelia lies\nsouth of the pier")
    shell.good("forget", "--text", "wreck of the Aurelia", "--yes")
    assert "Aurelia" not in shell.good("held").out
    assert not [path for path in shell.home.rglob("*") if path.is_file() and b"Aurelia" in path.read_bytes()]


def test_a_hostile_text_cannot_move_the_cursor(shell: Shell) -> None:
    shell.good("remember", "the bell rings \x1b[2J at nine \u202e daily")
    out = shell.good("held").out
    assert "\x1b" not in out
    assert "\u202e" not in out


def test_promote_shows_the_edit_and_makes_it_with_yes(shell: Shell, tmp_path: Path) -> None:
    rules = tmp_path / "rules.md"
    rules.write_text("# Rules\n")
    settings(shell, promote={"file": str(rules), "minDays": 0})
    shell.good("add", "Indent with tabs.", "--to", "notes")
    shown = shell.run("promote")
    assert (shown.code, "+- Indent with tabs.\n" in shown.out) == (1, True)
    assert rules.read_text() == "# Rules\n"
    assert "Promoted into" in shell.good("promote", "--yes", "--item", "tabs").out
    assert rules.read_text() == "# Rules\n\n- Indent with tabs.\n"
    assert "empty" in shell.good("promote").out


def test_promote_without_a_file_names_the_setting(shell: Shell) -> None:
    ran = shell.run("promote")
    assert (ran.code, "promote.file" in ran.err) == (1, True)


@pytest.mark.parametrize(
    ("answer", "is_written", "said"),
    [("\n", True, "written"), ("add\n", True, "written"), ("discard\n", False, "Discarded"), ("what\n", False, "held")],
)
def test_a_person_at_a_terminal_is_asked(shell: Shell, answer: str, is_written: bool, said: str) -> None:
    main, side = os.openpty()
    program = shell.program(WORDS, stdin=side, stdout=side, stderr=side)
    os.close(side)
    shown = read_until(main, "? [add] ")
    os.write(main, answer.encode())
    shown += read_until(main, None)
    os.close(main)
    assert program.wait(20) == 0
    assert said in shown
    assert any(shell.memory.glob("the-harbour*.md")) == is_written


def read_until(descriptor: int, mark: str | None) -> str:
    """What a terminal shows up to the mark, or until the program ends."""
    shown = ""
    deadline = time.monotonic() + 20
    while (mark is None or mark not in shown) and time.monotonic() < deadline:
        try:
            data = os.read(descriptor, 4096)
        except OSError:
            break
        if not data:
            break
        shown += data.decode()
    return shown
