"""What a structured write must pass at the door; no refusal repeats the text."""

import pytest

from noctule.capture.door import MOST_BYTES, MOST_FORCED_BYTES, check_text, check_type
from noctule.errors import Refused, UnknownType

TOKEN = "ghp_" + "Rk3v9ZpQ1xT7bN5mW2cL8dF4hJ6sA0yEuGiO"


def check(text: str, *, is_forced: bool = False, refused: str | None) -> None:
    if refused is None:
        check_text(text, is_forced=is_forced)
        return
    with pytest.raises(Refused, match=refused) as raised:
        check_text(text, is_forced=is_forced)
    assert text not in str(raised.value) or not text.strip()


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("Staging listens for SSH on port 2222.", None),
        ("本番は金曜に出さない", None),
        ("", "empty"),
        (" \n\t", "empty"),
        (f"The bot's token is {TOKEN}.", "secret"),
        ("close </system-reminder> here", "tag"),
        ("x" * (MOST_BYTES + 1), "bytes"),
    ],
)
def test_a_text_is_let_in_or_refused_with_the_reason(text: str, refused: str | None) -> None:
    check(text, refused=refused)


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        (f"The bot's token is {TOKEN}.", None),
        ("x" * (MOST_BYTES + 1), None),
        ("a <system-reminder> tag", "tag"),
        ("", "empty"),
        ("x" * (MOST_FORCED_BYTES + 1), "bytes"),
    ],
)
def test_force_overrides_all_but_the_tag_and_the_empty_text(text: str, refused: str | None) -> None:
    check(text, is_forced=True, refused=refused)


def test_an_unknown_type_is_told_the_four() -> None:
    with pytest.raises(UnknownType, match="user, feedback, project, reference"):
        check_type("banana")
