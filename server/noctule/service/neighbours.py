"""What an agent's hooks do beside a running server: their recalls are told to its clients, and their turns move the
idle timers, as if the server had served them. What they write it sees by itself, in the memory folder.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from itertools import groupby

from noctule.dataclass import dataclass
from noctule.errors import NoctuleError
from noctule.safety.sanitize import memory_name
from noctule.service.events import Events, RecalledName, recalled
from noctule.service.open_folder import OpenFolder
from noctule.service.project import Projects
from noctule.store.ledger import LedgerRow
from noctule.store.sessions import Session

logger = logging.getLogger(__name__)

# Asking whether anything has changed takes microseconds; only then is it looked at.
_PACE_SECONDS = 0.5

# A process takes the time first, and may then have to wait until it can write it.
_WRITING_LASTS = timedelta(seconds=20)

Tell = Callable[[str], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Moved:
    """Sessions of hooks in which something happened: a turn is open, or the agent has settled."""

    active: tuple[str, ...] = ()
    settled: tuple[str, ...] = ()


class Neighbours:
    """Looks at the shared state from the moment it is made: what was there before is past. Looks are for a thread."""

    def __init__(self, projects: Projects, events: Events) -> None:
        self._projects = projects
        self._events = events
        self._version: tuple[int, int] | None = None
        self._row_id: int | None = None
        self._seen: dict[str, datetime] = {}
        self._since = projects.now()

    async def run(self, settled: Tell, active: Tell) -> None:
        """Looks again and again; `settled` and `active` are called with a session whose turn ended or goes on."""
        while True:
            try:
                moved = await asyncio.to_thread(self.look)
            except NoctuleError as error:
                logger.warning("what hooks did could not be looked at: %s", error.kind)
                moved = Moved()
            for session_id in moved.active:
                await active(session_id)
            for session_id in moved.settled:
                await settled(session_id)
            await asyncio.sleep(_PACE_SECONDS)

    def look(self) -> Moved:
        """Tells what was recalled since the last look, and gives the sessions that moved. Raises `StorageError`s."""
        state = self._projects.state
        version = state.version()
        if version == self._version:
            return Moved()
        self._version = version
        hooked = state.hooked()
        if self._row_id is None:
            self._row_id = state.ledger.last_id()
        folders = {folder.key: folder for folder in self._projects.open_folders()}
        self._tell_recalls(hooked, folders)
        return self._moved(hooked, folders)

    def _tell_recalls(self, hooked: frozenset[str], folders: dict[str, OpenFolder]) -> None:
        newest = self._projects.state.ledger.last_id()
        rows = self._projects.state.ledger.recalled_elsewhere(self._row_id or 0)
        self._row_id = max([newest, *(row.id for row in rows)])
        for (session_id, _), group in groupby(rows, key=lambda row: (row.session, row.at)):
            told = list(group)
            session = self._projects.state.sessions.find(session_id)
            if session is not None and session_id in hooked and session.folder in folders:
                names = tuple(_named(folders[session.folder], row) for row in told)
                uri = self._projects.open_session(session).workspace_uri
                self._events.tell(recalled(uri, session_id, names))

    def _moved(self, hooked: frozenset[str], folders: dict[str, OpenFolder]) -> Moved:
        new = [one for one in self._changed() if one.id in hooked and one.folder in folders and one.ended is None]
        is_open = [one.id for one in new if one.turn_open]
        return Moved(tuple(is_open), tuple(one.id for one in new if one.turn and not one.turn_open))

    def _changed(self) -> list[Session]:
        """The sessions that were seen since this was asked last."""
        rows = self._projects.state.sessions.all(seen_since=self._since)
        new = [one for one in rows if self._seen.get(one.id) != one.last_seen]
        self._seen = {one.id: one.last_seen for one in rows}
        self._since = max([self._since, *(one.last_seen - _WRITING_LASTS for one in rows)])
        return new


def _named(folder: OpenFolder, row: LedgerRow) -> RecalledName:
    folder.catalogue.refresh()
    return RecalledName(folder.uri(row.path), memory_name(folder.catalogue.name_of(row.path), row.path))
