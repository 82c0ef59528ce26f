"""Adds, replaces and removes items of a profile store, never beyond its cap."""

from collections.abc import Callable
from typing import TypeAlias

from noctule.capture.door import check_text
from noctule.capture.hand import Hand
from noctule.capture.vanished import check_there
from noctule.dataclass import dataclass
from noctule.errors import NotText, OverCap
from noctule.memories.profile import add_item, remove_item, replace_item, usage
from noctule.memories.text import Decoded, decode, encode
from noctule.store.folder import MemoryFolder
from noctule.store.turn import Turn, read_or_none

MOST_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class Store:
    """One store of the profile: its folder, its file, and how many characters it may hold.

    `is_anew`: a person said that a store which was there and is gone is to be begun anew.
    """

    folder: MemoryFolder
    file: str
    cap_chars: int
    is_anew: bool = False


@dataclass(frozen=True, slots=True)
class StoreOutcome:
    """`written` or `duplicate`, and the characters the store holds now."""

    verdict: str
    chars: int


# Makes a store's new text of its old one.
Change: TypeAlias = Callable[[str], str]
# Raises where a store may not become what it would.
Check: TypeAlias = Callable[[Store, str, str], None]


def add(store: Store, text: str, hand: Hand, *, is_forced: bool) -> StoreOutcome:
    """Raises `Refused`, `OverCap` (names the usage), `NotText` for a store that is no text, `StoreVanished`, and the
    folder's errors.
    """
    return _change(store, adding(text, is_forced=is_forced), hand)


def replace(store: Store, old: str, text: str, hand: Hand, *, is_forced: bool) -> StoreOutcome:
    """Replaces the item that `old` is, or is found in. Raises as `add`, and `NotFound`, `Ambiguous`."""
    return _change(store, replacing(old, text, is_forced=is_forced), hand)


def remove(store: Store, old: str, hand: Hand) -> StoreOutcome:
    """Removes the item that `old` is, or is found in. Raises `NotFound`, `Ambiguous`, and the folder's errors."""
    return _change(store, removing(old), hand)


def adding(text: str, *, is_forced: bool) -> Change:
    """Raises `Refused` for a text that does not pass the door."""
    check_text(text, is_forced=is_forced)
    return lambda before: add_item(before, text)


def replacing(old: str, text: str, *, is_forced: bool) -> Change:
    """Raises `Refused` for a text that does not pass the door; the change raises `NotFound`, `Ambiguous`."""
    check_text(text, is_forced=is_forced)
    return lambda before: replace_item(before, old, text)


def removing(old: str) -> Change:
    """The change raises `NotFound`, `Ambiguous`."""
    return lambda before: remove_item(before, old)


def check_cap(store: Store, before: str, after: str) -> None:
    """Raises `OverCap`, with the usage, for a store that grew over its cap; one that shrinks may still be over it."""
    chars = usage(after)
    if chars > store.cap_chars and chars > usage(before):
        raise OverCap(
            f"{store.file} would hold {chars:,} characters, over its cap of {store.cap_chars:,}; "
            f"it holds {usage(before):,}. Merge or remove an item first."
        )


def change_in(writing: Turn, store: Store, change: Change, check: Check = check_cap) -> StoreOutcome:
    """Changes a store in a turn that was begun, if `check` allows what it was and what it would be."""
    decoded = read_store(writing, store)
    after = change(decoded.text)
    if after == decoded.text:
        return StoreOutcome("duplicate", usage(after))
    check(store, decoded.text, after)
    writing.write(store.file, encode(after, decoded.encoding), f"item of {store.file} changed")
    return StoreOutcome("written", usage(after))


def read_store(writing: Turn, store: Store) -> Decoded:
    """The store's text, empty where there is none yet. Raises `NotText`, and what the folder raises."""
    return decoded(store.file, read_or_none(writing.read, store.file) or b"")


def decoded(file: str, data: bytes) -> Decoded:
    """The store's text and encoding. Raises `NotText` for what is no UTF-8 or far too large: it stays untouched."""
    if len(data) > MOST_BYTES:
        raise NotText(f"{file} has {len(data):,} bytes: that is no profile. It is left untouched.")
    found = decode(data)
    if found.problem is not None:
        raise NotText(f"{file} is not UTF-8. It is left untouched until it is saved as UTF-8.")
    return found


def _change(store: Store, change: Change, hand: Hand) -> StoreOutcome:
    if not store.is_anew:
        check_there(store.folder, store.file)
    store.folder.ensure()
    with hand.writing(store.folder) as writing:
        return change_in(writing, store, change)
