"""Speaks the OpenAI chat completions format, as many servers do, and takes what they make of it."""

import asyncio
import json
import re
from collections.abc import Mapping
from typing import Any

from noctule.errors import ModelReplyBad
from noctule.models.chat import ChatRequest, Message, Opaque, Reply, StopReason, ToolCall, Usage
from noctule.models.effort import effort_fields, is_openai_reasoning, shape_fields
from noctule.models.price import Priced, cost_usd
from noctule.models.providers import Provider
from noctule.models.reading import as_count, as_list, as_mapping, as_text, read_arguments, unique_ids
from noctule.models.transport import Call, Edge, post

# Thinking that must go back with the calls it led to. Servers that send such a field want it; OpenAI knows none.
_THINKING_FIELDS = ("reasoning_content", "reasoning_details")
# Local servers leave the thinking of some models in the text.
_THINKING_TEXT = re.compile(r"\s*<think>.*?(</think>\s*|\Z)", re.DOTALL)


# Models that the router says keep a prompt only if told to; elsewhere providers do so by themselves.
_CACHES_ON_DEMAND = re.compile(r"claude|gemini|qwen")


class OpenAIModel:
    """A `ChatModel` behind the chat completions format."""

    def __init__(self, provider: Provider, model_id: str, key: str | None, edge: Edge) -> None:
        self._provider = provider
        self._id = model_id
        self._key = key
        self._edge = edge

    @property
    def name(self) -> str:
        return f"{self._provider.name}/{self._id}"

    async def complete(self, request: ChatRequest, deadline: float) -> Reply:
        provider = self._provider
        headers = dict(provider.headers)
        if self._key:
            headers["authorization"] = f"Bearer {self._key}"
        url = f"{provider.base_url}/chat/completions"
        call = Call(provider.name, provider.key_variable, url, headers, self._body(request), request.retries)
        answer = await post(call, deadline, self._edge)
        return await self._reply(answer.body, f"call-{len(request.messages)}", answer.attempts)

    def _body(self, request: ChatRequest) -> dict[str, Any]:
        dialect = self._provider.dialect
        reasons = dialect == "openai" and is_openai_reasoning(self._id)
        body: dict[str, Any] = {
            "model": self._id,
            "max_completion_tokens" if reasons else "max_tokens": request.max_tokens,
            "messages": [_message(message, self.name) for message in request.messages],
        }
        if request.tools:
            body["tools"] = [
                {
                    "type": "function",
                    "function": {"name": t.name, "description": t.description, "parameters": dict(t.input_schema)},
                }
                for t in request.tools
            ]
        if request.grows and dialect == "openrouter" and _CACHES_ON_DEMAND.search(self._id):
            _mark_for_cache(body["messages"])
        body |= effort_fields(dialect, self._id, request.effort, request.max_tokens)
        if request.output_schema is not None:
            body |= shape_fields(dialect, self._id, request.output_schema)
        return body

    async def _reply(self, body: Mapping[str, Any], id_prefix: str, attempts: int) -> Reply:
        choices = as_list(body.get("choices"))
        choice = as_mapping(choices[0]) if choices else {}
        message = choice.get("message")
        if not isinstance(message, dict):
            raise ModelReplyBad(f"{self._provider.name} sent a reply without an answer in it.")
        finish = as_text(choice.get("finish_reason"))
        calls = _tool_calls(message, id_prefix)
        if finish == "length":
            calls = calls[:-1]  # the last was cut: half a call must not run
        usage = _usage(body)
        provider = self._provider
        priced = Priced(provider.base_url, self._id, provider.prices.get(self._id))
        return Reply(
            text=_text(message.get("content")),
            tool_calls=calls,
            stop_reason=_stop_reason(finish, message, calls),
            usage=usage,
            cost_usd=await asyncio.to_thread(cost_usd, usage, priced, self._edge.now()),
            opaque=_thinking(message, self.name) if provider.dialect != "openai" else None,
            attempts=attempts,
        )


def _mark_for_cache(messages: list[dict[str, Any]]) -> None:
    """Asks to keep the system prompt and what the person said last: all that stands before comes again."""
    for role in ("system", "user"):
        last = next((message for message in reversed(messages) if message["role"] == role), None)
        if last is not None and last["content"]:
            last["content"] = [{"type": "text", "text": last["content"], "cache_control": {"type": "ephemeral"}}]


def _message(message: Message, own_name: str) -> dict[str, Any]:
    if message.role == "tool":
        return {"role": "tool", "tool_call_id": message.tool_call_id or "", "content": message.text}
    if message.role != "assistant" or not message.tool_calls:
        return {"role": message.role, "content": message.text}
    calls = [
        {
            "id": call.id,
            "type": "function",
            "function": {"name": call.name, "arguments": json.dumps(dict(call.arguments), ensure_ascii=False)},
        }
        for call in message.tool_calls
    ]
    own = message.opaque.blocks[0] if message.opaque is not None and message.opaque.model == own_name else {}
    return {"role": "assistant", "content": message.text or None, "tool_calls": calls, **own}


def _text(content: object) -> str:
    """The text of a message's content: text, null, or a list of parts."""
    parts = content if isinstance(content, list) else [content]
    text = "".join(as_text(part) or as_text(as_mapping(part).get("text")) for part in parts)
    return _THINKING_TEXT.sub("", text, count=1) if text.lstrip().startswith("<think>") else text


def _tool_calls(message: Mapping[str, Any], id_prefix: str) -> tuple[ToolCall, ...]:
    given = [as_mapping(call) for call in as_list(message.get("tool_calls"))]
    named = [call for call in given if as_text(as_mapping(call.get("function")).get("name"))]
    ids = unique_ids((as_text(call.get("id")) for call in named), id_prefix)
    calls = []
    for call, call_id in zip(named, ids, strict=True):
        function = as_mapping(call.get("function"))
        arguments, problem = read_arguments(function.get("arguments"))
        calls.append(ToolCall(call_id, function["name"], arguments, problem))
    return tuple(calls)


def _stop_reason(finish: str, message: Mapping[str, Any], calls: tuple[ToolCall, ...]) -> StopReason:
    if finish == "length":
        return "length"
    if finish == "content_filter" or as_text(message.get("refusal")):
        return "refusal"
    return "toolUse" if calls else "end"


def _thinking(message: Mapping[str, Any], own_name: str) -> Opaque | None:
    fields = {key: message[key] for key in _THINKING_FIELDS if message.get(key) is not None}
    return Opaque(own_name, (fields,)) if fields else None


def _usage(body: Mapping[str, Any]) -> Usage | None:
    """The tokens of a reply; those read from a cache are inside `prompt_tokens` already."""
    counts = as_mapping(body.get("usage"))
    prompt, output = as_count(counts.get("prompt_tokens")), as_count(counts.get("completion_tokens"))
    if prompt is None or output is None:
        return None
    details = as_mapping(counts.get("prompt_tokens_details"))
    read = as_count(details.get("cached_tokens")) or as_count(counts.get("prompt_cache_hit_tokens")) or 0
    written = as_count(details.get("cache_write_tokens")) or 0
    return Usage(prompt, output, cache_read_tokens=read, cache_write_tokens=written)
