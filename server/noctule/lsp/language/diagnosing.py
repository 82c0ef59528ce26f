"""Has the open documents diagnosed soon after they change, each in a thread, and the newest text only.

A client that asks for diagnostics by itself is told none unasked, else each would be shown twice.
"""

import asyncio
from typing import Final

from lsprotocol import types

from noctule.lsp.language.diagnostics import diagnose_document
from noctule.lsp.language.room import Room, Shelved

# A burst of keystrokes is one; a person sees the answer as at once.
_TYPING_S: Final = 0.06
# A client that may ask by itself does so at once, when it opens a document.
_ASKING_S: Final = 0.04
# What another document's change means for this one can wait for a pause.
_OTHERS_S: Final = 0.5
_REFRESH_S: Final = 5.0


def begin(room: Room, uri: str, *, is_opening: bool = False) -> None:
    """Diagnose one document soon, and the others of its folder when there is a pause; on the loop."""
    may_ask = room.can("text_document.diagnostic")
    _start(room, uri, (_ASKING_S if may_ask else 0.0) if is_opening else _TYPING_S)
    if not is_opening:
        begin_others(room, uri, room.shelved[uri])


def begin_others(room: Room, uri: str, changed: Shelved) -> None:
    """Diagnose the other documents of a folder in which one has changed, when there is a pause."""
    for other, shelved in room.shelved.items():
        if other != uri and shelved.library is changed.library:
            _start(room, other, _OTHERS_S)


def begin_store(room: Room, uri: str) -> None:
    """Diagnose a store of the profile soon; nothing for any other document."""
    if uri in room.stores:
        _start(room, uri, _TYPING_S)


def begin_all(room: Room) -> None:
    """Something changed behind the client's back: diagnose all that is open, or have it ask again; on the loop."""
    for uri in room.shelved:
        _start(room, uri, _TYPING_S)
    if room.pulls and room.can("workspace.diagnostics.refresh_support"):
        room.ask_soon("workspace/diagnostic/refresh", None, _REFRESH_S)
    if room.can("workspace.code_lens.refresh_support"):
        room.ask_soon("workspace/codeLens/refresh", None, _REFRESH_S)


def end(room: Room, uri: str) -> None:
    """A closed document has none."""
    task = room.diagnosing.pop(uri, None)
    if task is not None:
        task.cancel()
    if not room.pulls:
        _publish(room, uri, None, [])


def _start(room: Room, uri: str, delay_s: float) -> None:
    task = room.diagnosing.get(uri)
    if task is not None and not task.done():
        task.cancel()
    room.diagnosing[uri] = room.jobs.run_task(_diagnose(room, uri, delay_s), "diagnostics")


async def _diagnose(room: Room, uri: str, delay_s: float) -> None:
    await asyncio.sleep(delay_s)
    document = room.documents.get(uri)
    if room.pulls or document is None:
        return
    version = document.version
    found = await asyncio.to_thread(diagnose_document, room, uri)
    if not room.pulls and document.version == version:
        _publish(room, uri, version, found)


def _publish(room: Room, uri: str, version: int | None, found: list[types.Diagnostic]) -> None:
    params = types.PublishDiagnosticsParams(uri, found, version)
    room.line.tell(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, params)
