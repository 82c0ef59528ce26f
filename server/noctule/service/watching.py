"""Watches the memory folders of the open projects, and has each change told as it happens."""

import asyncio
import gc
import logging

from noctule.errors import NoctuleError
from noctule.service.jobs import Jobs
from noctule.service.noctule import Noctule
from noctule.service.open_folder import OpenFolder
from noctule.service.project import OpenProject
from noctule.store.watch import Mode, watch

logger = logging.getLogger(__name__)


class Watching:
    """One watch a folder, whatever number of projects work in it. Lives on one event loop."""

    def __init__(self, noctule: Noctule, jobs: Jobs) -> None:
        self._noctule = noctule
        self._jobs = jobs
        self._stop = asyncio.Event()
        self._watched: set[int] = set()

    async def watch(self, opened: OpenProject) -> None:
        """Begins to watch a project's folder and the profile, unless they are watched already or memory is off.

        When it returns, whatever changes from now on will be told. Raises `StorageError`s.
        """
        if not opened.is_enabled:
            return
        await self._begin(opened.folder, opened.workspace_uri)
        await self._begin(self._noctule.projects.profile(opened), None)

    def stop(self) -> None:
        """Ends all watches soon; they cannot begin again."""
        self._stop.set()

    async def _begin(self, folder: OpenFolder, workspace_uri: str | None) -> None:
        if id(folder) in self._watched:
            return
        self._watched.add(id(folder))
        self._noctule.reporting.note_watching(folder.path, "starting")
        if workspace_uri is not None:
            # First of all: what was kept of the ranker is there for the first turn, whatever else takes its time.
            self._jobs.run_task(self._warm(folder), "the ranker's first look")
        await asyncio.to_thread(self._noctule.following.follow, folder, workspace_uri)
        self._jobs.run_task(self._watch(folder, is_ranked=workspace_uri is not None), "watch of a folder")

    async def _watch(self, folder: OpenFolder, *, is_ranked: bool) -> None:
        """Looks at each wake-up, and keeps the ranker of a project's folder warm, so that no turn waits for it."""

        async def look() -> None:
            try:
                await asyncio.to_thread(self._noctule.following.look, folder)
            except NoctuleError as error:
                logger.warning("a memory folder could not be looked at: %s", error.kind)
            if is_ranked:
                await self._warm(folder)

        def note_mode(mode: Mode, reason: str) -> None:
            self._noctule.reporting.note_watching(folder.path, mode, reason)
            if is_ranked:
                folder.shelf.note_watched(is_watched=mode == "events")

        await watch(folder.path, look, stop=self._stop, on_mode=note_mode)

    async def _warm(self, folder: OpenFolder) -> None:
        try:
            await asyncio.to_thread(folder.warm)
        except NoctuleError as error:
            logger.warning("a memory folder could not be ranked: %s", error.kind)
        # An index of thousands of memories stays as it is: looking it over for garbage would hold up a turn.
        gc.freeze()
