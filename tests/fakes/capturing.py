"""A project whose writing a fake model assists: what it was asked, what became of it, and a person who is asked."""

import asyncio
import json
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any

from fakes.house import House, Process
from fakes.model_replies import Says
from fakes.model_server import ModelServer
from noctule.capture.write import Addition
from noctule.service.capture.capturing import Capturing
from noctule.service.capture.decisions import Decision
from noctule.service.capture.writing import Writer
from noctule.service.person import Person
from noctule.service.values import HeldRow, WriteAnswer

MODEL = "fake-anthropic/m"


class Clicks:
    """A person who clicks the titles given, one a question, and nothing where none is left."""

    def __init__(self, *titles: str | None) -> None:
        self.titles = list(titles)
        self.questions: list[tuple[str, list[str]]] = []
        self.tasks: list[asyncio.Task[None]] = []
        self.settled = 0

    def person(self) -> Person:
        return Person(self._choose, self._later, self._note)

    async def answered(self) -> None:
        """Waits until every question was acted on."""
        await asyncio.gather(*self.tasks)

    async def _choose(self, message: str, titles: Sequence[str]) -> str | None:
        self.questions.append((message, list(titles)))
        return self.titles.pop(0) if self.titles else None

    def _later(self, coro: Coroutine[Any, Any, None], _name: str) -> object:
        task = asyncio.get_running_loop().create_task(coro)
        self.tasks.append(task)
        return task

    def _note(self) -> None:
        self.settled += 1


class Assisted:
    """The project of a house, with a model that follows a script, and the memories of a ferry."""

    def __init__(
        self,
        house: House,
        server: ModelServer | None = None,
        *,
        clicks: Clicks | None = None,
        settings: dict[str, Any] | None = None,
        environ: dict[str, str] | None = None,
        roots: tuple[Path, ...] = (),
    ) -> None:
        self.house = house
        self.server = server
        keys = (server.environ if server is not None else {}) if environ is None else environ
        self.process: Process = house.process(*roots, **keys)
        section: dict[str, Any] = dict(settings or {})
        if server is not None:
            section["capture"] = {"model": MODEL, **section.get("capture", {})}
            section["models"] = {"providers": server.settings, **section.get("models", {})}
        self.process.noctule.configuration.set_client(section)
        noctule = self.process.noctule
        self.capturing = Capturing(
            noctule.projects, noctule.events, noctule.writing, None, clicks.person() if clicks else None
        )

    @property
    def memory(self) -> Path:
        return self.process.memory

    async def add(
        self, text: str, *, target: Any = "project", session_id: str | None = None, **more: Any
    ) -> WriteAnswer:
        writer = Writer(target=target, session_id=session_id)
        return await self.capturing.reviewing.add(Addition(text=text, **more), writer)

    async def accept(self, held: str | None, how: str | None = None, text: str | None = None) -> WriteAnswer:
        return await self.capturing.holding.accept(held or "", Decision(how, text))

    def held(self) -> tuple[HeldRow, ...]:
        return self.capturing.holding.held()

    def texts(self) -> str:
        """Everything that the memory folder says now."""
        return "\n".join(path.read_text() for path in sorted(self.memory.rglob("*.md")))


def verdict(kind: str, *concerns: str, merged: str | None = None, reason: str = "because") -> Says:
    """A review's answer as a good model gives it."""
    return Says(json.dumps({"verdict": kind, "concerns": concerns, "merged": merged, "reason": reason}))
