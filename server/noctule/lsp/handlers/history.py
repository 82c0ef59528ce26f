"""Handlers of history: what changed, taking a change back, and forgetting for good."""

from typing import Any

from noctule.errors import Refused
from noctule.lsp import convert, convert_dreams, params, params_commands, results
from noctule.service.history import Place
from noctule.service.noctule import Noctule


def history(noctule: Noctule, asked: params.HistoryParams) -> results.HistoryResult:
    place = Place(asked.folder, asked.workspace_uri)
    rows = noctule.history.changes(place, asked.memory_uri, asked.limit)
    return results.HistoryResult(changes=[convert.change_row(row) for row in rows])


def history_diff(noctule: Noctule, asked: params.HistoryDiffParams) -> results.HistoryDiffResult:
    files = noctule.history.diff(Place(asked.folder, asked.workspace_uri), asked.change)
    return results.HistoryDiffResult(files=[convert_dreams.dream_file(one) for one in files])


def undo(noctule: Noctule, argument: params_commands.UndoParams) -> dict[str, Any]:
    if argument.dream_id is not None and argument.change is not None:
        raise Refused("Name a change or a dream to undo, one of the two.")
    if argument.dream_id is not None:
        answer = noctule.dreams.undo(argument.dream_id, argument.workspace_uri)
    else:
        answer = noctule.history.undo(Place(argument.folder, argument.workspace_uri), argument.change)
    return {
        "message": answer.message,
        "undone": answer.undone,
        "change": answer.change,
        "applied": list(answer.applied),
        "conflicts": list(answer.conflicts),
    }


def forget(noctule: Noctule, argument: params_commands.ForgetParams) -> dict[str, Any]:
    if (argument.memory_uri is None) == (argument.text is None):
        raise Refused("Name a memory or a text to forget, one of the two.")
    if argument.memory_uri is not None:
        answer = noctule.forgetting.forget_file(argument.memory_uri, argument.workspace_uri)
    else:
        answer = noctule.forgetting.forget_text(argument.text or "", argument.workspace_uri)
    return {"message": answer.message, "stillNamed": list(answer.still_named)}
