"""Keeps the open documents as the client has them, and what is unsaved known to every window."""

import asyncio

from lsprotocol import types

from noctule.errors import NoctuleError
from noctule.lsp.language import diagnosing
from noctule.lsp.language.documents import Document
from noctule.lsp.language.room import Room
from noctule.store.files import content_hash, hash_of


async def did_open(room: Room, params: types.DidOpenTextDocumentParams) -> None:
    document = room.documents.open(params.text_document)
    shelved = await asyncio.to_thread(room.shelved_at, document.uri)
    if shelved is None:
        return
    room.shelved[document.uri] = shelved
    shelved.library.set_buffer(shelved.path, document.text)
    diagnosing.begin(room, document.uri, is_opening=True)
    # A document may be opened with text that was never saved: after a crash, or in a second window.
    _note_unsaved_soon(room, document)


async def did_change(room: Room, params: types.DidChangeTextDocumentParams) -> None:
    document = room.documents.change(params)
    shelved = room.shelved.get(params.text_document.uri)
    if document is None or shelved is None:
        return
    shelved.library.set_buffer(shelved.path, document.text)
    diagnosing.begin(room, document.uri)
    _note_unsaved_soon(room, document)


async def did_save(room: Room, params: types.DidSaveTextDocumentParams) -> None:
    document = room.documents.get(params.text_document.uri)
    shelved = room.shelved.get(params.text_document.uri)
    if document is None or shelved is None:
        return
    document.is_unsaved = False
    shelved.library.note_changed()
    diagnosing.begin(room, document.uri)
    await asyncio.to_thread(_note_unsaved, room, document.uri, document.text)


async def did_close(room: Room, params: types.DidCloseTextDocumentParams) -> None:
    uri = params.text_document.uri
    room.documents.close(uri)
    shelved = room.shelved.pop(uri, None)
    if shelved is None:
        return
    shelved.library.set_buffer(shelved.path, None)
    diagnosing.end(room, uri)
    await asyncio.to_thread(room.buffers(shelved.opened).drop, shelved.path)


def _note_unsaved_soon(room: Room, document: Document) -> None:
    room.jobs.run_task(asyncio.to_thread(_note_unsaved, room, document.uri, document.text), "an unsaved buffer")


def _note_unsaved(room: Room, uri: str, text: str) -> None:
    """Tells all processes whether a buffer differs from its file. A disk that takes no note is no fault of typing."""
    shelved = room.shelved.get(uri)
    if shelved is None:
        return
    buffers = room.buffers(shelved.opened)
    content = content_hash(text.encode("utf-8", "replace"))
    try:
        if content == hash_of(shelved.opened.folder.path, shelved.path):
            buffers.drop(shelved.path)
        else:
            buffers.note(shelved.path, content)
    except NoctuleError:
        return
