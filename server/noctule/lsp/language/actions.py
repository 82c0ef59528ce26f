"""`textDocument/codeAction`: the fixes of findings, what else can be done about them, and all fixes at once."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from lsprotocol import types

from noctule.checks.finding import Finding
from noctule.lsp.language.diagnostics import diagnostic
from noctule.lsp.language.edits import workspace_edit
from noctule.lsp.language.room import Room, Shelved
from noctule.service.language.acting import Action, actions_at, fix_all
from noctule.service.language.pages import Page, Span

SPLIT: Final = types.CodeActionKind.RefactorExtract
FIX_ALL: Final = types.CodeActionKind.SourceFixAll
# For who wants all fixed on each save, and by us alone.
OURS: Final = "source.fixAll.noctule"


def code_actions(room: Room, params: types.CodeActionParams) -> list[types.CodeAction]:
    shelved = room.shelved_at(params.text_document.uri)
    if shelved is None:
        return []
    page = shelved.page()
    span = Span(room.place(page, params.range.start), room.place(page, params.range.end))
    only = params.context.only
    found: list[types.CodeAction] = []
    if _is_wanted(types.CodeActionKind.QuickFix, only) or _is_wanted(SPLIT, only):
        findings = room.findings(shelved).of(page)
        named = partial(room.files_named, shelved.opened)
        modified = room.times(shelved).modified
        day = (modified or room.now()).date()
        offered = actions_at(shelved.library, page, findings, span, named, day)
        found += [_code_action(room, shelved, page, one) for one in offered if _is_wanted(_kind(one), only)]
    if only and (_is_wanted(FIX_ALL, only) or OURS in map(_text, only)):
        found += _fix_all(room, shelved, page, OURS if OURS in map(_text, only) else FIX_ALL)
    return found


def _code_action(room: Room, shelved: Shelved, page: Page, action: Action) -> types.CodeAction:
    return types.CodeAction(
        title=action.title,
        kind=_kind(action),
        diagnostics=_settled(room, page, action.finding),
        is_preferred=action.is_preferred or None,
        edit=workspace_edit(room, shelved, action.edits),
    )


def _kind(action: Action) -> types.CodeActionKind:
    return SPLIT if action.is_refactoring else types.CodeActionKind.QuickFix


def _settled(room: Room, page: Page, finding: Finding) -> list[types.Diagnostic]:
    return [diagnostic(room, page, finding)]


def _fix_all(room: Room, shelved: Shelved, page: Page, kind: str) -> Iterator[types.CodeAction]:
    edits = fix_all(room.findings(shelved), page)
    if edits:
        yield types.CodeAction(
            title="Fix all that can be fixed safely",
            kind=kind,
            edit=workspace_edit(room, shelved, edits),
        )


def _is_wanted(kind: types.CodeActionKind, only: Sequence[types.CodeActionKind | str] | None) -> bool:
    """A kind is asked for by itself or by one above it: `source` asks for `source.fixAll`."""
    if not only:
        return True
    return any(kind.value == _text(one) or kind.value.startswith(f"{_text(one)}.") or not _text(one) for one in only)


def _text(kind: types.CodeActionKind | str) -> str:
    return kind.value if isinstance(kind, types.CodeActionKind) else kind
