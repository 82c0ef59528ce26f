"""How far a conversation has come, and which methods it takes by then."""

from enum import Enum, auto

from lsprotocol import types

from noctule.lsp.faults import INVALID_REQUEST, NOT_INITIALIZED, RequestRefused


class Phase(Enum):
    NEW = auto()
    READY = auto()
    SHUT_DOWN = auto()


def check_phase(phase: Phase, method: str) -> None:
    """Raises `RequestRefused` for a request that comes too early, too late or twice."""
    if phase is Phase.SHUT_DOWN:
        raise RequestRefused(INVALID_REQUEST, "The server has been shut down.")
    if phase is Phase.NEW and method != types.INITIALIZE:
        raise RequestRefused(NOT_INITIALIZED, "The server has not been initialized.")
    if phase is Phase.READY and method == types.INITIALIZE:
        raise RequestRefused(INVALID_REQUEST, "The server has been initialized already.")
