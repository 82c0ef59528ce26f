"""Imports: another tool's memories of a project found, shown as a plan, and brought in as one change."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path

from noctule.capture.vanished import check_there
from noctule.dataclass import replace
from noctule.dream.lock import DreamLock
from noctule.errors import LockBusy, NotFound, Refused
from noctule.imports.finding import Looked, look_for
from noctule.imports.items import Goal, PlannedItem, run_items
from noctule.imports.mapping import Incoming, incoming, index_lines
from noctule.imports.plan import Planned
from noctule.imports.reading import Read, SourceFile, read_folder
from noctule.imports.run import Order, places_of, preview, run, why_held
from noctule.imports.source import Places, Source
from noctule.imports.sources import SOURCES, source_named
from noctule.memories.index_lines import parse_index
from noctule.memories.names import INDEX_NAME, path_key
from noctule.service.following import Following
from noctule.service.imports.values import ImportAnswer, ImportItem, ImportWanted, answer, nothing_found, unheard
from noctule.service.open_folder import OpenFolder
from noctule.service.profile import NOTES_FILE, USER_FILE, caps_of
from noctule.service.project import OpenProject, Projects
from noctule.service.roots import note_project, project_roots
from noctule.service.uris import path_of, real, uri_of
from noctule.store.changes import Author
from noctule.store.looking import is_folder

_PLAIN = "dir"
_GOALS = {"memory.md": NOTES_FILE, "user.md": USER_FILE}
_MOST_SHOWN = 5
_IN_PLACE = "It is this project's memory folder itself: there is nothing to import."
_PROSE = "Of this index the lines of memories were taken; the text around them is not imported."


class Importing:
    """Raises `WorkspaceError`s, `Disabled`, `Refused`, `NotFound` where a named tool has nothing, `StorageError`s.

    `tell` is called with what is being read; what it raises ends the import before anything is written.
    """

    def __init__(self, projects: Projects, following: Following) -> None:
        self._projects = projects
        self._following = following

    def run(self, wanted: ImportWanted, tell: Callable[[str], None] = unheard) -> ImportAnswer:
        """Imports into one project, and the person's own items into the profile."""
        opened = self._projects.open(wanted.workspace_uri).require_enabled()
        looked = self.look(opened, wanted)
        found = [one for one in looked if one.is_found]
        if not found and (wanted.source is not None or wanted.from_path is not None):
            raise NotFound(nothing_found(looked))
        items = self.bring(opened, found, wanted, tell)
        return answer(items, looked, is_dry_run=wanted.is_preview)

    def places(self, opened: OpenProject, more: Iterable[Path] = ()) -> Places:
        """Where the project is or was, and where tools look for their own."""
        known = (*project_roots(self._projects, opened), *more)
        return Places(tuple(dict.fromkeys(known)), self._projects.places.user_home, self._projects.places.environ)

    def look(self, opened: OpenProject, wanted: ImportWanted, more: Iterable[Path] = ()) -> tuple[Looked, ...]:
        """The folders in question. Raises `Refused` and `NotFound` for a source or folder that cannot be."""
        source = source_named(wanted.source or _PLAIN) if wanted.source or wanted.from_path else None
        if wanted.from_path is not None and source is not None:
            return (Looked(source, self._folder_named(opened, wanted.from_path), True, ""),)
        if source is not None and source.id in ("dir", "basic-memory"):
            raise Refused(f"What {source.id} imports may lie anywhere: name its folder, with --from.")
        looked = look_for(SOURCES.values() if source is None else (source,), self.places(opened, more))
        own = real(opened.folder.path)
        return tuple(
            replace(one, is_found=False, reason=_IN_PLACE) if real(one.folder) == own else one for one in looked
        )

    def bring(
        self, opened: OpenProject, found: Sequence[Looked], wanted: ImportWanted, tell: Callable[[str], None]
    ) -> tuple[ImportItem, ...]:
        """Imports what was found: one change of the project's memory, and one of the profile where items came."""
        reads = [(one.source, read_folder(one.folder, tell)) for one in found]
        memories = [(source, read) for source, read in reads if not source.is_profile]
        profile = [(source, read) for source, read in reads if source.is_profile]
        items = [*self._to_project(opened, memories, wanted), *self._to_profile(opened, profile, wanted)]
        if wanted.only and not items:
            raise NotFound(f"Nothing to import is called {', '.join(wanted.only[:_MOST_SHOWN])}.")
        return tuple(items)

    def _to_project(
        self, opened: OpenProject, reads: Sequence[tuple[Source, Read]], wanted: ImportWanted
    ) -> list[ImportItem]:
        folder = opened.folder
        places = places_of({path: entry.memory for path, entry in folder.catalogue.refresh().items()})
        arriving = [one for source, read in reads for one in _arriving(source, read)]
        arriving = [one for one in arriving if _is_wanted(one, places.get(one.key, one.path), folder, wanted.only)]
        order = Order(arriving, places, wanted.is_forced, self._projects.now(), why_held)
        planned: tuple[Planned, ...] = ()
        if wanted.is_preview:
            planned = preview(folder.memories, order)
        elif arriving:
            check_not_consolidated(folder, self._projects.now())
            note_project(self._projects, opened)
            self._projects.ensure(opened)
            planned = run(folder.memories, order, self._unexplained(folder))
            self._following.gather(folder)
        passed = [] if wanted.only else [one for source, read in reads for one in _passed(source, read)]
        return [*(_item(folder, one) for one in planned), *passed]

    def _to_profile(
        self, opened: OpenProject, reads: Sequence[tuple[Source, Read]], wanted: ImportWanted
    ) -> list[ImportItem]:
        folder, caps = self._projects.profile(opened), caps_of(opened.resolved.settings)
        files = [
            (Goal(goal, caps[goal]), file)
            for _, read in reads
            for file in read.files
            if (goal := _GOALS.get(file.path.lower())) is not None and _is_named(file, goal, wanted.only)
        ]
        if not files:
            return []
        if not wanted.is_preview:
            for store, _ in files:
                check_there(folder.memories, store.file)
        planned = run_items(
            folder.memories,
            files,
            self._projects.now(),
            self._unexplained(folder),
            is_forced=wanted.is_forced,
            is_preview=wanted.is_preview,
        )
        if not wanted.is_preview:
            self._following.gather(folder)
        return [_profile_item(folder, one) for one in planned]

    def _unexplained(self, folder: OpenFolder) -> Callable[[str], Author]:
        """What others did to the folder comes before what is imported."""
        if folder.memories.exists():
            self._following.look(folder)
        author = self._projects.author_of_unexplained(folder)
        return lambda _path: author

    def _folder_named(self, opened: OpenProject, named: str) -> Path:
        """Raises `NotFound`, `PathRefused`, and `Refused` for a folder of our own."""
        home = str(self._projects.places.user_home)
        folder = real(path_of(f"{home}{named[1:]}" if named.startswith("~/") else named))
        if not is_folder(folder):
            raise NotFound(f"There is no folder {folder}, or it may not be looked at.")
        own = real(opened.folder.path)
        if folder.is_relative_to(own) or own.is_relative_to(folder):
            raise Refused(f"{folder} holds this project's own memories, or lies in them: name another folder.")
        return folder


