"""Shows each dream that runs here as a progress of the editor, whose cancel cancels the dream."""

import asyncio

from noctule.lsp.backend import Line
from noctule.service.dream.dreaming import Dreaming
from noctule.service.events import DreamStatus
from noctule.service.jobs import Jobs

_TITLE = "Noctule dreams"


class DreamProgress:
    """Follows `DreamStatus` events; used on the loop only."""

    def __init__(self, dreaming: Dreaming, line: Line, jobs: Jobs) -> None:
        self._dreaming = dreaming
        self._line = line
        self._jobs = jobs
        self._shown: dict[str, asyncio.Queue[DreamStatus]] = {}

    def follow(self, status: DreamStatus) -> None:
        """Takes in where a dream is: its first status begins a progress, its last one ends it."""
        if status.dream_id is None:
            return
        if status.state == "running" and status.dream_id not in self._shown:
            self._shown[status.dream_id] = asyncio.Queue()
            self._jobs.run_task(self._show(status.dream_id), "showing a dream")
        queue = self._shown.get(status.dream_id)
        if queue is not None:
            queue.put_nowait(status)

    async def _show(self, dream_id: str) -> None:
        queue = self._shown[dream_id]
        try:
            async with self._line.reporting(_TITLE) as report:
                while (status := await queue.get()).state == "running":
                    report.step(status.message, _percentage(status))
        except asyncio.CancelledError:
            if not self._dreaming.is_closing:
                self._dreaming.cancel(dream_id)
            raise
        finally:
            self._shown.pop(dream_id, None)


def _percentage(status: DreamStatus) -> int | None:
    return 100 * (status.step - 1) // status.max_steps if status.step and status.max_steps else None
