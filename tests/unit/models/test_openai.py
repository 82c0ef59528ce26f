"""The OpenAI chat completions format as servers really speak it, over a real connection."""

from typing import Any

import pytest

from fakes.asking import ask, saying
from fakes.model_replies import Calls, Says, Sends
from fakes.model_server import KEY, ModelServer
from noctule.errors import ModelReplyBad
from noctule.models.chat import Message, Reply, Tool, ToolCall, Usage

MODEL = "fake-plain/some/model"
TOOL = Tool("look", "looks at a file", {"type": "object"})


async def reply_to(*script: Says | Sends, model: str = MODEL, **request: Any) -> tuple[Reply, dict[str, Any]]:
    with ModelServer(*script) as server:
        reply = await ask(server, model, saying(**request))
        assert server.problems == []
        return reply, server.requests[0].body


async def test_a_call_carries_the_key_as_a_bearer_and_only_where_there_is_one() -> None:
    with ModelServer() as server:
        await ask(server, "openai/gpt-4o", saying())
        await ask(server, MODEL, saying())
        with_key, without = server.requests
        assert with_key.path == "/v1/chat/completions"
        assert with_key.headers["authorization"] == f"Bearer {KEY}"
        assert "authorization" not in without.headers
        assert without.body["model"] == "some/model"


async def test_the_limit_of_tokens_has_the_name_that_the_model_knows() -> None:
    for model, field in (("openai/gpt-5", "max_completion_tokens"), ("openai/gpt-4o", "max_tokens")):
        _, body = await reply_to(Says("ok"), model=model)
        assert body[field] == 64
    _, body = await reply_to(Says("ok"), model="openrouter/openai/gpt-5")
    assert body["max_tokens"] == 64


async def test_a_conversation_with_tools_is_told_in_full() -> None:
    _, body = await reply_to(
        Says("ok"),
        model="openai/gpt-5",
        tools=(TOOL,),
        messages=(
            Message("system", "be brief"),
            Message("assistant", "", tool_calls=(ToolCall("1", "look", {"path": "é"}),)),
            Message("tool", "seen", tool_call_id="1"),
        ),
    )
    call = {"id": "1", "type": "function", "function": {"name": "look", "arguments": '{"path": "é"}'}}
    assert body["messages"] == [
        {"role": "system", "content": "be brief"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "1", "content": "seen"},
    ]
    assert body["tools"][0]["function"]["name"] == "look"


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("fine", "fine"),
        (None, ""),
        (7, ""),
        ([{"type": "text", "text": "in "}, {"type": "image"}, "parts", 7], "in parts"),
        ("<think>long\nthought</think>\nfine", "fine"),
        ("<think>never ends", ""),
        ("say <think> aloud", "say <think> aloud"),
    ],
)
async def test_the_text_is_read_from_any_content(content: object, text: str) -> None:
    reply, _ = await reply_to(Says("", extra={"content": content}))
    assert reply.text == text


async def test_thinking_alone_is_no_text() -> None:
    reply, _ = await reply_to(Says(None, thinking="long"))
    assert (reply.text, reply.tool_calls, reply.stop_reason) == ("", (), "end")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"choices": []},
        {"choices": None},
        {"choices": "x"},
        {"choices": [None]},
        {"choices": [{"message": None}]},
        {"choices": [{"text": "old"}]},
        {"error": {"message": "upstream failed", "code": 502}},
    ],
)
async def test_a_reply_without_an_answer_is_a_bad_reply(body: object) -> None:
    with pytest.raises(ModelReplyBad):
        await reply_to(Sends(body=body))


@pytest.mark.parametrize("arguments", ['{"path": "a"}', {"path": "a"}])
async def test_arguments_are_read_as_text_or_object(arguments: object) -> None:
    reply, _ = await reply_to(Says("", calls=(Calls("look", arguments),)))
    assert reply.tool_calls == (ToolCall("call_1", "look", {"path": "a"}),)


@pytest.mark.parametrize("arguments", ["", None, "{}"])
async def test_no_arguments_are_an_empty_object(arguments: object) -> None:
    reply, _ = await reply_to(Says("", calls=(Calls("look", arguments),)))
    assert reply.tool_calls == (ToolCall("call_1", "look", {}),)


