"""The language features of one client, as its desk has them: loaded when first asked, offered where memories lie."""

import asyncio
import logging
from pathlib import Path
from typing import TYPE_CHECKING, Any

from noctule.errors import NoctuleError
from noctule.lsp.backend import Line
from noctule.lsp.client import Client
from noctule.lsp.language.offering import Offering
from noctule.service.jobs import Jobs
from noctule.service.noctule import Noctule

if TYPE_CHECKING:
    from noctule.lsp.language.serving import Languages

logger = logging.getLogger(__name__)


class LanguageDesk:
    """Lives on the loop, but for `close`."""

    def __init__(self, noctule: Noctule, client: Client, line: Line, jobs: Jobs) -> None:
        self._noctule = noctule
        self._client = client
        self._line = line
        self._jobs = jobs
        self._offering = Offering(client, line, jobs)
        self._languages: Languages | None = None

    async def serve(self, method: str, params: Any) -> Any:
        """Serve a message of the language features. Their rooms are loaded by the first."""
        return await (await self.loaded()).serve(method, params)

    async def loaded(self) -> "Languages":
        if self._languages is None:
            made = await asyncio.to_thread(self._load)
            self._languages = self._languages or made
        return self._languages

    async def warm(self) -> None:
        """For an editor, which will open documents: what its first question needs is loaded while nobody waits."""
        if self._client.capabilities.text_document is None:
            return
        languages = await self.loaded()
        try:
            await asyncio.to_thread(languages.warm)
        except NoctuleError as error:
            logger.warning("a memory folder was not read ahead: %s", error.kind)

    async def offer(self) -> None:
        """Ask a client that takes registrations for the features of the memory folders that are open now."""
        if self._languages is not None:
            self._languages.forget_projects()
        await self._offering.renew(await asyncio.to_thread(self._places))

    def refresh(self) -> None:
        """Something was written, or decided by a command: what the features show may be other now."""
        if self._languages is not None:
            self._languages.note_changed()

    def close(self) -> None:
        """In a thread, at the very end."""
        if self._languages is not None:
            self._languages.close()

    def _load(self) -> "Languages":
        from noctule.lsp.language.serving import Languages

        return Languages(self._noctule, self._client, self._line, self._jobs)

    def _places(self) -> list[tuple[Path, Path]]:
        """Each open project's memory folder and the profile, with its root, where memory is on."""
        found = []
        projects = self._noctule.projects
        for root in self._noctule.workspaces.roots:
            try:
                opened = projects.open_root(root)
                folders = (opened.folder.path, projects.profile(opened).path) if opened.is_enabled else ()
            except NoctuleError:
                continue
            found += [(folder, root.path) for folder in folders]
        return found
