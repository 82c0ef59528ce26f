"""Every change to a memory folder is a commit with its author, once, in the order of the change log."""

import os
import shutil
import stat
import subprocess
import unicodedata
from pathlib import Path

import pytest
from dulwich.objects import ObjectID

from fakes.history_reader import check_agrees, check_git_reads_it, on_disk, told
from fakes.moving_clock import MovingClock
from noctule.errors import Ambiguous, NotFound
from noctule.store.changes import Author
from noctule.store.folder import MemoryFolder, nobody_known
from noctule.store.home import Home

AGENT = Author("agent", "s1")
PERSON = Author("person")


def write(folder: MemoryFolder, clock: MovingClock, author: Author = AGENT, /, **contents: str | None) -> None:
    """One turn at the folder: `a="text"` writes a.md, `a=None` removes it."""
    with folder.writing(author, clock.now()) as writing:
        for name, text in contents.items():
            path = f"{name}.md"
            if text is None:
                writing.remove(path, f"{path} removed")
            else:
                writing.write(path, text.encode(), "because")


def sweep(folder: MemoryFolder, clock: MovingClock) -> None:
    folder.sweep(nobody_known, clock.now())


def test_a_turn_is_one_commit(folder: MemoryFolder, clock: MovingClock) -> None:
    write(folder, clock, a="one", MEMORY="- [A](a.md)")
    write(folder, clock, PERSON, a="two")
    write(folder, clock, a=None)
    assert told(folder) == [
        "agent s1: because [indexUpdated MEMORY.md, saved a.md]",
        "person: because [updated a.md]",
        "agent s1: a.md removed [removed a.md]",
    ]
    check_agrees(folder)
    check_git_reads_it(folder)


def test_a_file_written_twice_in_a_turn_is_told_as_it_ended(folder: MemoryFolder, clock: MovingClock) -> None:
    with folder.writing(AGENT, clock.now()) as writing:
        for text in (b"first", b"second", b"third"):
            writing.write("a.md", text, "because")
    assert told(folder) == ["agent s1: because [updated a.md]"]
    assert on_disk(folder) == folder.history.files() == {"a.md": b"third"}


def test_the_first_look_is_the_beginning(home: Home, clock: MovingClock, tmp_path: Path) -> None:
    path = tmp_path / "old"
    (path / "sub").mkdir(parents=True)
    (path / "a.md").write_bytes(b"one\r\ntwo")
    (path / "sub" / "b.md").write_bytes(b"\xef\xbb\xbfwith a mark")
    folder = MemoryFolder(path, home.folder_state(path))
    sweep(folder, clock)
    assert told(folder) == ["outside: as it was when its history began [saved a.md, saved sub/b.md]"]
    check_agrees(folder)
    folder.close()


def test_what_was_found_on_disk_is_committed_before_ours(folder: MemoryFolder, clock: MovingClock) -> None:
    write(folder, clock, a="one", b="one")
    (folder.path / "b.md").write_text("an outsider's")
    write(folder, clock, a="two", b="two")
    assert told(folder)[1:] == [
        "outside: found on disk [updated b.md]",
        "agent s1: because [updated a.md, updated b.md]",
    ]
    outside = list(folder.history.changes("b.md"))[1]
    assert folder.history.after(outside, "b.md") == b"an outsider's"
    check_agrees(folder)


def test_what_a_sweep_finds_has_the_author_it_is_given(folder: MemoryFolder, clock: MovingClock) -> None:
    for name in ("mine.md", "theirs.md"):
        (folder.path / name).write_text(name)
    folder.sweep(lambda path: AGENT if path == "mine.md" else Author("outside"), clock.now())
    assert told(folder) == ["agent s1: found on disk [saved mine.md]", "outside: found on disk [saved theirs.md]"]
    check_agrees(folder)


def test_what_lay_in_a_new_folder_before_the_first_write_is_not_ours(folder: MemoryFolder, clock: MovingClock) -> None:
    (folder.path / "early.md").write_text("early")
    write(folder, clock, a="one")
    sweep(folder, clock)
    assert told(folder) == ["agent s1: because [saved a.md]", "outside: found on disk [saved early.md]"]


def test_a_write_that_changes_nothing_is_no_change(folder: MemoryFolder, clock: MovingClock) -> None:
    write(folder, clock, a="one")
    write(folder, clock, a="one")
    sweep(folder, clock)
    assert len(told(folder)) == 1


def test_a_folder_emptied_and_removed_keeps_its_history(folder: MemoryFolder, clock: MovingClock) -> None:
    write(folder, clock, a="one", b="two")
    shutil.rmtree(folder.path)
    sweep(folder, clock)
    assert told(folder)[1:] == ["outside: found on disk [removed a.md, removed b.md]"]
    assert folder.history.files() == {}


NAMES = [
    "my notes.md",
    "résumé.md",
    "re\u0301sume\u0301.md",
    "記憶/日本語の覚え書き.md",
    "100%.md",
    'a"quote.md',
    "back\\slash.md",
    "tab\there.md",
    "A.MD",
    "a\u2028new\x85line\n.md",
]


@pytest.mark.parametrize("name", NAMES)
def test_unusual_names_are_kept_as_they_are(folder: MemoryFolder, clock: MovingClock, name: str) -> None:
    (folder.path / name).parent.mkdir(exist_ok=True)
    (folder.path / name).write_text("as another system spells it")
    with folder.writing(AGENT, clock.now()) as writing:
        writing.write(name, b"text", "because")
    check_agrees(folder)
    ours, _ = folder.history.changes(name)
    assert [file.path for file in ours.told.files] == [name]
    assert next(folder.history.changes(unicodedata.normalize("NFC", name))) == ours
    check_git_reads_it(folder)


