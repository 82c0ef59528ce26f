"""What may not be read or written is named, stops nothing else, and nothing of it is lost.

A superuser's rights would hide all of this: here programs run without them.
"""

import contextlib
import ctypes
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="rights are given up the way Linux knows")

_DROP_FROM_BOUND = 24
_CAN_PASS_MODES = (1, 2)


class Ended(NamedTuple):
    code: int
    out: str
    err: str


def give_up_rights() -> None:
    """From the next program on, modes bind root as they bind anybody; who is not root has nothing to give up."""
    libc = ctypes.CDLL(None)
    for capability in _CAN_PASS_MODES:
        libc.prctl(_DROP_FROM_BOUND, capability, 0, 0, 0)


class Ground:
    """A project with two memories, and a shell in it."""

    def __init__(self, base: Path) -> None:
        self.project, self.home = base / "project", base / "home"
        (self.project / ".git").mkdir(parents=True)
        self.home.mkdir()
        self.noctule_home = self.home / ".noctule"
        self._environ = {**os.environ, "HOME": str(self.home), "NOCTULE_HOME": str(self.noctule_home)}
        for name in ("Tide gate", "Ferry berth"):
            assert self.run("add", f"The {name.lower()} opens at six.", "--name", name).code == 0
        self.memory = Path(self.run("path").out.strip())

    def run(self, *words: str, said: str = "") -> Ended:
        ended = subprocess.run(
            [sys.executable, "-m", "noctule", *words],
            cwd=self.project,
            env=self._environ,
            input=said,
            capture_output=True,
            text=True,
            check=False,
            preexec_fn=give_up_rights,
        )
        assert "Traceback" not in ended.stderr, ended.stderr
        return Ended(ended.returncode, ended.stdout, ended.stderr)

    def files(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in self.memory.rglob("*.md")}


@contextmanager
def mode(path: Path, bits: int) -> Iterator[None]:
    before = path.stat().st_mode
    path.chmod(bits)
    try:
        yield
    finally:
        path.chmod(before)


@pytest.fixture
def ground(tmp_path: Path) -> Ground:
    return Ground(tmp_path)


def test_a_memory_that_may_not_be_read_is_named_and_the_others_are_there(ground: Ground) -> None:
    with mode(ground.memory / "ferry-berth.md", 0):
        assert "ferry-berth.md" in ground.run("list").out
        assert ground.run("show", "ferry-berth").err == "noctule: ferry-berth.md cannot be read: permission denied.\n"
        assert "1 cannot be read" in ground.run("status").out
        assert "opens at six" in ground.run("recall", "when does the tide gate open?").out
        checked = ground.run("doctor")
        assert (checked.code, "[unreadable]" in checked.out) == (1, True)


@pytest.mark.parametrize("fix", [("tidy",), ("doctor", "--fix"), ("dream", "--wait")])
def test_putting_in_order_keeps_the_index_line_of_what_it_may_not_read(ground: Ground, fix: tuple[str, ...]) -> None:
    deep = ground.memory / "piers"
    deep.mkdir()
    (deep / "north.md").write_text("---\nname: North\ndescription: the north pier\ntype: project\n---\n\nIt is long.\n")
    index = ground.memory / "MEMORY.md"
    index.write_text(f"{index.read_text()}- [North](piers/north.md) — the north pier\n- [Gone](gone.md) — long gone\n")
    before = ground.files()
    with mode(ground.memory / "ferry-berth.md", 0), mode(deep, 0):
        ground.run(*fix)
    after = ground.files()
    assert after.pop("MEMORY.md") == before.pop("MEMORY.md").replace("- [Gone](gone.md) — long gone\n".encode(), b""), (
        "what leads nowhere went, and nothing else"
    )
    assert after == before


def test_a_folder_that_may_not_be_written_is_read_and_left_as_it_is(ground: Ground) -> None:
    before = ground.files()
    with mode(ground.memory, 0o500):
        assert "opens at six" in ground.run("recall", "when does the tide gate open?").out
        for words in (("add", "The pier is long.", "--name", "Pier"), ("remove", "tide-gate"), ("pin", "tide-gate")):
            refused = ground.run(*words)
            assert (refused.code, "may not be written" in refused.err) == (1, True), words
        assert ground.run("dream", "--wait").code == 1
        found = ground.run("doctor").out
        assert "[folder-read-only]" in found
        assert "[dream-unfinished]" not in found, "it began nothing"
    assert ground.files() == before
    assert ground.run("add", "The pier is long.", "--name", "Pier").code == 0


