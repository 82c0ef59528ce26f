"""Search over a project's past conversations: its database is kept in step with the transcripts, and asked."""

import threading
import time
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path

from noctule.dataclass import dataclass, replace
from noctule.errors import LockBusy, Refused, StateDamaged
from noctule.safety.sanitize import one_line
from noctule.service.project import OpenProject, Projects
from noctule.service.transcripts import Transcripts
from noctule.service.values import SearchHit
from noctule.settings.declaration import TRANSCRIPT_SOURCES
from noctule.transcripts.message import SessionRef
from noctule.transcripts.readers import READERS
from noctule.transcripts.search.excerpt import Excerpt, excerpts
from noctule.transcripts.search.feed import Fed, feed, unread_bytes
from noctule.transcripts.search.pace import Cancelled, Pace
from noctule.transcripts.search.query import Asked, find_messages
from noctule.transcripts.search.store import FILE_NAME, SearchStore

# Of so many messages the best are chosen, since several of them may stand in one excerpt.
_LOOKED_AT = 6
_TITLE_CHARS = 60
_LOCK_SECONDS = 10.0
_AGAIN_SECONDS = 5.0
_NOTHING = Fed()


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to look for in past conversations: of one agent (`source`), of one session: its id, `source:id`, or the
    beginning of one that no other has.
    """

    query: str
    limit: int = 5
    source: str | None = None
    session: str | None = None
    since: datetime | None = None


class Conversations:
    """Thread-safe. Raises `StorageError`s; nothing is made on disk for a project without past conversations."""

    def __init__(self, projects: Projects, transcripts: Transcripts) -> None:
        self._projects = projects
        self._transcripts = transcripts
        self._lock = threading.Lock()
        self._stores: dict[Path, SearchStore] = {}

    def sessions(self, opened: OpenProject) -> list[SessionRef]:
        """The sessions that are on disk now."""
        return self._transcripts.found(opened)

    def unread(self, opened: OpenProject, refs: Sequence[SessionRef]) -> int:
        """How many bytes a feed would read."""
        return unread_bytes(self._store(opened), refs)

    def feed(
        self,
        opened: OpenProject,
        pace: Pace,
        refs: Sequence[SessionRef] | None = None,
        *,
        wait_seconds: float = _LOCK_SECONDS,
    ) -> Fed:
        """Brings the database in step with these sessions, or with all that are on disk; others are dropped then.

        Raises `LockBusy` where another program feeds it for longer than `wait_seconds`, and `Cancelled`.
        """
        store = self._store(opened)
        is_all = refs is None
        refs = self.sessions(opened) if refs is None else refs
        if not refs and not store.path.exists():
            return _NOTHING
        return feed(store, tuple(READERS.values()), refs, pace, is_all=is_all, wait_seconds=wait_seconds)

    def catch_up(self, opened: OpenProject, seconds: float) -> bool:
        """Feeds for at most so long; says whether the database is complete."""
        deadline = time.monotonic() + seconds
        try:
            self.feed(opened, Pace(is_cancelled=lambda: time.monotonic() > deadline), wait_seconds=seconds)
        except (Cancelled, LockBusy):
            return False
        return True

    def search(self, opened: OpenProject, wanted: Wanted) -> list[SearchHit]:
        """At most `wanted.limit` places in conversations, best first; their text is safe to show to an agent.

        Raises `Refused` for a source that there is not, `NotFound` and `Ambiguous` for such a session.
        """
        asked = _asked(wanted)
        if asked.session is not None:
            only = self._transcripts.named(opened, asked.session, asked.source)
            asked = replace(asked, source=only.source, session=only.id)
        try:
            return self._found(opened, asked, wanted.limit)
        except StateDamaged:
            # It was thrown away: what can be read again in a moment is searched.
            self.catch_up(opened, _AGAIN_SECONDS)
            return self._found(opened, asked, wanted.limit)

    def _found(self, opened: OpenProject, asked: Asked, limit: int) -> list[SearchHit]:
        with self._store(opened).reading() as connection:
            matches = find_messages(connection, asked)
            return [_hit(one) for one in excerpts(connection, matches, limit)]

    def close(self) -> None:
        with self._lock:
            for store in self._stores.values():
                store.close()

    def _store(self, opened: OpenProject) -> SearchStore:
        path = self._projects.places.home.project_state(opened.project.key) / FILE_NAME
        with self._lock:
            if path not in self._stores:
                self._stores[path] = SearchStore(path)
            return self._stores[path]


def _asked(wanted: Wanted) -> Asked:
    source, session = wanted.source, wanted.session
    if session is not None:
        named, separator, rest = session.partition(":")
        if separator and named in TRANSCRIPT_SOURCES:
            if source not in (None, named):
                raise Refused(f"That conversation is not one of {one_line(source or '')}.")
            source, session = named, rest
    if source is not None and source not in TRANSCRIPT_SOURCES:
        raise Refused(f"`{one_line(source)}` is no source: name one of {', '.join(TRANSCRIPT_SOURCES)}.")
    return Asked(wanted.query, _LOOKED_AT * wanted.limit, source, session, wanted.since)


def _hit(one: Excerpt) -> SearchHit:
    kind = "" if one.kind == "main" else f" ({one.kind})"
    topic = one_line(one.title, _TITLE_CHARS)
    title = f"{one.source}{kind}: {topic}" if topic else f"{one.source}{kind}"
    ref = f"{one.source}:{one_line(one.session)}"
    return SearchHit(None, ref, title, one.text, one.is_cut, round(one.score, 4), one.at)


def in_turns(memories: Iterable[SearchHit], talk: Iterable[SearchHit], limit: int) -> list[SearchHit]:
    """Both lists as one, a hit of each in turn: scores of a folder and of conversations do not compare."""
    left, right = list(memories), list(talk)
    mixed = [hit for pair in zip(left, right, strict=False) for hit in pair]
    shorter = min(len(left), len(right))
    return [*mixed, *left[shorter:], *right[shorter:]][:limit]
