"""The index after a dream: its lines follow the memories that are applied; what others wrote stays. Pure."""

from collections.abc import Collection

from noctule.memories.index import add_line, drop_line, set_hook
from noctule.memories.index_lines import Index, IndexLine, parse_index
from noctule.memories.names import path_key
from noctule.memories.text import decode, encode
from noctule.store.held_dreams import ChangeSet, FileChange
from noctule.store.history.merge import merge


def index_after(
    changes: ChangeSet, live: bytes | None, applied: Collection[str], *, is_all: bool = False
) -> bytes | None:
    """The index as it is to be, from the `live` one (None: there is none), where the memories `applied` are.

    Where all are applied it is the three-way merge of what the dream was shown, what it left, and the live one; where
    only some are, or both touched the same lines, the lines of the applied memories alone follow; with `is_all`, where
    all were asked for, also those that lead to none that the dream changed. None: no index.
    """
    index = changes.index
    if index is None:
        return live
    if all(one.path in applied for one in changes.memories):
        if live == index.before:
            return index.after
        merged = merge(index.before or b"", index.after or b"", live or b"")
        if merged is not None:
            return merged
    return _by_lines(index, changes, live, applied, is_all=is_all)


def _by_lines(
    index: FileChange, changes: ChangeSet, live: bytes | None, applied: Collection[str], *, is_all: bool
) -> bytes | None:
    wanted = parse_index(decode(index.after or b"").text)
    decoded = decode(live or b"")
    text = _with_other_lines(decoded.text, index, wanted, changes) if is_all else decoded.text
    for one in changes.memories:
        if one.path not in applied:
            continue
        line = next((line for line in wanted.entries if line.leads_to(one.path)), None)
        text = drop_line(text, one.path) if one.after is None else _with_line(text, one.path, line)
    if live is None and not text:
        return None
    return live if text == decoded.text and live is not None else encode(text, decoded.encoding)


def _with_other_lines(text: str, index: FileChange, wanted: Index, changes: ChangeSet) -> str:
    """The text where those lines follow that lead to no memory of the change set, or to nothing."""
    about = {path_key(one.path) for one in changes.memories}
    before, after = _lines_by_target(parse_index(decode(index.before or b"").text)), _lines_by_target(wanted)
    for key in sorted((before.keys() | after.keys()) - about):
        was, now = before.get(key), after.get(key)
        if now is None and was is not None and was.target is not None:
            text = drop_line(text, was.target)
        elif now is not None and now.target is not None and (was is None or was.raw != now.raw):
            text = _with_line(text, now.target, now)
    return text


def _lines_by_target(index: Index) -> dict[str, IndexLine]:
    return {path_key(line.target): line for line in reversed(index.entries) if line.target is not None}


def _with_line(text: str, path: str, line: IndexLine | None) -> str:
    if line is None:
        return text
    if not line.hook:
        return add_line(text, line.title, path, "")
    return set_hook(text, path, line.title, line.hook)
