"""Tells what changed in the open memory folders: each change in exactly one event, with who made it."""

import threading
from collections.abc import Callable, Iterable, Sequence

from noctule.dataclass import dataclass, replace
from noctule.errors import NoctuleError
from noctule.memories.index_cut import truncate
from noctule.memories.names import INDEX_NAME
from noctule.safety.sanitize import memory_name, one_line
from noctule.service.events import Events, Written, WrittenChange
from noctule.service.open_folder import OpenFolder
from noctule.service.project import Projects
from noctule.store.changes import Author, Change, action_of

# Changes this close together are told in one event.
GATHER_SECONDS = 0.1

_LABELS = {
    "saved": "memory saved: {path}",
    "updated": "memory updated: {path}",
    "indexUpdated": "memory index updated",
    "removed": "memory removed: {path}",
}
_TOLD_SEVERITIES = frozenset({"error", "warning"})

# Calls the function given to it, once, GATHER_SECONDS from now.
Later = Callable[[Callable[[], None]], None]


@dataclass(slots=True)
class _Followed:
    folder: OpenFolder
    workspace_uri: str | None
    seq: int
    log: str | None = None

    def news_of(self, log: str, changes: tuple[Change, ...]) -> tuple[Change, ...]:
        """The changes, where they go on in the same log; of another, which came with its folder, what is there now."""
        is_other, self.log = self.log not in (None, log), log
        if not is_other:
            return changes
        last = {change.path: change for change in changes}
        there = (change for change in last.values() if change.action != "removed")
        return tuple(replace(one, action=action_of(one.path, was_there=False, is_there=True)) for one in there)

    @property
    def is_profile(self) -> bool:
        return self.workspace_uri is None


class Following:
    """Reads each followed folder's change log from where it began. Thread-safe.

    Without `later` (a command that ends at once) events are told as soon as they are found.
    """

    def __init__(self, projects: Projects, events: Events, later: Later | None = None) -> None:
        self._projects = projects
        self._events = events
        self._later = later
        self._lock = threading.Lock()
        self._followed: dict[int, _Followed] = {}
        self._gathered: list[tuple[_Followed, Change]] = []

    def follow(self, folder: OpenFolder, workspace_uri: str | None) -> None:
        """Begins to follow: what is in the log by now is past; what the disk holds beyond it is news.

        `workspace_uri` is null for the profile. Looks at the disk, so that a folder never seen before has its beginning
        from now on. Raises `StorageError`s.
        """
        with self._lock:
            if id(folder) in self._followed:
                return
            folder.memories.finish_move()
            followed = _Followed(folder, workspace_uri, folder.memories.changes.last_seq())
            self._followed[id(folder)] = followed
        self.look(folder)
        followed.log = followed.log or folder.memories.changes.identity()

    def look(self, folder: OpenFolder, author: Author | None = None, path: str | None = None) -> tuple[Change, ...]:
        """Enters what happened on disk, and gathers all that is new, by whomever. Gives what was new.

        A change that no record explains is `author`'s if it is at `path` (or anywhere, where `path` is null), else
        that of the one session whose turn is open, else outside. Raises `StorageError`s.
        """
        fallback = self._projects.author_of_unexplained(folder)

        def author_of(changed: str) -> Author:
            return author if author is not None and path in (None, changed) else fallback

        folder.memories.sweep(author_of, self._projects.now())
        return self.gather(folder)

    def did_write(self, session_id: str, uri: str | None, *, is_error: bool) -> None:
        """An agent's tool wrote the file at `uri`, or anything where that is null: looks now, and attributes it.

        A tool that failed attributes nothing, but may have written all the same. Raises `UnknownSession`.
        """
        sessions = self._projects.state.sessions
        opened = self._projects.open_session(sessions.get(session_id))
        if not opened.is_enabled:
            return
        sessions.touch(session_id, self._projects.now())
        path = None if uri is None else self._projects.relative_or_none(opened, uri)
        is_ours = not is_error and (uri is None or path is not None)
        self.look(opened.folder, Author("agent", session_id) if is_ours else None, path)

    def gather(self, folder: OpenFolder) -> tuple[Change, ...]:
        """Gathers what the log holds beyond what was gathered before, to be told soon."""
        with self._lock:
            followed = self._followed.get(id(folder))
            if followed is None:
                return ()
            entered = tuple(folder.memories.changes.since(followed.seq))
            if not entered:
                return ()
            new = followed.news_of(folder.memories.changes.identity(), entered)
            followed.seq = entered[-1].seq
            folder.note_changed()
            is_first = not self._gathered
            self._gathered += [(followed, change) for change in new]
        if self._later is None:
            self.tell()
        elif is_first:
            self._later(self.tell)
        return new

    def tell(self) -> None:
        """Tells what was gathered: one event a folder, a new one where a file changes a second time."""
        with self._lock:
            gathered, self._gathered = self._gathered, []
        for followed, changes in _groups(gathered):
            self._events.tell(_written(followed, changes))


def _groups(gathered: Sequence[tuple[_Followed, Change]]) -> Iterable[tuple[_Followed, list[Change]]]:
    by_folder: dict[int, tuple[_Followed, list[dict[str, Change]]]] = {}
    for followed, change in gathered:
        groups = by_folder.setdefault(id(followed), (followed, [{}]))[1]
        if change.path in groups[-1]:
            groups.append({})
        groups[-1][change.path] = change
    return [(followed, [*group.values()]) for followed, groups in by_folder.values() for group in groups]


def _written(followed: _Followed, changes: Sequence[Change]) -> Written:
    catalogue = followed.folder.catalogue
    # What is removed has the name it had; what is there, the name it has now, which the look for warnings brings.
    names = {change.path: catalogue.name_of(change.path) for change in changes if change.action == "removed"}
    there = [change.path for change in changes if change.action != "removed"]
    warnings = () if followed.is_profile else _warnings(followed.folder, there)
    names |= {path: catalogue.name_of(path) for path in there}
    told = (_told(followed, change, names[change.path]) for change in changes)
    return Written(followed.workspace_uri, tuple(told), warnings)


def _told(followed: _Followed, change: Change, name: str) -> WrittenChange:
    # The profile has no index: its `MEMORY.md` holds the notes.
    is_index = change.action == "indexUpdated" and not followed.is_profile
    action = "updated" if change.action == "indexUpdated" and not is_index else change.action
    return WrittenChange(
        memory_uri=followed.folder.uri(change.path),
        name=memory_name(name, change.path),
        action=action,
        by=change.author.by,
        session_id=change.author.session,
        label=_LABELS[action].format(path=one_line(change.path)),
    )


def _warnings(folder: OpenFolder, paths: Sequence[str]) -> tuple[str, ...]:
    """What a person should know of the files as they are now: their findings, and an index that is too long."""
    try:
        entries = folder.catalogue.refresh()
        index = truncate(folder.catalogue.index().text or "") if INDEX_NAME in paths else None
    except NoctuleError as error:
        return (str(error),)
    findings = [one for path in paths if path in entries for one in folder.catalogue.findings_of(path)]
    said = [f"{one_line(one.path)}: {one.message}" for one in findings if one.severity in _TOLD_SEVERITIES]
    if index is not None and index.truncated:
        said.append(
            f"{INDEX_NAME} is too long: sessions are shown {index.shown_lines} of its {index.lines} lines. Tidy it."
        )
    return tuple(said)