@pytest.mark.parametrize("arguments", ["{", "[1]", "null and more", 7, '{"a": ' + "[" * 50_000])
async def test_arguments_that_nobody_can_read_are_said_so(arguments: object) -> None:
    reply, _ = await reply_to(Says("", calls=(Calls("look", arguments),)))
    assert reply.tool_calls[0].arguments == {}
    assert reply.tool_calls[0].problem


async def test_calls_that_cannot_be_told_apart_get_ids() -> None:
    calls = (Calls("a", id=None), Calls("b", id="x"), Calls("c", id="x"))
    reply, _ = await reply_to(Says("", calls=calls))
    assert [call.name for call in reply.tool_calls] == ["a", "b", "c"]
    assert len({call.id for call in reply.tool_calls}) == 3


async def test_what_is_no_call_is_passed_over() -> None:
    calls = [7, {}, {"function": {"name": 7}}, {"function": {"name": "look", "arguments": "{}"}}]
    reply, _ = await reply_to(Says("", extra={"tool_calls": calls}))
    assert [call.name for call in reply.tool_calls] == ["look"]


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        (Says("x", stop="stop"), "end"),
        (Says("x", stop="stop", calls=(Calls("look"),)), "toolUse"),
        (Says("x", stop="tool_calls"), "end"),
        (Says("x", stop="length"), "length"),
        (Says("", stop="content_filter"), "refusal"),
        (Says(None, stop="stop", extra={"refusal": "I cannot"}), "refusal"),
        (Says("x", stop="eos"), "end"),
    ],
)
async def test_each_reason_to_stop_is_told(reply: Says, expected: str) -> None:
    assert (await reply_to(reply))[0].stop_reason == expected


async def test_a_call_that_was_cut_is_not_run() -> None:
    reply, _ = await reply_to(Says("", calls=(Calls("a", id="1"), Calls("b", '{"half', id="2")), stop="length"))
    assert [call.name for call in reply.tool_calls] == ["a"]


@pytest.mark.parametrize(
    ("usage", "expected"),
    [
        ({"in": 100, "out": 10}, Usage(100, 10)),
        ({"in": 100, "out": 10, "prompt_tokens_details": {"cached_tokens": 60}}, Usage(100, 10, 60)),
        ({"in": 100, "out": 10, "prompt_tokens_details": None}, Usage(100, 10)),
        ({"in": 100, "out": 10, "prompt_cache_hit_tokens": 60}, Usage(100, 10, 60)),
        ({"in": 100}, None),
        ({"in": True, "out": 1}, None),
        (None, None),
    ],
)
async def test_cached_tokens_are_inside_those_of_the_prompt(usage: Any, expected: Usage | None) -> None:
    assert (await reply_to(Says("x", usage=usage)))[0].usage == expected


async def test_a_price_in_settings_gives_the_cost() -> None:
    priced: dict[str, Any] = {"fake-plain": {"prices": {"some/model": {"input": 10, "output": 100}}}}
    with ModelServer(Says("ok")) as server:
        reply = await ask(server, MODEL, saying(), **priced)
        assert reply.cost_usd == pytest.approx(0.002)


async def test_thinking_goes_back_with_the_calls_it_led_to() -> None:
    with ModelServer(Says("", calls=(Calls("look", "{}"),), thinking="hm")) as server:
        first = await ask(server, "deepseek/deepseek-flash", saying())
        result = Message("tool", "A", tool_call_id="call_1")
        again = saying(messages=(Message("user", "hello"), first.as_message(), result))
        await ask(server, "deepseek/deepseek-flash", again)
        await ask(server, "openai/gpt-5", again)
        assert server.requests[1].body["messages"][1]["reasoning_content"] == "hm"
        assert "hm" not in server.requests[2].text
        assert server.problems == []


@pytest.mark.parametrize(
    ("name", "is_marked"), [("openrouter/anthropic/claude-sonnet-5-5", True), ("openrouter/openai/gpt-5.1", False)]
)
async def test_the_router_is_asked_to_keep_what_comes_again_where_it_has_to_be_asked(
    name: str, is_marked: bool
) -> None:
    messages = (Message("system", "look after it"), Message("user", "begin"), Message("assistant", "yes"))
    with ModelServer(Says("ok")) as server:
        await ask(server, name, saying(messages=messages, grows=True))
        assert server.problems == []
        marks = ["cache_control" in str(message["content"]) for message in server.requests[0].body["messages"]]
    assert marks == [is_marked, is_marked, False]
