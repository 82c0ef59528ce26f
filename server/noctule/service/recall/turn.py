"""A turn on its way: what is asked, what was looked at, what would be answered, and what a session may still get."""

from collections.abc import Mapping

from noctule.dataclass import dataclass
from noctule.recall.rank import Pick
from noctule.recall.recall import Choice, Limits
from noctule.service.project import OpenProject
from noctule.service.recall.editor import NO_CONTEXT, EditorContext
from noctule.service.recall_values import Budget, RecallAnswer
from noctule.store.sessions import Session


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What a client asks of recall. `already_in_context` are URIs or paths that the agent has in its context."""

    session_id: str
    query: str
    context: EditorContext = NO_CONTEXT
    already_in_context: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Receipt:
    """What an answer entered, so that it can be taken back if nobody saw it."""

    row_ids: tuple[int, ...] = ()
    folder: str = ""
    paths: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Prepared:
    """A turn looked at: its session and project, the local ranking, and what may be given.

    Where nothing can be given there is no project and no ranking; `budget` is then what is known of it.
    """

    turn: Turn
    began: float
    notes: tuple[str, ...]
    session: Session | None = None
    opened: OpenProject | None = None
    pick: Pick | None = None
    shown: Mapping[str, str] | None = None
    limits: Limits | None = None
    budget: Budget | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """An answer that has had no effect yet."""

    answer: RecallAnswer
    prepared: Prepared
    choice: Choice


def limits_of(opened: OpenProject, used_bytes: int) -> Limits:
    """What a turn may be given by a session that was shown `used_bytes` so far."""
    settings = opened.resolved.settings.recall
    left = max(0, settings.session_bytes - used_bytes)
    return Limits(settings.max_memories, settings.memory_bytes, settings.turn_bytes, left)


def budget_of(opened: OpenProject, limits: Limits, bytes_more: int) -> Budget:
    """The session's budget after `bytes_more` are given."""
    limit = opened.resolved.settings.recall.session_bytes
    return Budget(limit - limits.session_bytes_left + bytes_more, limit)


def closed_to_recall(session: Session | None, opened: OpenProject) -> str | None:
    """The note of what keeps a turn from being given memories, if anything does."""
    if session is not None and session.paused:
        return "paused"
    if not opened.resolved.settings.recall.enabled:
        return "recallOff"
    return None
