"""Definition, references (who links here) and highlights of a memory, from any link to it or from its own text."""

from lsprotocol import types

from noctule.lsp.language.room import Room, Shelved, top_of
from noctule.memories.names import INDEX_NAME
from noctule.service.language.pages import Page, PlacedReference, Span
from noctule.service.language.places import OwnName, Thing, ToMemory, name_span, thing_at
from noctule.service.uris import uri_of


def definition(room: Room, params: types.DefinitionParams) -> types.Location | None:
    found = _thing(room, params)
    if found is None:
        return None
    shelved, _, thing = found
    if isinstance(thing, PlacedReference):
        file = room.workspace_files(shelved.opened).find(thing.reference.path)
        line = (thing.reference.line or 1) - 1
        start = types.Position(max(0, line), 0)
        return None if file is None else types.Location(uri_of(file), types.Range(start, start))
    if isinstance(thing, ToMemory | OwnName) and thing.path is not None:
        page = shelved.library.page(thing.path)
        if page is not None:
            return room.location(shelved, page, name_span(page) or top_of(page))
    return None


def references(room: Room, params: types.ReferenceParams) -> list[types.Location]:
    """Every link to the memory at the place; on no link, to the memory that is open. A path: every memory naming it."""
    shelved = room.shelved_at(params.text_document.uri)
    if shelved is None:
        return _mentions(room, params.text_document.uri)
    page = shelved.page()
    thing = thing_at(shelved.library, page, room.place(page, params.position))
    if isinstance(thing, PlacedReference):
        return _naming(room, shelved, thing.reference.path)
    path = thing.path if isinstance(thing, ToMemory) else page.path
    if path is None or path == INDEX_NAME:
        return []
    found = [
        room.location(shelved, other, other.links[number].span) for other, number in shelved.library.backlinks(path)
    ]
    led_to = shelved.library.page(path)
    if params.context.include_declaration and led_to is not None:
        found.insert(0, room.location(shelved, led_to, name_span(led_to) or top_of(led_to)))
    return found


def highlights(room: Room, params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
    """What on this page is the same as at the place: links to one memory, or one workspace file."""
    found = _thing(room, params)
    if found is None:
        return []
    shelved, page, thing = found
    spans: list[Span] = []
    if isinstance(thing, PlacedReference):
        spans = [one.span for one in page.references if one.reference.path == thing.reference.path]
    elif isinstance(thing, ToMemory | OwnName) and thing.path is not None:
        spans = [one.span for one in page.links if shelved.library.leads_to(page, one.link) == thing.path]
        spans += [thing.span] if isinstance(thing, OwnName) else []
    else:
        spans = [thing.span]
    return [types.DocumentHighlight(room.range(page, span), types.DocumentHighlightKind.Read) for span in spans]


def _thing(
    room: Room, params: types.DefinitionParams | types.DocumentHighlightParams
) -> tuple[Shelved, Page, Thing] | None:
    shelved = room.shelved_at(params.text_document.uri)
    if shelved is None:
        return None
    page = shelved.page()
    thing = thing_at(shelved.library, page, room.place(page, params.position))
    return None if thing is None else (shelved, page, thing)


def _naming(room: Room, shelved: Shelved, path: str) -> list[types.Location]:
    pages = shelved.library.pages()
    return [
        room.location(shelved, pages[other], one.span)
        for other in sorted(pages)
        for one in pages[other].references
        if one.reference.path == path
    ]


def _mentions(room: Room, uri: str) -> list[types.Location]:
    """The memories that mention a source file."""
    found = room.source_at(uri)
    if found is None:
        return []
    opened, file = found
    shelved = Shelved(opened, room.library(opened), INDEX_NAME)
    return [room.location(shelved, page, top_of(page)) for page in room.mentioning(opened, file)]
