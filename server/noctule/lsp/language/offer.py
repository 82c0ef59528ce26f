"""Which language features are offered for which files: once and for all, or, where the client can, for ours alone.

A client that takes registrations is given each feature for the memory folders' files only (and hover and lens for the
files of its workspace), so that no other markdown pays for us. Another is offered them all at `initialize`.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from lsprotocol import types
from pygls.capabilities import get_capability

TRIGGERS: Final = ["[", "(", "/", ":", "`"]
_KINDS: Final = [
    types.CodeActionKind.QuickFix,
    types.CodeActionKind.RefactorExtract,
    types.CodeActionKind.SourceFixAll,
]

# Method -> the client's capability, the server's, and what is said of it.
_FEATURES: Final[dict[str, tuple[str, str, dict[str, Any]]]] = {
    "textDocument/completion": (
        "completion",
        "completion_provider",
        {"triggerCharacters": TRIGGERS, "resolveProvider": True},
    ),
    "textDocument/hover": ("hover", "hover_provider", {}),
    "textDocument/definition": ("definition", "definition_provider", {}),
    "textDocument/references": ("references", "references_provider", {}),
    "textDocument/documentHighlight": ("document_highlight", "document_highlight_provider", {}),
    "textDocument/documentSymbol": ("document_symbol", "document_symbol_provider", {"label": "Noctule"}),
    "textDocument/codeAction": ("code_action", "code_action_provider", {"codeActionKinds": [*_KINDS]}),
    "textDocument/codeLens": ("code_lens", "code_lens_provider", {"resolveProvider": True}),
    "textDocument/documentLink": ("document_link", "document_link_provider", {"resolveProvider": False}),
    "textDocument/foldingRange": ("folding_range", "folding_range_provider", {}),
    "textDocument/rename": ("rename", "rename_provider", {"prepareProvider": True}),
    "textDocument/inlayHint": ("inlay_hint", "inlay_hint_provider", {}),
    "textDocument/diagnostic": (
        "diagnostic",
        "diagnostic_provider",
        {"identifier": "noctule", "interFileDependencies": True, "workspaceDiagnostics": False},
    ),
}
_OPTIONS: Final[dict[str, Any]] = {
    "completion_provider": types.CompletionOptions(trigger_characters=TRIGGERS, resolve_provider=True),
    "code_action_provider": types.CodeActionOptions(code_action_kinds=_KINDS),
    "code_lens_provider": types.CodeLensOptions(resolve_provider=True),
    "document_link_provider": types.DocumentLinkOptions(resolve_provider=False),
    "document_symbol_provider": types.DocumentSymbolOptions(label="Noctule"),
    "diagnostic_provider": types.DiagnosticOptions(
        inter_file_dependencies=True, workspace_diagnostics=False, identifier="noctule"
    ),
}
_IN_SOURCE_TOO: Final = frozenset({"textDocument/hover", "textDocument/codeLens"})
_SYNC: Final[dict[str, dict[str, Any]]] = {
    "textDocument/didOpen": {},
    "textDocument/didChange": {"syncKind": types.TextDocumentSyncKind.Incremental.value},
    "textDocument/didSave": {"includeText": False},
    "textDocument/didClose": {},
}
# An editor says these of any file; what is none of ours is answered with nothing.
_RENAMES: Final = types.FileOperationRegistrationOptions(
    [types.FileOperationFilter(types.FileOperationPattern("**/*"), scheme="file")]
)


def offer(capabilities: types.ServerCapabilities, client: types.ClientCapabilities) -> None:
    """Adds to what `initialize` answers all that the client does not take as a registration."""
    is_dynamic = _is_dynamic(client, "text_document.synchronization")
    capabilities.text_document_sync = types.TextDocumentSyncOptions(
        open_close=not is_dynamic,
        change=types.TextDocumentSyncKind.None_ if is_dynamic else types.TextDocumentSyncKind.Incremental,
        save=types.SaveOptions(include_text=False) if not is_dynamic else False,
    )
    capabilities.workspace_symbol_provider = True
    for wanted, provider, _ in _FEATURES.values():
        if not _is_dynamic(client, f"text_document.{wanted}"):
            setattr(capabilities, provider, _static(client, provider))
    if capabilities.workspace is not None:
        capabilities.workspace.file_operations = types.FileOperationOptions(did_rename=_RENAMES, will_rename=_RENAMES)


def registrations(
    client: types.ClientCapabilities, folders: Iterable[Path], roots: Iterable[Path]
) -> list[types.Registration]:
    """What a client that takes registrations is to be asked for these memory folders and workspace roots."""
    memories = [_filter(folder, "**/*.{md,MD}") for folder in dict.fromkeys(folders)]
    sources = [_filter(root, "**/*") for root in dict.fromkeys(roots)]
    found: list[types.Registration] = []
    if not memories:
        return found
    if _is_dynamic(client, "text_document.synchronization"):
        found += [_registration(method, memories, options) for method, options in _SYNC.items()]
    for method, (wanted, _, options) in _FEATURES.items():
        if _is_dynamic(client, f"text_document.{wanted}"):
            selector = memories + sources if method in _IN_SOURCE_TOO else memories
            found.append(_registration(method, selector, options))
    return found


def _static(client: types.ClientCapabilities, provider: str) -> Any:
    if provider == "rename_provider":
        can_prepare = bool(get_capability(client, "text_document.rename.prepare_support", None))
        return types.RenameOptions(prepare_provider=True) if can_prepare else True
    return _OPTIONS.get(provider, True)


def _is_dynamic(client: types.ClientCapabilities, capability: str) -> bool:
    return bool(get_capability(client, f"{capability}.dynamic_registration", None))


def _registration(method: str, selector: list[dict[str, str]], options: dict[str, Any]) -> types.Registration:
    return types.Registration(f"noctule {method}", method, {"documentSelector": selector, **options})


def _filter(folder: Path, pattern: str) -> dict[str, str]:
    """Files under a folder; signs that a glob would read stand in brackets."""
    escaped = "".join(f"[{sign}]" if sign in "[]{}*?!" else sign for sign in folder.as_posix())
    return {"scheme": "file", "pattern": f"{escaped}/{pattern}"}
