"""A store of the profile is checked: what lies past its cap, and items that stand twice."""

import pytest

from noctule.checks.finding import FINDING_CODES
from noctule.checks.fixing import apply_fix
from noctule.checks.profile import check_store

TEXT = "Likes tea\n§\nSails\nat dawn\n§\n\nLikes tea\n§\nRows\n"

# The text and its cap, then each finding's code and line.
FOUND = [
    ("nothing in a good one", "Likes tea\n§\nSails\n", 100, []),
    ("nothing in an empty one", "", 1, []),
    ("an item twice", TEXT, 100, [("profile-item-twice", 6)]),
    ("the cap in the middle", TEXT, 30, [("profile-over-cap", 6), ("profile-item-twice", 6)]),
    ("the cap at the first item", "x" * 11, 10, [("profile-over-cap", 0)]),
    ("characters, not bytes", "鯨" * 10, 10, []),
]


@pytest.mark.parametrize(("what", "text", "cap", "expected"), FOUND, ids=[what for what, *_ in FOUND])
def test_a_store_is_checked(what: str, text: str, cap: int, expected: list[tuple[str, int]]) -> None:
    found = check_store("USER.md", text, cap)
    assert sorted((one.code, one.start[0]) for one in found) == sorted(expected), what
    assert all(one.code in FINDING_CODES and one.message.endswith(".") for one in found)


def test_the_message_names_the_usage_and_how_many_are_left_out() -> None:
    (over, _) = sorted(check_store("USER.md", TEXT, 30), key=lambda one: one.code, reverse=True)
    assert "holds 44 characters, over its cap of 30: from here on 2 of 4 items" in over.message


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_the_fix_keeps_each_item_once(newline: str) -> None:
    text = TEXT.replace("\n", newline)
    (finding,) = check_store("USER.md", text, 100)
    assert finding.fix is not None
    after = apply_fix({"USER.md": text}, finding.fix)["USER.md"]
    assert after == "Likes tea\n§\nSails\nat dawn\n§\nRows\n".replace("\n", newline)
