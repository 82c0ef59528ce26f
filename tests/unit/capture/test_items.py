"""The profile's stores take items up to a cap, and are never harmed by it."""

from pathlib import Path

import pytest

from fakes.desk import HAND, Desk
from noctule.capture import items
from noctule.capture.items import Store
from noctule.errors import Ambiguous, NotFound, NotText, OverCap, Refused


@pytest.fixture
def store(desk: Desk) -> Store:
    return Store(desk.folder, "USER.md", 40)


def file_of(store: Store) -> Path:
    return store.folder.path / store.file


def add(store: Store, text: str) -> str:
    return items.add(store, text, HAND, is_forced=False).verdict


def test_items_stand_between_section_signs(store: Store) -> None:
    assert items.add(store, "Likes tea\n", HAND, is_forced=False) == items.StoreOutcome("written", 9)
    assert add(store, "Sails") == "written"
    assert file_of(store).read_text() == "Likes tea\n§\nSails\n"


def test_an_item_that_is_there_is_not_doubled(store: Store) -> None:
    add(store, "Likes tea")
    assert add(store, " Likes tea ") == "duplicate"
    assert file_of(store).read_text() == "Likes tea\n"


def test_a_write_over_the_cap_is_refused_with_the_usage(store: Store) -> None:
    add(store, "x" * 36)
    with pytest.raises(OverCap, match="would hold 41 characters, over its cap of 40; it holds 36"):
        add(store, "yy")
    assert add(store, "y") == "written", "40 fit"


def test_the_cap_counts_characters_and_not_bytes(store: Store) -> None:
    assert add(store, "鯨" * 40) == "written"


def test_a_store_over_its_cap_may_shrink_and_not_grow(store: Store) -> None:
    store.folder.ensure()
    file_of(store).write_text("a" * 30 + "\n§\n" + "b" * 30 + "\n")
    items.replace(store, "b" * 30, "c" * 20, HAND, is_forced=False)
    with pytest.raises(OverCap):
        items.replace(store, "c" * 20, "d" * 25, HAND, is_forced=False)
    items.remove(store, "c" * 20, HAND)
    assert file_of(store).read_text() == "a" * 30 + "\n"


def test_an_item_is_found_by_a_part_of_it_that_no_other_has(store: Store) -> None:
    for item in ("likes tea", "likes sails"):
        add(store, item)
    items.replace(store, "tea", "likes coffee", HAND, is_forced=False)
    with pytest.raises(Ambiguous, match=r"2 items hold that text \(numbers 1, 2\)"):
        items.remove(store, "likes", HAND)
    for old in ("beer", "", "  "):
        with pytest.raises(NotFound):
            items.remove(store, old, HAND)
    items.remove(store, "likes sails", HAND)
    assert file_of(store).read_text() == "likes coffee\n"


def test_the_door_guards_the_profile_too(store: Store) -> None:
    for text in ("", "a\n§\nb", "</system" + "-reminder>"):
        with pytest.raises(Refused):
            add(store, text)


@pytest.mark.parametrize("lead", [b"\xef\xbb\xbf", b""], ids=["mark", "plain"])
def test_a_byte_order_mark_and_line_ends_are_kept(store: Store, lead: bytes) -> None:
    store.folder.ensure()
    file_of(store).write_bytes(lead + b"one\r\n")
    add(store, "two")
    assert file_of(store).read_bytes() == lead + "one\r\n§\r\ntwo\r\n".encode()


@pytest.mark.parametrize("data", [b"\xff\xfe\x00", b"caf\xe9\n", b"x" * 1_000_001], ids=["binary", "old", "huge"])
def test_what_is_no_profile_is_left_untouched(store: Store, data: bytes) -> None:
    store.folder.ensure()
    file_of(store).write_bytes(data)
    with pytest.raises(NotText, match="left untouched"):
        add(store, "two")
    assert file_of(store).read_bytes() == data
