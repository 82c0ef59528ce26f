"""Takes a session's snapshot from the disk, and gives back the one that was recorded, byte for byte."""

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any

from noctule.dataclass import dataclass
from noctule.errors import StorageError
from noctule.memories.index import add_line, make_index, pin_first
from noctule.memories.names import INDEX_NAME
from noctule.recall.inject import render
from noctule.recall.rank import Scored
from noctule.recall.recall import Chosen, Limits, choose
from noctule.service.catalogue import newest_first
from noctule.service.fitting import Material, fits, fitted
from noctule.service.profile import read_profile
from noctule.service.project import OpenProject, Projects
from noctule.service.recall.loading import load_shown
from noctule.service.recall.showing import shown_of
from noctule.service.snapshot import Composed, IndexPart, variant_of
from noctule.service.values import IndexFacts, Snapshot
from noctule.store.ledger import Shown
from noctule.store.sessions import Snapshot as Recorded


@dataclass(frozen=True, slots=True)
class Taken:
    """A snapshot as the state records it, and the memories in it that enter the ledger."""

    text: bytes
    facts: Mapping[str, Any]
    shown: tuple[Shown, ...]


def take(projects: Projects, opened: OpenProject, model: str | None, most_units: int | None = None) -> Taken:
    """The snapshot as of now, of so many UTF-16 units at most. The folder must be there already: the text says so."""
    settings = opened.resolved.settings
    variant = variant_of(settings.prompt_variant, model, settings.lean_models)
    newest = _newest(projects, opened, settings.snapshot.inline_newest)
    material = _material(projects, opened)
    composed = material.composed(variant, render([one.block for one in newest]))
    if most_units is not None and not fits(composed, most_units):
        newest = ()
        variant = "terse" if settings.prompt_variant == "auto" else variant
        composed = fitted(material, variant, most_units)
    facts = _facts(composed, variant, opened, projects.now())
    return Taken(composed.text.encode(), facts, tuple(shown_of(one) for one in newest))


def recorded_snapshot(recorded: Recorded) -> Snapshot:
    """The snapshot as the service gives it."""
    facts = recorded.facts
    index = IndexFacts(
        memory_uri=facts["memoryUri"],
        exists=facts["exists"],
        lines=facts["lines"],
        chars=facts["chars"],
        shown_lines=facts["shownLines"],
        truncated=facts["truncated"],
        hidden=tuple(facts["hidden"]),
        error=facts.get("error"),
    )
    return Snapshot(recorded.text.decode(), facts["variant"], datetime.fromisoformat(facts["takenAt"]), index)


def _material(projects: Projects, opened: OpenProject) -> Material:
    caps = opened.resolved.settings.profile
    store = partial(read_profile, projects.profile(opened).memories)
    return Material(opened.folder.shown_path(), _index_part(opened), store, caps.user_chars, caps.notes_chars)


def _index_part(opened: OpenProject) -> IndexPart:
    """The index with pinned lines first; without one, a list made from the memories. Held ones are in neither."""
    catalogue = opened.folder.catalogue
    index = catalogue.index()
    try:
        held = opened.folder.withholding.held()
        memories = [entry.memory for path, entry in catalogue.refresh().items() if path not in held]
    except StorageError as error:
        return IndexPart(None, error=str(error))
    if index.error is not None:
        return IndexPart(None, error=index.error)
    if index.text is not None:
        shown = opened.folder.withholding.shown_index(index.text, held)
        pinned = [memory for memory in memories if memory.pinned]
        for memory in pinned:
            shown = add_line(shown, memory.name, memory.path, memory.summary)
        text = pin_first(shown, [memory.path for memory in pinned])
        return IndexPart(text, has_memories=bool(memories))
    return IndexPart(make_index(memories), is_made=True) if memories else IndexPart(None)


def _newest(projects: Projects, opened: OpenProject, count: int) -> tuple[Chosen, ...]:
    """The newest memories as blocks, within the budgets of recall."""
    if count == 0:
        return ()
    settings = opened.resolved.settings.recall
    try:
        entries = newest_first(opened.folder.catalogue.refresh().values())
    except StorageError:
        return ()  # the index's part of the snapshot says why
    limits = Limits(count, settings.memory_bytes, settings.session_bytes, settings.session_bytes)
    ranked = [Scored(entry.stat.path, 0.0, {}) for entry in entries]
    now = projects.now()
    return choose(ranked, lambda path: load_shown(opened.folder, path, now), {}, frozenset(), limits).chosen


def _facts(composed: Composed, variant: str, opened: OpenProject, now: datetime) -> dict[str, Any]:
    return {
        "variant": variant,
        "takenAt": now.isoformat(),
        "memoryUri": opened.folder.uri(INDEX_NAME),
        "exists": composed.exists,
        "lines": composed.lines,
        "chars": composed.chars,
        "shownLines": composed.shown_lines,
        "truncated": composed.truncated,
        "hidden": list(composed.hidden),
        "error": composed.error,
    }
