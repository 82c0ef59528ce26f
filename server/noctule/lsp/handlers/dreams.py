"""Handlers of dreams: begun, cancelled, listed, shown, and what a person decides of those that wait."""

import asyncio
from typing import Any

from noctule.errors import NotFound
from noctule.lsp import convert_dreams
from noctule.lsp import params_dreams as params
from noctule.lsp import results_dreams as results
from noctule.lsp.desk import Desk
from noctule.service.noctule import Noctule


def dream_log(noctule: Noctule, asked: params.DreamLogParams) -> results.DreamLogResult:
    rows = noctule.dreams.log(asked.limit, asked.workspace_uri)
    return results.DreamLogResult(dreams=[convert_dreams.dream_row(row) for row in rows])


def dream_diff(noctule: Noctule, asked: params.DreamDiffParams) -> results.DreamDiffResult:
    files = noctule.dreams.diff(asked.dream_id, asked.workspace_uri)
    return results.DreamDiffResult(files=[convert_dreams.dream_file(one) for one in files])


async def dream(desk: Desk, argument: params.DreamParams) -> dict[str, Any]:
    from noctule.service.dream.values import Wish

    dreaming = await desk.dreaming()
    begin = await dreaming.begin(
        Wish(
            workspace_uri=argument.workspace_uri,
            session_id=argument.session_id,
            is_dry=argument.dry_run,
            replaces_held=argument.replace_held,
        )
    )
    return _begun(begin)


async def tidy(desk: Desk, argument: params.TidyParams) -> dict[str, Any]:
    from noctule.service.dream.values import Wish

    dreaming = await desk.dreaming()
    wish = Wish(
        trigger="tidy",
        workspace_uri=argument.workspace_uri,
        session_id=argument.session_id,
        is_dry=argument.dry_run,
        replaces_held=argument.replace_held,
    )
    return _begun(await dreaming.begin(wish))


def _begun(begin: Any) -> dict[str, Any]:
    """A dream that did not begin is an answer too: `began` is false, and `gate` names what is in the way."""
    return {"message": begin.message, "dreamId": begin.dream_id, "began": begin.is_begun, "gate": begin.gate}


async def cancel_dream(desk: Desk, argument: params.CancelDreamParams) -> dict[str, Any]:
    dreaming = await desk.dreaming()
    dream_id = dreaming.cancel(argument.dream_id, argument.workspace_uri)
    if dream_id is None:
        raise NotFound("No such dream runs now.")
    return {"message": "The dream stops; what it did so far waits for your word.", "dreamId": dream_id}


def apply_dream(noctule: Noctule, argument: params.ApplyDreamParams) -> dict[str, Any]:
    answer = noctule.dreams.apply(argument.dream_id, argument.only, argument.workspace_uri)
    return {
        "message": answer.message,
        "dreamId": answer.dream_id,
        "change": answer.change,
        "applied": list(answer.applied),
        "conflicts": list(answer.conflicts),
        "held": answer.held,
    }


def discard_dream(noctule: Noctule, argument: params.DiscardDreamParams) -> dict[str, Any]:
    dream_id = noctule.dreams.discard(argument.dream_id, argument.workspace_uri)
    return {"message": "Discarded; nothing of it was written.", "dreamId": dream_id}


async def dream_auto(desk: Desk, argument: params.DreamAutoParams) -> dict[str, Any]:
    from noctule.service.dream.switch import DreamSwitch

    switch = DreamSwitch(desk.noctule.projects)
    answer = await asyncio.to_thread(switch.turn, argument.enabled, argument.workspace_uri)
    return {"message": answer.message, "enabled": answer.enabled, "file": str(answer.file), "warning": answer.warning}
