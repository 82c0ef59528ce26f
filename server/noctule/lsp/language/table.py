"""Which function serves which message of the language features. Each module is loaded by its first message."""

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

_ROOM: Final = "noctule.lsp.language"

REQUESTS: Final[dict[str, str]] = {
    "textDocument/diagnostic": "diagnostics.pull",
    "workspace/diagnostic": "diagnostics.pull_all",
    "textDocument/codeAction": "actions.code_actions",
    "textDocument/completion": "completion.complete",
    "completionItem/resolve": "completion.resolve",
    "textDocument/hover": "hover.hover",
    "textDocument/documentLink": "links.document_links",
    "textDocument/definition": "navigation.definition",
    "textDocument/references": "navigation.references",
    "textDocument/documentHighlight": "navigation.highlights",
    "textDocument/prepareRename": "rename.prepare",
    "textDocument/rename": "rename.rename",
    "workspace/willRenameFiles": "rename.will_rename_files",
    "textDocument/documentSymbol": "symbols.document_symbols",
    "workspace/symbol": "symbols.workspace_symbols",
    "textDocument/foldingRange": "folding.folding_ranges",
    "textDocument/codeLens": "lenses.code_lenses",
    "codeLens/resolve": "lenses.resolve",
    "textDocument/inlayHint": "hints.inlay_hints",
}
"""What is asked: method -> module and function here, which is called in a thread."""

TELLS: Final[dict[str, str]] = {
    "textDocument/didOpen": "sync.did_open",
    "textDocument/didChange": "sync.did_change",
    "textDocument/didSave": "sync.did_save",
    "textDocument/didClose": "sync.did_close",
    "workspace/didRenameFiles": "rename.did_rename_files",
}
"""What is told: method -> module and function here, which is called on the loop."""


def function_of(method: str) -> Callable[..., Any]:
    """The function that serves a method of these two tables."""
    module, _, name = (REQUESTS.get(method) or TELLS[method]).partition(".")
    found: Callable[..., Any] = getattr(import_module(f"{_ROOM}.{module}"), name)
    return found
