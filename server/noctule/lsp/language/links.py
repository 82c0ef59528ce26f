"""`textDocument/documentLink`: the memories and the workspace files that a page leads to."""

from lsprotocol import types

from noctule.lsp.language.room import Room
from noctule.service.uris import uri_of


def document_links(room: Room, params: types.DocumentLinkParams) -> list[types.DocumentLink]:
    shelved = room.shelved_at(params.text_document.uri)
    if shelved is None:
        return []
    page = shelved.page()
    found = []
    for placed in page.links:
        path = shelved.library.leads_to(page, placed.link)
        if path is not None:
            found.append(types.DocumentLink(room.range(page, placed.span), shelved.uri_of(path)))
    files = room.workspace_files(shelved.opened)
    for reference in page.references:
        file = files.find(reference.reference.path)
        if file is not None:
            line = reference.reference.line
            target = uri_of(file) + (f"#L{line}" if line is not None else "")
            found.append(types.DocumentLink(room.range(page, reference.span), target))
    return found
