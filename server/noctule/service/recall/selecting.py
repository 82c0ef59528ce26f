"""Asks the model that a project names to choose a turn's memories, from one line a memory."""

import asyncio
from typing import cast

from noctule.models.chat import Effort
from noctule.models.lent import Ask
from noctule.recall.rank import Scored
from noctule.recall.select import Candidate, is_skippable, select
from noctule.service.catalogue import Entry, newest_first
from noctule.service.events import Events
from noctule.service.named_models import NamedModels
from noctule.service.project import OpenProject, Projects
from noctule.service.recall.turn import Prepared
from noctule.service.recall.turns import Turns
from noctule.store.files import hash_of

# With less left than this a model is not asked: nothing of what it chose could be shown.
_LEAST_BYTES = 200

_UNUSABLE = "selectorUnusable"


class Selecting:
    """The model's part of recall. A named model that cannot be used is said once, and the next in the list tried."""

    def __init__(self, turns: Turns, projects: Projects, events: Events, ask_editor: Ask | None) -> None:
        self._turns = turns
        self._models = NamedModels(projects, events, ask_editor)

    async def chosen(self, prepared: Prepared, opened: OpenProject, deadline: float) -> list[Scored] | str | None:
        """What the model chose before `deadline` (`time.monotonic`), best first; a note where it failed.

        None where there is nothing to ask: the budget is spent, the query says too little, no memory is left.
        """
        settings = opened.resolved.settings.recall
        model = self._models.find(opened, settings.model).model
        if model is None:
            return _UNUSABLE
        if not _is_worth_asking(prepared):
            return None
        candidates = await asyncio.to_thread(self._candidates, opened, prepared)
        if not candidates:
            return None
        query, effort = prepared.turn.query, cast("Effort", settings.effort)
        selection = await select(model, query, candidates, settings.max_memories, deadline, effort=effort)
        if selection.note is not None:
            return selection.note
        scores = {one.path: one.score for one in prepared.pick.chosen} if prepared.pick else {}
        return [Scored(path, scores.get(path, 0.0), {}) for path in selection.paths]

    def _candidates(self, opened: OpenProject, prepared: Prepared) -> list[Candidate]:
        """What a model is offered: newest first, without what is held and what the session or the agent has already."""
        shown = prepared.shown or {}
        folder = opened.folder
        left_out = self._turns.in_context(prepared.turn, opened) | folder.withholding.held().keys()
        return [
            _candidate(entry)
            for entry in newest_first(folder.catalogue.refresh().values())
            if entry.stat.path not in left_out
            and (entry.stat.path not in shown or hash_of(folder.path, entry.stat.path) != shown[entry.stat.path])
        ]


def _is_worth_asking(prepared: Prepared) -> bool:
    limits = prepared.limits
    return limits is not None and limits.bytes_left >= _LEAST_BYTES and not is_skippable(prepared.turn.query)


def _candidate(entry: Entry) -> Candidate:
    memory = entry.memory
    return Candidate(memory.path, memory.name, memory.type, entry.modified.date().isoformat(), memory.summary)
