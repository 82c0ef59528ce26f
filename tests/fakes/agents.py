"""Agents of dreams that do what they are told in the stage, and how the loop would say that it ended."""

import asyncio
from collections.abc import Callable, Mapping, Sequence

from noctule.dream.task import AgentEnd, AgentTask, EndKind, Progress
from noctule.errors import ModelUnusable
from noctule.models.chat import ChatModel, ChatRequest, Reply, Usage

USAGE = Usage(40_000, 8_200)


class NamedModel:
    """A model that has a name and is never asked."""

    name = "provider/id"

    async def complete(self, request: ChatRequest, deadline: float) -> Reply:
        raise ModelUnusable("Nobody asks it.")


class Writes:
    """Leaves these texts in the stage (None: removes the file), then ends as told. `meanwhile` runs before the end."""

    def __init__(
        self,
        changed: Mapping[str, str | None],
        *,
        replaces: Mapping[str, Sequence[str]] | None = None,
        end: EndKind = "completed",
        reason: str = "",
        failure: str | None = None,
        meanwhile: Callable[[], object] = lambda: None,
    ) -> None:
        self.task: AgentTask | None = None
        self._changed = changed
        self._meanwhile = meanwhile
        self._end = AgentEnd(
            kind=end,
            reason=reason,
            steps=3,
            usage=USAGE,
            cost_usd=0.12,
            failure=failure,
            summary="Merged what belongs together." if end == "completed" else "",
            replaces={path: tuple(named) for path, named in (replaces or {}).items()},
        )

    async def __call__(
        self, task: AgentTask, model: ChatModel, tell: Callable[[Progress], None], stop: asyncio.Event
    ) -> AgentEnd:
        self.task = task
        for step, (path, text) in enumerate(self._changed.items(), 1):
            tell(Progress(step, 30, 0.04 * step))
            file = task.stage / path
            if text is None:
                file.unlink(missing_ok=True)
            else:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, newline="")
        self._meanwhile()
        return self._end


class Waits:
    """Leaves its texts, then waits: until it is stopped, or its task is cancelled."""

    def __init__(self, changed: Mapping[str, str | None] | None = None) -> None:
        self._writes = Writes(changed or {}, end="cancelled", reason="It was cancelled.")
        self.has_begun = asyncio.Event()

    async def __call__(
        self, task: AgentTask, model: ChatModel, tell: Callable[[Progress], None], stop: asyncio.Event
    ) -> AgentEnd:
        end = await self._writes(task, model, tell, stop)
        self.has_begun.set()
        await stop.wait()
        return end
