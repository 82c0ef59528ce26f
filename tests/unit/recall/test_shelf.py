"""The ranker of a folder follows its files, survives in its cache, and answers from what it has."""

import logging
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from noctule.errors import FolderUnreadable
from noctule.recall.shelf import Shelf
from noctule.store.files import FileStat
from noctule.store.folder import MemoryFolder

WORDS = (
    "anchor",
    "bilge",
    "crane",
    "derrick",
    "ensign",
    "fender",
    "galley",
    "hawser",
    "isobar",
    "jetty",
    "keel",
    "lagoon",
)


class Folder(MemoryFolder):
    """A real folder that counts what is read of it, and lets a test act while it is listed."""

    reads = 0

    def read(self, path: str) -> bytes:
        self.reads += 1
        return super().read(path)

    def scan(self) -> list[FileStat]:
        found = super().scan()
        self.after_scan()
        return found

    def after_scan(self) -> None:
        """Something that happens once the folder is listed."""


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Folder]:
    folder = Folder(tmp_path / "memory", tmp_path / "state")
    folder.path.mkdir()
    for word in WORDS:
        write(folder, word)
    yield folder
    folder.close()


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "rank.cache"


def write(folder: MemoryFolder, word: str, text: str | None = None) -> None:
    (folder.path / f"{word}.md").write_text(text or f"All about the {word}.\n", encoding="utf-8")


def found(shelf: Shelf, query: str) -> list[str]:
    return [scored.path for scored in shelf.rank(query) if scored.parts.get("words")]


def test_a_shelf_that_was_never_filled_finds_nothing(folder: Folder, cache: Path) -> None:
    shelf = Shelf(folder, cache)
    assert found(shelf, "anchor") == []
    assert shelf.pick("anchor", "", 5).chosen == []


def test_it_follows_what_is_saved_changed_and_removed(folder: Folder, cache: Path) -> None:
    shelf = Shelf(folder, cache)
    assert shelf.refresh()
    assert found(shelf, "the anchor") == ["anchor.md"]
    write(folder, "anchor", "Of tulips and other flowers.\n")
    (folder.path / "bilge.md").unlink()
    write(folder, "mast")
    assert shelf.refresh()
    assert found(shelf, "tulips") == ["anchor.md"]
    assert found(shelf, "bilge") == []
    assert found(shelf, "mast") == ["mast.md"]


def test_a_file_that_did_not_change_is_not_read_again(folder: Folder, cache: Path) -> None:
    shelf = Shelf(folder, cache)
    shelf.refresh()
    folder.reads = 0
    shelf.refresh()
    write(folder, "anchor", "changed\n")
    shelf.refresh()
    assert folder.reads == 1


def test_the_index_is_no_memory(folder: Folder, cache: Path) -> None:
    (folder.path / "MEMORY.md").write_text("- [Zebra](zebra.md)\n")
    shelf = Shelf(folder, cache)
    shelf.refresh()
    assert found(shelf, "zebra") == []


def test_the_next_start_reads_nothing_again(folder: Folder, cache: Path) -> None:
    shelf = Shelf(folder, cache)
    shelf.refresh()
    assert shelf.unsaved == len(WORDS)
    shelf.save()
    assert (shelf.unsaved, cache.stat().st_mode & 0o777) == (0, 0o600)
    folder.reads = 0
    later = Shelf(folder, cache)
    assert later.refresh()
    assert folder.reads == 0
    assert later.unsaved == 0
    assert [(one.path, one.score) for one in later.rank("jetty")] == [
        (one.path, one.score) for one in shelf.rank("jetty")
    ]


def test_a_cache_that_gained_nothing_is_not_written(folder: Folder, cache: Path) -> None:
    shelf = Shelf(folder, cache)
    shelf.save()
    assert not cache.exists()
    shelf.refresh()
    shelf.save()
    os.utime(cache, (1, 1))
    shelf.save()
    assert cache.stat().st_mtime == 1


