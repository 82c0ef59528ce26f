"""What the client is told when a call fails: a code, a sentence and a kind; never a traceback."""

import logging
from typing import Any

from pygls.exceptions import JsonRpcException

from noctule.dataclass import dataclass, field
from noctule.errors import NoctuleError
from noctule.lsp.strict import BadParams
from noctule.service.failures import log_failure

logger = logging.getLogger(__name__)

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
NOT_INITIALIZED = -32002
CANCELLED = -32800


@dataclass(frozen=True, slots=True)
class Fault:
    """The error object of an answer."""

    code: int
    message: str
    data: dict[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        error: dict[str, Any] = {"code": self.code, "message": self.message}
        if self.data:
            error["data"] = self.data
        return error


class RequestRefused(Exception):
    """A request that is answered with `fault` and goes no further."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.fault = Fault(code, message)


def fault_of(error: BaseException, doing: str) -> Fault:
    """The fault for an exception that left a handler. A bug is logged under the reference it tells."""
    if isinstance(error, NoctuleError):
        return Fault(error.code, str(error) or error.kind, {"kind": error.kind})
    if isinstance(error, RequestRefused):
        return error.fault
    if isinstance(error, BadParams):
        return Fault(INVALID_PARAMS, f"Invalid params: {error}.", {"path": error.path})
    if isinstance(error, JsonRpcException) and error.code != INTERNAL_ERROR:
        return Fault(error.code, error.message)
    ref = log_failure(logger, error, doing)
    return Fault(INTERNAL_ERROR, f"internal error (ref {ref})", {"ref": ref})
