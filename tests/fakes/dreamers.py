"""A server's dreams with an agent that does as it is told, sessions that are counted as told, and a timer in hand."""

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from datetime import datetime
from typing import Any

from fakes.agents import Writes
from fakes.house import Process
from noctule.dream.outcome import Outcome
from noctule.dream.task import RunAgent
from noctule.service.dream.dreaming import Dreaming
from noctule.service.dream.idling import Idling
from noctule.service.dream.values import Begin, Means, PastSessions, Wish
from noctule.service.events import DreamOutcome, DreamStatus
from noctule.service.jobs import Jobs
from noctule.service.named_models import NamedModels
from noctule.service.person import Person
from noctule.service.project import OpenProject
from noctule.transcripts.digest import Digest


class Counted:
    """Past sessions: as many as said, and a digest."""

    def __init__(self, count: int = 9, text: str = "") -> None:
        self.count = count
        self.text = text
        self.asked = 0

    def main_touched(self, opened: OpenProject, since: datetime | None) -> int:
        self.asked += 1
        return self.count

    def digest(self, opened: OpenProject, since: datetime | None) -> Digest:
        return Digest(self.text)


class Sleep:
    """A sleep that ends when told; `sleepers` are those that wait."""

    def __init__(self) -> None:
        self.sleepers: list[tuple[float, asyncio.Event]] = []

    async def __call__(self, seconds: float) -> None:
        event = asyncio.Event()
        self.sleepers.append((seconds, event))
        await event.wait()

    def wake(self) -> None:
        for _, event in self.sleepers:
            event.set()
        self.sleepers.clear()


class Dreamer:
    """One server as far as dreams go."""

    def __init__(
        self,
        process: Process,
        agent: RunAgent | None = None,
        *,
        sessions: Counted | None = None,
        answers: Sequence[str | None] = (),
        is_interactive: bool = True,
        own_agent: bool = False,
        digesting: PastSessions | None = None,
    ) -> None:
        """`own_agent`: the real loop asks the model that the settings name; `digesting`: the real past sessions."""
        self.process = process
        self.sessions = sessions or Counted()
        self.questions: list[str] = []
        self.sleep = Sleep()
        self._answers = list(answers)
        self._jobs = Jobs()
        noctule = process.noctule
        person = Person(self._choose, self._later, lambda: None) if is_interactive and answers else None
        self.dreaming = Dreaming(
            noctule.projects,
            noctule.events,
            noctule.following,
            NamedModels(noctule.projects, noctule.events, _ask_nobody),
            digesting or (noctule.digesting if own_agent else self.sessions),
            Means(
                run_task=self._jobs.run_task,
                is_interactive=is_interactive,
                person=person,
                run_agent=None if own_agent else agent or Writes({}),
            ),
        )
        self.idling = Idling(
            noctule.projects,
            noctule.events,
            self.dreaming,
            self.sessions,
            self._jobs.run_task,
            is_interactive,
            self.sleep,
        )

    async def dream(self, **more: Any) -> tuple[Begin, Outcome | None]:
        """Begins a dream, and waits for its end."""
        begin = await self.dreaming.begin(Wish(**more))
        return begin, await self.dreaming.wait(begin.dream_id) if begin.is_begun else None

    async def settle(self) -> None:
        """Waits until nothing is under way but what sleeps."""
        while len(self._jobs) > len(self.sleep.sleepers):
            await asyncio.sleep(0.005)

    def outcomes(self) -> list[DreamOutcome]:
        return self.process.taken(DreamOutcome)

    def states(self) -> list[str]:
        return [one.state for one in self.process.taken(DreamStatus)]

    async def _choose(self, message: str, titles: Sequence[str]) -> str | None:
        self.questions.append(message)
        return self._answers.pop(0)

    def _later(self, coro: Coroutine[Any, Any, None], name: str) -> object:
        return self._jobs.run_task(coro, name)


async def _ask_nobody(params: Mapping[str, Any], seconds: float) -> Mapping[str, Any]:
    raise TimeoutError
