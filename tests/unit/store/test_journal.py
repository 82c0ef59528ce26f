"""Several changes of a folder happen all or not at all: planned, taken back on a failure, finished after a death."""

import os
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from noctule.errors import Changed, DiskFull, NotFound, PathRefused
from noctule.store.changes import OUTSIDE, Author
from noctule.store.files import content_hash
from noctule.store.folder import MemoryFolder
from noctule.store.overlay import Overlay
from noctule.store.turn import Step
from noctule.store.writing import Writing

LONG_AGO_NS = 1_700_000_000_000_000_000
NOW = datetime(2026, 3, 3, 9, 30, tzinfo=UTC)
AGENT = Author("agent", "s-1")


@pytest.fixture
def folder(tmp_path: Path) -> MemoryFolder:
    made = MemoryFolder(tmp_path / "memory", tmp_path / "state")
    made.ensure()
    with made.writing(AGENT, NOW) as writing:
        for name in ("a.md", "b.md", "MEMORY.md"):
            writing.write(name, f"old {name}\n".encode(), "made")
    return made


def state_of(folder: MemoryFolder) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.path.iterdir())}


OLD = {"MEMORY.md": b"old MEMORY.md\n", "a.md": b"old a.md\n", "b.md": b"old b.md\n"}
NEW = {"MEMORY.md": b"new\n", "a.md": b"new a\n", "c.md": b"new c\n"}


def steps() -> tuple[Step, ...]:
    hashes = {name: content_hash(data) for name, data in OLD.items()}
    return (
        Step("a.md", hashes["a.md"], NEW["a.md"], "batch"),
        Step("b.md", hashes["b.md"], None, "batch"),
        Step("c.md", None, NEW["c.md"], "batch"),
        Step("MEMORY.md", hashes["MEMORY.md"], NEW["MEMORY.md"], "batch"),
    )


class Dying:
    """A writing that fails at its n-th change; one that is killed there does nothing more."""

    def __init__(self, writing: Writing, lives: int, error: Callable[[], BaseException]) -> None:
        self._writing = writing
        self._lives = lives
        self._error = error

    def read(self, path: str) -> bytes:
        return self._writing.read(path)

    def mtime_ns(self, path: str) -> int | None:
        return self._writing.mtime_ns(path)

    def write(self, *words: object, **more: object) -> object:
        return self._next("write", *words, **more)

    def remove(self, *words: object, **more: object) -> object:
        return self._next("remove", *words, **more)

    def _next(self, name: str, *words: object, **more: object) -> object:
        self._lives -= 1
        if self._lives == 0 or (self._lives < 0 and self._error is Killed):
            raise self._error()
        return getattr(self._writing, name)(*words, **more)


class Killed(BaseException):
    """The process is gone: nothing after this happens."""


def test_all_steps_are_made_by_their_author_in_one_change_of_the_history(folder: MemoryFolder) -> None:
    before = folder.changes.last_seq()
    with folder.writing(AGENT, NOW) as writing:
        folder.journal.apply(writing, AGENT, steps())
    assert state_of(folder) == NEW
    assert [change.author for change in folder.changes.since(before)] == [AGENT] * 4
    assert not (folder.state / "journal").exists()


@pytest.mark.parametrize("step", range(1, 5))
def test_what_fails_on_the_way_is_taken_back_whole(folder: MemoryFolder, step: int) -> None:
    for name in OLD:
        os.utime(folder.path / name, ns=(LONG_AGO_NS, LONG_AGO_NS))
    with folder.writing(AGENT, NOW) as writing, pytest.raises(DiskFull):
        folder.journal.apply(Dying(writing, step, lambda: DiskFull("full")), AGENT, steps())  # type: ignore[arg-type]
    assert state_of(folder) == OLD
    assert {(folder.path / name).stat().st_mtime_ns for name in OLD} == {LONG_AGO_NS}
    assert not folder.journal.is_left()


@pytest.mark.parametrize("step", range(1, 5))
def test_a_step_gives_its_file_the_time_it_names(folder: MemoryFolder, step: int) -> None:
    dated = [replace(one, mtime_ns=LONG_AGO_NS) for one in steps()]
    with folder.writing(AGENT, NOW) as writing, pytest.raises(Killed):
        folder.journal.apply(Dying(writing, step, Killed), AGENT, dated)  # type: ignore[arg-type]
    folder.sweep(lambda _path: OUTSIDE, NOW)
    assert {(folder.path / name).stat().st_mtime_ns for name in NEW} == {LONG_AGO_NS}


