"""What dreams need of one client: its model, its person, its progress; loaded when a dream or a timer first asks."""

import asyncio

from noctule.lsp.backend import Line
from noctule.lsp.client import Client
from noctule.lsp.dream_progress import DreamProgress
from noctule.lsp.lending import lent_model
from noctule.lsp.person import person_at
from noctule.service.dream.idling import Idling
from noctule.service.dream.values import Means
from noctule.service.events import DreamStatus, Event
from noctule.service.jobs import Jobs
from noctule.service.noctule import Noctule


class DreamDesk:
    """Made in a thread; used on the loop, but for the events, which come from anywhere."""

    def __init__(
        self, noctule: Noctule, client: Client, line: Line, jobs: Jobs, loop: asyncio.AbstractEventLoop
    ) -> None:
        self._loop = loop
        lent = lent_model(line) if client.lends_model else None
        person = person_at(line, jobs, lambda: None) if client.is_interactive else None
        means = Means(run_task=jobs.run_task, is_interactive=client.is_interactive, person=person)
        self.dreaming = noctule.dreaming(means, lent)
        self.idling = Idling(
            noctule.projects, noctule.events, self.dreaming, noctule.digesting, jobs.run_task, client.is_interactive
        )
        self._progress = DreamProgress(self.dreaming, line, jobs)
        noctule.events.subscribe(self._follow)

    def _follow(self, event: Event) -> None:
        if isinstance(event, DreamStatus):
            self._loop.call_soon_threadsafe(self._progress.follow, event)
