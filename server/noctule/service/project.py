"""A project at work: its settings, its memory folder and what is kept of them, opened once and found again."""

import threading
import time
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from noctule.dataclass import dataclass
from noctule.errors import Disabled, PathRefused
from noctule.service.configuration import Configuration, settings_folder
from noctule.service.open_folder import OpenFolder
from noctule.service.uris import real
from noctule.service.workspace import Root, Workspaces
from noctule.settings import Resolved
from noctule.store.changes import OUTSIDE, Author
from noctule.store.folder import MemoryFolder
from noctule.store.home import Home
from noctule.store.location import CLAUDE_CODE, expand, resolve_memory_folder
from noctule.store.project import Project, Scope, find_project, project_record
from noctule.store.sessions import Session
from noctule.store.state import State

if TYPE_CHECKING:
    from noctule.service.withholding import Withholding

# A turn that nobody closed is over when its session was not seen for this long: its client died.
_TURN_LASTS = timedelta(hours=1)

# A repository that is made, moved or linked meanwhile is noticed after this long.
_FOUND_LASTS_SECONDS = 2.0

_RANK_CACHE = "rank.cache"


@dataclass(frozen=True, slots=True)
class Places:
    """Where the server lives: its home, the person's home, and the environment it was started in."""

    home: Home
    user_home: Path
    environ: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class OpenProject:
    """A project as one call sees it: settings resolved now, folder open."""

    root: Root
    project: Project
    resolved: Resolved
    folder: OpenFolder

    @property
    def workspace_uri(self) -> str:
        return self.root.uri

    @property
    def is_enabled(self) -> bool:
        return self.resolved.settings.enabled

    def require_enabled(self) -> "OpenProject":
        """Raises `Disabled`, which says who switched it off."""
        if not self.is_enabled:
            raise Disabled(
                f"Memory is off for {self.project.name}: {_who_switched_off(self.resolved.origin('enabled'))}."
            )
        return self


def _who_switched_off(layer: str) -> str:
    """The layer that decided, and what a person does about it."""
    if layer == "environment":
        return "NOCTULE_DISABLE is set in the environment"
    where = "it was disabled" if layer == "state" else f"the {layer} settings say so"
    return f"{where}; `noctule enable` switches it on"


