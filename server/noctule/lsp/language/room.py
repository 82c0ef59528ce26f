"""What the language features of one client share: its open documents, its memory folders' libraries, what is told."""

import asyncio
import threading
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from lsprotocol import types
from pygls.capabilities import get_capability

from noctule.dataclass import dataclass
from noctule.errors import NoctuleError
from noctule.lsp.backend import Line
from noctule.lsp.client import Client
from noctule.lsp.language.documents import Documents
from noctule.lsp.language.positions import to_place, to_range
from noctule.lsp.language.profile_store import Store
from noctule.lsp.language.recent import Recent
from noctule.service.jobs import Jobs
from noctule.service.language.checking import Findings
from noctule.service.language.describing import Times
from noctule.service.language.library import Library
from noctule.service.language.mentions import Mentions, spellings
from noctule.service.language.pages import Page, Span
from noctule.service.language.waiting import Waiting, waiting
from noctule.service.noctule import Noctule
from noctule.service.project import OpenProject
from noctule.service.uris import path_of, real
from noctule.service.workspace_files import WorkspaceFiles
from noctule.store.buffers import Buffers
from noctule.store.files import counts, stat_file
from noctule.store.held_dreams import HeldDreams
from noctule.store.ledger import RecallCount
from noctule.store.looking import is_there

# What other processes change too is asked anew after this long; what this one changes is forgotten at once.
_STATE_LASTS_S: Final = 2.0
_NAMED_LASTS_S: Final = 30.0


@dataclass(frozen=True, slots=True)
class Shelved:
    """A file of a memory folder: its project, its folder's library and its path there."""

    opened: OpenProject
    library: Library
    path: str

    @property
    def uri(self) -> str:
        return self.opened.folder.uri(self.path)

    def page(self) -> Page:
        """As the editor has it, else as it lies on disk; one that is neither is empty."""
        return self.library.page(self.path) or Page(self.path, "")

    def uri_of(self, path: str) -> str:
        return self.opened.folder.uri(path)


