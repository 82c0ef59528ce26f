"""The handlers of imports, which tell how far they are and stop before anything is written, and of adoption."""

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from noctule.errors import Refused
from noctule.lsp import params_commands
from noctule.lsp.desk import Desk
from noctule.lsp.progress import Report
from noctule.service.noctule import Noctule

if TYPE_CHECKING:
    from noctule.service.adopting import Offer
    from noctule.service.imports.values import ImportAnswer, ImportItem

T = TypeVar("T")

# A person reads no faster; a folder of thousands would be as many messages.
_STEP_SECONDS = 0.1


class _Cancelled(Exception):
    """Ends work in a thread for which nobody waits any more."""


async def run_import(desk: Desk, argument: params_commands.ImportParams, report: Report) -> dict[str, Any]:
    from noctule.service.imports.values import ImportWanted

    if argument.all and argument.only:
        raise Refused("`only` names memories of one project: leave out `all`.")
    wanted = ImportWanted(
        source=argument.source,
        from_path=argument.from_,
        is_forced=argument.force,
        only=tuple(argument.only),
        is_dry_run=argument.dry_run,
        workspace_uri=argument.workspace_uri,
    )
    noctule = desk.noctule
    run = noctule.importing_all.run if argument.all else noctule.importing.run
    answer = await in_steps(report, lambda tell: run(wanted, tell))
    return _told(answer)


def _told(answer: "ImportAnswer") -> dict[str, Any]:
    return {
        "message": answer.message,
        "dryRun": answer.dry_run,
        "items": _items(answer.items),
        "looked": [
            {"source": one.source, "folderUri": one.folder_uri, "found": one.found, "reason": one.reason}
            for one in answer.looked
        ],
        "created": answer.created,
        "updated": answer.updated,
        "skipped": answer.skipped,
        "conflicting": answer.conflicting,
        "held": answer.held,
    }


def adopt(noctule: Noctule, argument: params_commands.AdoptParams) -> dict[str, Any]:
    if argument.from_root is None:
        return _offered(noctule.adopting.offers(argument.workspace_uri))
    answer = noctule.adopting.adopt(argument.from_root, argument.workspace_uri)
    return {
        "message": answer.message,
        "fromRoot": answer.from_root,
        "moved": answer.moved,
        "items": _items(answer.items),
        "offers": [],
    }


def _offered(offers: "Sequence[Offer]") -> dict[str, Any]:
    said = "Memory was left by this repository in another place: name which to take over."
    return {
        "message": said if offers else "No memory was left by this repository in another place.",
        "fromRoot": None,
        "moved": False,
        "items": [],
        "offers": [{"fromRoot": one.from_root, "memories": one.memories} for one in offers],
    }


def _items(items: "Sequence[ImportItem]") -> list[dict[str, Any]]:
    return [
        {"action": one.action, "memoryUri": one.memory_uri, "sourceUri": one.source_uri, "reason": one.reason}
        for one in items
    ]


async def in_steps(report: Report, work: Callable[[Callable[[str], None]], T]) -> T:
    """Does `work` in a thread; each step that it tells is reported, and ends it once the task was cancelled."""
    loop = asyncio.get_running_loop()
    cancelled = threading.Event()
    told = -_STEP_SECONDS

    def tell(step: str) -> None:
        nonlocal told
        if cancelled.is_set():
            raise _Cancelled
        if time.monotonic() - told >= _STEP_SECONDS:
            told = time.monotonic()
            loop.call_soon_threadsafe(report.step, f"Reading {Path(step).name}")

    try:
        return await asyncio.to_thread(work, tell)
    except asyncio.CancelledError:
        cancelled.set()
        raise
