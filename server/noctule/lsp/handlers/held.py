"""Handlers of what waits for a person's word, and of what becomes a proposal: remember and promote."""

import asyncio
from typing import Any

from noctule.errors import NotFound, Refused
from noctule.lsp import convert, params, params_commands, results
from noctule.lsp.desk import Desk


async def held(desk: Desk, asked: params.WorkspaceParams) -> results.HeldResult:
    capturing = await desk.capturing()
    rows = await asyncio.to_thread(capturing.holding.held, asked.workspace_uri)
    rows = (*rows, *await asyncio.to_thread(desk.noctule.dreams.held, asked.workspace_uri))
    return results.HeldResult(held=[convert.held_row(row) for row in rows])


async def accept(desk: Desk, argument: params_commands.AcceptParams) -> dict[str, Any]:
    if argument.held is None:
        return await _accept_memory(desk, argument)
    if await asyncio.to_thread(desk.noctule.dreams.is_held, argument.held, argument.workspace_uri):
        raise Refused("This is a dream: `applyDream` applies it, or some of its memories.")
    from noctule.service.capture.decisions import Decision

    capturing = await desk.capturing()
    decision = Decision(argument.how, argument.text)
    answer = await capturing.holding.accept(argument.held, decision, argument.workspace_uri)
    told = {
        "written": "Written.",
        "duplicate": "That is known already; nothing was written.",
        "held": "It is still held: the new text is at odds with something else. Accept it again to write it.",
    }
    return {
        "message": told.get(answer.verdict, answer.verdict),
        "verdict": answer.verdict,
        "memoryUri": answer.memory_uri,
        "warnings": list(answer.warnings),
    }


async def _accept_memory(desk: Desk, argument: params_commands.AcceptParams) -> dict[str, Any]:
    if argument.memory_uri is None:
        raise NotFound("Name what is held.")
    answer = await asyncio.to_thread(desk.noctule.accepting.accept, argument.memory_uri, argument.workspace_uri)
    return {
        "message": "Agents are shown it from now on.",
        "verdict": answer.verdict,
        "memoryUri": answer.memory_uri,
        "warnings": [],
    }


async def discard(desk: Desk, argument: params_commands.DiscardParams) -> dict[str, Any]:
    if await asyncio.to_thread(desk.noctule.dreams.is_held, argument.held, argument.workspace_uri):
        summary = await asyncio.to_thread(desk.noctule.dreams.discard, argument.held, argument.workspace_uri)
        return {"message": "Discarded; nothing was written.", "text": f"the dream {summary}"}
    capturing = await desk.capturing()
    dropped = await capturing.holding.discard(argument.held, argument.workspace_uri)
    return {"message": "Discarded; nothing was written.", "text": dropped.text}


async def remember(desk: Desk, argument: params_commands.RememberParams) -> dict[str, Any]:
    from noctule.service.capture.remembering import Request

    capturing = await desk.capturing()
    request = Request(
        text=argument.text,
        target=argument.target,
        workspace_uri=argument.workspace_uri,
        session_id=argument.session_id,
    )
    answer = await capturing.remembering.remember(request)
    row = answer.held
    return {
        "message": answer.message,
        "verdict": answer.verdict,
        "held": row.held if row else None,
        "target": row.target if row else None,
        "name": row.name if row else None,
        "text": row.text if row else None,
        "memoryUri": answer.memory_uri,
    }


async def promote(desk: Desk, argument: params_commands.PromoteParams) -> dict[str, Any]:
    capturing = await desk.capturing()
    if argument.promotion is None:
        answer = await capturing.promoting.propose(argument.items, argument.workspace_uri)
    else:
        answer = await asyncio.to_thread(capturing.promoting.apply, argument.promotion, argument.workspace_uri)
    return {
        "message": answer.message,
        "verdict": answer.verdict,
        "file": answer.file,
        "promotion": answer.promotion,
        "diff": answer.diff,
        "items": list(answer.items),
    }
