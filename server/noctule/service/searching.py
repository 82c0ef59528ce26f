"""Search on request: the memories that match, each with the entry that does, and places in past conversations."""

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from noctule.dataclass import dataclass
from noctule.errors import MemoryProblem, Refused, StorageError
from noctule.memories.entries import entries
from noctule.memories.memory import Memory, parse_memory
from noctule.memories.text import decode
from noctule.recall.inject import shown_part
from noctule.recall.rank import Document, Ranker, Scored
from noctule.safety.sanitize import memory_name
from noctule.service.project import OpenProject, Projects
from noctule.service.values import SearchHit

if TYPE_CHECKING:
    from noctule.service.conversations import Conversations

Scope = Literal["memories", "transcripts", "all"]

# What a hit shows of an entry or a memory, in bytes.
_HIT_BYTES = 2000
_MOST_HITS = 100
# Who asks waits so long for what was said meanwhile; what takes longer goes on in the background.
_CATCH_UP_SECONDS = 1.0
PARTIAL_INDEX = "partialIndex"


@dataclass(frozen=True, slots=True)
class Search:
    """What is looked for, and where: in the project of the session that asks, else of the workspace.

    `source`, `session` and `since` are of past conversations alone.
    """

    query: str
    session_id: str | None = None
    workspace_uri: str | None = None
    scope: Scope = "memories"
    limit: int = 5
    source: str | None = None
    session: str | None = None
    since: datetime | None = None


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """`notes`: `partialIndex` where conversations are still being read, so that more may be found later."""

    hits: tuple[SearchHit, ...]
    notes: tuple[str, ...] = ()


class Searching:
    """The use case of `search`."""

    def __init__(self, projects: Projects, conversations: "Callable[[], Conversations]") -> None:
        self._projects = projects
        self._conversations = conversations

    def run(self, wanted: Search, *, catch_up_seconds: float = _CATCH_UP_SECONDS) -> SearchAnswer:
        """At most `wanted.limit` hits; of `all`, memories and conversations in turn. Their text is safe to show.

        Raises `WorkspaceError`s, `UnknownSession`, `Disabled`, and `Refused` for an empty query.
        """
        if not wanted.query.strip():
            raise Refused("There is nothing to search for: the query is empty.")
        limit = max(1, min(wanted.limit, _MOST_HITS))
        opened = self._projects.open_for(wanted.session_id, wanted.workspace_uri).require_enabled()
        memories: tuple[SearchHit, ...] = ()
        if wanted.scope != "transcripts":
            memories = _among_memories(opened, wanted.query, limit)
        if wanted.scope == "memories":
            return SearchAnswer(memories)
        from noctule.service.conversations import Wanted, in_turns

        conversations = self._conversations()
        is_complete = conversations.catch_up(opened, catch_up_seconds)
        talk = conversations.search(opened, Wanted(wanted.query, limit, wanted.source, wanted.session, wanted.since))
        return SearchAnswer(tuple(in_turns(memories, talk, limit)), () if is_complete else (PARTIAL_INDEX,))


def _among_memories(opened: OpenProject, query: str, limit: int) -> tuple[SearchHit, ...]:
    """Those that are not held."""
    opened.folder.shelf.refresh()
    held = opened.folder.withholding.held()
    ranked = opened.folder.shelf.rank(query, limit=limit + len(held))
    # The ranker also lifts what is merely like the best hits; who searches asked for the words.
    ranked = [scored for scored in ranked if scored.parts.get("words") and scored.path not in held]
    hits = (_hit(opened, query, scored) for scored in ranked[:limit])
    return tuple(hit for hit in hits if hit is not None)


def _hit(opened: OpenProject, query: str, scored: Scored) -> SearchHit | None:
    try:
        memory = parse_memory(scored.path, decode(opened.folder.memories.read(scored.path)).text)
    except (MemoryProblem, StorageError):
        return None
    title, told = _best_part(query, memory)
    text, was_cut = shown_part(told.strip(), _HIT_BYTES)
    uri = opened.folder.uri(scored.path)
    return SearchHit(uri, None, memory_name(title, scored.path), text, was_cut, round(scored.score, 4), memory.modified)


def _best_part(query: str, memory: Memory) -> tuple[str, str]:
    """The entry that matches best, ranked among its neighbours; the whole body where there are no entries."""
    parts = entries(memory.text)
    if not parts:
        return memory.name, memory.body
    ranker = Ranker()
    for number, entry in enumerate(parts):
        ranker.update(Document(path=str(number), name=entry.title, body=entry.text))
    best = ranker.rank(query, limit=1)
    entry = parts[int(best[0].path)] if best else parts[0]
    return f"{memory.name}: {entry.title}", entry.text
