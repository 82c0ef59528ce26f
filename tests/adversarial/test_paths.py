"""Paths that try to leave the memory folder, by their words, by what lies on the disk, or by a swap in between."""

import contextlib
import os
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from noctule.errors import Changed, NoctuleError, NotFound, OverCap, PathRefused
from noctule.safety.confine import Confined, check_relative
from noctule.safety.walk import DescriptorLevel, PathLevel, level_type

LIMIT = 1_000_000
posix_only = pytest.mark.skipif(os.name == "nt", reason="links and FIFOs are made differently on Windows")
both_ways = pytest.mark.parametrize("levels", [level_type(), PathLevel], ids=["descriptors", "paths"])


@dataclass(frozen=True, slots=True)
class Ground:
    """A memory folder with everything odd in it, and what lies around it."""

    base: Path
    folder: Path
    victim: Path
    digest: Path

    def filled(self, path: str) -> str:
        return path.replace("{MEM}", str(self.folder)).replace("{DIGEST}", str(self.digest))


@pytest.fixture
def ground(tmp_path: Path) -> Ground:
    folder, outside, sibling = tmp_path / "mem", tmp_path / "out", tmp_path / "mem-evil"
    for made in (folder / "sub", outside, sibling):
        made.mkdir(parents=True)
    for name in ("a.md", "b.md", "sub/c.md", "MEMORY.md", "dreams.jsonl", ".consolidate-lock", "my notes.md", "X.MD"):
        (folder / name).write_text(name)
    victim = outside / "victim.md"
    victim.write_text("untouched")
    (sibling / "v.md").write_text("untouched")
    (folder / "link.md").symlink_to(victim)
    (folder / "dlink").symlink_to(outside)
    (folder / "inlink.md").symlink_to("a.md")
    (folder / "dangling.md").symlink_to(outside / "made.md")
    (folder / "loop.md").symlink_to("loop.md")
    os.link(victim, folder / "hard.md")
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / "fifo.md")
    (tmp_path / "digest.md").write_text("digest")
    return Ground(tmp_path, folder, victim, tmp_path / "digest.md")


WRITABLE = [
    "a.md",
    "./a.md",
    "sub/c.md",
    "sub/new.md",
    "fresh/deep/er/n.md",
    "MEMORY.md",
    "sub/MEMORY.md",
    "{MEM}/a.md",
    "file://{MEM}/a.md",
    "file://localhost{MEM}/my%20notes.md",
    "my notes.md",
    "記憶.md",
    "résumé.md",
    "re\u0301sume\u0301.md",
    "a-b_c.1.md",
    "-o.md",
    "it's.md",
    "a,b.md",
    "a(b).md",
    "a;b & c #1 100%.md",
    "%2e%2e/x.md",
    "consul.md",
    "x" * 200 + ".md",
    "/".join("abcdefghijklmno") + "/x.md",
]
UNWRITABLE = [
    "",
    ".",
    "./",
    "/",
    "..",
    "../out/x.md",
    "sub/../a.md",
    "a/../../x.md",
    "./../x.md",
    "sub/./c.md",
    "sub//c.md",
    "sub/",
    "{MEM}",
    "{MEM}/",
    "{MEM}/..",
    "{MEM}/../mem/a.md",
    "{MEM}/../mem-evil/v.md",
    "{MEM}-evil/v.md",
    "/etc/passwd",
    "~/x.md",
    "$HOME/x.md",
    "file:///etc/x.md",
    "file://elsewhere{MEM}/a.md",
    "file://{MEM}/%2e%2e/x.md",
    "file://{MEM}/a%00.md",
    "file://{MEM}/%ff.md",
    "http://x/a.md",
    "link.md",
    "inlink.md",
    "dlink/x.md",
    "dangling.md",
    "loop.md",
    "hard.md",
    "fifo.md",
    "sub",
    "a.md/x.md",
    "a.txt",
    "a",
    "a.md.txt",
    "a.MD",
    ".md",
    ".hidden.md",
    ".git/x.md",
    "sub/.x.md",
    "node_modules/x.md",
    ".consolidate-lock",
    "dreams.jsonl",
    "memory.md",
    "Memory.md",
    "ＭＥＭＯＲＹ.md",
    "A.md",
    "Sub/c.md",
    "SUB/new.md",
    "con.md",
    "NUL.md",
    "com1.md",
    "lpt9.x.md",
    "aux /x.md",
    "com¹.md",
    "a.md.",
    "a.md ",
    "sub /x.md",
    "sub./x.md",
    "C:\\x.md",
    "C:x.md",
    "\\\\host\\share\\x.md",
    "..\\x.md",
    "a\\b.md",
    "a\0.md",
    "a\r.md",
    "a\t.md",
    "a\n.md",
    "a\x1b[31m.md",
    "a\u202egpj.md",
    "a\u200b.md",
    "a\ufeff.md",
    "a\u2028.md",
    "a\U000e0041.md",
    "a\ud800.md",
    "．．/x.md",
    "..／x.md",
    "a∕b.md",
    "a․md.md",
    "a]( http://x ) [.md",
    "a<b>.md",
    "a|b.md",
    "a*.md",
    "a?.md",
    'a".md',
    "a:b.md",
    "x" * 300 + ".md",
    "é" * 130 + ".md",
    "d/" * 20 + "x.md",
    "a/" * 2000 + "x.md",
    "a" * 100_000,
]
READABLE = [
    "a.md",
    "./a.md",
    "sub/c.md",
    "MEMORY.md",
    "{MEM}/a.md",
    "file://{MEM}/my%20notes.md",
    "X.MD",
    "dreams.jsonl",
    "{DIGEST}",
]
UNREADABLE = [
    "/etc/passwd",
    "../out/victim.md",
    "dlink/victim.md",
    "link.md",
    "inlink.md",
    "hard.md",
    "fifo.md",
    "loop.md",
    "sub",
    ".consolidate-lock",
    "{MEM}-evil/v.md",
    "{DIGEST}/../x",
    "{DIGEST}x",
    "gone.md",
    "gone/x.md",
    "",
]


