"""Rebuilds the ledger of a session that only its client remembers: from its transcript, and from what the client says.

A session that began on another machine, or before its state was lost, is not shown again what it has in its context.
"""

from collections.abc import Iterator
from pathlib import Path

from noctule.recall.inject import CUT_MARK
from noctule.service.project import OpenProject, Projects
from noctule.service.recall.loading import load_memory
from noctule.store.files import UNKNOWN
from noctule.store.ledger import Shown

# More than any memory that is shown.
_WHOLE = 1 << 30


def shown_before(
    projects: Projects, opened: OpenProject, transcript: Path | None, already_shown: tuple[str, ...]
) -> list[Shown]:
    """What a session was shown: first what its transcript holds, then the memories that the client names beside it."""
    rows = list(_in_transcript(projects, opened, transcript)) if transcript is not None else []
    known = {row.path for row in rows}
    limit = opened.resolved.settings.recall.memory_bytes
    for path in dict.fromkeys(projects.relative_or_none(opened, uri) for uri in already_shown):
        loaded = None
        if path is not None and path not in known:
            loaded = load_memory(opened.folder.memories, path, projects.now())
        if loaded is not None:
            block = loaded.block(limit)
            rows.append(Shown(loaded.path, loaded.digest, block.bytes, block.text))
    return rows


def _in_transcript(projects: Projects, opened: OpenProject, transcript: Path) -> Iterator[Shown]:
    from noctule.transcripts.recalled import recalled_in

    for block in recalled_in(transcript):
        path = projects.relative_or_none(opened, block.path)
        if path is not None:
            yield Shown(path, _hash_of(projects, opened, path, block.text), len(block.text.encode()), block.text)


def _hash_of(projects: Projects, opened: OpenProject, path: str, text: str) -> str:
    """The hash of the memory if it still says what was shown; otherwise none, so that its new text may be shown."""
    loaded = load_memory(opened.folder.memories, path, projects.now())
    if loaded is None:
        return UNKNOWN
    now = loaded.block(_WHOLE).text
    is_same = now.startswith(text.removesuffix(CUT_MARK)) if text.endswith(CUT_MARK) else now == text
    return loaded.digest if is_same else UNKNOWN
