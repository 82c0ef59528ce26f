"""The Anthropic Messages format, over a real connection."""

from typing import Any

import pytest

from fakes.asking import ask, saying
from fakes.model_replies import Calls, Says, Sends
from fakes.model_server import KEY, ModelServer
from noctule.errors import ModelReplyBad
from noctule.models.chat import Message, Reply, Tool, ToolCall, Usage

MODEL = "anthropic/claude-sonnet-5-5"
TOOL = Tool("look", "looks at a file", {"type": "object", "properties": {"path": {"type": "string"}}})


async def reply_to(*script: Says | Sends, **request: Any) -> tuple[Reply, ModelServer]:
    with ModelServer(*script) as server:
        reply = await ask(server, MODEL, saying(**request))
        assert server.problems == []
        return reply, server


async def sent_for(*messages: Message, **request: Any) -> dict[str, Any]:
    _, server = await reply_to(Says("ok"), messages=messages, **request)
    return server.requests[0].body


async def test_a_call_carries_key_and_version_and_no_sampling() -> None:
    _, server = await reply_to(Says("ok"))
    request = server.requests[0]
    assert request.path == "/v1/messages"
    assert request.headers["x-api-key"] == KEY
    assert request.headers["anthropic-version"] == "2023-06-01"
    assert not {"temperature", "top_p", "top_k", "stream"} & set(request.body)


async def test_the_version_and_more_headers_are_settings() -> None:
    with ModelServer(Says("ok")) as server:
        changed = {"anthropicVersion": "2030-01-01", "headers": {"x-team": "bats"}}
        await ask(server, MODEL, saying(), anthropic=changed)
        assert server.requests[0].headers["anthropic-version"] == "2030-01-01"
        assert server.requests[0].headers["x-team"] == "bats"


async def test_system_messages_go_where_the_format_wants_them() -> None:
    body = await sent_for(Message("system", "one"), Message("system", "two"), Message("user", "hello"))
    assert body["system"] == "one\n\ntwo"
    assert body["messages"] == [{"role": "user", "content": [{"type": "text", "text": "hello"}]}]


async def test_results_of_tools_are_one_user_message_results_first() -> None:
    body = await sent_for(
        Message("user", "look at both"),
        Message("assistant", "I will", tool_calls=(ToolCall("1", "look", {"path": "a"}), ToolCall("2", "look", {}))),
        Message("tool", "A", tool_call_id="1"),
        Message("user", "and hurry"),
        Message("tool", "no such file", tool_call_id="2", is_error=True),
        Message("tool", "twice", tool_call_id="1"),
        tools=(TOOL,),
    )
    assert body["messages"][1:] == [
        {
            "role": "assistant",
            "content": [
                {"type": "text", "text": "I will"},
                {"type": "tool_use", "id": "1", "name": "look", "input": {"path": "a"}},
                {"type": "tool_use", "id": "2", "name": "look", "input": {}},
            ],
        },
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "1", "content": "A"},
                {"type": "tool_result", "tool_use_id": "2", "content": "no such file", "is_error": True},
                {"type": "text", "text": "and hurry"},
            ],
        },
    ]
    assert body["tools"] == [{"name": "look", "description": TOOL.description, "input_schema": TOOL.input_schema}]


async def test_messages_without_text_are_left_out() -> None:
    body = await sent_for(Message("user", "hello"), Message("assistant", " "), Message("user", ""))
    assert len(body["messages"]) == 1


async def test_effort_and_shape_share_their_field() -> None:
    body = await sent_for(Message("user", "x"), effort="high", output_schema={"type": "object"})
    assert body["output_config"] == {"effort": "high", "format": {"type": "json_schema", "schema": {"type": "object"}}}


async def test_tokens_of_the_cache_are_part_of_the_input() -> None:
    usage = {"in": 5, "out": 7, "cache_creation_input_tokens": 20, "cache_read_input_tokens": 100}
    reply, _ = await reply_to(Says("ok", usage=usage))
    assert reply.usage == Usage(125, 7, cache_read_tokens=100, cache_write_tokens=20)


@pytest.mark.parametrize("usage", [None, {"in": 5}, {"in": "5", "out": 7}, {"in": -1, "out": 7}])
async def test_an_unknown_usage_is_none(usage: Any) -> None:
    reply, _ = await reply_to(Says("ok", usage=usage))
    assert (reply.usage, reply.cost_usd) == (None, None)