def outcome(act: Callable[[], object]) -> type[NoctuleError] | None:
    """What kind of error came of it; each says in a sentence what to do."""
    raised: NoctuleError | None = None
    try:
        act()
    except NoctuleError as error:
        raised = error
    assert raised is None or str(raised).endswith("."), raised
    return type(raised) if raised else None


def check_nothing_outside_changed(ground: Ground) -> None:
    assert ground.victim.read_text() == "untouched"
    assert (ground.base / "mem-evil" / "v.md").read_text() == "untouched"
    assert sorted(path.name for path in ground.victim.parent.iterdir()) == ["victim.md"]
    assert sorted(path.name for path in ground.base.iterdir()) == ["digest.md", "mem", "mem-evil", "out"]
    assert not list(ground.folder.rglob("*.tmp"))


@posix_only
@both_ways
@pytest.mark.parametrize("path", WRITABLE)
def test_a_path_inside_is_written(ground: Ground, path: str, levels: type[DescriptorLevel]) -> None:
    confined = Confined(ground.folder, levels=levels)
    relative = confined.check_write(ground.filled(path))
    assert confined.write(ground.filled(path), b"new") == relative
    assert confined.read(relative, LIMIT) == b"new"
    check_nothing_outside_changed(ground)


@posix_only
@both_ways
@pytest.mark.parametrize("path", UNWRITABLE, ids=lambda path: ascii(path[:40]))
def test_a_path_that_may_not_be_written_is_refused_before_and_while_writing(
    ground: Ground, path: str, levels: type[DescriptorLevel]
) -> None:
    confined = Confined(ground.folder, levels=levels)
    assert outcome(lambda: confined.check_write(ground.filled(path))) is PathRefused
    assert outcome(lambda: confined.write(ground.filled(path), b"new")) is PathRefused
    check_nothing_outside_changed(ground)


@posix_only
@both_ways
@pytest.mark.parametrize("path", READABLE)
def test_memories_the_log_and_the_digest_are_read(ground: Ground, path: str, levels: type[DescriptorLevel]) -> None:
    confined = Confined(ground.folder, readable=[ground.digest], levels=levels)
    assert confined.read(ground.filled(path), LIMIT)


@posix_only
@both_ways
@pytest.mark.parametrize("path", UNREADABLE)
def test_nothing_else_is_read(ground: Ground, path: str, levels: type[DescriptorLevel]) -> None:
    confined = Confined(ground.folder, readable=[ground.digest], levels=levels)
    assert outcome(lambda: confined.read(ground.filled(path), LIMIT)) in (PathRefused, NotFound)


@pytest.mark.parametrize("path", [5, None, ["a.md"], {}, b"a.md"])
def test_a_path_of_the_wrong_type_is_refused(ground: Ground, path: object) -> None:
    confined = Confined(ground.folder)
    for act in (confined.check_write, check_relative, confined.relative_of, lambda it: confined.read(it, LIMIT)):
        assert outcome(lambda act=act: act(path)) is PathRefused  # type: ignore[misc]


