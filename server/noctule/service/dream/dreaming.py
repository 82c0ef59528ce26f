"""The dreams of all open projects, on one event loop: begun by a person or when idle, told as they go."""

import asyncio
import logging
from collections.abc import Callable
from typing import TypeVar, cast

from noctule.dataclass import dataclass, field, replace
from noctule.dream.dream import dream
from noctule.dream.log import DreamLog, Line
from noctule.dream.order import Mind, Order, Site
from noctule.dream.order import Trigger as Begun
from noctule.dream.outcome import Outcome, outcome_of
from noctule.dream.task import Progress, RunAgent
from noctule.errors import NoctuleError, StorageError
from noctule.models.chat import Effort
from noctule.service.dream import sites
from noctule.service.dream.beginning import Beginning
from noctule.service.dream.stopping import stop_elsewhere
from noctule.service.dream.values import Begin, Means, PastSessions, Wish, outcome_event
from noctule.service.events import DreamStatus, Events
from noctule.service.failures import log_failure
from noctule.service.following import Following
from noctule.service.named_models import NamedModels
from noctule.service.project import OpenProject, Projects
from noctule.store.held_dreams import new_dream_id

logger = logging.getLogger(__name__)

RUNNING = "A dream is already running."

_MOST_REMEMBERED = 20

T = TypeVar("T")


@dataclass(slots=True)
class _Run:
    dream_id: str
    workspace_uri: str
    trigger: Begun
    stop: asyncio.Event = field(default_factory=asyncio.Event)
    ended: "asyncio.Future[Outcome]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    task: "asyncio.Task[None] | None" = None


