"""One memory's file within a writer's turn: read as text, written back in its own encoding, with its index line."""

from datetime import datetime

from noctule.dataclass import dataclass
from noctule.memories.entries import entries, hook_of
from noctule.memories.frontmatter import change, misread_values, read
from noctule.memories.index import add_line, drop_line, set_hook
from noctule.memories.index_cut import is_loaded
from noctule.memories.index_lines import parse_index
from noctule.memories.memory import Memory, parse_memory, write_time
from noctule.memories.names import INDEX_NAME
from noctule.memories.text import Decoded, decode, encode
from noctule.store.files import content_hash
from noctule.store.turn import Turn, read_or_none

_DESCRIPTION_CHARS = 150
_OURS = frozenset({"name", "description"})
_PAST_THE_CAP = "The index is full: the line of {path} lies past what a session is shown. Tidy the index."


@dataclass(frozen=True, slots=True)
class Page:
    """A file as read: its path, its text, and what is needed to write it back unharmed."""

    path: str
    text: str
    encoding: str
    digest: str

    @property
    def memory(self) -> Memory:
        return parse_memory(self.path, self.text)


def read_page(writing: Turn, path: str) -> Page:
    """Raises `NotFound` and what the folder raises."""
    data = writing.read(path)
    decoded: Decoded = decode(data)
    return Page(path, decoded.text, decoded.encoding, content_hash(data))


def write_page(writing: Turn, page: Page, text: str, reason: str, now: datetime) -> Memory:
    """Writes a new text over the page and gives it as a memory.

    Its `modified` is renewed where the head can carry one, and a description that only repeated the old text follows.
    """
    renewed = _with_description(page, _stamped(text, now))
    writing.write(page.path, encode(renewed, page.encoding), reason, expected_hash=page.digest)
    return parse_memory(page.path, renewed)


def description_of(text: str) -> str:
    """What a memory is about, said by itself: its entries' titles, else its first line."""
    body = text[read(text).body_offset :]
    return hook_of(text) or first_line(body, _DESCRIPTION_CHARS)


def first_line(text: str, limit: int) -> str:
    """The first line that says something, without its markdown lead, within `limit` characters, cut at a word."""
    lines = (line.strip().lstrip("#>*-+ ").strip() for line in text.splitlines())
    line = next((line for line in lines if line), "").rstrip(".")
    if len(line) <= limit:
        return line
    head = line[: limit - 1]
    return (head.rsplit(" ", 1)[0] if " " in head[limit // 2 :] else head).rstrip(" ,;:") + "…"


def check_index(writing: Turn) -> None:
    """Raises what would keep the index from being changed, while nothing is written yet: both or neither."""
    _read_index(writing)


def put_index_line(writing: Turn, memory: Memory, reason: str) -> tuple[str, ...]:
    """Gives the memory its one index line, or renews the line it has. Gives warnings for the caller.

    The hook of a topic file sums up its entries; that of any other memory is its description. A hand-written line of a
    memory without entries stays as it is, and the index has none of itself.
    """
    if memory.path == INDEX_NAME:
        return ()
    index, encoding = _read_index(writing)
    hook = hook_of(memory.text) or memory.summary
    if hook == memory.name:
        hook = ""
    has_line = any(line.leads_to(memory.path) for line in parse_index(index).entries)
    if not has_line:
        changed = add_line(index, memory.name, memory.path, hook)
    elif entries(memory.text):
        changed = set_hook(index, memory.path, memory.name, hook)
    else:
        changed = index
    if changed != index:
        writing.write(INDEX_NAME, encode(changed, encoding), reason)
    return () if is_loaded(changed, memory.path) else (_PAST_THE_CAP.format(path=memory.path),)


def drop_index_line(writing: Turn, path: str, reason: str) -> None:
    """Takes the memory's line out of the index, where there is one."""
    index, encoding = _read_index(writing)
    changed = drop_line(index, path)
    if changed != index:
        writing.write(INDEX_NAME, encode(changed, encoding), reason)


def _read_index(writing: Turn) -> tuple[str, str]:
    decoded = decode(read_or_none(writing.read, INDEX_NAME) or b"")
    return decoded.text, decoded.encoding


def _with_description(page: Page, text: str) -> str:
    old = page.memory.description
    if not old or old != description_of(page.text):
        return text
    return change(text, {"description": description_of(text)})


def _stamped(text: str, now: datetime) -> str:
    front = read(text)
    if not front.present:
        return text
    is_nested = "modified" in front.metadata or ("type" in front.metadata and "modified" not in front.values)
    key = "metadata.modified" if is_nested else "modified"
    # What only we read as it was meant is written so that every YAML reader does, while the head is changed anyway.
    misread = {name: value for name, value in misread_values(text).items() if name in _OURS}
    return change(text, {**misread, key: write_time(now)})
