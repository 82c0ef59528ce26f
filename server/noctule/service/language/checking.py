"""The findings about the pages of a library, saved or not: each keystroke costs what hangs on it, and no more."""

import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from noctule.checks.finding import Finding
from noctule.checks.incremental import FolderChecks
from noctule.memories.names import INDEX_NAME
from noctule.service.language.library import Library
from noctule.service.language.pages import Page
from noctule.service.workspace_files import WorkspaceFiles

_ORDER: Final = ("error", "warning", "information", "hint")
# What a workspace file is like is asked at each keystroke beside its name, and is the same for a while.
_WORKSPACE_LASTS_S: Final = 3.0
# So few are put one by one, as a keystroke does; more are put together.
_FEW: Final = 8
_MANY: Final = 1_000_000_000


class RecentFiles:
    """A workspace's files as they were a moment ago, for checks that ask again and again. For one thread at a time.

    Nothing is gone from a workspace that has no files.
    """

    def __init__(self, root: Path, clock: Callable[[], float]) -> None:
        self._root = root
        self._clock = clock
        self._files = WorkspaceFiles(root)
        self._made_at = float("-inf")
        self._is_empty = True
        self._there: dict[str, bool] = {}
        self._named: dict[str, list[str]] = {}

    def renew(self) -> bool:
        """Looks anew where the last look was a while ago; says whether it did."""
        if self._clock() - self._made_at <= _WORKSPACE_LASTS_S:
            return False
        self._files = WorkspaceFiles(self._root)
        self._is_empty = self._files.is_empty
        self._there, self._named = {}, {}
        self._made_at = self._clock()
        return True

    def forget(self) -> None:
        """The next look is anew."""
        self._made_at = float("-inf")

    def has(self, path: str) -> bool:
        if path not in self._there:
            self._there[path] = self._is_empty or self._files.has(path)
        return self._there[path]

    def lines_of(self, path: str) -> int | None:
        return _MANY if self._is_empty else self._files.lines_of(path)

    def text_of(self, path: str) -> str | None:
        return None if self._is_empty else self._files.text_of(path)

    def named(self, name: str) -> list[str]:
        if name not in self._named:
            self._named[name] = self._files.named(name)
        return self._named[name]


class Findings:
    """What is found about each page. Thread-safe; the first question reads all pages, later ones what changed.

    A file of the workspace that comes or goes is noticed by what is asked a few seconds later.
    """

    def __init__(self, library: Library, root: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._library = library
        self._lock = threading.Lock()
        self._workspace = RecentFiles(root, clock)
        self._checks = FolderChecks(self._workspace)
        self._seen: Mapping[str, Page] = {}

    def of(self, page: Page) -> list[Finding]:
        """The findings about a page, top to bottom, the worst first at one place. Raises FolderUnreadable."""
        if page.unreadable:
            return [Finding(page.path, "unreadable", "error", (0, 0), (0, 0), page.unreadable)]
        with self._lock:
            self._bring_up()
            return _in_order(self._checks.findings(page.path))

    def of_other_text(self, page: Page) -> list[Finding]:
        """As `of`, if the page read so: the library's own is as it was afterwards."""
        with self._lock:
            self._bring_up()
            self._put(page)
            found = _in_order(self._checks.findings(page.path))
            known = self._seen.get(page.path)
            if known is not None:
                self._put(known)
            elif page.is_index:
                self._checks.put_index(None)
            else:
                self._checks.drop(page.path)
            return found

    def look_again(self) -> None:
        """Files of the workspace came, went or moved: the next question looks for them anew."""
        with self._lock:
            self._workspace.forget()

    def _bring_up(self) -> None:
        if self._workspace.renew():
            self._checks.look_again()
        pages = self._library.pages()
        if pages is self._seen:
            return
        new = [page for path, page in pages.items() if self._seen.get(path) is not page]
        gone = self._seen.keys() - pages.keys()
        self._seen = pages
        for path in gone:
            self._checks.put_index(None) if path == INDEX_NAME else self._checks.drop(path)
        if len(new) > _FEW:
            self._checks.put_all([page.memory for page in new if not page.is_index])
        for page in new:
            if page.is_index or len(new) <= _FEW:
                self._put(page)

    def _put(self, page: Page) -> None:
        if page.is_index:
            self._checks.put_index(page.text)
        else:
            self._checks.put(page.memory)


def _in_order(found: tuple[Finding, ...]) -> list[Finding]:
    return sorted(found, key=lambda one: (one.start, _ORDER.index(one.severity)))
