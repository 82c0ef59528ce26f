"""What is forgotten is in no file of ours any more, whatever had packed, logged or set it aside."""

import os
from pathlib import Path

import pytest

from fakes.disk_search import places_of
from fakes.history_reader import check_agrees, check_git_reads_it, told
from fakes.moving_clock import MovingClock
from noctule.store.changes import Author
from noctule.store.folder import MemoryFolder, nobody_known
from noctule.store.forgetting import forget_file, forget_text
from noctule.store.needles import needles

AGENT = Author("agent", "s1")
PERSON = Author("person")
SECRET = "the harbour master's code is 4711-grün"


def write(folder: MemoryFolder, clock: MovingClock, reason: str = "because", **contents: bytes | str | None) -> None:
    with folder.writing(AGENT, clock.now()) as writing:
        for name, content in contents.items():
            data = content.encode() if isinstance(content, str) else content
            if data is None:
                writing.remove(f"{name}.md", reason)
            else:
                writing.write(f"{name}.md", data, reason)


@pytest.fixture
def full(folder: MemoryFolder, clock: MovingClock) -> MemoryFolder:
    """A folder whose history, packed and loose, holds the secret in several files, versions and encodings."""
    write(folder, clock, code=f"---\ndescription: {SECRET}\n---\n\nA line before.\n{SECRET}\nA line after.\n")
    write(folder, clock, MEMORY=f"# Index\n- [Code](code.md) — {SECRET}\n- [Other](other.md) — kept\n")
    write(folder, clock, f"noted that {SECRET}", other=f"Kept. {SECRET}. Kept too.\n")
    folder.pack_history()
    write(folder, clock, wide=f"{SECRET}\nkept\n".encode("utf-16"), code="nothing of it\n")
    return folder


def check_gone(folder: MemoryFolder, text: str = SECRET) -> None:
    assert places_of(text, folder.path) == places_of(text, folder.state) == []
    check_agrees(folder)
    check_git_reads_it(folder)


def test_a_text_is_gone_from_files_history_and_reasons(full: MemoryFolder, clock: MovingClock) -> None:
    assert places_of(SECRET, full.state) != []
    assert forget_text(full, needles([SECRET]), PERSON, clock.now())
    check_gone(full)
    assert full.read("other.md") == b"Kept. . Kept too.\n"
    assert full.read("wide.md") == "\nkept\n".encode("utf-16")
    first = list(full.history.changes("code.md"))[-1]
    assert full.history.after(first, "code.md") == b"---\ndescription: \n---\n\nA line before.\nA line after.\n"


def test_a_memory_is_gone_with_its_index_line_and_its_versions(full: MemoryFolder, clock: MovingClock) -> None:
    forget_text(full, needles([SECRET]), PERSON, clock.now())
    write(full, clock, code="What only this memory said, in a line of its own.\n")
    assert forget_file(full, "code.md", PERSON, clock.now()) is not None
    for text in ("What only this memory said", "A line before", "[Code]", "nothing of it"):
        check_gone(full, text)
    assert full.read("MEMORY.md") == b"# Index\n- [Other](other.md) \xe2\x80\x94 kept\n"
    assert not any("code.md" in line for line in told(full))
    assert [(one.action, one.reason) for one in full.changes.since(0) if one.path == "code.md"] == [
        ("removed", "forgotten")
    ]


def test_a_memory_that_was_removed_long_ago_can_be_forgotten(full: MemoryFolder, clock: MovingClock) -> None:
    write(full, clock, gone="Something that was removed and is only history.\n")
    write(full, clock, gone=None)
    assert forget_file(full, "gone.md", PERSON, clock.now()) is not None
    check_gone(full, "only history")


def test_what_never_was_is_not_forgotten(full: MemoryFolder, clock: MovingClock) -> None:
    before = [change.id for change in full.history.changes()]
    assert forget_file(full, "never.md", PERSON, clock.now()) is None
    assert not forget_text(full, needles(["never said"]), PERSON, clock.now())
    assert [change.id for change in full.history.changes()] == before