@pytest.mark.parametrize("data", [b"", b"nonsense", b"\0" * 5000, None], ids=["empty", "text", "zeros", "half"])
def test_a_damaged_cache_is_built_anew(folder: Folder, cache: Path, data: bytes | None) -> None:
    first = Shelf(folder, cache)
    first.refresh()
    first.save()
    whole = cache.read_bytes()
    cache.write_bytes(whole[: len(whole) // 2] if data is None else data)
    shelf = Shelf(folder, cache)
    assert shelf.refresh()
    assert found(shelf, "the anchor") == ["anchor.md"]


def test_a_disk_that_takes_no_cache_costs_time_only(
    folder: Folder, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("x")
    shelf = Shelf(folder, tmp_path / "file" / "rank.cache")
    shelf.refresh()
    with caplog.at_level(logging.INFO):
        shelf.save()
    assert "the rank cache was not written" in caplog.text
    assert found(shelf, "the anchor") == ["anchor.md"]


def test_with_no_time_it_takes_in_the_newest_and_says_that_it_is_not_complete(folder: Folder, cache: Path) -> None:
    os.utime(folder.path / "anchor.md", (1, 1))
    shelf = Shelf(folder, cache)
    assert not shelf.refresh(0)
    assert found(shelf, "the keel") == ["keel.md"]
    assert found(shelf, "the anchor") == []
    assert shelf.refresh(0), "each look goes further, however slow the disk"
    assert found(shelf, "the anchor") == ["anchor.md"]


def test_of_large_files_it_takes_in_one_before_it_looks_at_the_time(folder: Folder, cache: Path) -> None:
    for number, word in enumerate(WORDS):
        path = folder.path / f"{word}.md"
        path.write_text(f"the {word}\n" + "and of the\n" * 10_000)
        os.utime(path, (number, number))
    shelf = Shelf(folder, cache)
    assert not shelf.refresh(0)
    assert [word for word in WORDS if found(shelf, f"the {word}")] == ["lagoon"]


def test_while_one_fills_it_another_waits_no_longer_than_it_has(folder: Folder, cache: Path) -> None:
    shelf = Shelf(folder, cache)
    shelf.refresh()
    is_listing, go_on = threading.Event(), threading.Event()

    def hold() -> None:
        is_listing.set()
        go_on.wait(10)

    folder.after_scan = hold  # type: ignore[method-assign]
    filling = threading.Thread(target=shelf.refresh)
    filling.start()
    is_listing.wait(10)
    assert not shelf.refresh(0.01)
    assert found(shelf, "the anchor") == ["anchor.md"], "what is known is answered meanwhile"
    go_on.set()
    filling.join(10)


def test_a_folder_that_cannot_be_read_is_said_and_the_next_look_is_as_good_as_any(folder: Folder, cache: Path) -> None:
    shelf = Shelf(folder, cache)
    away = folder.path.rename(folder.path.with_name("away"))
    folder.path.write_text("a file")
    with pytest.raises(FolderUnreadable):
        shelf.refresh()
    folder.path.unlink()
    away.rename(folder.path)
    assert shelf.refresh()
    assert found(shelf, "the anchor") == ["anchor.md"]


def test_a_watched_folder_is_looked_at_only_when_something_changed_or_the_last_look_failed(
    folder: Folder, cache: Path
) -> None:
    shelf = Shelf(folder, cache)
    shelf.note_watched(is_watched=True)
    assert shelf.refresh()
    write(folder, "mast")
    assert shelf.refresh()
    assert found(shelf, "the mast") == []
    shelf.note_changed()
    away = folder.path.rename(folder.path.with_name("away"))
    folder.path.write_text("a file")
    for _ in range(2):
        with pytest.raises(FolderUnreadable):
            shelf.refresh()
    folder.path.unlink()
    away.rename(folder.path)
    assert shelf.refresh()
    assert found(shelf, "the mast") == ["mast.md"]


@pytest.mark.parametrize("lead", ["", "x", "xx"])
def test_the_head_of_a_very_long_file_is_indexed_as_what_it_says(folder: Folder, cache: Path, lead: str) -> None:
    write(folder, "whale", lead + "鯨の話です。" + "海" * 200_000)
    shelf = Shelf(folder, cache)
    shelf.refresh()
    assert found(shelf, "鯨の話") == ["whale.md"]


def test_a_file_that_is_not_text_is_known_by_its_name(folder: Folder, cache: Path) -> None:
    (folder.path / "sextant.md").write_bytes(bytes(range(256)) * 20)
    shelf = Shelf(folder, cache)
    assert shelf.refresh()
    assert found(shelf, "sextant") == ["sextant.md"]
