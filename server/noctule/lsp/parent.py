"""Watches the processes that the server lives for: its parent, and the editor that `initialize` names."""

import asyncio
import os
from collections.abc import Callable

from noctule.store.processes import born, is_process_alive

_TICK_S = 0.5
# An editor in a container may name a process that cannot be seen from here; one that was never seen is given this long.
UNSEEN_GRACE_S = 10.0


async def parent_gone(first_parent: int) -> None:
    """Return when the process that started us has ended, which the system shows by giving us another parent."""
    while os.getppid() == first_parent:  # noqa: ASYNC110  the system tells nobody; one has to look
        await asyncio.sleep(_TICK_S)


async def process_gone(pid: int, is_alive: Callable[[int], bool] | None = None, *, tick_s: float = _TICK_S) -> None:
    """Return when process `pid` has ended; the same id given to a later process counts as ended."""
    is_alive = is_alive or is_process_alive
    if not is_alive(pid):
        await asyncio.sleep(UNSEEN_GRACE_S)
        return
    began = born(pid)
    while is_alive(pid) and born(pid) == began:  # noqa: ASYNC110  as above
        await asyncio.sleep(tick_s)