@pytest.mark.parametrize(
    ("stop", "expected"),
    [
        ("end_turn", "end"),
        ("stop_sequence", "end"),
        ("max_tokens", "length"),
        ("model_context_window_exceeded", "length"),
        ("refusal", "refusal"),
        ("something_new", "end"),
    ],
)
async def test_each_reason_to_stop_is_told(stop: str, expected: str) -> None:
    reply, _ = await reply_to(Says("ok", stop=stop))
    assert reply.stop_reason == expected


async def test_thinking_goes_back_unchanged() -> None:
    with ModelServer(Says("I look", calls=(Calls("look", {"path": "a"}),), thinking="hm")) as server:
        first = await ask(server, MODEL, saying())
        assert first.text == "I look"
        assert first.tool_calls == (ToolCall("call_1", "look", {"path": "a"}),)
        result = Message("tool", "A", tool_call_id="call_1")
        await ask(server, MODEL, saying(messages=(Message("user", "hello"), first.as_message(), result)))
        sent = server.requests[1].body["messages"][1]["content"]
        assert sent[0] == {"type": "thinking", "thinking": "hm", "signature": "c2lnbmVk"}
        assert [block["type"] for block in sent] == ["thinking", "text", "tool_use"]
        assert server.problems == []


async def test_thinking_is_given_to_no_other_model() -> None:
    with ModelServer(Says("I look", thinking="hm")) as server:
        first = await ask(server, MODEL, saying())
        again = saying(messages=(Message("user", "hello"), first.as_message(), Message("user", "go on")))
        await ask(server, "anthropic/claude-opus-5-5", again)
        await ask(server, "openai/gpt-5", again)
        assert "signature" not in server.requests[1].text
        assert "hm" not in server.requests[2].text
        assert server.problems == []


async def test_a_call_that_was_cut_is_neither_run_nor_sent_back() -> None:
    calls = (Calls("look", {"path": "a"}, id="1"), Calls("look", {}, id="2"))
    reply, _ = await reply_to(Says("", calls=calls, stop="max_tokens"))
    assert [call.id for call in reply.tool_calls] == ["1"]
    assert reply.stop_reason == "length"
    assert reply.opaque is not None
    assert [block["id"] for block in reply.opaque.blocks] == ["1"]


async def test_a_paused_turn_is_sent_again_and_read_as_one() -> None:
    reply, server = await reply_to(Says("first, ", stop="pause_turn"), Says("then"))
    assert reply.text == "first, then"
    assert reply.usage == Usage(200, 20)
    assert server.requests[1].body["messages"][-1]["role"] == "assistant"


async def test_a_turn_that_pauses_for_ever_is_cut() -> None:
    reply, server = await reply_to(Says("more ", stop="pause_turn"))
    assert len(server.requests) == 4
    assert reply.stop_reason == "length"


@pytest.mark.parametrize("arguments", ['{"path": "a"}', {"path": "a"}])
async def test_arguments_are_read_as_text_or_object(arguments: object) -> None:
    reply, _ = await reply_to(Says("", calls=(Calls("look", arguments),)))
    assert reply.tool_calls[0].arguments == {"path": "a"}


@pytest.mark.parametrize("arguments", ["{", [], 7, '["a"]'])
async def test_arguments_that_nobody_can_read_are_said_so(arguments: object) -> None:
    reply, _ = await reply_to(Says("", calls=(Calls("look", arguments),)))
    assert reply.tool_calls[0].arguments == {}
    assert reply.tool_calls[0].problem


@pytest.mark.parametrize("content", [None, "text", {}, 7])
async def test_a_reply_without_content_is_a_bad_reply(content: object) -> None:
    with pytest.raises(ModelReplyBad):
        await reply_to(Sends(body={"content": content}))


async def test_blocks_of_an_unknown_kind_are_passed_over() -> None:
    extra = {"content": [7, {"type": "new"}, {"type": "text", "text": 7}, {"type": "text", "text": "fine"}, None]}
    reply, _ = await reply_to(Says("", extra=extra))
    assert reply.text == "fine"


async def test_a_call_without_an_id_gets_one() -> None:
    calls = (Calls("look", {}, id=None), Calls("look", {}, id="1"), Calls("look", {}, id="1"))
    reply, _ = await reply_to(Says("", calls=calls))
    assert len({call.id for call in reply.tool_calls}) == 3
