"""The loop of a dream's agent: asks the model, runs the tools that it calls for, and ends in one of four ways."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from noctule.dream.opening import opening
from noctule.dream.spending import REASONS, Spending
from noctule.dream.task import AgentEnd, AgentTask, Cap, EndKind, Progress
from noctule.dream.tools.desk import Desk
from noctule.dream.tools.run import Answer, answer
from noctule.dream.tools.table import SCHEMAS
from noctule.errors import ModelError, ModelReplyBad, ModelTimeout, StorageError
from noctule.models.chat import ChatModel, ChatRequest, Message, Reply, ToolCall
from noctule.safety.redact import redact
from noctule.safety.sanitize import neutralise

logger = logging.getLogger(__name__)

PURPOSE = "dream"
TOOL_SECONDS = 2.0

# A memory is at most 64 KiB, most are under 4; the rest is for thinking, which some models count with the answer.
_TOKENS_TO_THINK = 16_384
_TOKENS = 8_192
_THINKING = frozenset({"medium", "high", "max"})
# A disk may be slow for a moment; a tool ends itself, so this is met only where the disk does not answer at all.
_DISK_SECONDS = 30.0
# A model ends a call at its deadline by itself; this is for one that does not.
_GRACE = 0.25
_MOST_CUT_OFF = 3
_MOST_CALLS = 256
# Characters of results a step: more at once would crowd out what the model knew before.
_MOST_RESULTS = 200_000
_LONGEST_SUMMARY = 2_000

_CUT_OFF = (
    "Your last reply was cut off at the limit of length, and a call that was cut did not run. Go on in smaller steps."
)

_NOT_RUN = Answer("This call was not run: there are too many in one reply. Send it again.", is_error=True)

T = TypeVar("T")


async def run_agent(
    task: AgentTask, model: ChatModel, tell: Callable[[Progress], None], stop: asyncio.Event
) -> AgentEnd:
    """Lets `model` work on the stage until it is done, a cap is reached, `stop` is set, or it fails.

    `tell` is called as each step begins. Raises CancelledError, and a StorageError where the stage cannot be read.
    """
    return await _Loop(task, model, tell, stop).run()


class _Stopped(Exception):
    """The person asked for the end."""


class _Loop:
    def __init__(
        self, task: AgentTask, model: ChatModel, tell: Callable[[Progress], None], stop: asyncio.Event
    ) -> None:
        self._task = task
        self._model = model
        self._tell = tell
        self._stop = stop
        self._ends_at = time.monotonic() + task.caps.total_seconds
        self._spent = Spending(task.caps)
        self._messages: list[Message] = []
        self._desk: Desk | None = None

    async def run(self) -> AgentEnd:
        try:
            self._desk = await asyncio.to_thread(Desk, self._task)
            self._messages += await asyncio.to_thread(opening, self._task)
            return await self._steps(self._desk)
        except _Stopped:
            return self._end("cancelled", "It was cancelled.")
        except ModelError as error:
            if time.monotonic() >= self._ends_at:
                return self._capped("time")
            return self._end("failed", str(error), failure=error.kind)
        except StorageError as error:
            if self._desk is None:
                raise
            return self._end("failed", str(error), failure=error.kind)

    async def _steps(self, desk: Desk) -> AgentEnd:
        cut_off = 0
        while self._spent.steps < self._task.caps.steps:
            if time.monotonic() >= self._ends_at:
                return self._capped("time")
            self._tell(Progress(self._spent.steps + 1, self._task.caps.steps, self._spent.cost_usd))
            reply = await self._ask()
            if reply.stop_reason == "refusal":
                return self._end("failed", f"{self._model.name} refused to go on.", failure="modelRefused")
            was_cut = reply.stop_reason == "length"
            if not reply.tool_calls and not was_cut:
                return self._finished(reply)
            cap = self._spent.reached
            if cap is not None:
                return self._capped(cap)
            cut_off = cut_off + 1 if was_cut else 0
            if cut_off > _MOST_CUT_OFF:
                return self._end("failed", f"{self._model.name} writes more than a reply can hold.", failure="model")
            await self._follow(desk, reply)
            if was_cut:
                self._messages.append(Message("user", _CUT_OFF))
        return self._capped("steps")

    async def _ask(self) -> Reply:
        task = self._task
        request = ChatRequest(
            messages=tuple(self._messages),
            max_tokens=_TOKENS_TO_THINK if task.effort in _THINKING else _TOKENS,
            purpose=PURPOSE,
            tools=SCHEMAS,
            effort=task.effort,
            user_action=task.user_action,
            grows=True,
        )
        deadline = min(time.monotonic() + task.caps.call_seconds, self._ends_at)
        try:
            async with asyncio.timeout_at(asyncio.get_running_loop().time() + deadline - time.monotonic() + _GRACE):
                reply = await self._unless_stopped(self._model.complete(request, deadline))
        except TimeoutError:
            raise ModelTimeout(f"{self._model.name} did not answer in time.") from None
        except (ModelError, _Stopped):
            raise
        except Exception as error:  # a bug in a provider's room ends the dream, not the server
            logger.warning("A dream's model could not be asked: %s.", type(error).__name__)
            raise ModelReplyBad(f"{self._model.name} could not be asked.") from None
        self._spent.add(request, reply)
        return reply

    async def _follow(self, desk: Desk, reply: Reply) -> None:
        """Runs the calls of a reply in their order: what one writes, the next one may read."""
        if reply.tool_calls or reply.text.strip():
            self._messages.append(reply.as_message())
        room = _MOST_RESULTS
        for number, call in enumerate(reply.tool_calls):
            if self._stop.is_set():
                raise _Stopped
            is_over = number >= _MOST_CALLS or time.monotonic() >= self._ends_at
            given = _NOT_RUN if is_over else (await self._answer(desk, call)).within(room)
            room = max(room - len(given.text), 0)
            self._messages.append(given.to(call))

    async def _answer(self, desk: Desk, call: ToolCall) -> Answer:
        """Runs one call off the loop, to its end: a change is whole, even where the dream is stopped meanwhile."""
        running = asyncio.ensure_future(asyncio.to_thread(answer, desk, call))
        try:
            done, _ = await asyncio.wait({running}, timeout=_DISK_SECONDS)
        except asyncio.CancelledError:
            await asyncio.wait({running}, timeout=TOOL_SECONDS)
            raise
        if not done:
            raise StorageError("The disk did not answer; the dream was ended.")
        return running.result()

    async def _unless_stopped(self, call: Coroutine[Any, Any, T]) -> T:
        asking = asyncio.ensure_future(call)
        stopping = asyncio.ensure_future(self._stop.wait())
        try:
            await asyncio.wait({asking, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if self._stop.is_set():
                raise _Stopped
            return asking.result()
        finally:
            for one in (asking, stopping):
                one.cancel()
            await asyncio.gather(asking, stopping, return_exceptions=True)

    def _finished(self, reply: Reply) -> AgentEnd:
        if not reply.text.strip():
            return self._end("failed", f"{self._model.name} answered with nothing.", failure="modelReplyBad")
        return self._end("completed", "", summary=_summary(reply.text))

    def _capped(self, cap: Cap) -> AgentEnd:
        return self._end("capped", REASONS[cap], cap=cap)

    def _end(
        self, kind: EndKind, reason: str, *, cap: Cap | None = None, failure: str | None = None, summary: str = ""
    ) -> AgentEnd:
        return AgentEnd(
            kind,
            reason,
            self._spent.steps,
            usage=self._spent.usage,
            cost_usd=self._spent.cost_usd,
            cap=cap,
            failure=failure,
            summary=summary,
            replaces={} if self._desk is None else self._desk.replaces,
        )


def _summary(text: str) -> str:
    whole = neutralise(redact(text.strip()).text)
    return whole if len(whole) <= _LONGEST_SUMMARY else whole[: _LONGEST_SUMMARY - 1].rstrip() + "…"
