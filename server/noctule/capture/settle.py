"""Puts a text in the place of what a held proposal concerns, if that is still as it was reviewed."""

from noctule.capture import items
from noctule.capture.door import check_text
from noctule.capture.hand import Hand
from noctule.capture.items import Store, StoreOutcome
from noctule.capture.page import check_index, put_index_line, read_page, write_page
from noctule.capture.write import Outcome
from noctule.dataclass import replace
from noctule.errors import Changed, NotFound
from noctule.memories.entries import replace_entry
from noctule.memories.memory import replace_body
from noctule.memories.profile import items as items_of
from noctule.memories.text import decode
from noctule.store.folder import MemoryFolder
from noctule.store.proposals import Concern

_CHANGED = "{path} was changed meanwhile; nothing was written."


def put_over(folder: MemoryFolder, concern: Concern, text: str, hand: Hand) -> Outcome:
    """Writes `text` over the entry or the body of the memory. Raises `Changed`, `Refused`, and the folder's errors."""
    check_text(text, is_forced=False)
    with hand.planning(folder) as writing:
        check_index(writing)
        try:
            page = read_page(writing, concern.path)
        except NotFound:
            raise Changed(_CHANGED.format(path=concern.path)) from None
        if page.digest != concern.digest:
            raise Changed(_CHANGED.format(path=concern.path))
        reason = f"{concern.path} changed by an accepted proposal"
        after = replace_body(page.text, text) if concern.part is None else replace_entry(page.text, concern.part, text)
        memory = write_page(writing, page, after, reason, hand.now)
        return Outcome("written", concern.path, put_index_line(writing, memory, reason))


def put_over_item(store: Store, concern: Concern, text: str, hand: Hand) -> StoreOutcome:
    """Writes `text` over the very item. Raises `Changed`, `Refused`, `OverCap`, and the folder's errors."""
    item = concern.part or ""

    def check() -> None:
        hand.check()
        if item not in items_of(decode(store.folder.read(store.file)).text):
            raise Changed(_CHANGED.format(path=store.file))

    return items.replace(store, item, text, replace(hand, check=check), is_forced=False)
