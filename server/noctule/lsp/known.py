"""Which methods there are, ours and LSP's: how each is sent, what its params are, and what the log calls it."""

from typing import Any

from lsprotocol import types

from noctule.lsp.methods import METHODS, TELLS


def is_asked(method: str) -> bool:
    """Whether the method is a request; false for a notification. Of LSP's, those are asked that have a result."""
    if method in METHODS or method in TELLS:
        return method in METHODS
    return types.METHOD_TO_TYPES.get(method, (None, None))[1] is not None


def params_type_of(method: str) -> Any:
    """The type of the method's params; None where it has none, or is not known."""
    if method in METHODS:
        return METHODS[method][0]
    return TELLS.get(method) or types.METHOD_TO_TYPES.get(method, (None, None, None))[2]


def shown(method: str) -> str:
    """A method's name for the log: a name that we do not know is the client's text, and is not logged."""
    return method if method in METHODS or method in TELLS or method in types.METHOD_TO_TYPES else "an unknown method"
