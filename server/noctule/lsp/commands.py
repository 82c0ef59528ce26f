"""`workspace/executeCommand`: one object argument in, one object with `ok` and `message` out.

The rule for failures, the same for all: a call that is wrong in itself (an unknown command, arguments that are not one
object of the right fields) is a JSON-RPC error -32602; a command that could not do what it was asked answers with
`ok: false`, the `kind` and a sentence; a bug is -32603, as everywhere.
"""

from typing import Any

import cattrs
from lsprotocol.types import ExecuteCommandParams

from noctule.errors import NoctuleError
from noctule.lsp.backend import Backend
from noctule.lsp.faults import INVALID_PARAMS, RequestRefused
from noctule.lsp.methods import COMMANDS
from noctule.lsp.progress import Progress
from noctule.lsp.strict import BadParams, structure

_ARGUMENT = "params.arguments[0]"


async def run_command(
    backend: Backend, progress: Progress, converter: cattrs.Converter, params: ExecuteCommandParams
) -> dict[str, Any]:
    """Run the named command; raises RequestRefused or BadParams for a call that is wrong in itself."""
    argument_type = COMMANDS.get(params.command)
    if argument_type is None:
        raise RequestRefused(INVALID_PARAMS, "Invalid params: params.command is no command of this server.")
    argument: Any = structure(converter, _only_argument(params.arguments), argument_type, root=_ARGUMENT)
    try:
        async with progress.reporting(params.command, params.work_done_token) as report:
            answer = await backend.command(params.command, argument, report)
    except NoctuleError as error:
        return {"ok": False, "message": str(error) or error.kind, "kind": error.kind}
    return {"ok": True, **answer}


def _only_argument(arguments: Any) -> Any:
    """The one argument; none, null and an empty list stand for an empty object."""
    if not arguments:
        return {}
    if len(arguments) > 1:
        raise BadParams("params.arguments", "takes one object")
    return arguments[0] if arguments[0] is not None else {}