class Projects:
    """Opens projects. Thread-safe; opening one makes nothing on disk."""

    def __init__(
        self,
        places: Places,
        workspaces: Workspaces,
        state: State,
        configuration: Configuration,
        now: Callable[[], datetime],
    ) -> None:
        self.places = places
        self.workspaces = workspaces
        self.state = state
        self.configuration = configuration
        self.now = now
        self._lock = threading.Lock()
        self._folders: dict[Path, OpenFolder] = {}
        self._found: dict[tuple[Path, str], tuple[float, Project]] = {}

    def open(self, workspace_uri: str | None) -> OpenProject:
        """The project a call is about. Raises `WorkspaceError`s, and `SettingsError` for a folder that cannot be."""
        return self.open_root(self.workspaces.which(workspace_uri))

    def open_root(self, root: Root) -> OpenProject:
        """The project at `root`, with the settings of the nearest folder that has any, up to the project's root.

        Its scope is a setting too, one that no project's own file may name.
        """
        first = self.configuration.resolved(root.path, is_trusted=False, switch=None)
        scope: Scope = "folder" if first.settings.project.scope == "folder" else "repository"
        project = self._find_project(root.path, scope)
        own = settings_folder(root.path, project.root)
        is_trusted = self.is_trusted(own)
        resolved = self.configuration.resolved(own, is_trusted=is_trusted, switch=self._switch(project.key))
        location = resolve_memory_folder(
            self.places.home,
            project,
            resolved.settings.location,
            None,
            self.places.environ,
            self.places.user_home,
        )
        state = self.places.home.project_state(project.key)
        is_claude_codes = resolved.settings.location.strip() == CLAUDE_CODE
        folder = self._folder(location, state, nests_metadata=is_claude_codes)
        return OpenProject(root, project, resolved, folder)

    def open_folders(self) -> tuple[OpenFolder, ...]:
        with self._lock:
            return tuple(self._folders.values())

    def ensure(self, opened: OpenProject) -> None:
        """Makes the memory folder, which a prompt is about to promise, and the record. Raises `StorageError`s."""
        opened.folder.memories.ensure()
        project_record(self.places.home, opened.project, self.now())

    def open_session(self, session: Session) -> OpenProject:
        """The project that a session was started in: it keeps it, whatever roots are open now."""
        return self.open_root(self.workspaces.root_at(Path(session.project)))

    def open_for(self, session_id: str | None, workspace_uri: str | None) -> OpenProject:
        """The project of the session that is named, else of the workspace. Raises `UnknownSession`, and as `open`."""
        if session_id is None:
            return self.open(workspace_uri)
        return self.open_session(self.state.sessions.get(session_id))

    def profile(self, opened: OpenProject) -> OpenFolder:
        """The profile's folder: our own, or the one that is set, with `~` and variables expanded."""
        named = opened.resolved.settings.profile.directory
        if named in ("", "own"):
            return self._folder(self.places.home.profile_dir, self.places.home.root)
        path = self.places.user_home / expand(named, self.places.environ, self.places.user_home)
        return self._folder(path, self.places.home.root)

    def relative(self, opened: OpenProject, uri: str) -> str:
        """As `OpenFolder.relative`, for a project of ours."""
        return opened.folder.relative(uri, self.places.user_home)

    def relative_or_none(self, opened: OpenProject, uri: str) -> str | None:
        """As `relative`, or None where the file lies outside."""
        try:
            return self.relative(opened, uri)
        except PathRefused:
            return None

    def is_in_project(self, opened: OpenProject, folder: str) -> bool:
        """Whether a folder inside a project is no other project's; one that is gone is told by its path alone."""
        path = Path(folder)
        scope: Scope = "folder" if opened.resolved.settings.project.scope == "folder" else "repository"
        return not path.is_dir() or self._find_project(path, scope).key == opened.project.key

    def is_trusted(self, path: Path) -> bool:
        """The client's word if it gave one, else the person's own as recorded by `noctule trust`."""
        if self.workspaces.declares_trust:
            return self.workspaces.is_trusted(path)
        return self.state.is_trusted(str(real(path)))

    def author_of_unexplained(self, folder: OpenFolder) -> Author:
        """Who wrote what no record explains: the one session whose turn is open on the folder, else outside."""
        since = self.now() - _TURN_LASTS
        turns = self.state.sessions.open_turns(folder.key, seen_since=since)
        return Author("agent", turns[0]) if len(turns) == 1 else OUTSIDE

    def close(self) -> None:
        for folder in self.open_folders():
            folder.close()
        self.state.close()

    def _find_project(self, path: Path, scope: Scope) -> Project:
        """The project around a folder, looked up at most every few seconds: each turn asks."""
        now = time.monotonic()
        with self._lock:
            known = self._found.get((path, scope))
            if known is None or now - known[0] > _FOUND_LASTS_SECONDS:
                known = self._found[path, scope] = (now, find_project(path, scope, self.places.user_home))
            return known[1]

    def _switch(self, key: str) -> bool | None:
        value = self.state.flag(key, "enabled")
        return None if value is None else value == "on"

    def _folder(self, path: Path, state: Path, *, nests_metadata: bool = False) -> OpenFolder:
        key = real(path)
        with self._lock:
            if key not in self._folders:
                own = self.places.home.folder_state(path)
                memories = MemoryFolder(path, own, nests_metadata=nests_metadata)
                self._folders[key] = OpenFolder(memories, str(key), state / _RANK_CACHE, self._withholding)
            return self._folders[key]

    def _withholding(self, folder: OpenFolder) -> "Withholding":
        from noctule.service.withholding import Withholding

        def look() -> None:
            folder.memories.sweep(lambda _path: self.author_of_unexplained(folder), self.now())

        return Withholding(folder.memories, lambda: folder.catalogue, real(self.places.home.root), self.now, look)
