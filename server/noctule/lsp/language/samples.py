"""One answer of each kind: what is made ready for them while nobody waits need not be made at the first question."""

from typing import Any

import cattrs
from lsprotocol import types

from noctule.lsp.language import table
from noctule.lsp.strict import structure


def make_ready(converter: cattrs.Converter) -> None:
    """Has the converter learn the types of the language features' questions and answers; in a thread.

    It learns each type when it first meets one, which takes up to a tenth of a second.
    """
    for method in (*table.TELLS, *table.REQUESTS):
        params = types.METHOD_TO_TYPES[method][2]
        if params is not None:
            converter.get_structure_hook(params)
    document = {"uri": "file:///a.md", "languageId": "markdown", "version": 1, "text": ""}
    structure(converter, {"textDocument": document}, types.DidOpenTextDocumentParams)
    for answer in _answers():
        converter.unstructure(answer)


def _answers() -> list[Any]:
    place = types.Position(0, 0)
    span = types.Range(place, place)
    location = types.Location("file:///a.md", span)
    text = types.MarkupContent(types.MarkupKind.Markdown, "")
    edit = types.TextEdit(span, "")
    finding = types.Diagnostic(span, "", severity=types.DiagnosticSeverity.Hint, code="a", source="noctule")
    document = types.OptionalVersionedTextDocumentIdentifier("file:///a.md", 1)
    changes: list[Any] = [
        types.CreateFile("file:///a.md", options=types.CreateFileOptions(ignore_if_exists=True)),
        types.TextDocumentEdit(document, [edit, types.AnnotatedTextEdit("a", span, "")]),
        types.RenameFile("file:///a.md", "file:///b.md"),
    ]
    whole = types.WorkspaceEdit(document_changes=changes, change_annotations={"a": types.ChangeAnnotation("a")})
    symbol = types.DocumentSymbol("a", types.SymbolKind.File, span, span)
    return [
        types.CompletionList(False, [types.CompletionItem("a", text_edit=edit, kind=types.CompletionItemKind.File)]),
        types.CompletionItem("a", documentation=text),
        [types.CodeAction("a", types.CodeActionKind.QuickFix, [finding], True, edit=whole)],
        [types.CodeLens(span, types.Command("a", ""))],
        types.Hover(text, span),
        [location],
        [types.DocumentHighlight(span, types.DocumentHighlightKind.Read)],
        [types.DocumentLink(span, "file:///a.md")],
        [types.DocumentSymbol("a", types.SymbolKind.File, span, span, children=[symbol])],
        [types.SymbolInformation(location, "a", types.SymbolKind.File)],
        [types.FoldingRange(0, 1, kind=types.FoldingRangeKind.Region)],
        types.PrepareRenamePlaceholder(span, "a"),
        whole,
        [types.InlayHint(place, "a", padding_left=True)],
        types.PublishDiagnosticsParams("file:///a.md", [finding], 1),
        types.RelatedFullDocumentDiagnosticReport([finding], result_id="a"),
        types.RelatedUnchangedDocumentDiagnosticReport("a"),
    ]