def test_ids_are_new_and_an_undo_still_names_what_it_undid(full: MemoryFolder, clock: MovingClock) -> None:
    from noctule.store.history.undo import undo

    undone = next(full.history.changes())
    undo(full, undone, PERSON, clock.now())
    forget_text(full, needles([SECRET]), PERSON, clock.now())
    _, undoing, again = list(full.history.changes())[:3]
    assert again.id != undone.id
    assert undoing.told.undoes == again.short_id


def test_files_keep_their_time_and_others_their_bytes(full: MemoryFolder, clock: MovingClock) -> None:
    os.utime(full.path / "other.md", ns=(5, 1_600_000_000_000_000_000))
    write(full, clock, untouched=b"\xef\xbb\xbfas it is\r\n")
    forget_text(full, needles([SECRET]), PERSON, clock.now())
    assert (full.path / "other.md").stat().st_mtime_ns == 1_600_000_000_000_000_000
    assert full.read("untouched.md") == b"\xef\xbb\xbfas it is\r\n"


def test_what_was_set_aside_held_or_logged_goes_too(full: MemoryFolder, clock: MovingClock) -> None:
    (full.state / "history.git.damaged-1").mkdir()
    (full.state / "history.git.damaged-1" / "x").write_text(SECRET)
    (full.state / "changes.db.damaged-1").write_text(SECRET)
    (full.state / "held").mkdir()
    (full.state / "held" / "1.json").write_text(f'{{"text": "{SECRET}"}}')
    (full.state / "held" / "2.json").write_text('{"text": "kept"}')
    (full.state / "log.jsonl").write_text(f'{{"a": "{SECRET}"}}\n{{"a": "kept"}}\n')
    forget_text(full, needles([SECRET]), PERSON, clock.now())
    check_gone(full)
    assert [(full.state / "held" / f"{number}.json").read_text() for number in (1, 2)] == [
        '{"text": ""}',
        '{"text": "kept"}',
    ]
    assert (full.state / "log.jsonl").read_text().endswith('{"a": "kept"}\n')


def test_other_processes_go_on(full: MemoryFolder, clock: MovingClock) -> None:
    other = MemoryFolder(full.path, full.state)
    list(other.history.changes())
    forget_text(full, needles([SECRET]), PERSON, clock.now())
    write(other, clock, later="later\n")
    other.sweep(nobody_known, clock.now())
    check_agrees(other)
    check_gone(full)
    other.close()


@pytest.mark.parametrize("moment", ["before", "between", "after"])
def test_a_forgetting_that_died_is_finished_by_the_next_writer(
    full: MemoryFolder, clock: MovingClock, moment: str
) -> None:
    history = full.history.repository.path
    full.close()
    before = told(full)
    full.history.close()
    old, new = (history.with_name(f"history.git.{name}") for name in ("old", "new"))
    if moment == "before":
        new.mkdir()
    elif moment == "between":
        history.rename(new)
        old.mkdir()
    else:
        old.mkdir()
    write(full, clock, later="later\n")
    assert told(full) == [*before, "agent s1: because [saved later.md]"]
    assert not old.exists()
    assert not new.exists()


FORMS = [
    ("in another Unicode form", "cafe\u0301 au lait", "café au lait"),
    ("with Windows line ends", "one line\r\nand another", "one line\nand another"),
    ("in JSON", 'he said \\"no\\" twice', 'he said "no" twice'),
    ("in JSON without accents", "gr\\u00fcn", "grün"),
]


@pytest.mark.parametrize(("how", "text", "wanted"), FORMS, ids=[form[0] for form in FORMS])
def test_a_text_is_found(how: str, text: str, wanted: str) -> None:
    assert needles([wanted]).out_of_text(f"before {text} after") == "before  after"


def test_a_line_of_which_nothing_is_left_goes(tmp_path: Path) -> None:
    found = needles(["forget me"])
    assert found.out_of_text("a\n- forget me\r\nb\nforget me") == "a\nb\n"
    assert found.out_of_text("a forget me b") == "a  b"


def test_nothing_to_look_for_finds_nothing() -> None:
    assert needles(["", "  ", "---"]).out_of_text("--- a ---") == "--- a ---"