CONTENTS = [
    b"",
    b"\r\n",
    b"a\r\nb\r\n",
    b"no newline",
    b"\xef\xbb\xbfmark\n",
    "Grüße\n".encode("utf-16"),
    b"\xff\0\xfe",
]


@pytest.mark.parametrize("content", CONTENTS, ids=repr)
def test_contents_are_kept_byte_for_byte(folder: MemoryFolder, clock: MovingClock, content: bytes) -> None:
    with folder.writing(AGENT, clock.now()) as writing:
        writing.write("a.md", content, "because")
    assert folder.history.files() == {"a.md": content}


def test_a_session_and_a_reason_of_any_signs_come_back(folder: MemoryFolder, clock: MovingClock) -> None:
    author = Author("dream", 'é"\nBy: person')
    with folder.writing(author, clock.now()) as writing:
        writing.write("a.md", b"x", "two\nlines\n\nBy: outside")
    (change, _) = folder.history.changes()
    assert (change.told.author, change.told.reason) == (author, "two lines By: outside")


def test_a_name_may_be_a_file_and_then_a_folder(folder: MemoryFolder, clock: MovingClock) -> None:
    write(folder, clock, a="one")
    (folder.path / "a.md").unlink()
    (folder.path / "a.md").mkdir()
    (folder.path / "a.md" / "b.md").write_text("below")
    sweep(folder, clock)
    check_agrees(folder)
    shutil.rmtree(folder.path / "a.md")
    (folder.path / "a.md").write_text("a file again")
    sweep(folder, clock)
    check_agrees(folder)


def test_a_large_folder_is_spread_over_many_trees(folder: MemoryFolder, clock: MovingClock) -> None:
    for number in range(1005):
        (folder.path / f"m-{number}.md").write_text(str(number))
    (folder.path / "sub").mkdir()
    (folder.path / "sub" / "b.md").write_text("below")
    sweep(folder, clock)
    write(folder, clock, a="one")
    write(folder, clock, **{"m-3": None})
    check_agrees(folder)
    check_git_reads_it(folder)
    root = folder.history.repository.tree(ObjectID(next(folder.history.changes()).tree.encode()))
    assert len(root) <= 256
    assert [len(list(folder.history.changes(path))) for path in ("m-3.md", "m-4.md", "sub/b.md")] == [2, 1, 1]


def test_the_files_of_a_history_are_private(folder: MemoryFolder, clock: MovingClock) -> None:
    write(folder, clock, a="one")
    for path in folder.state.rglob("*"):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path


def test_nothing_of_git_lies_in_the_memory_folder(folder: MemoryFolder, clock: MovingClock) -> None:
    write(folder, clock, a="one")
    assert sorted(path.name for path in folder.path.rglob("*")) == ["a.md"]


@pytest.mark.skipif(shutil.which("git") is None, reason="there is no git here")
@pytest.mark.parametrize("place", ["in the folder", "around it"])
def test_a_repository_of_the_user_is_left_alone(folder: MemoryFolder, clock: MovingClock, place: str) -> None:
    where = folder.path if place == "in the folder" else folder.path.parent
    subprocess.run(["git", "init", "-q", str(where)], check=True)
    before = {path: path.read_bytes() for path in (where / ".git").rglob("*") if path.is_file()}
    write(folder, clock, a="one")
    write(folder, clock, a="two")
    assert {path: path.read_bytes() for path in (where / ".git").rglob("*") if path.is_file()} == before
    check_agrees(folder)


def test_a_change_is_found_by_the_beginning_of_its_id(folder: MemoryFolder, clock: MovingClock) -> None:
    for text in "abc":
        write(folder, clock, a=text)
    newest = next(folder.history.changes())
    assert folder.history.find(newest.short_id) == folder.history.find(newest.id.upper()) == newest
    for nothing in ("", "abc", "zzzz", "0" * 40, "main"):
        with pytest.raises(NotFound):
            folder.history.find(nothing)


def test_an_id_that_fits_several_changes_names_them(folder: MemoryFolder, clock: MovingClock) -> None:
    number, seen = 0, {}
    while True:
        write(folder, clock, a=str(number))
        newest = next(folder.history.changes()).id
        if newest[:4] in seen:
            break
        seen[newest[:4]], number = newest, number + 1
        if number > 60:
            return  # no two of so few need begin alike
    with pytest.raises(Ambiguous, match=newest[:10]):
        folder.history.find(newest[:4])


def test_a_change_in_one_process_is_followed_by_another(folder: MemoryFolder, clock: MovingClock) -> None:
    other = MemoryFolder(folder.path, folder.state)
    for number in range(4):
        write((folder, other)[number % 2], clock, a=str(number))
    assert len(told(folder)) == 4
    check_agrees(folder)
    check_agrees(other)
    other.close()


def test_times_are_those_of_the_changes(folder: MemoryFolder, clock: MovingClock) -> None:
    clock.pass_time(-86_400)
    at = clock.now()
    with folder.writing(AGENT, at) as writing:
        writing.write("a.md", b"x", "because", mtime_ns=1_600_000_000_000_000_001)
    change = next(folder.history.changes())
    assert change.told.at == at
    assert [file.mtime_ns for file in change.told.files] == [1_600_000_000_000_000_001]


def test_a_removed_file_has_no_time(folder: MemoryFolder, clock: MovingClock) -> None:
    write(folder, clock, a="x")
    os.utime(folder.path / "a.md", ns=(5, 5_000_000_000))
    write(folder, clock, a=None)
    change = next(folder.history.changes())
    assert [file.mtime_ns for file in change.told.files] == [None]
