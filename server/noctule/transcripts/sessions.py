"""A project's past conversations: the union over all readers that are switched on, each conversation once."""

import os
from collections.abc import Callable, Iterable
from datetime import datetime

from noctule.transcripts.message import Places, SessionRef
from noctule.transcripts.own_turns import OwnTurns, head_of
from noctule.transcripts.readers import READERS

_NS = 1_000_000_000


def sessions_of(
    places: Places,
    sources: Iterable[str],
    *,
    since: datetime | None = None,
    owns: Callable[[str], bool] | None = None,
) -> list[SessionRef]:
    """The sessions of these sources, the one that was written to last first; with `since`, those written to since then.

    `owns` says of a folder inside the roots whether it is the project's, and not another project's that lies within.
    A session whose agent keeps it is read there, and not again from our own turn log.
    """
    found: dict[str, SessionRef] = {}
    for source in sources:
        for ref in READERS[source].sessions(places):
            if owns is None or source == OwnTurns.source or ref.cwd is None or owns(ref.cwd):
                found.setdefault(f"{ref.path}\0{ref.id}", ref)
    kept = _without_copies(list(found.values()))
    if since is not None:
        earliest = since.timestamp() * _NS
        kept = [ref for ref in kept if ref.mtime_ns >= earliest]
    return sorted(kept, key=lambda ref: (-ref.mtime_ns, ref.source, ref.id))


def _without_copies(found: list[SessionRef]) -> list[SessionRef]:
    """Leaves out of our own turn log what an agent keeps as well."""
    native = [ref for ref in found if ref.source != OwnTurns.source]
    ids = {ref.id for ref in native}
    paths = {os.path.realpath(ref.path) for ref in native}
    return [*native, *(ref for ref in found if ref.source == OwnTurns.source and not _is_copy(ref, ids, paths))]


def _is_copy(ref: SessionRef, ids: set[str], paths: set[str]) -> bool:
    if ref.id in ids:
        return True
    head = head_of(ref.path)
    return head is not None and head.transcript is not None and os.path.realpath(head.transcript) in paths
