"""Tells the person of a project that is opened what they should know once, and asks where the client asks."""

import asyncio
import logging
from collections.abc import Callable

from noctule.errors import NoctuleError
from noctule.lsp.backend import Line
from noctule.lsp.client import Client
from noctule.lsp.person import person_at
from noctule.service.jobs import Jobs
from noctule.service.noctule import Noctule

logger = logging.getLogger(__name__)


async def welcome(
    noctule: Noctule, client: Client, line: Line, jobs: Jobs, workspace_uri: str | None, settled: Callable[[], None]
) -> None:
    """Looks in a thread, for seconds where the repository is large. Nobody waits for it, and it raises nothing."""
    try:
        welcoming = await asyncio.to_thread(lambda: noctule.welcoming)
        found = await asyncio.to_thread(
            welcoming.look,
            workspace_uri,
            can_ask=client.is_interactive,
            hears_nudges="memory/nudge" in client.notifications,
        )
        if found is not None:
            await welcoming.ask(found, person_at(line, jobs, settled))
    except NoctuleError as error:
        logger.warning("what a project left behind was not looked at: %s", error.kind)