def check_not_consolidated(folder: OpenFolder, now: datetime) -> None:
    """Raises `LockBusy` while another program, Claude Code say, is at work on the whole folder."""
    holder = DreamLock(folder.path, folder.memories.state).foreign_holder(now)
    if holder is not None:
        raise LockBusy(f"{holder} Try again when it is done.")


def _arriving(source: Source, read: Read) -> list[Incoming]:
    """The tool's memories in the order of its index, the others after them by path."""
    lines = index_lines(read.files) if source.has_index else {}
    order = {path: number for number, path in enumerate(lines)}
    memories = [file for file in read.files if not (source.has_index and file.path == INDEX_NAME)]
    memories.sort(key=lambda file: (order.get(path_key(file.path), len(order)), file.path))
    return [incoming(source, file, lines.get(path_key(file.path))) for file in memories]


def _is_wanted(one: Incoming, path: str, folder: OpenFolder, only: Sequence[str]) -> bool:
    names = {path, path.removesuffix(".md"), folder.uri(path), str(folder.path / path), one.file.path, one.name}
    names |= {str(one.file.place), uri_of(one.file.place), one.path, one.path.removesuffix(".md")}
    return not only or bool(names & set(only))


def _is_named(file: SourceFile, goal: str, only: Sequence[str]) -> bool:
    return not only or bool({file.path, goal, str(file.place), uri_of(file.place)} & set(only))


def _passed(source: Source, read: Read) -> Iterable[ImportItem]:
    for one in read.passed:
        yield ImportItem("skipped", None, uri_of(one.place), one.reason)
    for file in read.files:
        if source.has_index and file.path == INDEX_NAME and _has_prose(file.text):
            yield ImportItem("skipped", None, uri_of(file.place), _PROSE)


def _has_prose(text: str) -> bool:
    return any(line.kind in ("text", "table") for line in parse_index(text).lines)


def _item(folder: OpenFolder, one: Planned) -> ImportItem:
    return ImportItem(one.action, folder.uri(one.path), uri_of(one.incoming.file.place), one.reason)


def _profile_item(folder: OpenFolder, one: PlannedItem) -> ImportItem:
    return ImportItem(one.action, folder.uri(one.file), uri_of(one.place), one.reason)
