"""A long history is packed: fewer and smaller files, the same content, whoever writes meanwhile."""

import random
from pathlib import Path

import pytest

from fakes.history_reader import check_agrees, check_git_reads_it, told
from fakes.moving_clock import MovingClock
from noctule.store.changes import Author
from noctule.store.folder import MemoryFolder
from noctule.store.history import packing
from noctule.store.history.delta import delta, lines_of
from noctule.store.history.packs import gather_packs, to_gather

AGENT = Author("agent", "s1")


def write_many(folder: MemoryFolder, clock: MovingClock, count: int) -> None:
    index = b""
    for number in range(count):
        with folder.writing(AGENT, clock.now()) as writing:
            path = f"m-{number % 5}.md"
            writing.write(path, f"text {number}\n".encode() * 20, f"change {number}")
            index += f"- [M {number}]({path}) — {number}\n".encode()
            writing.write("MEMORY.md", index, f"change {number}")


def test_a_packed_history_is_the_same_and_smaller(folder: MemoryFolder, clock: MovingClock) -> None:
    write_many(folder, clock, 60)
    before, size = told(folder), size_of(folder)
    change = folder.history.find(list(folder.history.changes())[40].id)
    content = folder.history.after(change, "MEMORY.md")
    assert packing.pack(folder.history.repository) > 200
    assert folder.history.repository.loose() == []
    folder.history.close()
    assert told(folder) == before
    assert folder.history.after(change, "MEMORY.md") == content
    assert size_of(folder) < size
    check_agrees(folder)
    check_git_reads_it(folder)


def test_writing_goes_on_over_a_packed_history(folder: MemoryFolder, clock: MovingClock) -> None:
    other = MemoryFolder(folder.path, folder.state)
    for _ in range(3):
        write_many(folder, clock, 7)
        write_many(other, clock, 6)
        packing.pack(other.history.repository)
    check_agrees(folder)
    check_agrees(other)
    check_git_reads_it(folder)
    other.close()


def test_packing_is_due_after_so_many_changes(
    folder: MemoryFolder, clock: MovingClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packing, "PACK_EVERY", 10)
    assert not folder.is_packing_due()
    write_many(folder, clock, 9)
    assert folder.is_packing_due()
    assert folder.pack_history() > 0
    assert not folder.is_packing_due()
    assert folder.pack_history() == 0


def test_packs_stay_few_and_hold_all(folder: MemoryFolder, clock: MovingClock) -> None:
    other = MemoryFolder(folder.path, folder.state)
    for _ in range(8):
        write_many(folder, clock, 2)
        assert folder.pack_history() > 0
        # Another process reads on over packs that are gone.
        assert other.history.files() == folder.history.files()
    packs = list((folder.history.repository.path / "objects" / "pack").glob("*.pack"))
    assert len(packs) <= 3
    assert len(told(other)) == len(told(folder)) == 16
    check_agrees(folder)
    check_git_reads_it(folder)
    other.close()


def test_a_pack_that_a_crash_left_beside_the_one_that_took_it_in_goes(folder: MemoryFolder, clock: MovingClock) -> None:
    write_many(folder, clock, 2)
    folder.pack_history()
    kept = {path: path.read_bytes() for path in pack_files(folder)}
    write_many(folder, clock, 2)
    folder.pack_history()
    assert not kept.keys() & set(pack_files(folder))
    for path, data in kept.items():
        path.write_bytes(data)
    gather_packs(folder.history.repository.path)
    assert len(pack_files(folder)) == 2
    folder.history.close()
    check_agrees(folder)
    check_git_reads_it(folder)


def pack_files(folder: MemoryFolder) -> list[Path]:
    return list((folder.history.repository.path / "objects" / "pack").glob("*"))


@pytest.mark.parametrize(
    ("sizes", "gathered"),
    [
        ((), 0),
        ((600,), 0),
        ((600, 600), 2),
        ((600, 1201), 0),
        ((600, 600, 1200), 3),
        ((600, 600, 5000), 2),
        ((590, 600, 610, 5000), 3),
        ((1200, 600, 600, 2400, 9601), 4),
    ],
)
def test_small_packs_are_gathered_up_to_one_of_more_than_twice_their_objects(
    sizes: tuple[int, ...], gathered: int
) -> None:
    assert len(to_gather({str(number): size for number, size in enumerate(sizes)})) == gathered


def size_of(folder: MemoryFolder) -> int:
    files = (path for path in folder.history.repository.path.rglob("*") if path.is_file())
    return sum(path.stat().st_size for path in files)


@pytest.mark.parametrize("seed", range(20))
def test_a_difference_makes_the_target_of_the_base(seed: int) -> None:
    chance = random.Random(seed)
    lines = [chance.randbytes(chance.choice([0, 1, 40, 130, 300])) + b"\n" for _ in range(chance.randint(0, 40))]
    if seed == 0:
        lines.append(chance.randbytes(17_000_000))
    changed = [line for line in lines if chance.random() < 0.9]
    for _ in range(chance.randint(0, 4)):
        changed.insert(chance.randint(0, len(changed)), chance.randbytes(200))
    chance.shuffle(changed) if seed % 5 == 0 else None
    check_difference(b"".join(lines), b"".join(changed))


def test_a_small_change_is_a_small_difference() -> None:
    base = [f"line {number} of a long text\n".encode() for number in range(1000)]
    changed = [b"new\n", *base[:500], b"other\n", *base[501:]]
    assert len(delta(base, changed)) < 40


def check_difference(base: bytes, target: bytes) -> None:
    from dulwich.pack import apply_delta

    assert b"".join(apply_delta(base, delta(lines_of(base), lines_of(target)))) == target
