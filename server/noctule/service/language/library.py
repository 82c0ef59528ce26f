"""The pages of one memory folder: what lies on the disk, and over it what editors have open and not saved."""

import threading
import time
from collections.abc import Mapping
from pathlib import PurePosixPath
from posixpath import dirname
from types import MappingProxyType
from typing import Final
from weakref import WeakKeyDictionary

from noctule.checks.linking import keys_of, link_key
from noctule.errors import MemoryProblem, StorageError
from noctule.memories.links import Link
from noctule.memories.names import INDEX_NAME, path_key
from noctule.memories.relink import places_of
from noctule.memories.text import decode
from noctule.service.language.pages import Page
from noctule.service.open_folder import OpenFolder
from noctule.store.files import FileStat

# Changes are told by the watcher; where nothing watches, what others did is seen after this long.
_LOOKED_LASTS_SECONDS: Final = 2.0
# What a `[[name]]` may say stands behind this, so that no path is taken for a name.
_WIKI: Final = "[["


class Library:
    """Thread-safe. Only files that changed are read again; a file that cannot be read is an empty page.

    A buffer is taken without waiting for a look at the disk, so that a keystroke never waits.
    """

    def __init__(self, folder: OpenFolder) -> None:
        self.folder = folder
        self._lock = threading.RLock()
        self._buffer_lock = threading.Lock()
        self._buffers: dict[str, Page] = {}
        self._disk: dict[str, tuple[FileStat, Page]] = {}
        self._pages: Mapping[str, Page] = {}
        self._names: dict[str, str] | None = None
        self._targets: WeakKeyDictionary[Page, tuple[dict[str, str], tuple[str | None, ...]]] = WeakKeyDictionary()
        self._looked_at = float("-inf")
        self._is_stale = True
        self._is_joined = True

    def set_buffer(self, path: str, text: str | None) -> Page | None:
        """What an editor has open at `path`, or None: it closed it, and the disk counts again."""
        known = self._disk.get(path)
        page = None if text is None else Page(path, text, known[1].problem if known is not None else None)
        with self._buffer_lock:
            if page is None:
                self._buffers.pop(path, None)
            else:
                self._buffers[path] = page
            self._is_joined = False
        return page

    def note_changed(self) -> None:
        """Somebody wrote into the folder: the next question looks at it."""
        self._is_stale = True

    def pages(self) -> Mapping[str, Page]:
        """Every page by path, the index too, as it is now. Raises FolderUnreadable."""
        with self._lock:
            if self._is_stale or time.monotonic() - self._looked_at > _LOOKED_LASTS_SECONDS:
                self._look()
            if not self._is_joined:
                self._join()
            return self._pages

    def page(self, path: str) -> Page | None:
        """One page; an open buffer is given without a look at the disk."""
        with self._buffer_lock:
            known = self._buffers.get(path)
        return known if known is not None else self.pages().get(path)

    def memories(self) -> dict[str, Page]:
        """Every page but the index."""
        return {path: page for path, page in self.pages().items() if path != INDEX_NAME}

    def index(self) -> Page:
        """The index; one that is not there is an empty page."""
        return self.pages().get(INDEX_NAME) or Page(INDEX_NAME, "")

    def is_open(self, path: str) -> bool:
        with self._buffer_lock:
            return path in self._buffers

    def targets(self, page: Page) -> tuple[str | None, ...]:
        """Where each link of a page leads, in their order.

        Found once for as long as no memory comes, goes or is called otherwise.
        """
        self.pages()
        keys = self._keys()
        known = self._targets.get(page)
        if known is None or known[0] is not keys:
            known = (keys, tuple(self.leads_to(page, one.link) for one in page.links))
            self._targets[page] = known
        return known[1]

    def leads_to(self, page: Page, link: Link) -> str | None:
        """The page that a link of `page` leads to, beside it or from the top; a `[[name]]` by file or by name."""
        self.pages()
        keys = self._keys()
        for place in places_of(link, dirname(page.path)):
            if place in keys:
                return keys[place]
        return keys.get(_WIKI + link_key((link.target or "").removesuffix(".md"))) if link.is_wiki else None

    def backlinks(self, path: str) -> list[tuple[Page, int]]:
        """Each link to a page, as the page that holds it and the number of the link there; by path, top to bottom."""
        pages = self.pages()
        found = []
        for other in sorted(pages):
            page = pages[other]
            found += [(page, number) for number, target in enumerate(self.targets(page)) if target == path]
        return found

    def _keys(self) -> dict[str, str]:
        """Paths by the form in which they are compared; stems and names behind `[[`, those nearer to the top first."""
        with self._lock:
            if self._names is not None:
                return self._names
            names: dict[str, str] = {path_key(path): path for path in self._pages}
            memories = (path for path in self._pages if path != INDEX_NAME)
            in_order = sorted(memories, key=lambda path: (path.count("/"), path))
            for path in in_order:
                names.setdefault(_WIKI + link_key(PurePosixPath(path).stem), path)
            for path in in_order:
                for key in keys_of(path, self._pages[path].memory.name):
                    names.setdefault(_WIKI + key, path)
            self._names = names
            return names

    def _look(self) -> None:
        self._is_stale = False
        stats = self.folder.memories.scan()
        self._looked_at = time.monotonic()
        disk: dict[str, tuple[FileStat, Page]] = {}
        for stat in stats:
            known = self._disk.get(stat.path)
            disk[stat.path] = known if known is not None and known[0] == stat else (stat, self._read(stat.path))
        if disk != self._disk:
            self._disk = disk
            self._is_joined = False
            self._mend_buffers()

    def _mend_buffers(self) -> None:
        """What the bytes of a file have stands in its buffer too, until it is saved without."""
        with self._buffer_lock:
            for path, page in self._buffers.items():
                problem = self._disk[path][1].problem if path in self._disk else None
                if page.problem != problem:
                    self._buffers[path] = Page(path, page.text, problem)

    def _join(self) -> None:
        """Lays the buffers over the disk. What memories are called is looked through again only if it changed."""
        with self._buffer_lock:
            buffers = dict(self._buffers)
            self._is_joined = True
        joined = {path: page for path, (_, page) in self._disk.items()} | buffers
        before = self._pages
        if joined.keys() != before.keys() or any(
            page is not before[path] and page.memory.name != before[path].memory.name for path, page in joined.items()
        ):
            self._names = None
        self._pages = MappingProxyType(joined)

    def _read(self, path: str) -> Page:
        try:
            found = decode(self.folder.memories.read(path))
        except (MemoryProblem, StorageError) as error:
            return Page(path, "", unreadable=str(error))
        return Page(path, found.text, found.problem)
