"""Search on request: the memories that match, each with the entry that does, best first."""

from noctule.errors import MemoryProblem, Refused, StorageError
from noctule.memories.entries import entries
from noctule.memories.memory import Memory, parse_memory
from noctule.memories.text import decode
from noctule.recall.inject import cut_to
from noctule.recall.rank import Document, Ranker, Scored
from noctule.safety.sanitize import neutralise, shown_name
from noctule.service.project import OpenProject, Projects
from noctule.service.values import SearchHit

# What a hit shows of an entry or a memory, in bytes.
_HIT_BYTES = 2000
_MOST_HITS = 100


class Searching:
    """The use case of `search`. Raises `WorkspaceError`s, `Disabled`, `Refused` for an empty query."""

    def __init__(self, projects: Projects) -> None:
        self._projects = projects

    def search(self, query: str, workspace_uri: str | None = None, *, limit: int = 5) -> tuple[SearchHit, ...]:
        """At most `limit` hits among the memories that are not held; their text is safe to show to an agent."""
        if not query.strip():
            raise Refused("There is nothing to search for: the query is empty.")
        opened = self._projects.open(workspace_uri).require_enabled()
        opened.folder.shelf.refresh()
        held = opened.folder.withholding.held()
        wanted = max(1, min(limit, _MOST_HITS))
        ranked = opened.folder.shelf.rank(query, limit=wanted + len(held))
        # The ranker also lifts what is merely like the best hits; who searches asked for the words.
        ranked = [scored for scored in ranked if scored.parts.get("words") and scored.path not in held]
        hits = (_hit(opened, query, scored) for scored in ranked[:wanted])
        return tuple(hit for hit in hits if hit is not None)


def _hit(opened: OpenProject, query: str, scored: Scored) -> SearchHit | None:
    try:
        memory = parse_memory(scored.path, decode(opened.folder.memories.read(scored.path)).text)
    except (MemoryProblem, StorageError):
        return None
    title, told = _best_part(query, memory)
    text, was_cut = cut_to(neutralise(told.strip()), _HIT_BYTES)
    uri = opened.folder.uri(scored.path)
    return SearchHit(uri, None, shown_name(title), text, was_cut, round(scored.score, 4), memory.modified)


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
