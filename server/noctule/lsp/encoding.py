"""What a client counts the characters of a line in."""

from collections.abc import Sequence
from typing import Final, Literal, cast

Encoding = Literal["utf-8", "utf-16", "utf-32"]

_KNOWN: Final = ("utf-8", "utf-16", "utf-32")


def chosen_encoding(offered: Sequence[str] | None) -> Encoding:
    """The first that the client offers and that is known; UTF-16 where there is none."""
    return cast(Encoding, next((one for one in offered or () if one in _KNOWN), "utf-16"))
