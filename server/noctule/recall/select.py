"""Lets a model choose the memories of a turn, from one line a memory, inside a deadline.

It is a refinement: whatever goes wrong is a note, and the local ranking serves.
"""

import asyncio
import logging
import re
import time
from collections.abc import Sequence

from noctule.dataclass import dataclass, field, replace
from noctule.errors import ModelError, ModelTimeout, ModelUnusable
from noctule.models.chat import ChatModel, ChatRequest, Effort, Message, Reply, Usage
from noctule.prompts import load
from noctule.recall.answer import ANSWER_SCHEMA, read_answer
from noctule.safety.sanitize import one_line, shown_description

MOST_CANDIDATES = 200
MOST_TOKENS = 512
RETRIES = 1
QUERY_CHARS = 4_000

SKIPPED = "selectorSkipped"
TIMED_OUT = "selectorTimedOut"
UNUSABLE = "selectorUnusable"
FAILED = "selectorFailed"

# Scripts that are written without spaces, and Hangul, whose single words are whole questions.
_UNSPACED = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3100-\u318f\u31a0-\u31ff"
    r"\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uffdc\U00020000-\U0003ffff]"
)

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Candidate:
    """What a model is told of a memory. `modified` is a date without a time of day; `type` None is unknown."""

    path: str
    name: str
    type: str | None
    modified: str
    description: str


@dataclass(frozen=True, slots=True)
class Selection:
    """The paths that a model chose, best first; with a `note` it chose nothing, and the local ranking counts."""

    paths: tuple[str, ...] = ()
    note: str | None = None
    usage: Usage | None = None
    cost_usd: float | None = None


def is_skippable(query: str) -> bool:
    """Whether a query says too little to ask a model about: one word or none, CJK and the like excepted."""
    words = [word for word in query.split() if any(character.isalnum() for character in word)]
    return len(words) < 2 and not _UNSPACED.search(query)


async def select(
    model: ChatModel,
    query: str,
    candidates: Sequence[Candidate],
    limit: int,
    deadline: float,
    *,
    effort: Effort = "off",
) -> Selection:
    """The at most `limit` of `candidates` that `model` chooses for `query`, before `deadline` (`time.monotonic`).

    Candidates come newest first, without those that the session has been shown; the first 200 are offered. Raises
    nothing but `CancelledError`.
    """
    if is_skippable(query):
        return Selection(note=SKIPPED)
    if not candidates or limit < 1:
        return Selection()
    offered = candidates[:MOST_CANDIDATES]
    replies = _Replies()
    try:
        request = _request(query, offered, limit, effort)
        async with asyncio.timeout(deadline - time.monotonic()):
            named = await _ask(model, request, deadline, replies)
    except Exception as error:
        return replies.selection((), _note(model.name, error))
    if named is None:
        _log.warning("%s chose no memories: its answer cannot be read (%s)", model.name, replies.last_stop)
        return replies.selection((), FAILED)
    return replies.selection(_known(named, offered)[:limit], None)


@dataclass(slots=True)
class _Replies:
    """What was answered so far: it has been paid for, also where nothing comes of it."""

    given: list[Reply] = field(default_factory=list)

    @property
    def last_stop(self) -> str:
        return self.given[-1].stop_reason if self.given else "no answer"

    def selection(self, paths: tuple[str, ...], note: str | None) -> Selection:
        usages = [reply.usage for reply in self.given if reply.usage is not None]
        costs = [reply.cost_usd for reply in self.given if reply.cost_usd is not None]
        return Selection(
            paths,
            note,
            usage=sum(usages[1:], usages[0]) if usages else None,
            cost_usd=sum(costs) if costs and len(costs) == len(self.given) else None,
        )


async def _ask(model: ChatModel, request: ChatRequest, deadline: float, replies: _Replies) -> list[str] | None:
    """The names in the answer, or None. One retry in all: of a failed call, or of an answer that cannot be read."""
    reply = await model.complete(request, deadline)
    replies.given.append(reply)
    named = read_answer(reply.text)
    if named is not None or not reply.text.strip() or reply.stop_reason == "refusal" or reply.attempts > RETRIES:
        return named
    reply = await model.complete(replace(request, retries=0), deadline)
    replies.given.append(reply)
    return read_answer(reply.text)


def _request(query: str, candidates: Sequence[Candidate], limit: int, effort: Effort) -> ChatRequest:
    lines = "\n".join(_line(candidate) for candidate in candidates)
    asked = query.strip()[:QUERY_CHARS]
    return ChatRequest(
        messages=(
            Message("system", load("select-memories").fill(limit=str(limit))),
            Message("user", f"MEMORIES\n{lines}\nEND OF MEMORIES\n\nThe person wrote:\n{asked}"),
        ),
        max_tokens=MOST_TOKENS,
        purpose="recall",
        effort=effort,
        output_schema=ANSWER_SCHEMA,
        retries=RETRIES,
    )


def _line(candidate: Candidate) -> str:
    """One line, whatever the memory holds: so no memory can end the list or add to it."""
    kind = one_line(candidate.type or "unknown", 40)
    description = shown_description(candidate.description or candidate.name)
    return f"- [{kind}] {one_line(candidate.path)} ({one_line(candidate.modified, 40)}): {description}"


def _known(named: Sequence[str], candidates: Sequence[Candidate]) -> tuple[str, ...]:
    """The paths among `candidates` that were named exactly, as they are or as the list showed them, each once."""
    shown = {one_line(candidate.path): candidate.path for candidate in candidates}
    by_name = {**shown, **{candidate.path: candidate.path for candidate in candidates}}
    return tuple(dict.fromkeys(by_name[name] for name in named if name in by_name))


def _note(model: str, error: Exception) -> str:
    """The note for `error`, logged once. Only our own errors are repeated: another's text may hold anything."""
    is_late = isinstance(error, TimeoutError | ModelTimeout)
    reason = str(error) if isinstance(error, ModelError) else "no answer in time" if is_late else type(error).__name__
    _log.warning("%s chose no memories: %s", model, reason)
    if is_late:
        return TIMED_OUT
    return UNUSABLE if isinstance(error, ModelUnusable) else FAILED
