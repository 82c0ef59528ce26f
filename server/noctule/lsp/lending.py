"""The model that the editor lends, as the callable that the models' room asks it by."""

from collections.abc import Mapping
from typing import Any

from noctule.lsp.asks import AskFailed, AskTimedOut
from noctule.lsp.backend import Line
from noctule.models.lent import Ask, AskRefused

METHOD = "memory/completeChat"


def lent_model(line: Line) -> Ask:
    """Asks the client of `line`; raises AskRefused with the kind of its error, and TimeoutError."""

    async def ask(params: Mapping[str, Any], seconds: float) -> Mapping[str, Any]:
        try:
            result: Mapping[str, Any] = await line.ask(METHOD, params, seconds)
        except AskTimedOut:
            raise TimeoutError from None
        except AskFailed as error:
            raise AskRefused(error.kind or "") from None
        return result

    return ask
