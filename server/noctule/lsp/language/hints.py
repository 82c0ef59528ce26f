"""`textDocument/inlayHint`: how old each memory is, behind its line in the index. Off until `language.ageHints`."""

from lsprotocol import types

from noctule.lsp.language.room import Room, Shelved
from noctule.service.language.describing import age
from noctule.service.language.pages import Span


def inlay_hints(room: Room, params: types.InlayHintParams) -> list[types.InlayHint]:
    shelved = room.shelved_at(params.text_document.uri)
    if shelved is None or not shelved.opened.resolved.settings.language.age_hints:
        return []
    page = shelved.page()
    if not page.is_index:
        return []
    found = []
    for line in page.index.entries:
        if not params.range.start.line <= line.number <= params.range.end.line or line.first_link is None:
            continue
        path = shelved.library.leads_to(page, line.first_link)
        modified = room.times(Shelved(shelved.opened, shelved.library, path)).modified if path is not None else None
        if modified is not None:
            end = (line.number, len(line.raw))
            position = room.range(page, Span(end, end)).start
            found.append(types.InlayHint(position, age(modified, room.now()), padding_left=True))
    return found
