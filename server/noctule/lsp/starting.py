"""Sessions whose start is under way: what is said about one of them waits for it, so that it is never unknown."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import attrs

# The first start in a folder makes it and its history; a client that sends its first turn meanwhile waits no longer.
_MOST_SECONDS = 1.0
# Of a turn's own limit, so that there is time left to answer it.
_SHARE_OF_LIMIT = 0.8


class Starts:
    """The starts of one client that are not answered yet."""

    def __init__(self) -> None:
        self._under_way: dict[str, asyncio.Future[None]] = {}

    @contextmanager
    def under_way(self, session_id: str) -> Iterator[None]:
        """While the block runs, the session is being started."""
        done = asyncio.get_running_loop().create_future()
        self._under_way[session_id] = done
        try:
            yield
        finally:
            done.set_result(None)
            if self._under_way.get(session_id) is done:
                del self._under_way[session_id]

    async def waited(self, params: Any) -> Any:
        """The params of a call once the session that they name is started; what it waited is off its `timeout_ms`."""
        start = self._under_way.get(getattr(params, "session_id", None) or "")
        if start is None:
            return params
        limit_ms = getattr(params, "timeout_ms", None)
        began = time.monotonic()
        await asyncio.wait({start}, timeout=min(_MOST_SECONDS, (limit_ms or 2000) / 1000 * _SHARE_OF_LIMIT))
        if limit_ms is None:
            return params
        return attrs.evolve(params, timeout_ms=max(1, limit_ms - round((time.monotonic() - began) * 1000)))
