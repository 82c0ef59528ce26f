"""`textDocument/completion` in a memory folder; what a memory says is brought by `completionItem/resolve`."""

from typing import Any, Final

from lsprotocol import types

from noctule.lsp.language.room import Room, Shelved
from noctule.service.language.completing import Kind, Offer, offers
from noctule.service.language.describing import describe_memory

_KINDS: Final[dict[Kind, types.CompletionItemKind]] = {
    "key": types.CompletionItemKind.Property,
    "type": types.CompletionItemKind.EnumMember,
    "memory": types.CompletionItemKind.Reference,
    "file": types.CompletionItemKind.File,
    "folder": types.CompletionItemKind.Folder,
}


def complete(room: Room, params: types.CompletionParams) -> types.CompletionList:
    shelved = room.shelved_at(params.text_document.uri)
    if shelved is None:
        return types.CompletionList(False, [])
    page = shelved.page()
    place = room.place(page, params.position)
    found, is_more = offers(shelved.library, page, place, shelved.opened.root.path)
    items = [_item(room, shelved, offer, number) for number, offer in enumerate(found)]
    return types.CompletionList(is_more, items)


def resolve(room: Room, item: types.CompletionItem) -> types.CompletionItem:
    """Adds the memory's head, as a hover has it."""
    uri = item.data.get("memoryUri") if isinstance(item.data, dict) else None
    shelved = room.shelved_at(uri) if isinstance(uri, str) else None
    if shelved is None:
        return item
    text = describe_memory(shelved.page().memory, room.times(shelved), room.now())
    item.documentation = types.MarkupContent(types.MarkupKind.Markdown, text)
    return item


def _item(room: Room, shelved: Shelved, offer: Offer, number: int) -> types.CompletionItem:
    page = shelved.page()
    range_ = room.range(page, offer.span)
    typed = page.line(offer.span.start[0])[offer.span.start[1] : offer.span.end[1]]
    data: dict[str, Any] | None = {"memoryUri": shelved.uri_of(offer.path)} if offer.path is not None else None
    return types.CompletionItem(
        label=offer.label,
        kind=_KINDS[offer.kind],
        detail=offer.detail or None,
        documentation=offer.about or None,
        # The editor filters by what stands in the range: a memory is found by its name, and by its file too.
        filter_text=_filter_text(offer, typed),
        sort_text=f"{number:04d}",
        text_edit=types.TextEdit(range_, offer.text),
        data=data,
    )


def _filter_text(offer: Offer, typed: str) -> str | None:
    if offer.kind != "memory":
        return None
    lead = "[" if typed.startswith("[") else ""
    return f"{lead}{offer.label} {offer.path}"