class Room:
    """Thread-safe, but for what belongs to the loop: `documents`, and the tasks that diagnose them."""

    def __init__(self, noctule: Noctule, client: Client, line: Line, jobs: Jobs) -> None:
        self.noctule = noctule
        self.client = client
        self.line = line
        self.jobs = jobs
        self.encoding = client.encoding
        self.documents = Documents(self.encoding)
        self.shelved: dict[str, Shelved] = {}
        """The open documents that are files of a memory folder, by the client's URI."""
        self.stores: dict[str, Store] = {}
        """The open documents that are stores of the profile, by the client's URI."""
        self.unsaved_lock = threading.Lock()
        """Held while it is noted what is unsaved, so that no older text is noted after a newer one."""
        self.diagnosing: dict[str, asyncio.Task[None]] = {}
        """The documents that are about to be diagnosed."""
        self.pulls = False
        """Whether the client has asked for diagnostics by itself: it is then told none unasked."""
        self.renamed: set[tuple[str, str]] = set()
        """Renames of workspace files whose edits the client was given before."""
        self._lock = threading.Lock()
        self._libraries: dict[str, Library] = {}
        self._buffers: dict[str, Buffers] = {}
        self._mentions: dict[str, Mentions] = {}
        self._findings: dict[str, Findings] = {}
        self._recalls: Recent[str, Mapping[str, RecallCount]] = Recent(_STATE_LASTS_S)
        self._waiting: Recent[str, Waiting | None] = Recent(_STATE_LASTS_S)
        self._named: Recent[tuple[Path, str], list[str]] = Recent(_NAMED_LASTS_S)
        self._opened: Recent[None, tuple[OpenProject, ...]] = Recent(_STATE_LASTS_S)

    def can(self, capability: str) -> bool:
        """Whether the client declared a capability, such as `text_document.code_action.data_support`."""
        return bool(get_capability(self.client.capabilities, capability, None))

    def now(self) -> datetime:
        return self.noctule.projects.now()

    def forget_projects(self) -> None:
        """Roots or settings changed."""
        self._opened.clear()

    def note_changed(self) -> None:
        """Something was written into a memory folder, by whomever."""
        self._recalls.clear()
        self._waiting.clear()
        with self._lock:
            libraries = [*self._libraries.values()]
        for library in libraries:
            library.note_changed()

    def look_again(self) -> None:
        """Files of a workspace came, went or moved."""
        self._named.clear()
        with self._lock:
            found = [*self._findings.values()]
        for one in found:
            one.look_again()

    def projects(self) -> tuple[OpenProject, ...]:
        """The projects of the client's roots whose memory is on; one that cannot be opened is left out."""
        return self._opened.get(None, self._open_all)

    def _open_all(self) -> tuple[OpenProject, ...]:
        found = []
        for root in self.noctule.workspaces.roots:
            try:
                opened = self.noctule.projects.open_root(root)
            except NoctuleError:
                continue
            if opened.is_enabled:
                found.append(opened)
        return tuple(found)

    def library(self, opened: OpenProject) -> Library:
        with self._lock:
            return self._libraries.setdefault(opened.folder.key, Library(opened.folder))

    def shelved_at(self, uri: str) -> Shelved | None:
        """The file of a memory folder that a URI names, open or not; None for any other file."""
        known = self.shelved.get(uri)
        if known is not None:
            return known
        for opened in self.projects():
            path = self.noctule.projects.relative_or_none(opened, uri)
            if path is not None and counts(path):
                return Shelved(opened, self.library(opened), path)
        return None

    def store_at(self, uri: str) -> Store | None:
        """The store of the profile that a URI names; None for any other file."""
        from noctule.service.profile import caps_of

        for opened in self.projects():
            profile = self.noctule.projects.profile(opened)
            caps = caps_of(opened.resolved.settings)
            try:
                file = profile.relative(uri, self.noctule.projects.places.user_home)
            except NoctuleError:
                continue
            if file in caps:
                return Store(profile, file, caps[file])
        return None

    def source_at(self, uri: str) -> tuple[OpenProject, str] | None:
        """The project and the path from its root of a workspace file; None for any other."""
        try:
            path = path_of(uri)
        except NoctuleError:
            return None
        path = real(path.parent) / path.name
        for opened in self.projects():
            root = real(opened.root.path)
            if path.is_relative_to(root) and path != root and not path.is_relative_to(real(opened.folder.path)):
                return opened, path.relative_to(root).as_posix()
        return None

    def findings(self, shelved: Shelved) -> Findings:
        """The findings about the pages of a memory folder."""
        with self._lock:
            return self._findings.setdefault(
                shelved.opened.folder.key, Findings(shelved.library, shelved.opened.root.path)
            )

    def mentioning(self, opened: OpenProject, file: str) -> list[Page]:
        """The memories that name a workspace file."""
        library = self.library(opened)
        with self._lock:
            mentions = self._mentions.get(opened.folder.key)
        if mentions is None or not mentions.is_of(library):
            mentions = Mentions(library)
            with self._lock:
                self._mentions[opened.folder.key] = mentions
        is_at_root = {one for one in spellings(file)[1:] if is_there(opened.root.path / one)}
        return mentions.of(file, is_at_root)

    def times(self, shelved: Shelved) -> Times:
        """When a memory was last news, and how often it was recalled."""
        count = self.recalls(shelved.opened).get(shelved.path)
        page = shelved.page()
        try:
            stat = stat_file(shelved.opened.folder.path, shelved.path)
        except NoctuleError:
            stat = None
        from noctule.store.files import moment_of

        told = [page.memory.modified] if not page.is_index and page.memory.modified else []
        known = [*told, *([moment_of(stat)] if stat is not None else [])]
        return Times(max(known, default=None), count.count if count else 0, count.last if count else None)

    def recalls(self, opened: OpenProject) -> Mapping[str, RecallCount]:
        """How often each memory was recalled, as it was a moment ago."""
        key = opened.folder.key
        return self._recalls.get(key, lambda: self.noctule.projects.state.ledger.recalls(key))

    def waiting(self, opened: OpenProject) -> Waiting | None:
        """The dream that waits for a person's word, as it was a moment ago."""
        state = opened.folder.memories.state
        return self._waiting.get(opened.folder.key, lambda: waiting(HeldDreams(state).all()))

    def buffers(self, opened: OpenProject) -> Buffers:
        with self._lock:
            return self._buffers.setdefault(opened.folder.key, Buffers(opened.folder.memories.state))

    def workspace_files(self, opened: OpenProject) -> WorkspaceFiles:
        return WorkspaceFiles(opened.root.path)

    def files_named(self, opened: OpenProject, name: str) -> list[str]:
        """Where files of a name lie in the workspace, as it was a while ago: to look through all of it takes time."""
        return self._named.get((opened.root.path, name), lambda: self.workspace_files(opened).named(name))

    def place(self, page: Page, position: types.Position) -> tuple[int, int]:
        return to_place(page.lines, position, self.encoding)

    def range(self, page: Page, span: Span) -> types.Range:
        return to_range(page, span, self.encoding)

    def location(self, shelved: Shelved, page: Page, span: Span) -> types.Location:
        return types.Location(shelved.uri_of(page.path), self.range(page, span))

    def ask_soon(self, method: str, params: Any, deadline_s: float) -> None:
        """Ask the client something whose answer changes nothing; from the loop."""
        from noctule.lsp.asks import AskFailed

        async def ask() -> None:
            try:
                await self.line.ask(method, params, deadline_s)
            except AskFailed:
                return

        self.jobs.run_task(ask(), method)

    def close(self) -> None:
        with self._lock:
            buffers = [*self._buffers.values()]
        for one in buffers:
            one.close()


def top_of(page: Page) -> Span:
    """The first line: where a reader begins."""
    return Span((0, 0), (0, len(page.line(0))))
