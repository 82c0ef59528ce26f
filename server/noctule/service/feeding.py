"""Keeps conversation search in step while the server runs: a first feed at the start, then one whenever something is
said. All of it works in a thread of its own, and half of the time only, so that no turn waits.
"""

import asyncio
import contextlib
import logging
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol

from noctule.dataclass import replace
from noctule.errors import LockBusy, NoctuleError
from noctule.service.jobs import Jobs
from noctule.service.noctule import Noctule
from noctule.service.project import OpenProject
from noctule.store.watch_folders import FoldersWatch
from noctule.transcripts.message import SessionRef
from noctule.transcripts.search.feed import Fed
from noctule.transcripts.search.pace import Cancelled, Pace

logger = logging.getLogger(__name__)

# A look of our own finds what no event tells of: a folder that was not there, a disk without events.
_LOOK_SECONDS = 30.0
# While an agent works its file changes many times a second.
_PAUSE_SECONDS = 0.3
# A look at hundreds of sessions is not taken again at once.
_SHARE = 4
_LONG_BYTES = 20_000_000
_MOST_FOLDERS = 200
_TITLE = "Reading past conversations"


class Report(Protocol):
    """A progress that a person sees."""

    def step(self, message: str, percentage: int | None = None) -> None: ...


Reporting = Callable[[str], AbstractAsyncContextManager[Report]]


class Feeding:
    """One feed a project. Lives on one event loop.

    A first feed of `long_bytes` or more is shown; a person who cancels it has this project's feed ended, and each
    search then reads what it can in its second.
    """

    def __init__(
        self,
        noctule: Noctule,
        jobs: Jobs,
        reporting: Reporting,
        *,
        long_bytes: int = _LONG_BYTES,
    ) -> None:
        self._noctule = noctule
        self._jobs = jobs
        self._reporting = reporting
        self._long_bytes = long_bytes
        self._followed: set[str] = set()

    def follow(self, opened: OpenProject) -> None:
        """Begins to feed a project's conversations, unless that is done already or memory is off."""
        if opened.is_enabled and opened.project.key not in self._followed:
            self._followed.add(opened.project.key)
            feed = _ProjectFeed(self._noctule, opened.workspace_uri, self._reporting, self._long_bytes)
            self._jobs.run_task(feed.run(), "feeding conversation search")


class _ProjectFeed:
    """The feed of one project, until its task is cancelled."""

    def __init__(self, noctule: Noctule, workspace_uri: str, reporting: Reporting, long_bytes: int) -> None:
        self._noctule = noctule
        self._workspace_uri = workspace_uri
        self._reporting = reporting
        self._long_bytes = long_bytes
        self._cancelled = threading.Event()
        self._rings = asyncio.Event()
        self._changed: set[Path] = set()
        self._refs: dict[Path, list[SessionRef]] = {}
        self._watch: FoldersWatch | None = None

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while True:
                began = time.monotonic()
                self._rings.clear()
                await self._look()
                await asyncio.sleep(max(_PAUSE_SECONDS, _SHARE * (time.monotonic() - began)))
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._rings.wait(), _LOOK_SECONDS)
        finally:
            # The thread would go on without the task.
            self._cancelled.set()
            if self._watch is not None:
                await loop.run_in_executor(None, self._watch.stop)

    async def _look(self) -> None:
        changed, self._changed = self._changed, set()
        try:
            await self._feed(changed)
        except Cancelled:
            logger.info("reading past conversations was stopped")
        except LockBusy:
            # Another server feeds the same database.
            self._changed |= changed
            self._rings.set()
        except NoctuleError as error:
            logger.warning("past conversations were not read: %s", error.kind)

    async def _feed(self, changed: set[Path]) -> None:
        loop = asyncio.get_running_loop()
        opened = await asyncio.to_thread(self._noctule.projects.open, self._workspace_uri)
        if not opened.is_enabled:
            return
        known = await asyncio.to_thread(self._again, changed)
        if known:
            await asyncio.to_thread(self._fed, opened, Pace(is_cancelled=self._cancelled.is_set), known)
            return
        refs = await asyncio.to_thread(self._noctule.conversations.sessions, opened)
        # Watched before it is read: what is said meanwhile rings.
        await self._rewatch(loop, refs)
        unread = await asyncio.to_thread(self._noctule.conversations.unread, opened, refs) if refs else 0
        if unread < self._long_bytes:
            await asyncio.to_thread(self._fed, opened, self._pace(), None)
            return
        async with self._reporting(_TITLE) as report:

            def tell(done: int, total: int) -> None:
                share = 100 * done // total if total else 100
                loop.call_soon_threadsafe(report.step, f"{share} % of {total / 1e6:,.0f} MB", share)

            await self._fed_unless_cancelled(opened, tell)

    async def _fed_unless_cancelled(self, opened: OpenProject, tell: Callable[[int, int], None]) -> None:
        stopped = threading.Event()
        pace = self._pace()
        pace.on_progress = tell
        pace.is_cancelled = lambda: stopped.is_set() or self._cancelled.is_set()
        try:
            await asyncio.to_thread(self._fed, opened, pace, None)
        finally:
            stopped.set()

    def _pace(self) -> Pace:
        return Pace(is_cancelled=self._cancelled.is_set, is_resting=True)

    def _fed(self, opened: OpenProject, pace: Pace, refs: list[SessionRef] | None) -> Fed:
        return self._noctule.conversations.feed(opened, pace, refs)

    def _again(self, changed: set[Path]) -> list[SessionRef]:
        """The sessions of files that changed, as the files are now; none where something else changed as well."""
        found: list[SessionRef] = []
        for path in changed:
            refs = self._refs.get(path, [])
            try:
                status = path.stat()
            except OSError:
                return []
            if len(refs) != 1:
                return []
            found.append(replace(refs[0], mtime_ns=status.st_mtime_ns, size=status.st_size))
        return found

    async def _rewatch(self, loop: asyncio.AbstractEventLoop, refs: Iterable[SessionRef]) -> None:
        self._refs = {}
        for ref in refs:
            self._refs.setdefault(ref.path, []).append(ref)
        folders = list(dict.fromkeys(path.parent for path in self._refs))[:_MOST_FOLDERS]
        if self._watch is not None and (self._watch.folders != frozenset(folders) or not self._watch.is_live):
            await asyncio.to_thread(self._watch.stop)
            self._watch = None
        if self._watch is None and folders:
            self._watch = FoldersWatch(folders, lambda paths: self._ring(loop, paths))

    def _ring(self, loop: asyncio.AbstractEventLoop, paths: set[Path]) -> None:
        def ring() -> None:
            self._changed |= paths
            self._rings.set()

        with contextlib.suppress(RuntimeError):  # the loop is closed: the server leaves
            loop.call_soon_threadsafe(ring)