def test_the_digest_is_never_written(ground: Ground) -> None:
    confined = Confined(ground.folder, readable=[ground.digest])
    assert outcome(lambda: confined.write(str(ground.digest), b"x")) is PathRefused


def test_a_file_larger_than_asked_for_is_not_read(ground: Ground) -> None:
    assert outcome(lambda: Confined(ground.folder).read("a.md", 3)) is OverCap


@both_ways
def test_a_file_is_removed_and_a_link_is_not(ground: Ground, levels: type[DescriptorLevel]) -> None:
    confined = Confined(ground.folder, levels=levels)
    confined.remove("sub/c.md")
    assert not (ground.folder / "sub" / "c.md").exists()
    for path in ("link.md", "sub", "dlink/victim.md", ".consolidate-lock", "hard.md"):
        assert outcome(lambda path=path: confined.remove(path)) is PathRefused  # type: ignore[misc]
    check_nothing_outside_changed(ground)


@both_ways
def test_an_edit_writes_only_over_what_was_read(ground: Ground, levels: type[DescriptorLevel]) -> None:
    confined = Confined(ground.folder, levels=levels)
    assert outcome(lambda: confined.write("a.md", b"x", instead_of=b"other")) is Changed
    assert outcome(lambda: confined.write("gone.md", b"x", instead_of=b"")) is NotFound
    confined.write("a.md", b"x", instead_of=b"a.md")
    assert (ground.folder / "a.md").read_bytes() == b"x"
    check_nothing_outside_changed(ground)


def test_a_folder_reached_by_a_link_is_one_folder_before_and_after_it_exists(tmp_path: Path) -> None:
    real, link = tmp_path / "data" / "m", tmp_path / "home" / "m"
    real.parent.mkdir()
    link.parent.mkdir()
    link.symlink_to(real)
    for _ in range(2):
        confined = Confined(link)
        assert confined.relative_of(f"{link}/a.md") == confined.relative_of(f"{real}/a.md") == "a.md"
        real.mkdir(exist_ok=True)
    assert confined.write(f"{link}/a.md", b"x") == confined.write(f"{real}/a.md", b"y") == "a.md"


def test_a_folder_below_a_link_is_found_by_either_spelling(tmp_path: Path) -> None:
    (tmp_path / "real" / "mem").mkdir(parents=True)
    (tmp_path / "alias").symlink_to(tmp_path / "real")
    confined = Confined(tmp_path / "real" / "mem")
    assert confined.relative_of(f"{tmp_path}/alias/mem/a.md") == "a.md"
    assert outcome(lambda: confined.relative_of(f"{tmp_path}/alias/a.md")) is PathRefused


def test_a_name_stored_with_split_accents_is_found_by_the_composed_one(ground: Ground) -> None:
    (ground.folder / "re\u0301sume\u0301.md").write_text("old")
    confined = Confined(ground.folder)
    assert confined.read("résumé.md", LIMIT) == b"old"
    confined.write("résumé.md", b"new")
    assert (ground.folder / "re\u0301sume\u0301.md").read_bytes() == b"new"


class Swapping(DescriptorLevel):
    """A level at which somebody acts between the check and the use."""

    at_open: Callable[[], None] = staticmethod(lambda: None)
    at_rename: Callable[[], None] = staticmethod(lambda: None)
    at_create: Callable[[], None] = staticmethod(lambda: None)

    def open_to_read(self, name: str) -> int:
        self.at_open()
        return super().open_to_read(name)

    def create(self, name: str) -> int:
        self.at_create()
        return super().create(name)

    def rename(self, old: str, new: str) -> None:
        self.at_rename()
        super().rename(old, new)


@pytest.fixture
def swapping() -> type[Swapping]:
    return type("SwappingOnce", (Swapping,), {})


needs_descriptors = pytest.mark.skipif(level_type() is PathLevel, reason="this system has no descriptors of folders")


@needs_descriptors
def test_a_file_swapped_for_a_link_between_check_and_open_is_not_read(ground: Ground, swapping: type[Swapping]) -> None:
    def swap() -> None:
        (ground.folder / "a.md").unlink()
        (ground.folder / "a.md").symlink_to(ground.victim)

    swapping.at_open = staticmethod(swap)
    confined = Confined(ground.folder, levels=swapping)
    assert outcome(lambda: confined.read("a.md", LIMIT)) is PathRefused
    assert outcome(lambda: confined.write("a.md", b"x")) is PathRefused
    check_nothing_outside_changed(ground)


