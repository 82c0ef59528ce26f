"""`textDocument/foldingRange`: the frontmatter, sections and fenced code of a page."""

from typing import Final

from lsprotocol import types

from noctule.lsp.language.room import Room
from noctule.service.language.outlining import FoldKind, folds

_KINDS: Final[dict[FoldKind, types.FoldingRangeKind | None]] = {
    "frontmatter": types.FoldingRangeKind.Imports,
    "section": types.FoldingRangeKind.Region,
    "code": None,
}


def folding_ranges(room: Room, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
    shelved = room.shelved_at(params.text_document.uri)
    found = folds(shelved.page()) if shelved is not None else []
    return [types.FoldingRange(fold.first, fold.last, kind=_KINDS[fold.kind]) for fold in found]
