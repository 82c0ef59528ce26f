"""A store of the profile that was there and is gone lets nothing new take its place, until a person says so."""

import shutil
from dataclasses import replace

import pytest

from fakes.desk import HAND, Desk
from noctule.capture import items
from noctule.capture.items import Store
from noctule.capture.vanished import NOTES_FILE, USER_FILE, is_vanished
from noctule.errors import MemoryProblem, StoreVanished
from noctule.store.changes import OUTSIDE


@pytest.fixture
def user(desk: Desk) -> Store:
    store = Store(desk.folder, USER_FILE, 100)
    items.add(store, "Likes tea", HAND, is_forced=False)
    return store


def add(store: Store, text: str) -> str:
    return items.add(store, text, HAND, is_forced=False).verdict


@pytest.mark.parametrize("is_swept", [False, True])
def test_a_store_that_is_gone_blocks_writes_until_it_is_back(desk: Desk, user: Store, *, is_swept: bool) -> None:
    kept = desk.read(USER_FILE)
    (desk.folder.path / USER_FILE).unlink()
    if is_swept:
        desk.folder.sweep(lambda _path: OUTSIDE, HAND.now)
    for change in (
        lambda: add(user, "Sails"),
        lambda: items.replace(user, "tea", "coffee", HAND, is_forced=False),
        lambda: items.remove(user, "tea", HAND),
    ):
        with pytest.raises(StoreVanished, match=r"USER\.md was in .* `noctule add --to user --new-store"):
            change()
    assert desk.names() == []
    desk.write(USER_FILE, kept)
    assert add(user, "Sails") == "written"
    assert desk.read(USER_FILE) == "Likes tea\n§\nSails\n"


def test_a_folder_that_is_away_blocks_the_stores_that_were_never_in_it_too(desk: Desk, user: Store) -> None:
    notes = Store(desk.folder, NOTES_FILE, 100)
    shutil.rmtree(desk.folder.path)
    with pytest.raises(StoreVanished):
        add(notes, "small commits")
    assert not desk.folder.exists()
    desk.folder.path.mkdir()
    assert add(notes, "small commits") == "written"


def test_a_person_may_begin_anew(desk: Desk, user: Store) -> None:
    (desk.folder.path / USER_FILE).unlink()
    assert add(replace(user, is_anew=True), "Sails") == "written"
    assert add(user, "Rows") == "written"
    assert desk.read(USER_FILE) == "Sails\n§\nRows\n"


def test_what_was_never_there_or_was_removed_by_us_has_not_vanished(desk: Desk, user: Store) -> None:
    assert not is_vanished(desk.folder, NOTES_FILE)
    assert not is_vanished(desk.folder, USER_FILE)
    with HAND.writing(desk.folder) as writing:
        writing.remove(USER_FILE, "taken back")
    assert not is_vanished(desk.folder, USER_FILE)
    assert add(user, "Sails") == "written"


def test_it_is_an_error_of_its_own_kind() -> None:
    assert issubclass(StoreVanished, MemoryProblem)
    assert StoreVanished.kind == "storeVanished"
