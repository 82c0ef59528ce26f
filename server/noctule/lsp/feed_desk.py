"""Has past conversations read in the background, for search; what reads them is loaded when the server has begun."""

import asyncio
from typing import TYPE_CHECKING

from noctule.lsp.backend import Line
from noctule.service.jobs import Jobs
from noctule.service.noctule import Noctule
from noctule.service.project import OpenProject

if TYPE_CHECKING:
    from noctule.service.feeding import Feeding

# The start of the server and of its first session come first.
_AFTER_S = 2.0


class FeedDesk:
    """Used on the loop."""

    def __init__(self, noctule: Noctule, line: Line, jobs: Jobs) -> None:
        self._noctule = noctule
        self._line = line
        self._jobs = jobs
        self._feeding: Feeding | None = None

    def follow(self, opened: OpenProject) -> None:
        """Begins soon, and goes on while the server runs."""
        self._jobs.run_task(self._follow(opened), "the begin of feeding search")

    async def _follow(self, opened: OpenProject) -> None:
        await asyncio.sleep(_AFTER_S)
        if self._feeding is None:
            made = await asyncio.to_thread(self._open)
            self._feeding = self._feeding or made
        self._feeding.follow(opened)

    def _open(self) -> "Feeding":
        from noctule.service.feeding import Feeding

        return Feeding(self._noctule, self._jobs, self._line.reporting)
