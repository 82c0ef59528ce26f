"""Keeps a client's registrations in step with the memory folders that are open."""

from pathlib import Path
from typing import Final

from lsprotocol import types

from noctule.lsp.asks import AskFailed
from noctule.lsp.backend import Line
from noctule.lsp.client import Client
from noctule.lsp.language.offer import registrations
from noctule.service.jobs import Jobs

_ASK_S: Final = 30.0


class Offering:
    """Lives on the loop. Nothing is asked of a client that takes no registrations."""

    def __init__(self, client: Client, line: Line, jobs: Jobs) -> None:
        self._client = client
        self._line = line
        self._jobs = jobs
        self._places: list[tuple[Path, Path]] = []
        self._registered: list[types.Registration] = []

    async def renew(self, places: list[tuple[Path, Path]]) -> None:
        """The open memory folders, each with its workspace root; asks only where they differ from the last ones.

        The client may take its time: nothing waits for it.
        """
        if places == self._places:
            return
        self._places = places
        before, folders, roots = self._registered, [folder for folder, _ in places], [root for _, root in places]
        self._registered = registrations(self._client.capabilities, folders, roots)
        if before or self._registered:
            self._jobs.run_task(self._exchange(before, self._registered), "registering features")

    async def _exchange(self, before: list[types.Registration], now: list[types.Registration]) -> None:
        try:
            if before:
                gone = [types.Unregistration(one.id, one.method) for one in before]
                await self._line.ask(types.CLIENT_UNREGISTER_CAPABILITY, types.UnregistrationParams(gone), _ASK_S)
            if now:
                await self._line.ask(types.CLIENT_REGISTER_CAPABILITY, types.RegistrationParams(now), _ASK_S)
        except AskFailed:
            return
