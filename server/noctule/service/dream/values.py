"""What begins a dream, what it is given by a face, and how its end is told."""

import asyncio
from collections.abc import Callable, Coroutine
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol

from noctule.dataclass import dataclass
from noctule.dream.order import Trigger as Begun
from noctule.dream.outcome import Outcome
from noctule.dream.task import RunAgent
from noctule.service.events import DreamOutcome
from noctule.service.project import OpenProject
from noctule.transcripts.digest import Digest

if TYPE_CHECKING:
    from noctule.service.person import Person

RunTask = Callable[[Coroutine[Any, Any, None], str], "asyncio.Task[None]"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What begins a dream. `trigger`: idle, command, or tidy (no model, whatever the settings say).

    `replaces_held`: a dream that waits is discarded for this one; else the person is asked, where there is one.
    """

    trigger: Begun = "command"
    workspace_uri: str | None = None
    session_id: str | None = None
    is_dry: bool = False
    replaces_held: bool = False
    dream_id: str = ""


class PastSessions(Protocol):
    """What dreams know of past sessions; `Digesting` is one."""

    def main_touched(self, opened: OpenProject, since: datetime | None) -> int: ...

    def digest(self, opened: OpenProject, since: datetime | None) -> Digest: ...


@dataclass(frozen=True, slots=True)
class Begin:
    """What came of a wish: the dream that runs now, be it one that ran before; or why none began (`gate`)."""

    dream_id: str
    is_begun: bool
    message: str
    gate: str | None = None


@dataclass(frozen=True, slots=True)
class Means:
    """What a face gives to dreams. `run_agent` is the loop that asks a model, None: our own."""

    run_task: RunTask
    is_interactive: bool = False
    person: "Person | None" = None
    run_agent: RunAgent | None = None


def outcome_event(opened: OpenProject, outcome: Outcome) -> DreamOutcome:
    """How a dream ended, as an event."""
    line, uri = outcome.line, opened.folder.uri
    return DreamOutcome(
        workspace_uri=opened.workspace_uri,
        dream_id=line.dream_id,
        status=line.status,
        held=line.held,
        headline=outcome.headline,
        summary=line.summary,
        created=tuple(uri(one.path) for one in line.created),
        edited=tuple(uri(one.path) for one in line.edited),
        removed=tuple(uri(one.path) for one in line.removed),
        conflicts=tuple(uri(path) for path in line.conflicts),
        steps=line.steps,
        tokens=line.tokens,
        cost_usd=line.cost_usd,
        reason=line.reason,
    )
