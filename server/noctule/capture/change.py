"""Replaces and removes: a text that stands once, an entry, or a whole memory, with what follows for the index."""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType

from noctule.capture.door import check_text
from noctule.capture.hand import Hand
from noctule.capture.page import Page, check_index, drop_index_line, put_index_line, read_page, write_page
from noctule.capture.write import Outcome, digest, digests_of
from noctule.dataclass import dataclass
from noctule.errors import Ambiguous, Changed, MemoryProblem, NotFound, Refused, StorageError
from noctule.memories.entries import entries, find_entry, remove_entry, replace_entry
from noctule.memories.frontmatter import read
from noctule.memories.memory import parse_memory, replace_body
from noctule.memories.names import INDEX_NAME
from noctule.memories.nearest import nearest, numbered
from noctule.memories.text import encode, newline_of, with_newline
from noctule.store.folder import MemoryFolder
from noctule.store.turn import Turn

_SHOWN_LINES = 5
# What a head says of a memory without saying anything of its subject.
_PLAIN_KEYS = frozenset({"name", "description", "type", "modified", "node_type", "originSessionId"})
NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Replacement:
    """A new text in a memory: for `old`, which stands in it once, for the body of `entry`, or for the whole body.

    `old` is looked for in the body, and in the head only where the body does not hold it.
    """

    text: str
    old: str | None = None
    entry: str | None = None
    is_forced: bool = False


def replace(
    folder: MemoryFolder, path: str, replacement: Replacement, hand: Hand, known: Mapping[str, str] = NOTHING
) -> Outcome:
    """Replaces a text, and collapses what then says the very same as another memory or entry: the other one stays.

    `known` is as of `add`. Raises `Refused`, `NotFound`, `Ambiguous` (both name the lines or entries there are), and
    the folder's errors.
    """
    check_text(replacement.text, is_forced=replacement.is_forced)
    with hand.planning(folder) as writing:
        return replace_in(writing, path, replacement, known, hand.now)


def replace_in(writing: Turn, path: str, replacement: Replacement, known: Mapping[str, str], now: datetime) -> Outcome:
    """As `replace`, in a turn that was begun, for a text that passed the door."""
    check_index(writing)
    page = read_page(writing, path)
    text = _replaced(page, replacement)
    if text == page.text:
        return Outcome("duplicate", page.path)
    said = parse_memory(path, text).body if replacement.entry is None else find_entry(text, replacement.entry).text
    twin = _twin(writing, page, said, known) or _twin_within(page, text, replacement.entry, said)
    if twin is not None:
        return _collapsed(writing, page, replacement.entry, twin, said, now)
    reason = f"{page.path} replaced" if replacement.entry is None else f"entry of {page.path} replaced"
    memory = write_page(writing, page, text, reason, now)
    return Outcome("written", page.path, put_index_line(writing, memory, reason))


def remove(folder: MemoryFolder, path: str, entry: str | None, hand: Hand) -> Outcome:
    """Removes one entry, or the memory and its index line; with the last entry the memory goes too.

    Raises `NotFound`, `Ambiguous` (both name the entries there are), `Refused` for the index, and the folder's errors.
    """
    with hand.planning(folder) as writing:
        return remove_in(writing, path, entry, hand.now)


def remove_in(writing: Turn, path: str, entry: str | None, now: datetime) -> Outcome:
    """As `remove`, in a turn that was begun."""
    if path == INDEX_NAME:
        raise Refused(f"{INDEX_NAME} is the index, which follows the memories: remove a memory, and its line goes too.")
    check_index(writing)
    page = read_page(writing, path)
    rest = None if entry is None else remove_entry(page.text, entry)
    if rest is not None and _says_something(rest):
        reason = f"entry of {path} removed"
        memory = write_page(writing, page, rest, reason, now)
        return Outcome("written", path, put_index_line(writing, memory, reason))
    reason = f"{path} removed"
    writing.remove(path, reason, expected_hash=page.digest)
    drop_index_line(writing, path, reason)
    return Outcome("written", path)