@needs_descriptors
def test_a_file_swapped_for_a_hard_link_between_check_and_open_is_not_read(
    ground: Ground, swapping: type[Swapping]
) -> None:
    def swap() -> None:
        (ground.folder / "a.md").unlink()
        os.link(ground.victim, ground.folder / "a.md")

    swapping.at_open = staticmethod(swap)
    assert outcome(lambda: Confined(ground.folder, levels=swapping).read("a.md", LIMIT)) is PathRefused


@needs_descriptors
def test_a_file_swapped_for_a_link_before_the_rename_is_never_written_through(
    ground: Ground, swapping: type[Swapping]
) -> None:
    def swap() -> None:
        (ground.folder / "a.md").unlink()
        (ground.folder / "a.md").symlink_to(ground.victim)

    swapping.at_create = staticmethod(swap)
    assert outcome(lambda: Confined(ground.folder, levels=swapping).write("a.md", b"x")) is PathRefused
    swapping.at_create, swapping.at_rename = staticmethod(lambda: None), staticmethod(swap)
    (ground.folder / "a.md").unlink()
    (ground.folder / "a.md").write_text("a.md")
    outcome(lambda: Confined(ground.folder, levels=swapping).write("a.md", b"x"))
    check_nothing_outside_changed(ground)


@needs_descriptors
def test_a_folder_replaced_by_a_link_after_it_was_opened_is_not_followed(
    ground: Ground, swapping: type[Swapping]
) -> None:
    moved = ground.base / "moved"

    def swap() -> None:
        ground.folder.rename(moved)
        ground.folder.symlink_to(ground.victim.parent)

    swapping.at_create = staticmethod(swap)
    confined = Confined(ground.folder, levels=swapping)
    assert outcome(lambda: confined.write("a.md", b"x")) is PathRefused
    assert (moved / "a.md").read_text() == "a.md"
    assert outcome(lambda: confined.read("victim.md", LIMIT)) is PathRefused
    assert ground.victim.read_text() == "untouched"


@needs_descriptors
def test_a_sub_folder_replaced_by_a_link_after_it_was_opened_is_not_followed(
    ground: Ground, swapping: type[Swapping]
) -> None:
    def swap() -> None:
        (ground.folder / "sub").rename(ground.folder / "old")
        (ground.folder / "sub").symlink_to(ground.victim.parent)

    swapping.at_create = staticmethod(swap)
    outcome(lambda: Confined(ground.folder, levels=swapping).write("sub/victim.md", b"x"))
    check_nothing_outside_changed(ground)


@needs_descriptors
def test_a_file_removed_in_the_middle_of_an_edit_stays_removed(ground: Ground, swapping: type[Swapping]) -> None:
    swapping.at_create = staticmethod((ground.folder / "a.md").unlink)
    confined = Confined(ground.folder, levels=swapping)
    assert outcome(lambda: confined.write("a.md", b"x", instead_of=b"a.md")) is NotFound
    assert not (ground.folder / "a.md").exists()


def test_temp_names_cannot_be_guessed(ground: Ground, swapping: type[Swapping]) -> None:
    seen: list[str] = []

    class Noting(Swapping):
        def create(self, name: str) -> int:
            seen.append(name)
            return super().create(name)

    for _ in range(2):
        Confined(ground.folder, levels=Noting).write("a.md", b"x")
    assert len(set(seen)) == 2
    assert all(len(name) > 16 for name in seen)


@needs_descriptors
def test_a_busy_attacker_never_gets_a_write_or_a_read_outside(ground: Ground) -> None:
    done = threading.Event()

    def attack() -> None:
        target, spare = ground.folder / "a.md", ground.folder / "spare"
        while not done.is_set():
            with contextlib.suppress(OSError):
                spare.symlink_to(ground.victim)
                spare.replace(target)
                spare.write_text("inside")
                spare.replace(target)

    attacker = threading.Thread(target=attack)
    attacker.start()
    try:
        for _ in range(300):
            confined = Confined(ground.folder)
            outcome(partial(confined.write, "a.md", b"ours"))
            with contextlib.suppress(PathRefused, NotFound):
                assert confined.read("a.md", LIMIT) != b"untouched"
    finally:
        done.set()
        attacker.join()
    assert ground.victim.read_text() == "untouched"
