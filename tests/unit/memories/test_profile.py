"""A profile store is a list of items, changed one at a time and counted in characters."""

import pytest

from noctule.errors import Ambiguous, NotFound, Refused
from noctule.memories.profile import add_item, compose_items, items, remove_item, replace_item, usage

STORE = "Likes short notes.\n§\nWorks in UTC+7.\nNever before ten.\n"


def test_items_lie_between_marks() -> None:
    assert items(STORE) == ("Likes short notes.", "Works in UTC+7.\nNever before ten.")
    assert items("") == ()
    assert items("\n§\n\n§\r\na\r\nb\r\n §\n") == ("a\nb",)
    assert items("a § b") == ("a § b",)


def test_an_item_is_added_once() -> None:
    added = add_item(STORE, "  Uses uv.\n")
    assert added == STORE + "§\nUses uv.\n"
    assert add_item(added, "Uses uv.") == added
    assert add_item("", "a") == "a\n"


def test_windows_line_ends_stay() -> None:
    assert add_item("a\r\n§\r\nb\r\n", "c\nd") == "a\r\n§\r\nb\r\n§\r\nc\r\nd\r\n"


def test_an_item_is_replaced_and_removed_by_itself_or_a_part() -> None:
    assert replace_item(STORE, "UTC+7", "Works in UTC+2.") == "Likes short notes.\n§\nWorks in UTC+2.\n"
    assert remove_item(STORE, "Likes short notes.") == "Works in UTC+7.\nNever before ten.\n"
    assert remove_item("a\n", "a") == ""


def test_the_whole_item_counts_before_a_part_of_another() -> None:
    assert remove_item("uv\n§\nuses uv\n", "uv") == "uses uv\n"


def test_what_is_not_one_item_is_refused() -> None:
    with pytest.raises(NotFound, match="2 items"):
        remove_item(STORE, "tabs")
    with pytest.raises(NotFound):
        remove_item(STORE, "")
    with pytest.raises(Ambiguous, match="numbers 1, 2"):
        replace_item(STORE, "r", "x")
    with pytest.raises(Refused):
        add_item(STORE, "one\n§\ntwo")
    with pytest.raises(Refused):
        add_item(STORE, "  ")


def test_use_is_counted_in_characters_of_items_and_marks() -> None:
    assert usage("é\n§\n🚀🚀\n") == 1 + 3 + 2
    assert usage("") == 0
    assert compose_items(items(STORE)) == STORE