def put(folder: MemoryFolder, path: str, before: str, after: str, hand: Hand) -> Outcome:
    """Puts a whole text, as a person edited it, over the one that was read. Raises `Changed` where that is another."""
    with hand.writing(folder) as writing:
        page = read_page(writing, path)
        if page.text != before:
            raise Changed(f"{path} was changed by somebody else meanwhile.")
        writing.write(path, encode(after, page.encoding), f"{path} edited", expected_hash=page.digest)
    return Outcome("written", path)


def _twin(writing: Turn, page: Page, said: str, known: Mapping[str, str]) -> str | None:
    """The path of another memory that says the very same, if it still does."""
    other = known.get(digest(said))
    if other is None or page.path in (other, INDEX_NAME):
        return None
    try:
        twin = read_page(writing, other)
        return other if digest(said) in digests_of(twin.text, other) and _has_plain_head(page, twin) else None
    except (MemoryProblem, StorageError):
        return None


def _has_plain_head(page: Page, twin: Page) -> bool:
    """Whether nothing but the text would go with the memory: its head says no more than its twin's does."""
    front = page.memory.front
    keys = {*front.values, *front.metadata, *front.nested}
    return page.memory.type == twin.memory.type and keys <= _PLAIN_KEYS


def _twin_within(page: Page, text: str, entry: str | None, said: str) -> str | None:
    """The page itself, where another of its entries says the very same."""
    if entry is None or sum(digest(one.text) == digest(said) for one in entries(text)) < 2:
        return None
    return page.path


def _collapsed(writing: Turn, page: Page, entry: str | None, twin: str, said: str, now: datetime) -> Outcome:
    outcome = remove_in(writing, page.path, entry, now)
    what = page.path if entry is None else f"The entry `{entry}` of {page.path}"
    said_so = (
        f"{what} would say the very same as {twin if twin != page.path else 'another entry of it'}: it was removed."
    )
    return Outcome("written", twin, (*outcome.warnings, said_so), said)


def _replaced(page: Page, replacement: Replacement) -> str:
    if replacement.entry is not None:
        return replace_entry(page.text, replacement.entry, replacement.text)
    if replacement.old is not None:
        return _with_old_replaced(page, replacement.old, replacement.text)
    return replace_body(page.text, replacement.text)


def _with_old_replaced(page: Page, old: str, text: str) -> str:
    if not old:
        raise NotFound("The text to replace is empty.")
    old, text = (with_newline(one, newline_of(page.text)) for one in (old, text))
    places = _places(page.text, old, read(page.text).body_offset) or _places(page.text, old)
    if len(places) == 1:
        return page.text[: places[0]] + text + page.text[places[0] + len(old) :]
    if not places:
        raise NotFound(f"{page.path} does not hold the text to replace.{_near_lines(page.text, old)} Read it again.")
    lines = ", ".join(str(page.text.count("\n", 0, at) + 1) for at in places[:_SHOWN_LINES])
    raise Ambiguous(
        f"{page.path} holds the text to replace {len(places)} times (lines {lines}). Name more of what is around it."
    )


def _near_lines(text: str, old: str) -> str:
    lines = nearest(text.split("\n"), next(line for line in old.split("\n") if line.strip()) if old.strip() else "")
    return f" What comes nearest is in line {numbered(lines)}." if lines else ""


def _places(text: str, old: str, start: int = 0) -> list[int]:
    places: list[int] = []
    at = text.find(old, start)
    while at >= 0:
        places.append(at)
        at = text.find(old, at + len(old))
    return places


def _says_something(text: str) -> bool:
    """Whether a memory from which an entry was taken still holds an entry, or any other text than headings."""
    body = text[read(text).body_offset :]
    return bool(entries(text)) or any(line.strip() and not line.startswith("#") for line in body.splitlines())