def test_a_folder_that_may_not_be_read_is_not_taken_for_an_empty_one(ground: Ground) -> None:
    before = ground.files()
    with mode(ground.memory, 0):
        for words in (("list",), ("recall", "tide gate"), ("add", "The pier is long."), ("tidy",)):
            refused = ground.run(*words)
            assert refused.code == 1, words
            assert "permission denied" in refused.err + refused.out
        assert "[folder-unreadable]" in ground.run("doctor").out
    assert ground.files() == before


@pytest.mark.parametrize("bits", [0, 0o500])
def test_a_home_that_is_closed_is_named_with_what_to_do(ground: Ground, bits: int) -> None:
    before = ground.files()
    paths = [ground.noctule_home, *(path for path in ground.noctule_home.rglob("*") if path.is_dir())]
    with contextlib.ExitStack() as closed:
        for path in reversed(paths):
            closed.enter_context(mode(path, bits))
        refused = ground.run("add", "The pier is long.", "--name", "Pier")
        assert refused.code == 1
        assert "permission denied" in refused.err
        told = ground.run("doctor")
        assert (told.code, "[home-read-only]" in told.out, "chmod" in told.out) == (1, True, True)
        status = ground.run("status")
        assert status.code == (0 if bits else 1)
        assert bits or "`noctule doctor` tells more" in status.err
    assert ground.files() == before


@pytest.mark.parametrize("event", ["SessionStart", "UserPromptSubmit", "PostToolUse", "Stop"])
@pytest.mark.parametrize("bits", [0, 0o500])
def test_a_hook_over_a_closed_home_is_silent_and_no_failure(ground: Ground, event: str, bits: int) -> None:
    told = {
        "session_id": "s",
        "cwd": str(ground.project),
        "hook_event_name": event,
        "prompt": "when is the tide gate open?",
    }
    with mode(ground.noctule_home, bits):
        assert ground.run("hook", event, said=json.dumps(told)) == (0, "", "")


def test_settings_that_may_not_be_read_are_named_and_the_defaults_stand(ground: Ground) -> None:
    settings = ground.noctule_home / "settings.json"
    settings.write_text('{"memory": {"enabled": false}}')
    with mode(settings, 0):
        status = ground.run("status")
        assert (status.code, "settings.json cannot be read" in status.out) == (0, True)
    assert "Memory is off" in ground.run("list").err


def test_what_another_tool_keeps_closed_is_named_and_stops_no_import(ground: Ground) -> None:
    projects = ground.home / ".claude" / "projects"
    theirs = projects / str(ground.project).replace("/", "-").replace("_", "-") / "memory"
    theirs.mkdir(parents=True)
    for name in ("open", "closed"):
        (theirs / f"{name}.md").write_text(f"---\nname: {name}\ndescription: it is {name}\ntype: project\n---\n\nSo.\n")
    for closed in (theirs, theirs.parent, projects):
        with mode(closed, 0):
            told = ground.run("import")
            assert (told.code, "It may not be looked into" in told.out) == (0, True), told
            assert ground.run("transcripts", "list").code == 0
            assert ground.run("hooks", "status").code == 0
    with mode(theirs / "closed.md", 0):
        told = ground.run("import", "claude-code")
    assert ("1 created, 1 skipped" in told.out, "closed.md  It cannot be read." in told.out) == (True, True)


def test_a_projects_settings_that_may_not_be_looked_at_stop_nothing(ground: Ground) -> None:
    settings = ground.project / ".noctule"
    settings.mkdir()
    assert ground.run("trust").code == 0
    with mode(settings, 0):
        assert "tide-gate.md" in ground.run("list").out
        assert "settings.json cannot be read" in ground.run("status").out
    with mode(ground.project / ".git", 0):
        assert "tide-gate.md" in ground.run("list").out
