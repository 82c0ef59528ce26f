"""Finds what changed in a memory folder that no record explains, and enters it once for everyone.

Content is read only where the disk gives a reason to doubt: another size or time, or a change so recent that its time
could be shared by a later one (`RECENT_NS`). What is expensive is done before the lock is taken, and checked under it.
"""

import contextlib
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from noctule.dataclass import dataclass, replace
from noctule.errors import StorageError
from noctule.store.changes import REASON_FOUND, Author, Change, ChangeLog, Known, action_of
from noctule.store.files import UNKNOWN, FileStat, Listing, hash_of, list_files, stat_file

if TYPE_CHECKING:
    from noctule.store.history.recorder import Recorder

AuthorOf = Callable[[str], Author]

# The coarsest clock of a file system in use (FAT) counts in steps of two seconds.
RECENT_NS = 2_000_000_000


@dataclass(frozen=True, slots=True)
class Folder:
    """What a sweep works on: where the files lie, their log, their history, and how to be the only writer."""

    root: Path
    log: ChangeLog
    recorder: "Recorder"
    lock: Callable[[datetime], AbstractContextManager[None]]


def sweep(folder: Folder, author_of_unexplained: AuthorOf, now: datetime) -> list[Change]:
    """The changes that nobody had entered yet, entered now. A folder never looked at is taken as it is: no changes."""
    listing = list_files(folder.root)
    if not folder.log.is_begun():
        begin(folder, listing, now)
        return []
    known = folder.log.known()
    doubtful = _doubtful(listing, known)
    read = _read_all(folder.root, listing, doubtful, now)
    is_news = any(_is_news(known.get(path), read.get(path)) for path in doubtful)
    if not is_news and not folder.log.announced() and not folder.recorder.is_behind():
        return []
    with folder.lock(now):
        settled = settle_announced(folder, now)
        return settled + _enter_doubtful(folder, doubtful, read, author_of_unexplained, now)


def begin(folder: Folder, listing: Listing, now: datetime) -> None:
    """Takes what lies in the folder as its beginning, unless another process did so meanwhile."""
    read = _read_all(folder.root, listing, sorted(listing.files), now)
    with folder.lock(now):
        begin_locked(folder.log, read)


def begin_locked(log: ChangeLog, read: dict[str, Known]) -> None:
    if not log.is_begun():
        log.begin(read.values())


def settle_announced(folder: Folder, now: datetime) -> list[Change]:
    """Under the lock: enters what a writer that died had done, drops what it had not, and removes its temp files."""
    settled: list[Change] = []
    for announced in folder.log.announced():
        change = announced.change
        if announced.temp:
            with contextlib.suppress(OSError):
                (folder.root / announced.temp).unlink()
        before = folder.log.known_file(change.path)
        is_known = (before.hash if before else None) == change.hash
        if is_known or hash_of(folder.root, change.path) != change.hash:
            folder.log.withdraw(change.path)
            continue
        stat = stat_file(folder.root, change.path)
        known = Known(stat, change.hash, nanoseconds(now)) if stat and change.hash is not None else None
        settled += folder.log.enter([(change, known)])
    return settled


def enter_unexplained(folder: Folder, path: str, author_of: AuthorOf, now: datetime) -> list[Change]:
    """Under the lock: enters what happened to one file behind our back."""
    stat = stat_file(folder.root, path)
    listing = Listing({path: stat} if stat is not None else {})
    return _enter_doubtful(folder, [path], _read_all(folder.root, listing, [path], now), author_of, now)


def nanoseconds(at: datetime) -> int:
    return int(at.timestamp() * 1_000_000_000)


def _doubtful(listing: Listing, known: dict[str, Known]) -> list[str]:
    """Paths whose content may not be the one last read, in the order of the folder."""
    gone = [path for path in known if path not in listing.files and not path.startswith(listing.closed)]
    doubtful = [path for path, stat in listing.files.items() if not _is_settled(stat, known.get(path))]
    return sorted(gone + doubtful)


def _is_settled(stat: FileStat, known: Known | None) -> bool:
    return known is not None and known.stat == stat and not _is_recent(known)


def _is_recent(known: Known) -> bool:
    return known.stat.changed_ns + RECENT_NS >= known.checked_ns


def _read_all(root: Path, listing: Listing, paths: list[str], now: datetime) -> dict[str, Known]:
    checked_ns = nanoseconds(now)
    read: dict[str, Known] = {}
    for path in paths:
        stat = listing.files.get(path)
        if stat is not None and (found := hash_of(root, path)) is not None:
            read[path] = Known(stat, found, checked_ns)
    return read


def _is_news(known: Known | None, read: Known | None) -> bool:
    """Whether the log should be other; that a file just changed is still the same is not worth the lock."""
    if known is None or read is None:
        return known is not read
    return known.stat != read.stat or _is_other_content(known, read) or not _is_recent(read)


def _is_other_content(known: Known, read: Known) -> bool:
    """A file that cannot be read counts as changed where its size or time did; one that can be again is news."""
    if read.hash == UNKNOWN:
        return (known.stat.size, known.stat.mtime_ns) != (read.stat.size, read.stat.mtime_ns)
    return known.hash != read.hash


def _enter_doubtful(
    folder: Folder, doubtful: list[str], read: dict[str, Known], author_of: AuthorOf, now: datetime
) -> list[Change]:
    known = folder.log.known() if len(doubtful) > 1 else _known_one(folder.log, doubtful)
    happened: list[tuple[Change, Known | None]] = []
    unchanged: list[Known] = []
    for path in doubtful:
        before = known.get(path)
        try:
            after = _read_now(folder.root, path, read.get(path), now)
        except StorageError:
            continue  # its folder cannot be looked into: nothing is known, so nothing is said
        if before is not None and after is not None and not _is_other_content(before, after):
            unchanged.append(replace(after, hash=before.hash))
        elif before is not after:
            happened.append((_change_found(path, before, after, author_of, now), after))
    if unchanged:
        folder.log.note_files(unchanged)
    return folder.log.enter(happened) if happened else []


def _known_one(log: ChangeLog, paths: list[str]) -> dict[str, Known]:
    return {path: known for path in paths if (known := log.known_file(path)) is not None}


def _read_now(root: Path, path: str, read: Known | None, now: datetime) -> Known | None:
    stat = stat_file(root, path)
    if stat is None or (read is None and not _is_spelled_so(root, path)):
        return None
    if read is not None and read.stat == stat:
        return read
    found = hash_of(root, path)
    return None if found is None else Known(stat, found, nanoseconds(now))


def _is_spelled_so(root: Path, path: str) -> bool:
    """Whether a path that was not listed is there by now, and not another that a disk without case takes for it."""
    folder, _, name = path.rpartition("/")
    try:
        return any(entry.name == name for entry in (root / folder).iterdir())
    except OSError:
        return False


def _change_found(path: str, before: Known | None, after: Known | None, author_of: AuthorOf, now: datetime) -> Change:
    action = action_of(path, was_there=before is not None, is_there=after is not None)
    content = None if after is None else after.hash
    return Change(0, now, path, action, content, author_of(path), REASON_FOUND)
