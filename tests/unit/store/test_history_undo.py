"""An undo is a change of its own: byte for byte what was there, but for what came later, which stays."""

import os
import random
from pathlib import Path

import pytest

from fakes.history_reader import check_agrees, on_disk, told
from fakes.moving_clock import MovingClock
from noctule.errors import NotFound
from noctule.memories.index import add_line
from noctule.store.changes import Author
from noctule.store.folder import MemoryFolder, nobody_known
from noctule.store.history.message import Recorded
from noctule.store.history.undo import Undone, last_undoable, undo

AGENT = Author("agent", "s1")
PERSON = Author("person")

# `SEQUENCES=100 python -m pytest tests/unit/store/test_history_undo.py -s` does more, and prints the figures.
SEQUENCES = int(os.environ.get("SEQUENCES", "10"))
STEPS = 12


def turn(
    folder: MemoryFolder, clock: MovingClock, author: Author = AGENT, /, **contents: bytes | str | None
) -> Recorded:
    """One turn at the folder (`a="text"` writes a.md, `a=None` removes it), and its change."""
    with folder.writing(author, clock.now()) as writing:
        for name, content in contents.items():
            data = content.encode() if isinstance(content, str) else content
            if data is None:
                writing.remove(f"{name}.md", "because")
            else:
                writing.write(f"{name}.md", data, "because")
    return next(folder.history.changes())


def take_back(folder: MemoryFolder, clock: MovingClock, change: Recorded) -> Undone:
    return undo(folder, change, PERSON, clock.now())


def test_an_edit_is_taken_back(folder: MemoryFolder, clock: MovingClock) -> None:
    turn(folder, clock, a=b"\xef\xbb\xbfone\r\ntwo\r\n")
    change = turn(folder, clock, a="another")
    done = take_back(folder, clock, change)
    assert on_disk(folder) == {"a.md": b"\xef\xbb\xbfone\r\ntwo\r\n"}
    assert (done.restored, done.conflicts) == (("a.md",), ())
    assert told(folder)[-1] == f"person: undo of {change.short_id}: because [updated a.md]"
    assert done.change == next(folder.history.changes())
    check_agrees(folder)


def test_an_undo_is_undone(folder: MemoryFolder, clock: MovingClock) -> None:
    turn(folder, clock, a="one")
    change = turn(folder, clock, a="two", b="new", MEMORY="- [B](b.md)")
    after = on_disk(folder)
    for expected in ({"a.md": b"one"}, after, {"a.md": b"one"}):
        done = take_back(folder, clock, change)
        assert on_disk(folder) == expected
        assert done.change is not None
        change = done.change


def test_a_removed_file_comes_back_with_its_time(folder: MemoryFolder, clock: MovingClock) -> None:
    with folder.writing(AGENT, clock.now()) as writing:
        writing.write("sub/a.md", b"one", "because", mtime_ns=1_600_000_000_000_000_000)
    with folder.writing(AGENT, clock.now()) as writing:
        writing.remove("sub/a.md", "because")
    take_back(folder, clock, next(folder.history.changes()))
    assert (folder.path / "sub" / "a.md").read_bytes() == b"one"
    assert (folder.path / "sub" / "a.md").stat().st_mtime_ns == 1_600_000_000_000_000_000


def test_a_file_that_is_taken_back_keeps_its_time(folder: MemoryFolder, clock: MovingClock) -> None:
    turn(folder, clock, a="one")
    change = turn(folder, clock, a="two")
    before = (folder.path / "a.md").stat().st_mtime_ns
    take_back(folder, clock, change)
    assert (folder.path / "a.md").stat().st_mtime_ns == before


def test_an_added_file_goes_only_if_it_is_as_it_was_added(folder: MemoryFolder, clock: MovingClock) -> None:
    change = turn(folder, clock, a="one", b="one")
    (folder.path / "a.md").write_text("a person worked on it")
    done = take_back(folder, clock, change)
    assert on_disk(folder) == {"a.md": b"a person worked on it"}
    assert (done.restored, done.conflicts) == (("b.md",), ("a.md",))


def test_a_file_made_anew_is_not_written_over(folder: MemoryFolder, clock: MovingClock) -> None:
    turn(folder, clock, a="one")
    change = turn(folder, clock, a=None)
    turn(folder, clock, PERSON, a="another")
    assert take_back(folder, clock, change) == Undone(change, None, (), ("a.md",))
    assert on_disk(folder) == {"a.md": b"another"}


def test_a_file_removed_later_stays_removed(folder: MemoryFolder, clock: MovingClock) -> None:
    turn(folder, clock, a="one")
    change = turn(folder, clock, a="two")
    turn(folder, clock, PERSON, a=None)
    assert take_back(folder, clock, change).conflicts == ("a.md",)
    assert on_disk(folder) == {}


def test_later_edits_of_other_lines_stay(folder: MemoryFolder, clock: MovingClock) -> None:
    turn(folder, clock, a="one\ntwo\nthree\n")
    change = turn(folder, clock, a="ONE\ntwo\nthree\n")
    turn(folder, clock, PERSON, a="ONE\ntwo\nTHREE\nfour\n")
    assert take_back(folder, clock, change).conflicts == ()
    assert on_disk(folder) == {"a.md": b"one\ntwo\nTHREE\nfour\n"}


