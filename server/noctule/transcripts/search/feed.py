"""Brings the search database in step with the transcripts: what is new is taken in, what is gone is dropped.

A conversation that its agent has deleted is not found any more: search knows what is on disk, and a database that was
lost and fed anew knows the same.
"""

from collections.abc import Iterable, Sequence

from noctule.dataclass import dataclass
from noctule.errors import StateDamaged
from noctule.store.lock import exclusive
from noctule.transcripts.message import Reader, SessionRef
from noctule.transcripts.search.intake import Intake, Moved
from noctule.transcripts.search.pace import Pace
from noctule.transcripts.search.rows import Known, SessionKey, count_terms, drop_session, key_of, known_sessions
from noctule.transcripts.search.store import SearchStore

# Side questions are no part of the project's talk; a dream does not read them either.
_LEFT_OUT = "side"
# A database that was lost while it was fed is begun again, but not for ever.
_ATTEMPTS = 3
_LOCK_NAME = "search.lock"


@dataclass(frozen=True, slots=True)
class Fed:
    """What a feed did: sessions taken in or grown, sessions dropped, new characters of talk."""

    changed: int = 0
    dropped: int = 0
    talk: int = 0


def feed(
    store: SearchStore,
    readers: Sequence[Reader],
    refs: Iterable[SessionRef],
    pace: Pace,
    *,
    is_all: bool,
    wait_seconds: float,
) -> Fed:
    """Takes in what changed of `refs`, the newest first; with `is_all` these are all, and others are dropped.

    One program feeds at a time. Raises `LockBusy` where another does for longer than `wait_seconds`, `Cancelled`,
    `StorageError`s; what was taken in by then stays.
    """
    wanted = {key_of(ref): ref for ref in refs if ref.kind != _LEFT_OUT}
    with exclusive(store.path.with_name(_LOCK_NAME), wait_seconds):
        for attempt in range(_ATTEMPTS):
            try:
                return _feed(store, {reader.source: reader for reader in readers}, wanted, pace, is_all=is_all)
            except (Moved, StateDamaged):
                if attempt == _ATTEMPTS - 1:
                    raise
    raise AssertionError("unreachable")


def unread_bytes(store: SearchStore, refs: Iterable[SessionRef]) -> int:
    """How much of these sessions' files a feed would read."""
    with store.reading() as connection:
        known = known_sessions(connection)
    changed = (ref for ref in refs if ref.kind != _LEFT_OUT and _is_changed(ref, known.get(key_of(ref))))
    return sum(_unread(ref, known.get(key_of(ref))) for ref in changed)


def _feed(
    store: SearchStore, readers: dict[str, Reader], wanted: dict[SessionKey, SessionRef], pace: Pace, *, is_all: bool
) -> Fed:
    dropped = _drop_gone(store, wanted) if is_all else 0
    with store.reading() as connection:
        known = known_sessions(connection)
    changed = [ref for ref in wanted.values() if _is_changed(ref, known.get(key_of(ref)))]
    changed.sort(key=lambda ref: (-ref.mtime_ns, str(ref.path), ref.id))
    pace.begin(sum(_unread(ref, known.get(key_of(ref))) for ref in changed))
    talk = 0
    for ref in changed:
        before = known.get(key_of(ref))
        pace.begin_session(before.read_to if before else 0)
        intake = Intake(store, readers[ref.source], ref, before, pace)
        intake.run()
        talk += intake.talk
        pace.end_session(_unread(ref, before))
    _finish(store, wanted)
    return Fed(len(changed), dropped, talk)


def _finish(store: SearchStore, wanted: dict[SessionKey, SessionRef]) -> None:
    """Raises `Moved` where the database was lost on the way."""
    with store.changing() as connection:
        count_terms(connection)
        if not wanted.keys() <= known_sessions(connection).keys():
            raise Moved


def _drop_gone(store: SearchStore, wanted: dict[SessionKey, SessionRef]) -> int:
    with store.reading() as connection:
        gone = [(key, one.number) for key, one in known_sessions(connection).items() if key not in wanted]
    for (source, _, _), number in gone:
        with store.changing() as connection:
            drop_session(connection, source, number)
    return len(gone)


def _is_changed(ref: SessionRef, known: Known | None) -> bool:
    return known is None or (known.mtime_ns, known.size) != (ref.mtime_ns, ref.size)


def _unread(ref: SessionRef, known: Known | None) -> int:
    return max(0, ref.size - (known.read_to if known else 0))
