"""`textDocument/documentSymbol` and `workspace/symbol`: memories by name, and their entries."""

from typing import Final

from lsprotocol import types

from noctule.errors import NoctuleError
from noctule.lsp.language.room import Room, Shelved
from noctule.memories.names import INDEX_NAME
from noctule.safety.sanitize import memory_name, shown_name
from noctule.service.language.outlining import Symbol, symbols
from noctule.service.language.pages import Page

_MOST_FOUND: Final = 100


def document_symbols(
    room: Room, params: types.DocumentSymbolParams
) -> list[types.DocumentSymbol] | list[types.SymbolInformation]:
    """A tree, or for a client that takes none a flat list."""
    shelved = room.shelved_at(params.text_document.uri)
    if shelved is None:
        return []
    page = shelved.page()
    found = symbols(page)
    if room.can("text_document.document_symbol.hierarchical_document_symbol_support"):
        return [_tree(room, page, one, types.SymbolKind.File) for one in found]
    return [flat for one in found for flat in _flat(room, shelved, page, one)]


def workspace_symbols(room: Room, params: types.WorkspaceSymbolParams) -> list[types.SymbolInformation]:
    """The memories and entries whose name holds every word that is asked for, at most a hundred."""
    words = params.query.casefold().split()
    found: list[types.SymbolInformation] = []
    for opened in room.projects():
        library = room.library(opened)
        try:
            pages = library.memories()
        except NoctuleError:
            continue
        shelved = Shelved(opened, library, INDEX_NAME)
        for path in sorted(pages):
            titles = pages[path].titles
            if any([word not in titles for word in words]):  # noqa: C419  a list is twice as fast for so few
                continue
            for symbol in symbols(pages[path]):
                found += [
                    one
                    for one in _flat(room, shelved, pages[path], symbol)
                    if _fits(f"{one.name} {path if one.container_name is None else ''}", words)
                ]
            if len(found) >= _MOST_FOUND:
                return found[:_MOST_FOUND]
    return found


def _fits(name: str, words: list[str]) -> bool:
    return all(word in name.casefold() for word in words)


def _tree(room: Room, page: Page, symbol: Symbol, kind: types.SymbolKind) -> types.DocumentSymbol:
    return types.DocumentSymbol(
        name=memory_name(symbol.name, page.path),
        detail=symbol.detail or None,
        kind=kind,
        range=room.range(page, symbol.span),
        selection_range=room.range(page, symbol.chosen),
        children=[_tree(room, page, one, types.SymbolKind.String) for one in symbol.children],
    )


def _flat(room: Room, shelved: Shelved, page: Page, symbol: Symbol) -> list[types.SymbolInformation]:
    name = memory_name(symbol.name, page.path)
    top = types.SymbolInformation(room.location(shelved, page, symbol.chosen), name, types.SymbolKind.File)
    below = [
        types.SymbolInformation(
            room.location(shelved, page, one.chosen), shown_name(one.name), types.SymbolKind.String, container_name=name
        )
        for one in symbol.children
    ]
    return [top, *below]
