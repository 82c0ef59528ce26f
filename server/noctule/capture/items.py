"""Adds, replaces and removes items of a profile store, never beyond its cap."""

from collections.abc import Callable
from dataclasses import dataclass

from noctule.capture.door import check_text
from noctule.capture.hand import Hand
from noctule.errors import NotFound, NotText, OverCap
from noctule.memories.profile import add_item, remove_item, replace_item, usage
from noctule.memories.text import Decoded, decode, encode
from noctule.store.folder import MemoryFolder

MOST_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class Store:
    """One store of the profile: its folder, its file, and how many characters it may hold."""

    folder: MemoryFolder
    file: str
    cap_chars: int


@dataclass(frozen=True, slots=True)
class StoreOutcome:
    """`written` or `duplicate`, and the characters the store holds now."""

    verdict: str
    chars: int


def add(store: Store, text: str, hand: Hand, *, is_forced: bool) -> StoreOutcome:
    """Raises `Refused`, `OverCap` (names the usage), `NotText` for a store that is no text, and the folder's errors."""
    check_text(text, is_forced=is_forced)
    return _change(store, lambda before: add_item(before, text), hand)


def replace(store: Store, old: str, text: str, hand: Hand, *, is_forced: bool) -> StoreOutcome:
    """Replaces the item that `old` is, or is found in. Raises as `add`, and `NotFound`, `Ambiguous`."""
    check_text(text, is_forced=is_forced)
    return _change(store, lambda before: replace_item(before, old, text), hand)


def remove(store: Store, old: str, hand: Hand) -> StoreOutcome:
    """Removes the item that `old` is, or is found in. Raises `NotFound`, `Ambiguous`, and the folder's errors."""
    return _change(store, lambda before: remove_item(before, old), hand)


def _change(store: Store, change: Callable[[str], str], hand: Hand) -> StoreOutcome:
    store.folder.ensure()
    with hand.writing(store.folder) as writing:
        try:
            data = writing.read(store.file)
        except NotFound:
            data = b""
        decoded = _decoded(store, data)
        before = decoded.text
        after = change(before)
        if after == before:
            return StoreOutcome("duplicate", usage(before))
        chars = usage(after)
        if chars > store.cap_chars and chars > usage(before):
            raise OverCap(
                f"{store.file} would hold {chars:,} characters, over its cap of {store.cap_chars:,}; "
                f"it holds {usage(before):,}. Merge or remove an item first."
            )
        writing.write(store.file, encode(after, decoded.encoding), f"item of {store.file} changed")
        return StoreOutcome("written", chars)


def _decoded(store: Store, data: bytes) -> Decoded:
    """The store's text and encoding. What is no UTF-8 or far too large is refused, and stays untouched."""
    if len(data) > MOST_BYTES:
        raise NotText(f"{store.file} has {len(data):,} bytes: that is no profile. It is left untouched.")
    decoded = decode(data)
    if decoded.problem is not None:
        raise NotText(f"{store.file} is not UTF-8. It is left untouched until it is saved as UTF-8.")
    return decoded
