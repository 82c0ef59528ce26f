"""Keeps the open documents as the client has them, and what is unsaved known to every window."""

import asyncio
import contextlib

from lsprotocol import types

from noctule.errors import NoctuleError
from noctule.lsp.language import diagnosing
from noctule.lsp.language.documents import Document
from noctule.lsp.language.room import Room, Shelved
from noctule.store.files import content_hash, hash_of


async def did_open(room: Room, params: types.DidOpenTextDocumentParams) -> None:
    document = room.documents.open(params.text_document)
    shelved = await asyncio.to_thread(room.shelved_at, document.uri)
    if shelved is None:
        await _open_store(room, document)
        return
    room.shelved[document.uri] = shelved
    before = await asyncio.to_thread(_text_of, shelved)
    shelved.library.set_buffer(shelved.path, document.text)
    diagnosing.begin(room, document.uri, is_opening=True)
    if before != document.text:
        diagnosing.begin_others(room, document.uri, shelved)
    # A document may be opened with text that was never saved: after a crash, or in a second window.
    _note_unsaved_soon(room, document)


async def did_change(room: Room, params: types.DidChangeTextDocumentParams) -> None:
    document = room.documents.change(params)
    shelved = room.shelved.get(params.text_document.uri)
    if document is None or shelved is None:
        diagnosing.begin_store(room, params.text_document.uri)
        return
    shelved.library.set_buffer(shelved.path, document.text)
    diagnosing.begin(room, document.uri)
    _note_unsaved_soon(room, document)


async def did_save(room: Room, params: types.DidSaveTextDocumentParams) -> None:
    document = room.documents.get(params.text_document.uri)
    shelved = room.shelved.get(params.text_document.uri)
    if document is None or shelved is None:
        return
    shelved.library.note_changed()
    diagnosing.begin(room, document.uri)
    await asyncio.to_thread(_note_unsaved, room, document.uri, document.text)


async def did_close(room: Room, params: types.DidCloseTextDocumentParams) -> None:
    uri = params.text_document.uri
    room.documents.close(uri)
    shelved = room.shelved.pop(uri, None)
    if shelved is None:
        if room.stores.pop(uri, None) is not None:
            diagnosing.end(room, uri)
        return
    shelved.library.set_buffer(shelved.path, None)
    diagnosing.end(room, uri)
    # What was typed and not saved is gone, and what others said of it.
    diagnosing.begin_others(room, uri, shelved)
    await asyncio.to_thread(_drop_unsaved, room, shelved)


def _text_of(shelved: Shelved) -> str | None:
    """The text of a file before it is opened; None where it is not there, or the folder cannot be read."""
    try:
        page = shelved.library.page(shelved.path)
    except NoctuleError:
        return None
    return None if page is None else page.text


async def _open_store(room: Room, document: Document) -> None:
    store = await asyncio.to_thread(room.store_at, document.uri)
    if store is not None:
        room.stores[document.uri] = store
        diagnosing.begin_store(room, document.uri)


def _note_unsaved_soon(room: Room, document: Document) -> None:
    room.jobs.run_task(asyncio.to_thread(_note_unsaved, room, document.uri, document.text), "an unsaved buffer")


def _note_unsaved(room: Room, uri: str, text: str) -> None:
    """Tells all processes whether a buffer differs from its file. A disk that takes no note is no fault of typing."""
    shelved = room.shelved.get(uri)
    if shelved is None:
        return
    content = content_hash(text.encode("utf-8", "replace"))
    with room.unsaved_lock:
        document = room.documents.get(uri)
        if document is None or document.text != text:
            return  # it was closed, or the note of a newer text is on its way
        try:
            if content == hash_of(shelved.opened.folder.path, shelved.path):
                room.buffers(shelved.opened).drop(shelved.path)
            else:
                room.buffers(shelved.opened).note(shelved.path, content)
        except NoctuleError:
            return


def _drop_unsaved(room: Room, shelved: Shelved) -> None:
    with room.unsaved_lock, contextlib.suppress(NoctuleError):
        room.buffers(shelved.opened).drop(shelved.path)
