"""Serves the messages of the language features: what is told in its order on the loop, what is asked in a thread."""

import asyncio
from typing import Any

from noctule.errors import StorageError
from noctule.lsp.backend import Line
from noctule.lsp.client import Client
from noctule.lsp.language import diagnosing, table
from noctule.lsp.language.room import Room, Shelved
from noctule.memories.names import INDEX_NAME
from noctule.safety.sanitize import memory_name
from noctule.service.jobs import Jobs
from noctule.service.language.describing import mentions_title
from noctule.service.noctule import Noctule


class Languages:
    """The language features of one client."""

    def __init__(self, noctule: Noctule, client: Client, line: Line, jobs: Jobs) -> None:
        self.room = Room(noctule, client, line, jobs)

    async def serve(self, method: str, params: Any) -> Any:
        """The answer of a request of the table, or None for what is told."""
        function = table.function_of(method)
        if method in table.TELLS:
            return await function(self.room, params)
        try:
            return await asyncio.to_thread(function, self.room, params)
        except StorageError:
            # A folder that cannot be read is told by its status, once, and not by an error at each keystroke.
            return None

    def warm(self) -> None:
        """Reads what the first question would have to: the rules, and the pages of the open folders; in a thread."""
        from noctule.lsp.language import actions, diagnostics, sync  # noqa: F401  loaded here, used by their messages
        from noctule.service.language.warming import load_rules

        load_rules()
        for opened in self.room.projects():
            shelved = Shelved(opened, self.room.library(opened), INDEX_NAME)
            for page in shelved.library.memories().values():
                shelved.library.targets(page)
            self.room.findings(shelved).of(shelved.page())
            self.room.mentioning(opened, INDEX_NAME)
            self.room.recalls(opened)

    def note_changed(self) -> None:
        """Something was written into a memory folder; on the loop."""
        self.room.note_changed()
        diagnosing.begin_all(self.room)

    def mentions(self, uri: str) -> tuple[str, list[dict[str, str]]]:
        """What is to be said of a source file, and the memories that mention it; in a thread."""
        found = self.room.source_at(uri)
        pages = self.room.mentioning(*found) if found is not None else []
        named = [
            {"memoryUri": found[0].folder.uri(page.path), "name": memory_name(page.memory.name, page.path)}
            for page in pages
            if found is not None
        ]
        return mentions_title(len(named)) if named else "No memory mentions this file", named

    @property
    def can_show(self) -> bool:
        """Whether the editor opens a document for us."""
        return self.room.can("window.show_document.support")

    def forget_projects(self) -> None:
        self.room.forget_projects()

    def close(self) -> None:
        self.room.close()
