"""Runs the server on stdio or a port, from the first byte to the exit code."""

import asyncio
import logging
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from noctule.lsp.backend import Backend
from noctule.lsp.host import Conversation
from noctule.lsp.lifecycle import (
    EXIT_ABRUPT,
    HARD_EXIT_AFTER_ALL_S,
    HARD_EXIT_AFTER_EXIT_S,
    HARD_EXIT_S,
    Leaving,
    leaving_on_signals,
)
from noctule.lsp.parent import parent_gone, process_gone
from noctule.lsp.pipes import Pipe
from noctule.service.failures import log_failure
from noctule.service.jobs import Jobs

logger = logging.getLogger(__name__)

# asyncio's own choice is six on two cores: six calls that wait for a lock would hold up every other.
_THREADS = 32
# What was asked before the client closed its side is still answered, if that is quick.
_GRACE_S = 0.4


async def run_stdio(pipe: Pipe, make_backend: Callable[[], Backend]) -> int:
    """Serve the process that started us, and leave with it."""
    first_parent = os.getppid()
    leaving = _begin()
    with leaving_on_signals(leaving):
        conversation = Conversation(pipe, make_backend(), on_input_end=leaving.limit)
        run = asyncio.ensure_future(conversation.run())
        return await _stay(leaving, conversation, run, first_parent)


async def run_tcp(port: int, token_file: Path | None, make_backend: Callable[[], Backend]) -> int:
    """Serve the one client that knows the token; nobody else keeps the port or ends the server."""
    from noctule.lsp.tcp import Door  # late: an editor that started us speaks on stdio

    leaving = _begin()
    try:
        door = Door(port, token_file)
    except OSError as error:
        sys.stderr.write(f"noctule: cannot listen: {error.strerror or error}\n")
        return EXIT_ABRUPT
    with leaving_on_signals(leaving):
        door.announce()
        entering = asyncio.ensure_future(door.let_in(make_backend))
        await _first(entering, leaving)
        try:
            if not entering.done():
                entering.cancel()
                return leaving.code
            conversation, run = entering.result()
            return await _stay(leaving, conversation, run, None)
        finally:
            door.close()


def _begin() -> Leaving:
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(_log_stray)
    loop.set_default_executor(ThreadPoolExecutor(_THREADS, thread_name_prefix="noctule"))
    return Leaving()


def _log_stray(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """asyncio would log the error's message too, which may quote a memory."""
    error = context.get("exception")
    if isinstance(error, BaseException):
        log_failure(logger, error, "a callback")
    else:
        logger.warning("the event loop complains: %s", context.get("message"))


async def _stay(
    leaving: Leaving, conversation: Conversation, run: asyncio.Future[None], first_parent: int | None
) -> int:
    """Serve until the conversation ends or something else makes us leave; then leave in order."""
    conversation.protocol.on_shut_down = leaving.note_shutdown
    watches = Jobs()
    watches.run_task(_watch_editor(leaving, conversation), "watching the editor")
    if first_parent is not None:
        watches.run_task(_watch_parent(leaving, first_parent), "watching the parent")
    await _first(run, leaving)
    limit = HARD_EXIT_AFTER_EXIT_S if conversation.reason == "exit" else HARD_EXIT_S
    leaving.begin(conversation.reason, conversation.code, hard_exit_s=limit)
    logger.info("leaving: %s", leaving.reason)
    conversation.end(leaving.reason)
    await conversation.close(_GRACE_S if conversation.reason.startswith("the client closed") else 0.0)
    await watches.cancel_all(_GRACE_S)
    leaving.limit(HARD_EXIT_AFTER_ALL_S)
    return leaving.code


async def _first(task: asyncio.Future[Any], leaving: Leaving) -> None:
    left = asyncio.ensure_future(leaving.wait())
    await asyncio.wait({task, left}, return_when=asyncio.FIRST_COMPLETED)
    left.cancel()


async def _watch_parent(leaving: Leaving, first_parent: int) -> None:
    await parent_gone(first_parent)
    leaving.begin("the process that started the server has ended")


async def _watch_editor(leaving: Leaving, conversation: Conversation) -> None:
    await conversation.protocol.greeted.wait()
    process_id = conversation.protocol.client.process_id
    if process_id is not None:
        await process_gone(process_id)
        leaving.begin("the editor has ended")