class Dreaming:
    """One dream a memory folder at a time. Every method may raise `WorkspaceError`s and `StorageError`s."""

    def __init__(
        self,
        projects: Projects,
        events: Events,
        following: Following,
        models: NamedModels,
        sessions: PastSessions,
        means: Means,
    ) -> None:
        self._projects = projects
        self._events = events
        self._following = following
        self._models = models
        self._sessions = sessions
        self._means = means
        self._beginning = Beginning(projects, events, sessions, means)
        self._runs: dict[str, _Run] = {}
        self._ended: dict[str, Outcome] = {}
        self.is_closing = False

    async def begin(self, wish: Wish) -> Begin:
        """Begins a dream, which runs on after this; or says which gate is closed. Running already is an answer."""
        opened = await asyncio.to_thread(self._projects.open, wish.workspace_uri)
        running = self._runs.get(opened.folder.key)
        if running is not None:
            return Begin(running.dream_id, False, RUNNING, "lock")
        run = _Run(wish.dream_id or new_dream_id(), opened.workspace_uri, wish.trigger)
        # From here on nobody else begins one, although the gates take their time.
        self._runs[opened.folder.key] = run
        try:
            gate = await asyncio.to_thread(self._beginning.closed_gate, opened, wish)
            if gate is not None:
                self._runs.pop(opened.folder.key, None)
                await self._beginning.skip(opened, wish, run.dream_id, gate)
                return Begin(run.dream_id, False, gate.reason, gate.name)
            refusal = await self._beginning.settle_held(opened, wish)
            if refusal is not None:
                self._runs.pop(opened.folder.key, None)
                return Begin(run.dream_id, False, refusal, "held")
            message = await asyncio.to_thread(self._beginning.message, opened, wish)
        except BaseException:
            self._runs.pop(opened.folder.key, None)
            raise
        run.task = self._means.run_task(self._run(opened, wish, run), "a dream")
        return Begin(run.dream_id, True, message)

    def cancel(self, dream_id: str | None = None, workspace_uri: str | None = None) -> str | None:
        """Ends a dream by its id or its project, in whatever process it runs; what it did is held.

        Gives its id, None where none runs.
        """
        run = next((one for one in self._runs.values() if one.dream_id == dream_id), None)
        if run is None:
            opened = self._projects.open(workspace_uri)
            run = self._runs.get(opened.folder.key)
            if run is None or dream_id is not None:
                return stop_elsewhere(opened, dream_id)
        if run.task is None:
            return None
        run.stop.set()
        return run.dream_id

    async def wait(self, dream_id: str) -> Outcome | None:
        """How a dream that runs here ends, or ended lately; None where none of this id does."""
        if dream_id in self._ended:
            return self._ended[dream_id]
        run = next((one for one in self._runs.values() if one.dream_id == dream_id), None)
        return await asyncio.shield(run.ended) if run is not None else None

    def running(self, workspace_uri: str) -> bool:
        """Whether a dream of this project runs here."""
        return any(run.workspace_uri == workspace_uri and run.task is not None for run in self._runs.values())

    async def close(self, timeout_s: float) -> None:
        """The server leaves: dreams are dropped and logged, their locks given back, within `timeout_s` seconds."""
        self.is_closing = True
        tasks = [run.task for run in self._runs.values() if run.task is not None]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=timeout_s)

    async def _run(self, opened: OpenProject, wish: Wish, run: _Run) -> None:
        self._tell_status(opened, run, "running", "dreaming...")
        outcome: Outcome | None = None
        try:
            outcome = await self._outcome(opened, wish, run)
        except NoctuleError as error:
            outcome = outcome_of(_failed(self._projects, wish, run, str(error)))
        except Exception as error:
            ref = log_failure(logger, error, "a dream")
            outcome = outcome_of(_failed(self._projects, wish, run, f"Internal error (ref {ref})."))
        finally:
            if outcome is None:
                self._runs.pop(opened.folder.key, None)
                run.ended.cancel()
        await self._finish(opened, wish, run, outcome)

    async def _outcome(self, opened: OpenProject, wish: Wish, run: _Run) -> Outcome:
        await asyncio.to_thread(self._projects.ensure, opened)
        site = await asyncio.to_thread(sites.site_of, self._projects, opened)
        order = await asyncio.to_thread(self._order, opened, wish, run)
        if isinstance(order, Outcome):
            await asyncio.to_thread(DreamLog(opened.folder.path).add, order.line)
            return order
        return await self._dreamt(order, site, opened, run)

    async def _dreamt(self, order: Order, site: Site, opened: OpenProject, run: _Run) -> Outcome:
        def tell(progress: Progress) -> None:
            message = f"dreaming... (step {progress.step}/{progress.max_steps})"
            self._tell_status(opened, run, "running", message, progress)

        return await dream(order, site, tell, run.stop)

    def _order(self, opened: OpenProject, wish: Wish, run: _Run) -> Order | Outcome:
        """What is to be dreamt; a model that was named and cannot be used is a failed dream."""
        settings = opened.resolved.settings.dream
        order = Order(
            id=run.dream_id,
            trigger=wish.trigger,
            always_review=settings.review == "always",
            is_dry=wish.is_dry,
        )
        names = sites.models_of(opened)
        if wish.trigger == "tidy" or not names:
            return order
        choice = self._models.find(opened, names)
        if choice.model is None:
            reason = choice.unusable[0].reason if choice.unusable else "The model cannot be used."
            return outcome_of(replace(_failed(self._projects, wish, run, reason), model=names[0]))
        since = sites.last_dream(opened, self._projects.now())
        mind = Mind(
            run_agent=self._means.run_agent or _own_agent(),
            model=choice.model,
            digest=lambda: self._sessions.digest(opened, since).text,
            rules=sites.instructions_of(self._projects, opened),
            caps=sites.caps_of(opened),
            effort=cast("Effort", settings.effort),
            user_action=wish.trigger == "command",
        )
        return replace(order, mind=mind)

    async def _finish(self, opened: OpenProject, wish: Wish, run: _Run, outcome: Outcome) -> None:
        """Notes how it ended, and tells it, whatever a disk that is full or closed keeps from being noted."""
        line = outcome.line
        self._beginning.note_consent(opened, line)
        if not wish.is_dry:
            await _or_logged(sites.note_end, self._projects, opened, line.status)
        if line.status == "skipped" and line.gate != "dryRun":
            await _or_logged(self._beginning.log_skip, opened, wish, line)
        await _or_logged(self._following.gather, opened.folder)
        self._runs.pop(opened.folder.key, None)
        self._ended = dict([*self._ended.items(), (run.dream_id, outcome)][-_MOST_REMEMBERED:])
        # As it is now: a person may have decided between the dream's last step and here.
        waits_now = await _or_logged(sites.held_of(opened).ids)
        self._tell_status(opened, run, "held" if waits_now else "idle", outcome.headline)
        self._events.tell(outcome_event(opened, outcome))
        if not run.ended.done():
            run.ended.set_result(outcome)

    def _tell_status(
        self, opened: OpenProject, run: _Run, state: str, message: str, progress: Progress | None = None
    ) -> None:
        settings = opened.resolved.settings.dream
        self._events.tell(
            DreamStatus(
                workspace_uri=opened.workspace_uri,
                dream_id=run.dream_id,
                state=state,
                trigger=run.trigger,
                step=progress.step if progress else 0,
                max_steps=progress.max_steps if progress else settings.max_steps,
                cost_usd=progress.cost_usd if progress else None,
                message=message,
            )
        )


async def _or_logged(work: Callable[..., T], *words: object) -> T | None:
    """What the work gives, done in a thread; None where the disk refused it."""
    try:
        return await asyncio.to_thread(work, *words)
    except (StorageError, OSError) as error:
        logger.warning("the end of a dream could not be noted: %s", type(error).__name__)
        return None


def _own_agent() -> RunAgent:
    from noctule.dream.agent import run_agent  # late: a tidy needs none of its tools

    return run_agent


def _failed(projects: Projects, wish: Wish, run: _Run, reason: str) -> Line:
    return Line(
        dream_id=run.dream_id, at=projects.now().isoformat(), trigger=wish.trigger, status="failed", reason=reason
    )