@pytest.mark.parametrize("step", range(1, 5))
def test_a_writer_that_dies_on_the_way_is_finished_by_the_next(folder: MemoryFolder, step: int) -> None:
    before = folder.changes.last_seq()
    with folder.writing(AGENT, NOW) as writing, pytest.raises(Killed):
        folder.journal.apply(Dying(writing, step, Killed), AGENT, steps())  # type: ignore[arg-type]
    assert state_of(folder) != NEW
    again = MemoryFolder(folder.path, folder.state)
    again.sweep(lambda _path: OUTSIDE, NOW)
    assert state_of(again) == NEW
    assert {change.author for change in again.changes.since(before)} == {AGENT}
    assert not again.journal.is_left()
    again.close()


def test_a_journal_that_was_not_whole_yet_changes_nothing(folder: MemoryFolder) -> None:
    (folder.state / "journal").mkdir()
    (folder.state / "journal" / "0.new").write_bytes(b"half")
    with folder.writing(AGENT, NOW) as writing:
        folder.journal.apply(writing, AGENT, ())
    assert state_of(folder) == OLD
    (folder.state / "journal" / "plan.json").write_text("{")
    folder.sweep(lambda _path: OUTSIDE, NOW)
    assert state_of(folder) == OLD
    assert not folder.journal.is_left()


def test_what_somebody_changed_meanwhile_stays(folder: MemoryFolder) -> None:
    (folder.path / "b.md").write_bytes(b"theirs\n")
    with folder.writing(AGENT, NOW) as writing, pytest.raises(Changed):
        folder.journal.apply(writing, AGENT, steps())
    assert state_of(folder) == {**OLD, "b.md": b"theirs\n"}
    with folder.writing(AGENT, NOW) as writing, pytest.raises(Killed):
        folder.journal.apply(Dying(writing, 1, Killed), AGENT, steps())  # type: ignore[arg-type]
    folder.sweep(lambda _path: OUTSIDE, NOW)
    assert state_of(folder) == {**NEW, "b.md": b"theirs\n"}


def test_a_plan_reads_back_what_it_writes_and_leaves_the_disk_alone(folder: MemoryFolder) -> None:
    with folder.writing(AGENT, NOW) as writing:
        plan = Overlay(folder.path, writing)
        plan.write("a.md", b"1\n", "one")
        plan.write("a.md", b"2\n", "two", expected_hash=content_hash(b"1\n"))
        plan.write("c.md", b"3\n", "three", expected_hash=None)
        plan.remove("b.md", "gone")
        assert (plan.read("a.md"), plan.read("c.md")) == (b"2\n", b"3\n")
        with pytest.raises(NotFound):
            plan.read("b.md")
        with pytest.raises(Changed):
            plan.write("c.md", b"4\n", "four", expected_hash=None)
        plan.write("MEMORY.md", OLD["MEMORY.md"], "as it was")
        plan.write("d.md", b"5\n", "five")
        plan.remove("d.md", "and back")
        assert [(step.path, step.after) for step in plan.steps()] == [
            ("a.md", b"2\n"),
            ("c.md", b"3\n"),
            ("b.md", None),
        ]
    assert state_of(folder) == OLD


@pytest.mark.parametrize("path", ["../x.md", "x.txt", ".hidden.md", "a/../b.md", ""])
def test_a_plan_refuses_what_the_folder_would(folder: MemoryFolder, path: str) -> None:
    with folder.writing(AGENT, NOW) as writing:
        plan = Overlay(folder.path, writing)
        changes: tuple[Callable[[], object], ...] = (
            lambda: plan.write(path, b"x", "x"),
            lambda: plan.remove(path, "x"),
        )
        for change in changes:
            with pytest.raises(PathRefused):
                change()


def test_a_step_keeps_the_time_that_its_file_is_to_have_also_after_a_death(folder: MemoryFolder) -> None:
    with folder.writing(AGENT, NOW) as writing:
        plan = Overlay(folder.path, writing)
        plan.write("c.md", b"old news\n", "brought", mtime_ns=1_700_000_000_000_000_000)
        plan.write("d.md", b"also\n", "brought", mtime_ns=1_600_000_000_000_000_000)
    with folder.writing(AGENT, NOW) as writing, pytest.raises(Killed):
        folder.journal.apply(Dying(writing, 2, Killed), AGENT, plan.steps())  # type: ignore[arg-type]
    folder.sweep(lambda _path: OUTSIDE, NOW)
    times = {path: (folder.path / path).stat().st_mtime_ns for path in ("c.md", "d.md")}
    assert times == {"c.md": 1_700_000_000_000_000_000, "d.md": 1_600_000_000_000_000_000}
