"""Asks the model that an editor lends, over a callable that the protocol's side supplies."""

import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from noctule.errors import ModelError, ModelRefused, ModelReplyBad, ModelTimeout, ModelUnusable
from noctule.models.chat import ChatRequest, Message, Reply, StopReason, ToolCall
from noctule.models.reading import as_list, as_mapping, as_text, read_arguments, unique_ids

LONGEST_SECONDS = 120.0

# Takes the params of `memory/completeChat` and a time limit in seconds, and returns its result. It raises `AskRefused`
# where the editor answered with an error, and TimeoutError where it did not answer.
Ask = Callable[[Mapping[str, Any], float], Awaitable[Mapping[str, Any]]]


class AskRefused(Exception):
    """The editor answered with an error of this `kind`: noConsent, blocked, noModel or cancelled."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


class NoConsent(ModelUnusable):
    """The person has not agreed to lend the model; only a command of theirs may ask."""

    kind = "noConsent"


class LentBlocked(ModelRefused):
    """The editor's provider blocked the request, or its quota is used up."""

    kind = "blocked"


class NoLentModel(ModelUnusable):
    """The editor has no model to lend."""

    kind = "noModel"


class LentCancelled(ModelError):
    """The request was cancelled in the editor."""

    kind = "cancelled"


_REFUSALS: Mapping[str, tuple[type[ModelError], str]] = {
    "noConsent": (NoConsent, "The editor lends its model only after you agree. Run a command that uses it once."),
    "blocked": (LentBlocked, "The editor's model refused the request, or its quota is used up."),
    "noModel": (NoLentModel, "The editor has no model to lend. Sign in to one, or name another model."),
    "cancelled": (LentCancelled, "The request to the editor's model was cancelled."),
}
_LENGTH_WORDS = frozenset({"length", "max_tokens", "maxTokens"})


class LentModel:
    """A `ChatModel` that the editor lends. It reports no usage, so neither tokens nor cost are known."""

    name = "editor"

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    async def complete(self, request: ChatRequest, deadline: float) -> Reply:
        seconds = min(LONGEST_SECONDS, deadline - time.monotonic())
        if seconds <= 0:
            raise ModelTimeout("The editor's model was not asked: no time is left.")
        try:
            result = await self._ask(_params(request), seconds)
        except AskRefused as refused:
            error, sentence = _REFUSALS.get(refused.kind, (ModelRefused, "The editor could not ask its model."))
            raise error(sentence) from None
        except TimeoutError:
            raise ModelTimeout("The editor's model did not answer in time.") from None
        return _reply(result, f"call-{len(request.messages)}")


def _params(request: ChatRequest) -> dict[str, Any]:
    return {
        "messages": [_message(message) for message in request.messages],
        "tools": [
            {"name": tool.name, "description": tool.description, "inputSchema": dict(tool.input_schema)}
            for tool in request.tools
        ],
        "maxTokens": request.max_tokens,
        "purpose": request.purpose,
        "userAction": request.user_action,
    }


def _message(message: Message) -> dict[str, Any]:
    result: dict[str, Any] = {"role": message.role, "text": message.text}
    if message.tool_calls:
        result["toolCalls"] = [
            {"id": call.id, "name": call.name, "arguments": dict(call.arguments)} for call in message.tool_calls
        ]
    if message.tool_call_id is not None:
        result["toolCallId"] = message.tool_call_id
    return result


def _reply(result: object, id_prefix: str) -> Reply:
    if not isinstance(result, Mapping):
        raise ModelReplyBad("The editor sent a reply that is no object.")
    calls = _tool_calls(result, id_prefix)
    stop = _stop_reason(as_text(result.get("stopReason")), calls)
    if stop == "length":
        calls = calls[:-1]
    return Reply(as_text(result.get("text")), calls, stop, usage=None, cost_usd=None)


def _tool_calls(result: Mapping[str, Any], id_prefix: str) -> tuple[ToolCall, ...]:
    given = [as_mapping(call) for call in as_list(result.get("toolCalls"))]
    named = [call for call in given if as_text(call.get("name"))]
    ids = unique_ids((as_text(call.get("id")) for call in named), id_prefix)
    calls = []
    for call, call_id in zip(named, ids, strict=True):
        arguments, problem = read_arguments(call.get("arguments"))
        calls.append(ToolCall(call_id, call["name"], arguments, problem))
    return tuple(calls)


def _stop_reason(said: str, calls: tuple[ToolCall, ...]) -> StopReason:
    if said in _LENGTH_WORDS:
        return "length"
    if said == "refusal":
        return "refusal"
    return "toolUse" if calls else "end"
