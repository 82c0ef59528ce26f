"""Adds what is to be remembered: a memory of its own, or an entry of a topic file, each with its index line."""

import unicodedata
from collections.abc import Mapping, Sequence
from datetime import datetime
from hashlib import sha256

from noctule.capture.door import check_text, check_type
from noctule.capture.hand import Hand
from noctule.capture.page import Page, check_index, description_of, first_line, put_index_line, read_page, write_page
from noctule.dataclass import dataclass
from noctule.errors import AlreadyExists, MemoryProblem, StorageError
from noctule.memories.entries import add_entry, entries
from noctule.memories.memory import compose_memory, parse_memory
from noctule.memories.names import INDEX_NAME, file_name
from noctule.memories.text import encode
from noctule.store.folder import MemoryFolder
from noctule.store.turn import Turn

_TITLE_CHARS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Addition:
    """What to remember. With `topic` it becomes an entry of that topic's file, else a memory of its own."""

    text: str
    title: str | None = None
    topic: str | None = None
    name: str | None = None
    description: str | None = None
    type: str = "feedback"
    is_forced: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a write did: `written` or `duplicate`, to which file, and what the caller should know.

    `collapsed` is the text that was there already: with the write the two became one.
    """

    verdict: str
    path: str
    warnings: tuple[str, ...] = ()
    collapsed: str | None = None


def add(folder: MemoryFolder, addition: Addition, known: Mapping[str, str], hand: Hand) -> Outcome:
    """Adds a memory or an entry.

    `known` maps the digest of each memory's and entry's text (`digests_of`) to its path: what is there already is a
    success that writes nothing. Raises `Refused`, `UnknownType`, `AlreadyExists`, and what the folder raises.
    """
    check_addition(addition)
    same = known.get(digest(addition.text))
    if same is not None:
        return Outcome("duplicate", same)
    folder.ensure()
    with hand.planning(folder) as writing:
        return add_in(writing, names_in(folder), addition, hand.now)


def check_addition(addition: Addition) -> None:
    """Raises `Refused` and `UnknownType`."""
    check_type(addition.type)
    for text in (addition.text, addition.title, addition.name, addition.description, addition.topic):
        if text is not None:
            check_text(text, is_forced=addition.is_forced)


@dataclass(frozen=True, slots=True)
class Names:
    """What lies in a folder: the paths of its memories and index, and the names at its top, memories or not.

    `nests_metadata` is as of `MemoryFolder`.
    """

    memories: tuple[str, ...]
    others: tuple[str, ...]
    nests_metadata: bool = False


def names_in(folder: MemoryFolder) -> Names:
    """Raises `FolderUnreadable`."""
    others = tuple(entry.name for entry in folder.path.iterdir())
    return Names(tuple(stat.path for stat in folder.scan()), others, folder.nests_metadata)


def add_in(writing: Turn, names: Names, addition: Addition, now: datetime) -> Outcome:
    """As `add`, in a turn that was begun, for a text that passed the door and is not known."""
    check_index(writing)
    topic = _topic_page(writing, addition.topic, names.memories) if addition.topic else None
    if topic is not None:
        return _extend_topic(writing, topic, addition, now)
    return _add_file(writing, addition, names, now)


def digests_of(text: str, path: str) -> tuple[str, ...]:
    """The digests under which `add` knows what a memory says: its body, and each of its entries."""
    memory = parse_memory(path, text)
    told = [memory.body, *(entry.text for entry in entries(text))]
    return tuple(digest(one) for one in told if one.strip())


def digest(text: str) -> str:
    """The digest under which a text is known: capitals, spacing and forms of letters aside."""
    return sha256(_folded(text).encode(errors="replace")).hexdigest()


def _topic_page(writing: Turn, topic: str, taken: Sequence[str]) -> Page | None:
    """The file of a topic: the one at the path its name gives, else one whose memory bears the name."""
    wanted = file_name(topic, ())
    for path in sorted(taken, key=lambda path: path != wanted):
        page = None if path == INDEX_NAME else _page_or_none(writing, path)
        if page is not None and (path == wanted or _is_same_name(page.memory.name, topic)):
            return page
    return None


def _page_or_none(writing: Turn, path: str) -> Page | None:
    """The page, or None where it cannot be read: one bad file keeps nobody from writing another."""
    try:
        return read_page(writing, path)
    except (MemoryProblem, StorageError):
        return None


def _extend_topic(writing: Turn, page: Page, addition: Addition, now: datetime) -> Outcome:
    title = addition.title or first_line(addition.text, _TITLE_CHARS)
    if any(_is_same_name(entry.title, title) for entry in entries(page.text)):
        raise AlreadyExists(f"{page.path} has an entry `{title}` already: replace it, or choose another title.")
    reason = f"entry added to {page.path}"
    memory = write_page(writing, page, add_entry(page.text, title, addition.text), reason, now)
    return Outcome("written", page.path, put_index_line(writing, memory, reason))


def _add_file(writing: Turn, addition: Addition, names: Names, now: datetime) -> Outcome:
    name = addition.topic or addition.name or addition.title or first_line(addition.text, _TITLE_CHARS)
    body = addition.text.strip("\r\n") + "\n"
    if addition.topic:
        body = add_entry("", addition.title or first_line(addition.text, _TITLE_CHARS), addition.text)
    description = addition.description or description_of(body)
    path = file_name(name, [*names.memories, *names.others])
    text = compose_memory(name, description, addition.type, body, now, is_nested=names.nests_metadata)
    reason = f"{path} added"
    writing.write(path, encode(text, "utf-8"), reason, expected_hash=None)
    return Outcome("written", path, put_index_line(writing, parse_memory(path, text), reason))


def _is_same_name(one: str, other: str) -> bool:
    return _folded(one) == _folded(other)


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
