"""Findings as diagnostics, told unasked (`diagnosing`) or when they are asked for."""

import json
from hashlib import sha256
from typing import Any, Final

from lsprotocol import types

from noctule.checks.finding import Finding
from noctule.checks.profile import check_store
from noctule.errors import NoctuleError
from noctule.lsp.language.room import Room, Shelved
from noctule.memories.names import INDEX_NAME
from noctule.service.language.pages import Page, Span

_SEVERITIES: Final = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "information": types.DiagnosticSeverity.Information,
    "hint": types.DiagnosticSeverity.Hint,
}
_SOURCE: Final = "noctule"
# More than anybody works through, and than some editors bear.
_MOST_TOLD: Final = 500

Report = types.RelatedFullDocumentDiagnosticReport | types.RelatedUnchangedDocumentDiagnosticReport


def diagnose_document(room: Room, uri: str) -> list[types.Diagnostic]:
    """The diagnostics of a memory or of a store of the profile, as the editor has it; none for any other file."""
    shelved = room.shelved_at(uri)
    if shelved is not None:
        return diagnose(room, shelved)
    store = room.stores.get(uri) or room.store_at(uri)
    if store is None:
        return []
    document = room.documents.get(uri)
    try:
        text = store.text() if document is None else document.text
    except NoctuleError:
        return []
    page = Page(store.file, text)
    return [diagnostic(room, page, one) for one in check_store(store.file, text, store.cap_chars)]


def diagnose(room: Room, shelved: Shelved) -> list[types.Diagnostic]:
    """The diagnostics of one file of a memory folder, as the editor has it."""
    page = shelved.page()
    try:
        found = room.findings(shelved).of(page)
    except NoctuleError:
        return []
    return [diagnostic(room, page, finding) for finding in found[:_MOST_TOLD]]


def diagnostic(room: Room, page: Page, finding: Finding) -> types.Diagnostic:
    return types.Diagnostic(
        range=room.range(page, Span(finding.start, finding.end)),
        message=finding.message,
        severity=_SEVERITIES[finding.severity],
        code=finding.code,
        source=_SOURCE,
    )


def pull(room: Room, params: types.DocumentDiagnosticParams) -> Report:
    """`textDocument/diagnostic`: all, or that nothing changed since the client's last."""
    _note_pulling(room)
    items = diagnose_document(room, params.text_document.uri)
    result_id = _result_id(items)
    if params.previous_result_id == result_id:
        return types.RelatedUnchangedDocumentDiagnosticReport(result_id)
    return types.RelatedFullDocumentDiagnosticReport(items, result_id=result_id)


def pull_all(room: Room, params: types.WorkspaceDiagnosticParams) -> types.WorkspaceDiagnosticReport:
    """`workspace/diagnostic`: every file of the memory folders that has a finding, or had one when last asked."""
    before = {one.uri: one.value for one in params.previous_result_ids}
    items: list[Any] = []
    for opened in room.projects():
        library = room.library(opened)
        try:
            pages = library.pages()
        except NoctuleError:
            continue
        for path in sorted(pages, key=lambda one: (one != INDEX_NAME, one)):
            shelved = Shelved(opened, library, path)
            found = diagnose(room, shelved)
            result_id = _result_id(found)
            if found or shelved.uri in before:
                items.append(_report(room, shelved.uri, found, result_id, before.get(shelved.uri)))
    return types.WorkspaceDiagnosticReport(items)


def _report(room: Room, uri: str, found: list[types.Diagnostic], result_id: str, before: str | None) -> Any:
    document = room.documents.get(uri)
    version = document.version if document is not None else None
    if before == result_id:
        return types.WorkspaceUnchangedDocumentDiagnosticReport(uri, result_id, version)
    return types.WorkspaceFullDocumentDiagnosticReport(uri, found, version=version, result_id=result_id)


def _note_pulling(room: Room) -> None:
    """From its first question on a client is told none; what it was told before is taken back."""
    if room.pulls:
        return
    room.pulls = True
    for uri in list(room.shelved):
        room.line.tell(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, types.PublishDiagnosticsParams(uri, []))


def _result_id(found: list[types.Diagnostic]) -> str:
    said = [(repr(one.range), one.message, one.code) for one in found]
    return sha256(json.dumps(said).encode("utf-8", "replace")).hexdigest()[:16]
