"""One dream from the lock to the log: staged, dreamt, tidied, and landed as one change, or held, or dropped."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

from noctule.dataclass import replace
from noctule.dream.lock import TIDY_STAMP, DreamLock
from noctule.dream.log import DreamLog, Line, Status
from noctule.dream.order import Mind, Order, Site
from noctule.dream.outcome import Outcome, outcome_of
from noctule.dream.recovery import recover
from noctule.dream.settle import Settling, Staged
from noctule.dream.stage import drop_stage, make_stage
from noctule.dream.stopping import drop_wish, is_stop_wished
from noctule.dream.task import AgentEnd, AgentTask, Progress
from noctule.errors import LockBusy, NoctuleError
from noctule.store.atomic import make_folder, write_atomic

logger = logging.getLogger(__name__)

T = TypeVar("T")

SHUT_DOWN = "The server was shut down."
BUG = "An error of Noctule's own; its log tells where."

# Claude Code takes a lock for stale after an hour; a minute keeps it young without being a load.
_BEAT_SECONDS = 60.0
# How soon a dream hears that another process wants it to stop.
_LISTEN_SECONDS = 1.0

_STATUS: dict[str, Status] = {
    "completed": "completed",
    "capped": "aborted",
    "cancelled": "aborted",
    "failed": "failed",
}
_NO_CONSENT = "noConsent"


async def dream(order: Order, site: Site, tell: Callable[[Progress], None], stop: asyncio.Event) -> Outcome:
    """Dreams, and gives how it ended; it is in the log by then, but for one that was skipped: how often that is told is
    the caller's to know. Setting `stop` ends it with what it did held; so does a wish in the folder's state.

    Raises nothing but CancelledError, when the server leaves: then the dream is dropped and the log says so.
    """
    return await _Dreaming(order, site, tell, stop).run()


class _Dreaming:
    def __init__(self, order: Order, site: Site, tell: Callable[[Progress], None], stop: asyncio.Event) -> None:
        self._order = order
        self._site = site
        self._tell = tell
        self._stop = stop
        self._lock = DreamLock(site.folder.path, site.folder.state)
        self._log = DreamLog(site.folder.path)
        self._began = time.monotonic()
        self._started = site.now()
        self._settled: Outcome | None = None

    async def run(self) -> Outcome:
        try:
            holder = await _whole(asyncio.to_thread(self._begin))
            if holder is not None:
                return outcome_of(replace(self._line("skipped", holder), gate="lock"))
            outcome = await self._watched()
        except NoctuleError as error:
            outcome = outcome_of(self._line("failed", str(error)))
        except asyncio.CancelledError:
            # What had landed by then has landed.
            await self._leave(self._settled or outcome_of(self._line("aborted", SHUT_DOWN)))
            raise
        except Exception:
            await self._leave(outcome_of(self._line("failed", BUG)))
            raise
        return await _whole(asyncio.to_thread(self._end, outcome))

    async def _watched(self) -> Outcome:
        """The dream, with a heart that beats, and an ear for who wants it to stop."""
        beside = [asyncio.ensure_future(one) for one in (self._beat(), self._listen())]
        try:
            return await self._dream()
        finally:
            for task in beside:
                task.cancel()

    async def _leave(self, outcome: Outcome) -> None:
        """Gives back what was taken, whatever comes next."""
        if self._lock.is_held:
            await _whole(asyncio.to_thread(self._end, outcome))

    def _begin(self) -> str | None:
        recover(self._site, self._lock)
        return self._lock.take(self._order.id, self._order.trigger, self._started)

    async def _dream(self) -> Outcome:
        mind = self._order.mind
        line = self._line("completed", "")
        try:
            staged = await _whole(asyncio.to_thread(self._make_stage))
            settling = Settling(self._site, self._order, self._lock)
            if mind is not None:
                end = await self._ask(mind, staged)
                line = self._line_of(end, line)
                staged = replace(staged, replaces=end.replaces)
                # A model that failed before it changed anything is a failed dream, never silently a tidy.
                if line.status != "completed" and not await asyncio.to_thread(settling.is_changed, staged):
                    return outcome_of(_unless_consent_is_missing(line, end, mind))
            return await _whole(asyncio.to_thread(self._settle, settling, staged, self._timed(line)))
        except LockBusy as error:
            return outcome_of(replace(line, status="aborted", reason=str(error)))
        except NoctuleError as error:
            return outcome_of(replace(line, status="failed", reason=str(error)))

    def _settle(self, settling: Settling, staged: Staged, line: Line) -> Outcome:
        self._settled = settling.settle(staged, line)
        return self._settled

    def _make_stage(self) -> Staged:
        held = frozenset(self._site.held())
        stage = self._site.stage_of(self._order.id)
        drop_stage(stage)
        self._site.folder.sweep(self._site.author_of_unexplained, self._site.now())
        base = make_stage(self._site.folder.path, stage / "memory", held, self._site.shown_index)
        return Staged(base, held | base.unread, {})

    async def _ask(self, mind: Mind, staged: Staged) -> AgentEnd:
        stage = self._site.stage_of(self._order.id)
        digest = await asyncio.to_thread(mind.digest)
        if digest:
            await asyncio.to_thread(write_atomic, stage / "digest.md", digest.encode("utf-8", "replace"))
        task = AgentTask(
            stage=stage / "memory",
            today=self._started.date(),
            digest=stage / "digest.md" if digest else None,
            rules=mind.rules,
            held=staged.held,
            caps=mind.caps,
            effort=mind.effort,
            user_action=mind.user_action,
        )
        return await mind.run_agent(task, mind.model, self._tell, self._stop)

    def _end(self, outcome: Outcome) -> Outcome:
        """Whatever happened: the lock is given back by the rule, the stage dropped, the log written."""
        line = self._timed(outcome.line)
        if line.status != "skipped" or line.gate == "dryRun":
            self._log.add(line)
        is_tidy = self._order.mind is None
        if is_tidy and line.status == "completed":
            self._stamp_tidy()
        keeps_stamp = line.status in ("completed", "aborted") and not is_tidy and not self._order.is_dry
        # The stage first: once the lock's note is gone, nobody would look for what a death left.
        drop_stage(self._site.stage_of(self._order.id))
        drop_wish(self._site.folder.state, self._order.id)
        self._lock.release(self._site.now(), keeps_stamp=keeps_stamp)
        return replace(outcome, line=line)

    def _stamp_tidy(self) -> None:
        with contextlib.suppress(NoctuleError):
            make_folder(self._site.folder.state)
            write_atomic(self._site.folder.state / TIDY_STAMP, self._site.now().isoformat().encode())

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(_BEAT_SECONDS)
            if not await asyncio.to_thread(self._lock.beat, self._site.now()):
                return

    async def _listen(self) -> None:
        while True:
            if await asyncio.to_thread(is_stop_wished, self._site.folder.state, self._order.id):
                self._stop.set()
                return
            await asyncio.sleep(_LISTEN_SECONDS)

    def _line(self, status: Status, reason: str) -> Line:
        mind = self._order.mind
        return Line(
            dream_id=self._order.id,
            at=self._started.isoformat(),
            trigger=self._order.trigger,
            status=status,
            reason=reason,
            model=mind.model.name if mind is not None else None,
        )

    def _line_of(self, end: AgentEnd, line: Line) -> Line:
        usage = end.usage
        return replace(
            line,
            status=_STATUS[end.kind],
            reason=end.reason,
            steps=end.steps,
            cost_usd=end.cost_usd,
            tokens=None if usage is None else usage.input_tokens + usage.output_tokens,
            summary=end.summary,
        )

    def _timed(self, line: Line) -> Line:
        return replace(line, duration_ms=int((time.monotonic() - self._began) * 1000))


def _unless_consent_is_missing(line: Line, end: AgentEnd, mind: Mind) -> Line:
    """A lent model that would have to ask first is a closed gate for a dream that nobody asked for."""
    if end.failure == _NO_CONSENT and not mind.user_action:
        return replace(line, status="skipped", gate="consent")
    return line


async def _whole(work: Awaitable[T]) -> T:
    """What touches the disk is not left half done by a cancel: it is waited for, then the cancel goes on."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise
