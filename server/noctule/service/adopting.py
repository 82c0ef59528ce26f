"""Adoption: a project that was moved is offered its memory, never silently given it, and never loses it."""

from collections.abc import Mapping
from pathlib import Path

from noctule.dataclass import dataclass
from noctule.errors import NotFound, Refused
from noctule.imports import own_folder
from noctule.imports.mapping import Incoming, incoming, index_lines
from noctule.imports.reading import has_memories, read_folder
from noctule.imports.run import Order, run
from noctule.memories.names import INDEX_NAME, path_key
from noctule.service.following import Following
from noctule.service.imports.importing import check_not_consolidated
from noctule.service.imports.values import ImportItem
from noctule.service.project import OpenProject, Projects
from noctule.service.uris import path_of, real, uri_of
from noctule.settings import Settings
from noctule.store.adoption import (
    Left,
    drop_left,
    is_same_repository,
    left_projects,
    move_project_state,
    record_adoption,
)
from noctule.store.folder import MemoryFolder
from noctule.store.holds import Holds, Records
from noctule.store.location import resolve_memory_folder
from noctule.store.moving import is_empty, move_memory, settle_move, was_moved
from noctule.store.project import Project, read_record
from noctule.store.repository import remote_of
from noctule.store.root_commit import root_commit


@dataclass(frozen=True, slots=True)
class Offer:
    """A memory whose project is not there any more: the root it had, and how many memories there are."""

    from_root: str
    memories: int


@dataclass(frozen=True, slots=True)
class AdoptAnswer:
    """`moved`: the memory lies here now, with its history. Else it was brought in, and `items` say how."""

    message: str
    from_root: str
    moved: bool
    items: tuple[ImportItem, ...]


