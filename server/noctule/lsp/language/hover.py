"""`textDocument/hover`: the memory behind a link, the file behind a path; in a source file, who mentions it."""

from lsprotocol import types

from noctule.lsp.language.room import Room, Shelved
from noctule.memories.names import INDEX_NAME
from noctule.service.language.describing import describe_file, describe_memory, describe_mentions, describe_missing
from noctule.service.language.pages import Page, PlacedReference
from noctule.service.language.places import Thing, ToMemory, thing_at
from noctule.service.language.waiting import describe_change, describe_waiting


def hover(room: Room, params: types.HoverParams) -> types.Hover | None:
    shelved = room.shelved_at(params.text_document.uri)
    if shelved is None:
        return _mentions(room, params.text_document.uri)
    page = shelved.page()
    thing = thing_at(shelved.library, page, room.place(page, params.position))
    if thing is None and params.position.line == 0:
        return _dream(room, shelved)
    text = None if thing is None else _described(room, shelved, page, thing)
    return None if thing is None or text is None else _hover(text, room.range(page, thing.span))


def _described(room: Room, shelved: Shelved, page: Page, thing: Thing) -> str | None:
    if isinstance(thing, PlacedReference):
        reference = thing.reference
        file = room.workspace_files(shelved.opened).find(reference.path)
        written = None if page.is_index else room.times(shelved).modified
        return describe_file(reference.path, file, reference.line, written)
    if not isinstance(thing, ToMemory):
        return None
    if thing.path is None:
        return describe_missing(thing.placed.link.target or "")
    led_to = Shelved(shelved.opened, shelved.library, thing.path)
    return describe_memory(led_to.page().memory, room.times(led_to), room.now())


def _dream(room: Room, shelved: Shelved) -> types.Hover | None:
    """On the first line: what a dream that waits would do, to all files in the index, else to this one."""
    found = room.waiting(shelved.opened)
    if found is None:
        return None
    if shelved.path == INDEX_NAME:
        return _hover(describe_waiting(found), None)
    return _hover(describe_change(found.files[shelved.path]), None) if shelved.path in found.files else None


def _mentions(room: Room, uri: str) -> types.Hover | None:
    found = room.source_at(uri)
    if found is None:
        return None
    opened, file = found
    pages = room.mentioning(opened, file)
    if not pages:
        return None
    return _hover(describe_mentions((opened.folder.uri(page.path), page.memory) for page in pages), None)


def _hover(text: str, range_: types.Range | None) -> types.Hover:
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), range_)
