"""The model that an editor lends."""

import time
from collections.abc import Mapping
from typing import Any

import pytest

from fakes.asking import saying
from noctule.errors import ModelError, ModelTimeout
from noctule.models.chat import Message, Reply, Tool, ToolCall
from noctule.models.lent import AskRefused, LentModel


class Editor:
    """An editor that answers with `result`, or raises it."""

    def __init__(self, result: object) -> None:
        self.result = result
        self.params: list[Mapping[str, Any]] = []
        self.seconds: list[float] = []

    async def ask(self, params: Mapping[str, Any], seconds: float) -> Any:
        self.params.append(params)
        self.seconds.append(seconds)
        if isinstance(self.result, Exception):
            raise self.result
        return self.result


async def reply_to(result: object, **request: Any) -> Reply:
    return await LentModel(Editor(result).ask).complete(saying(**request), time.monotonic() + 10)


async def error_of(result: Exception) -> ModelError:
    with pytest.raises(ModelError) as raised:
        await reply_to(result)
    return raised.value


async def test_it_is_asked_in_the_words_of_the_protocol() -> None:
    editor = Editor({"text": "fine", "toolCalls": [], "stopReason": "end"})
    request = saying(
        messages=(
            Message("system", "be brief"),
            Message("assistant", "", tool_calls=(ToolCall("1", "look", {"at": 2}),)),
            Message("tool", "seen", tool_call_id="1"),
        ),
        tools=(Tool("look", "looks", {"type": "object"}),),
        purpose="dream",
    )
    await LentModel(editor.ask).complete(request, time.monotonic() + 10)
    assert editor.params == [
        {
            "messages": [
                {"role": "system", "text": "be brief"},
                {
                    "role": "assistant",
                    "text": "",
                    "toolCalls": [{"id": "1", "name": "look", "arguments": {"at": 2}}],
                },
                {"role": "tool", "text": "seen", "toolCallId": "1"},
            ],
            "tools": [{"name": "look", "description": "looks", "inputSchema": {"type": "object"}}],
            "maxTokens": 64,
            "purpose": "dream",
            "userAction": False,
        }
    ]


async def test_only_a_persons_own_command_may_ask_for_consent() -> None:
    for user_action in (False, True):
        editor = Editor({"text": ""})
        await LentModel(editor.ask).complete(saying(user_action=user_action), time.monotonic() + 10)
        assert editor.params[0]["userAction"] is user_action


async def test_its_tokens_and_cost_are_unknown() -> None:
    reply = await reply_to({"text": "fine"})
    assert (reply.text, reply.usage, reply.cost_usd) == ("fine", None, None)


async def test_each_refusal_is_an_error_of_its_own() -> None:
    kinds = ["noConsent", "blocked", "noModel", "cancelled"]
    errors = [await error_of(AskRefused(kind)) for kind in kinds]
    assert [error.kind for error in errors] == kinds
    assert len({type(error) for error in errors}) == 4
    assert len({str(error) for error in errors}) == 4
    assert (await error_of(AskRefused("somethingElse"))).kind == "modelRefused"


async def test_it_waits_no_longer_than_the_deadline_or_two_minutes() -> None:
    editor = Editor({"text": ""})
    await LentModel(editor.ask).complete(saying(), time.monotonic() + 5)
    await LentModel(editor.ask).complete(saying(), time.monotonic() + 5000)
    assert editor.seconds[0] <= 5
    assert editor.seconds[1] == 120


async def test_silence_is_a_timeout() -> None:
    assert isinstance(await error_of(TimeoutError()), ModelTimeout)
    with pytest.raises(ModelTimeout):
        await LentModel(Editor({}).ask).complete(saying(), time.monotonic() - 1)


@pytest.mark.parametrize("result", [None, [], "text", 7])
async def test_a_reply_that_is_no_object_is_a_bad_reply(result: object) -> None:
    with pytest.raises(ModelError) as raised:
        await reply_to(result)
    assert raised.value.kind == "modelReplyBad"


async def test_a_reply_of_any_shape_is_read_as_far_as_it_goes() -> None:
    reply = await reply_to({"text": None, "toolCalls": [7, {"name": "a", "arguments": "{"}, {"name": "a", "id": "x"}]})
    assert reply.text == ""
    assert [(call.id, call.problem is None) for call in reply.tool_calls] == [("call-1-0", False), ("x", True)]
    assert reply.stop_reason == "toolUse"


async def test_a_call_that_was_cut_is_left_out() -> None:
    reply = await reply_to({"toolCalls": [{"name": "a", "id": "1"}, {"name": "b", "id": "2"}], "stopReason": "length"})
    assert [call.name for call in reply.tool_calls] == ["a"]
    assert reply.stop_reason == "length"
