"""A history that is damaged, full or behind never costs a memory, and is made good."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from fakes.history_reader import check_agrees, told
from fakes.moving_clock import MovingClock
from noctule.errors import StateDamaged
from noctule.store.changes import Announced, Author, Change
from noctule.store.files import content_hash
from noctule.store.folder import MemoryFolder, nobody_known
from noctule.store.history.recorder import REASON_BEGUN

AGENT = Author("agent", "s1")
FAKES = Path(__file__).parents[2] / "fakes"


def write(folder: MemoryFolder, clock: MovingClock, path: str, text: str) -> None:
    with folder.writing(AGENT, clock.now()) as writing:
        writing.write(path, text.encode(), f"{path} written")


@pytest.fixture
def begun(folder: MemoryFolder, clock: MovingClock) -> MemoryFolder:
    """A folder with three changes in its history."""
    for number in range(3):
        write(folder, clock, "a.md", f"text {number}")
    return folder


def the_ref(history: Path) -> Path:
    return history / "refs" / "heads" / "main"


def newest_commit(history: Path) -> Path:
    name = the_ref(history).read_text().strip()
    return history / "objects" / name[:2] / name[2:]


def put_a_file_there(history: Path) -> None:
    shutil.rmtree(history)
    history.write_bytes(b"a file")


DAMAGES: dict[str, Callable[[Path], object]] = {
    "a torn ref": lambda history: the_ref(history).write_text("abc"),
    "an empty ref": lambda history: the_ref(history).write_text(""),
    "no ref": lambda history: the_ref(history).unlink(),
    "a ref to nothing": lambda history: the_ref(history).write_text("0" * 40 + "\n"),
    "no newest commit": lambda history: newest_commit(history).unlink(),
    "an empty newest commit": lambda history: newest_commit(history).write_bytes(b""),
    "a garbled newest commit": lambda history: newest_commit(history).write_bytes(b"\x78\x9cgarbage" * 9),
    "no objects": lambda history: shutil.rmtree(history / "objects"),
    "a file instead": put_a_file_there,
    "all objects garbled": lambda history: [
        path.write_bytes(path.read_bytes()[:-3] + b"xyz") for path in (history / "objects").glob("??/*")
    ],
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_history_is_set_aside_and_begun_anew(begun: MemoryFolder, clock: MovingClock, damage: str) -> None:
    DAMAGES[damage](begun.history.repository.path)
    begun.history.close()
    write(begun, clock, "b.md", "new")
    assert begun.read("b.md") == b"new"
    assert [aside.name for aside in begun.history.damaged] == ["history.git.damaged-1"]
    assert told(begun) == [f"outside: {REASON_BEGUN} [saved a.md]", "agent s1: b.md written [saved b.md]"]
    check_agrees(begun)


def test_a_history_that_was_deleted_is_begun_anew_without_a_word(begun: MemoryFolder, clock: MovingClock) -> None:
    shutil.rmtree(begun.history.repository.path)
    write(begun, clock, "a.md", "new")
    assert told(begun) == [f"outside: {REASON_BEGUN} [saved a.md]", "agent s1: a.md written [updated a.md]"]
    assert begun.history.damaged == []
    check_agrees(begun)


def test_a_beginning_that_was_cut_short_is_no_damage(folder: MemoryFolder, clock: MovingClock) -> None:
    """The process died in the first commit of all, with objects written and no change named."""
    folder.history.repository.make()
    stray = folder.history.repository.path / "objects" / "ab" / ("c" * 38)
    stray.parent.mkdir()
    stray.write_bytes(b"")
    write(folder, clock, "a.md", "text")
    assert folder.history.damaged == []
    assert told(folder) == ["agent s1: a.md written [saved a.md]"]


def test_reading_a_damaged_history_says_so_and_leaves_it(begun: MemoryFolder) -> None:
    newest_commit(begun.history.repository.path).unlink()
    with pytest.raises(StateDamaged, match="damaged"):
        list(begun.history.changes())
    assert begun.history.damaged == []


def test_a_history_where_nothing_may_be_written_is_said_and_made_good(
    begun: MemoryFolder, clock: MovingClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    history = begun.history.repository.path
    real_open = os.open

    def refuse(path: object, flags: int, *more: int, **named: int) -> int:
        if str(path).startswith(str(history)) and flags & os.O_CREAT:
            raise PermissionError(13, "Permission denied")
        return real_open(path, flags, *more, **named)  # type: ignore[arg-type]  # handed through

    monkeypatch.setattr(os, "open", refuse)
    write(begun, clock, "b.md", "one")
    assert begun.read("b.md") == b"one"
    assert begun.history_problem is not None
    assert "may not be written" in begun.history_problem
    monkeypatch.setattr(os, "open", real_open)
    write(begun, clock, "c.md", "two")
    assert told(begun)[3:] == ["agent s1: b.md written [saved b.md]", "agent s1: c.md written [saved c.md]"]
    check_agrees(begun)


def test_a_log_begun_anew_is_followed_from_there(begun: MemoryFolder, clock: MovingClock) -> None:
    begun.changes.close()
    (begun.state / "changes.db").write_bytes(b"not a database" * 99)
    (begun.path / "b.md").write_text("while nobody could tell")
    for suffix in ("-wal", "-shm"):
        (begun.state / f"changes.db{suffix}").unlink(missing_ok=True)
    begun.sweep(nobody_known, clock.now())
    write(begun, clock, "a.md", "after")
    assert told(begun)[3:] == [
        "outside: found when its history was taken up again [saved b.md]",
        "agent s1: a.md written [updated a.md]",
    ]
    check_agrees(begun)


def test_what_a_writer_entered_and_did_not_commit_is_committed_at_the_next_look(
    begun: MemoryFolder, clock: MovingClock
) -> None:
    """The process died between the entry and the commit."""
    left = (begun.path / "b.md", b"left behind")
    left[0].write_bytes(left[1])
    change = Change(0, clock.now(), "b.md", "saved", content_hash(left[1]), AGENT, "b.md written")
    begun.changes.enter([(change, None)])
    begun.sweep(nobody_known, clock.now())
    assert "agent s1: b.md written [saved b.md]" in told(begun)


def test_what_a_writer_renamed_and_did_not_enter_is_committed_under_its_author(
    begun: MemoryFolder, clock: MovingClock
) -> None:
    (begun.path / "b.md").write_bytes(b"left behind")
    change = Change(0, clock.now(), "b.md", "saved", content_hash(b"left behind"), AGENT, "b.md written")
    begun.changes.announce(Announced(change, ""))
    with begun.writing(Author("person"), clock.now()) as writing:
        writing.write("b.md", b"and written over", "by a person")
    assert told(begun)[3:] == ["agent s1: b.md written [saved b.md]", "person: by a person [updated b.md]"]
    check_agrees(begun)


def test_what_was_written_over_before_anyone_could_commit_it_is_in_the_history_all_the_same(
    begun: MemoryFolder, clock: MovingClock
) -> None:
    """The process died between the rename and the commit, and a person saved the file before the next start."""
    before = the_ref(begun.history.repository.path).read_bytes()
    write(begun, clock, "b.md", "an agent's")
    the_ref(begun.history.repository.path).write_bytes(before)
    begun.changes.note_committed(0)
    (begun.path / "b.md").write_text("a person's")
    begun.sweep(nobody_known, clock.now())
    assert told(begun)[3:] == ["agent s1: b.md written [saved b.md]", "outside: found on disk [updated b.md]"]
    agents = list(begun.history.changes("b.md"))[1]
    assert begun.history.after(agents, "b.md") == b"an agent's"
    check_agrees(begun)


def test_a_log_that_lost_its_end_is_followed_from_what_it_knows(begun: MemoryFolder, clock: MovingClock) -> None:
    """A power loss may take the newest entries of the log, and leave the commits that tell them."""
    begun.changes.close()
    log = begun.state / "changes.db"
    for suffix in ("-wal", "-shm"):
        assert not Path(f"{log}{suffix}").exists()
    saved = log.read_bytes()
    write(begun, clock, "b.md", "lost from the log")
    write(begun, clock, "c.md", "as well")
    begun.changes.close()
    log.write_bytes(saved)
    write(begun, clock, "d.md", "life goes on")
    begun.sweep(nobody_known, clock.now())
    check_agrees(begun)


def test_what_is_written_while_the_program_ends_is_in_the_history(folder: MemoryFolder) -> None:
    words = [sys.executable, "-m", "fakes.late_writer", str(folder.path), str(folder.state)]
    ended = subprocess.run(words, cwd=FAKES.parent, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "None\n", "")
    assert told(folder) == ["agent s1: late.md written [saved late.md]"]
    check_agrees(folder)


@pytest.mark.parametrize("is_half_exchanged", [True, False])
def test_an_exchange_that_broke_off_is_finished_by_the_next_look(
    begun: MemoryFolder, clock: MovingClock, is_half_exchanged: bool
) -> None:
    """What forgot a text died between the two renames, or before the old history, which holds the text, was gone."""
    history = begun.history.repository.path
    before = told(begun)
    begun.close()
    old = history.with_name(f"{history.name}.old")
    shutil.copytree(history, old)
    if is_half_exchanged:
        history.rename(history.with_name(f"{history.name}.new"))
    begun.sweep(nobody_known, clock.now())
    assert told(begun) == before
    check_agrees(begun)
    assert [path.name for path in history.parent.glob("history.git*")] == ["history.git"]
