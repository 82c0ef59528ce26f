"""Forgets a memory, or a text, in a memory folder and what belongs to it: files, history, change log, held things."""

import re
from collections.abc import Callable, Iterator
from datetime import datetime

from noctule.memories.index import drop_line, format_line
from noctule.memories.index_lines import parse_index
from noctule.memories.memory import parse_memory
from noctule.memories.names import INDEX_NAME, same_path
from noctule.memories.text import decode, encode
from noctule.store.changes import Author
from noctule.store.folder import MemoryFolder
from noctule.store.held_dreams import HeldDreams
from noctule.store.history.rewriting import Scrub
from noctule.store.needles import Needles, needles
from noctule.store.scrubbing import remove_set_aside, scrub_database, scrub_files

REASON_FORGOTTEN = "forgotten"

# A shorter line of a memory says nothing that only it says.
_SHORTEST_LINE = 20


def forget_file(folder: MemoryFolder, path: str, author: Author, now: datetime) -> Needles | None:
    """Forgets the memory at `path`, with its index lines; None where there is and was none.

    Gives what it said, to be taken out of what does not belong to the folder alone. Raises what the folder raises.
    """
    versions = list(_versions(folder, path))
    if not versions:
        return None
    found = needles(_texts_of(folder, path, versions))
    named = re.compile(rf"(?<![\w./-]){re.escape(path)}(?![\w-])")

    def content(place: str, data: bytes) -> bytes | None:
        if same_path(place, path):
            return None
        return _without_line(data, path) if place == INDEX_NAME else data

    _forget(folder, content, lambda reason: named.sub("a forgotten memory", reason), author, now)
    folder.changes.forget(path, REASON_FORGOTTEN)
    _scrub_state(folder, found)
    return found


def forget_text(folder: MemoryFolder, found: Needles, author: Author, now: datetime) -> bool:
    """Takes the texts out of every file and all history; gives whether there were any. Raises as `forget_file`."""
    was_found = _forget(folder, lambda _, data: found.out_of(data), found.out_of_text, author, now)
    return _scrub_state(folder, found) or was_found


def _forget(
    folder: MemoryFolder,
    content: Callable[[str, bytes], bytes | None],
    reason: Callable[[str], str],
    author: Author,
    now: datetime,
) -> bool:
    with folder.writing(author, now) as writing:
        for stat in folder.scan():
            data = writing.read(stat.path)
            left = content(stat.path, data)
            if left is None:
                writing.remove(stat.path, REASON_FORGOTTEN)
            elif left != data:
                writing.write(stat.path, left, REASON_FORGOTTEN, keep_mtime=True)
        is_changed = bool(writing.changes)
    is_rewritten = folder.rewrite_history(Scrub(content, reason, REASON_FORGOTTEN), now)
    return is_changed or is_rewritten


def _scrub_state(folder: MemoryFolder, found: Needles) -> bool:
    remove_set_aside(folder.state)
    scrub_database(folder.changes.path, found)
    # A held dream goes whole: with a hole in what it would write it must not be applied.
    dropped = HeldDreams(folder.state).forget(found.are_in)
    return scrub_files(folder.state, found) + dropped > 0


def _without_line(data: bytes, path: str) -> bytes:
    decoded = decode(data)
    left = drop_line(decoded.text, path)
    return data if left == decoded.text else encode(left, decoded.encoding)


def _texts_of(folder: MemoryFolder, path: str, versions: list[bytes]) -> set[str]:
    """What the memory said in any of its versions, line by line, and how the index told of it."""
    texts = {str(folder.path / path)}
    for data in versions:
        memory = parse_memory(path, decode(data).text)
        texts.add(format_line(memory.name, path, memory.summary))
        texts |= {text for text in (memory.description, *_lines(data)) if len(text) >= _SHORTEST_LINE}
    for data in _versions(folder, INDEX_NAME):
        texts |= {line.raw.strip() for line in parse_index(decode(data).text).entries if line.leads_to(path)}
    others = (stat.path for stat in folder.scan() if stat.path != INDEX_NAME and not same_path(stat.path, path))
    for other in others:
        texts -= _lines(folder.read(other))
    return texts


def _lines(data: bytes) -> set[str]:
    return {line.strip() for line in decode(data).text.splitlines()}


def _versions(folder: MemoryFolder, path: str) -> Iterator[bytes]:
    seen = {stat.path: folder.read(stat.path) for stat in folder.scan() if same_path(stat.path, path)}
    yield from seen.values()
    for change in folder.history.changes(path):
        for told in change.told.files:
            data = folder.history.after(change, told.path) if same_path(told.path, path) else None
            if data is not None:
                yield data
