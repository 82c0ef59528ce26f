"""Leaves when a signal says so: MCP clients end their servers by SIGINT and SIGTERM, one soon after the other.

The thread that reads stdin cannot be stopped: the process ends itself once all is put away.
"""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable

# In seconds: a client that waits at all waits no longer.
_PATIENCE = 2.0


def leave_on_signals(close: Callable[[], Awaitable[None]]) -> None:
    """From now on, on the running loop; the first signal counts. Where no loop takes signals, they end us at once."""
    loop = asyncio.get_running_loop()
    leaving: list[asyncio.Task[None]] = []

    def begin(number: int) -> None:
        if not leaving:
            leaving.append(loop.create_task(_leave(close, number)))

    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, begin, number)
        except NotImplementedError:
            return


async def _leave(close: Callable[[], Awaitable[None]], number: int) -> None:
    try:
        async with asyncio.timeout(_PATIENCE):
            await close()
    finally:
        os._exit(128 + number)
