"""Handlers of structured writes: add, replace, remove, batches of them, and pin."""

from typing import Any

from noctule.capture.change import Replacement
from noctule.capture.write import Addition
from noctule.lsp import convert, params, params_commands, results
from noctule.lsp.desk import Desk
from noctule.service.capture.batching import Wanted
from noctule.service.capture.writing import Writer
from noctule.service.noctule import Noctule


async def add(desk: Desk, asked: params.AddParams) -> results.WriteResult:
    addition = Addition(
        text=asked.text,
        title=asked.title,
        topic=asked.topic,
        name=asked.name,
        description=asked.description,
        type=asked.type,
        is_forced=asked.force,
    )
    writer = Writer(target=asked.target, workspace_uri=asked.workspace_uri, session_id=asked.session_id)
    capturing = await desk.capturing()
    return convert.write_answer(await capturing.reviewing.add(addition, writer))


def replace(noctule: Noctule, asked: params.ReplaceParams) -> results.WriteResult:
    change = Replacement(text=asked.text, old=asked.old, entry=asked.entry, is_forced=asked.force)
    writer = Writer(target=asked.target or "project", workspace_uri=asked.workspace_uri, session_id=asked.session_id)
    return convert.write_answer(noctule.writing.replace(asked.memory_uri, change, writer))


def remove(noctule: Noctule, asked: params.RemoveParams) -> results.WriteResult:
    writer = Writer(target=asked.target or "project", workspace_uri=asked.workspace_uri, session_id=asked.session_id)
    return convert.write_answer(noctule.writing.remove(asked.memory_uri, asked.entry, asked.item, writer))


async def batch(desk: Desk, asked: params.BatchParams) -> results.BatchResult:
    wanted = [
        Wanted(
            op=one.op,
            target=one.target,
            memory_uri=one.memory_uri,
            text=one.text,
            old=one.old,
            entry=one.entry,
            item=one.item,
            title=one.title,
            topic=one.topic,
            name=one.name,
            description=one.description,
            type=one.type,
            force=one.force,
        )
        for one in asked.operations
    ]
    writer = Writer(workspace_uri=asked.workspace_uri, session_id=asked.session_id)
    capturing = await desk.capturing()
    return convert.batch_answer(await capturing.batches(desk.noctule.batching).run(wanted, writer))


def pin(noctule: Noctule, argument: params_commands.PinParams) -> dict[str, Any]:
    answer = noctule.pinning.pin(argument.memory_uri, pinned=argument.pinned, workspace_uri=argument.workspace_uri)
    word = "pinned" if argument.pinned else "not pinned"
    already = " already" if answer.verdict == "duplicate" else ""
    return {"message": f"The memory is {word}{already}.", "pinned": argument.pinned}