def test_a_later_edit_of_the_same_line_wins(folder: MemoryFolder, clock: MovingClock) -> None:
    turn(folder, clock, a="one\n", b="x\n")
    change = turn(folder, clock, a="two\n", b="y\n")
    (folder.path / "a.md").write_text("three\n")
    done = take_back(folder, clock, change)
    assert (done.restored, done.conflicts) == (("b.md",), ("a.md",))
    assert on_disk(folder) == {"a.md": b"three\n", "b.md": b"x\n"}


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_index_lines_follow_and_later_lines_stay(folder: MemoryFolder, clock: MovingClock, end: str) -> None:
    index = f"# Index{end}{end}- [A](a.md) — first"
    turn(folder, clock, a="a", MEMORY=index)
    index = add_line(index, "B", "b.md", "second")
    change = turn(folder, clock, b="b", MEMORY=index)
    index = add_line(index, "C", "c.md", "third")
    turn(folder, clock, c="c", MEMORY=index)
    assert take_back(folder, clock, change).conflicts == ()
    lines = on_disk(folder)["MEMORY.md"].decode().split(end)
    assert [line for line in lines if line.startswith("-")] == ["- [A](a.md) — first", "- [C](c.md) — third"]
    assert sorted(on_disk(folder)) == ["MEMORY.md", "a.md", "c.md"]


def test_the_line_of_an_index_that_was_made_for_it_goes_and_the_others_stay(
    folder: MemoryFolder, clock: MovingClock
) -> None:
    change = turn(folder, clock, a="a", MEMORY="- [A](a.md)\n")
    turn(folder, clock, b="b", MEMORY="- [A](a.md)\n- [B](b.md)\n")
    assert take_back(folder, clock, change).conflicts == ()
    assert on_disk(folder) == {"MEMORY.md": b"- [B](b.md)\n", "b.md": b"b"}


def test_a_removed_line_comes_back_beside_those_added_since(folder: MemoryFolder, clock: MovingClock) -> None:
    turn(folder, clock, a="a", b="b", MEMORY="- [A](a.md)\n- [B](b.md)\n")
    change = turn(folder, clock, b=None, MEMORY="- [A](a.md)\n")
    turn(folder, clock, c="c", MEMORY="- [A](a.md)\n- [C](c.md)\n")
    assert take_back(folder, clock, change).conflicts == ()
    assert on_disk(folder)["MEMORY.md"] == b"- [A](a.md)\n- [B](b.md)\n- [C](c.md)\n"


def test_what_is_as_before_already_is_no_change(folder: MemoryFolder, clock: MovingClock) -> None:
    turn(folder, clock, a="one")
    change = turn(folder, clock, a="two")
    turn(folder, clock, PERSON, a="one")
    assert take_back(folder, clock, change) == Undone(change, None, (), ())
    assert len(told(folder)) == 3


def test_a_link_in_a_files_place_is_a_conflict(folder: MemoryFolder, clock: MovingClock, tmp_path: Path) -> None:
    change = turn(folder, clock, a="one")
    (tmp_path / "elsewhere.md").write_text("one")
    (folder.path / "a.md").unlink()
    (folder.path / "a.md").symlink_to(tmp_path / "elsewhere.md")
    assert take_back(folder, clock, change).conflicts == ("a.md",)
    assert (tmp_path / "elsewhere.md").read_text() == "one"


def test_the_last_change_to_undo_is_neither_a_persons_nor_undone(folder: MemoryFolder, clock: MovingClock) -> None:
    with pytest.raises(NotFound):
        last_undoable(folder.history)
    first = turn(folder, clock, a="one")
    second = turn(folder, clock, Author("extract"), a="two")
    turn(folder, clock, PERSON, b="mine")
    (folder.path / "c.md").write_text("from outside")
    folder.sweep(nobody_known, clock.now())
    assert last_undoable(folder.history) == second
    undone = take_back(folder, clock, second).change
    assert last_undoable(folder.history) == first
    assert undone is not None
    take_back(folder, clock, undone)
    assert last_undoable(folder.history) == second


def test_undo_restores_every_byte_of_random_changes(folder: MemoryFolder, clock: MovingClock) -> None:
    """Each sequence is undone from its end to its beginning, and every step is what was there, byte for byte."""
    restored = 0
    for seed in range(SEQUENCES):
        chance = random.Random(seed)
        states = [on_disk(folder)]
        changes: list[Recorded] = []
        for _ in range(chance.randint(1, STEPS)):
            changes.append(turn(folder, clock, **random_turn(chance, on_disk(folder))))
            states.append(on_disk(folder))
        for change, before in zip(reversed(changes), reversed(states[:-1]), strict=True):
            assert take_back(folder, clock, change).conflicts == ()
            assert on_disk(folder) == before
            restored += 1
    check_agrees(folder)
    print(f"{SEQUENCES} sequences, {restored} changes undone byte for byte")


def random_turn(chance: random.Random, files: dict[str, bytes]) -> dict[str, bytes | str | None]:
    names = chance.sample(["a", "b", "c", "d", "MEMORY"], chance.randint(1, 3))
    end = chance.choice([b"\n", b"\r\n"])
    made: dict[str, bytes | str | None] = {}
    for name in names:
        before = files.get(f"{name}.md")
        if before is not None and chance.random() < 0.25:
            made[name] = None
        elif before is not None and chance.random() < 0.6:
            lines = before.splitlines(keepends=True) or [b""]
            lines[chance.randrange(len(lines))] = random_line(chance) + end
            made[name] = b"".join(lines)
        else:
            made[name] = end.join(random_line(chance) for _ in range(chance.randint(0, 6)))
    return made if any(made[name] != files.get(f"{name}.md") for name in made) else {"e": random_line(chance)}


def random_line(chance: random.Random) -> bytes:
    return chance.choice([b"", b"\xef\xbb\xbf", b"\xff\xfe"]) + str(chance.random()).encode()