class Adopting:
    """Raises `WorkspaceError`s, `Disabled` and `StorageError`s. Each method looks at disks: for a thread."""

    def __init__(self, projects: Projects, following: Following) -> None:
        self._projects = projects
        self._following = following

    def offers(self, workspace_uri: str | None = None) -> tuple[Offer, ...]:
        """What the project may be offered: memories of the same repository, by its remote and first commit."""
        opened = self._projects.open(workspace_uri).require_enabled()
        left = [one for one in self._left(opened) if self._has_own_memories(opened, one)]
        if not left:
            return ()
        remote, commit = remote_of(opened.project.root), self._commit(opened)
        same = [one for one in left if is_same_repository(one, remote, commit)]
        return tuple(Offer(one.record.root, self._count(opened, one)) for one in same)

    def adopt(self, from_root: str, workspace_uri: str | None = None) -> AdoptAnswer:
        """Moves the memory of the project that was at `from_root` here; where this one has memories, brings it in.

        A person's word is enough, also where nothing tells that the two are one. Raises `NotFound` for a root that is
        not recorded or has no memories, `Refused` for one that is still there, `LockBusy`.
        """
        opened = self._projects.open(workspace_uri).require_enabled()
        left = self._left_named(opened, from_root)
        places, now = self._projects.places, self._projects.now()
        old_path = self._folder_of(opened, left)
        if not has_memories(old_path) and not was_moved(opened.folder.memories.state, old_path):
            raise NotFound(f"There are no memories of {left.record.root} in {old_path}.")
        self._projects.ensure(opened)
        items: tuple[ImportItem, ...] = ()
        is_moved = self._move(opened, left, old_path)
        if not is_moved and real(old_path) != real(opened.folder.path):
            items = self._bring(opened, old_path)
        self._following.gather(opened.folder)
        move_project_state(places.home, left.key, opened.project.key)
        record_adoption(places.home, opened.project, left, now)
        if is_moved:
            drop_left(places.home, left)
            settle_move(opened.folder.memories.state)
        return AdoptAnswer(_message(left, items, is_moved=is_moved), left.record.root, is_moved, items)

    def _move(self, opened: OpenProject, left: Left, old_path: Path) -> bool:
        """Only between folders of our own: any other is somebody's choice of a place."""
        home, folder = self._projects.places.home, opened.folder
        is_own = real(old_path) == real(home.memory_dir(left.key)) and real(folder.path) == real(
            home.memory_dir(opened.project.key)
        )
        is_begun = was_moved(folder.memories.state, old_path)
        if not is_own or not (is_begun or is_empty(folder.memories)):
            return False
        old = MemoryFolder(old_path, home.folder_state(old_path))
        old_key = str(real(old_path))
        is_moved = move_memory(old, folder.memories, self._projects.now())
        if is_moved:
            folder.note_changed()
            self._projects.state.ledger.move_recalls(old_key, folder.key)
        return is_moved

    def _bring(self, opened: OpenProject, old_path: Path) -> tuple[ImportItem, ...]:
        """By an import's rules; what a person or agent wrote is no more held here than it was there."""
        folder, now = opened.folder, self._projects.now()
        check_not_consolidated(folder, now)
        self._following.look(folder)
        author = self._projects.author_of_unexplained(folder)
        records = Holds(self._projects.places.home.folder_state(old_path)).records()
        read = read_folder(old_path, lambda _path: None, own_folder.MOST_BYTES)
        lines = index_lines(read.files)
        arriving = [
            incoming(own_folder.SOURCE, file, lines.get(path_key(file.path)))
            for file in read.files
            if file.path != INDEX_NAME
        ]
        order = Order(arriving, {}, False, now, lambda one: _held_before(one, records))
        planned = run(folder.memories, order, lambda _path: author)
        holds = Holds(folder.memories.state)
        for one in planned:
            if one.action == "created":
                holds.accept(one.path, one.incoming.digest)
        passed = (ImportItem("skipped", None, uri_of(one.place), one.reason) for one in read.passed)
        items = (ImportItem(p.action, folder.uri(p.path), uri_of(p.incoming.file.place), p.reason) for p in planned)
        return (*items, *passed)

    def _has_own_memories(self, opened: OpenProject, left: Left) -> bool:
        """Whether it left memories, and not in the very folder that this project works in."""
        folder = self._folder_of(opened, left)
        return has_memories(folder) and real(folder) != real(opened.folder.path)

    def _left(self, opened: OpenProject) -> tuple[Left, ...]:
        return left_projects(self._projects.places.home, opened.project)

    def _left_named(self, opened: OpenProject, from_root: str) -> Left:
        home = str(self._projects.places.user_home)
        named = path_of(f"{home}{from_root[1:]}" if from_root.startswith("~/") else from_root)
        if named.exists():
            raise Refused(f"{named} is still there, and keeps its memory. To copy some of it: `noctule import --from`.")
        left = self._left(opened)
        found = next((one for one in left if one.root == named), None)
        if found is None:
            known = ", ".join(one.record.root for one in left) or "none"
            raise NotFound(f"No memory of a project at {named} is left. Those left are of: {known}.")
        return found

    def _folder_of(self, opened: OpenProject, left: Left) -> Path:
        """Where the memory of the old root lies, by the settings as they are now."""
        places = self._projects.places
        project = Project(left.root, left.key, left.root.name)
        settings: Settings = opened.resolved.settings
        return resolve_memory_folder(places.home, project, settings.location, None, places.environ, places.user_home)

    def _commit(self, opened: OpenProject) -> str | None:
        record = read_record(self._projects.places.home, opened.project.key)
        known = record.root_commit if record is not None else None
        return known or root_commit(opened.project.root)

    def _count(self, opened: OpenProject, left: Left) -> int:
        path = self._folder_of(opened, left)
        found = MemoryFolder(path, self._projects.places.home.folder_state(path)).scan()
        return sum(file.path != INDEX_NAME for file in found)


def _held_before(one: Incoming, records: Records) -> str | None:
    hold = records.holds.get(one.file.path)
    return hold.reason if hold is not None and hold.hash == one.digest else None


def _message(left: Left, items: tuple[ImportItem, ...], *, is_moved: bool) -> str:
    if is_moved:
        return f"The memory of {left.record.root} lies here now, with its history."
    counts: Mapping[str, int] = {
        action: sum(one.action == action for one in items) for action in dict.fromkeys(one.action for one in items)
    }
    told = ", ".join(f"{number} {action}" for action, number in counts.items()) or "it is this project's folder already"
    return f"The memory of {left.record.root} was brought in: {told}. What was there stays there too."
