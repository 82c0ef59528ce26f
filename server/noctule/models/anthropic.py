"""Speaks the Anthropic Messages format."""

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any

from noctule.errors import ModelReplyBad
from noctule.models.chat import ChatRequest, Message, Opaque, Reply, StopReason, ToolCall, Usage
from noctule.models.effort import effort_fields, shape_fields
from noctule.models.price import Priced, cost_usd
from noctule.models.providers import Provider
from noctule.models.reading import as_count, as_mapping, as_text, read_arguments, unique_ids
from noctule.models.transport import Answer, Call, Edge, post

MOST_RESUMES = 3  # a paused turn that never ends is cut

# Kept for five minutes from the last use, which is longer than a model call may take.
_KEEP: Mapping[str, str] = {"type": "ephemeral"}

_STOPS: Mapping[str, StopReason] = {
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "pause_turn": "length",
    "refusal": "refusal",
}


class AnthropicModel:
    """A `ChatModel` behind the Messages format. Thinking comes back in `Reply.opaque` and is sent back unchanged."""

    def __init__(self, provider: Provider, model_id: str, key: str | None, edge: Edge) -> None:
        self._provider = provider
        self._id = model_id
        self._key = key
        self._edge = edge

    @property
    def name(self) -> str:
        return f"{self._provider.name}/{self._id}"

    async def complete(self, request: ChatRequest, deadline: float) -> Reply:
        body = self._body(request)
        blocks: list[Mapping[str, Any]] = []
        usage: Usage | None = None
        attempts = 0
        for resumes in range(MOST_RESUMES + 1):
            answer = await self._ask(body, request.retries, deadline)
            content = _content(answer, self._provider.name)
            blocks += content
            spent = _usage(answer.body)
            usage = spent if resumes == 0 else usage + spent if usage and spent else None
            attempts += answer.attempts
            stop = as_text(answer.body.get("stop_reason"))
            if stop != "pause_turn" or not content:
                break
            body["messages"] = [*body["messages"], {"role": "assistant", "content": content}]
        return await self._reply(blocks, stop, usage, attempts)

    def _body(self, request: ChatRequest) -> dict[str, Any]:
        provider = self._provider
        body: dict[str, Any] = {
            "model": self._id,
            "max_tokens": request.max_tokens,
            "messages": _messages(request.messages, self.name),
        }
        system = "\n\n".join(m.text for m in request.messages if m.role == "system" and m.text.strip())
        if system:
            body["system"] = system
        if request.tools:
            body["tools"] = [
                {"name": t.name, "description": t.description, "input_schema": dict(t.input_schema)}
                for t in request.tools
            ]
        if request.grows:
            _mark_for_cache(body)
        fields = effort_fields(provider.dialect, self._id, request.effort, request.max_tokens)
        if request.output_schema is not None:
            shape = shape_fields(provider.dialect, self._id, request.output_schema)
            output = {**fields.get("output_config", {}), **shape.get("output_config", {})}
            fields = {**fields, "output_config": output} if output else fields
        return {**body, **fields}

    async def _ask(self, body: Mapping[str, Any], retries: int, deadline: float) -> Answer:
        provider = self._provider
        headers = {**provider.headers, "anthropic-version": provider.anthropic_version}
        if self._key:
            headers["x-api-key"] = self._key
        url = f"{provider.base_url}/v1/messages"
        return await post(Call(provider.name, provider.key_variable, url, headers, body, retries), deadline, self._edge)

    async def _reply(self, blocks: list[Mapping[str, Any]], stop: str, usage: Usage | None, attempts: int) -> Reply:
        if stop == "max_tokens" and blocks and blocks[-1].get("type") == "tool_use":
            blocks = blocks[:-1]  # it was cut: half a call must not run
        calls = _tool_calls(blocks)
        provider = self._provider
        priced = Priced(provider.base_url, self._id, provider.prices.get(self._id))
        return Reply(
            text="".join(as_text(b.get("text")) for b in blocks if b.get("type") == "text"),
            tool_calls=calls,
            stop_reason=_STOPS.get(stop, "toolUse" if calls else "end"),
            usage=usage,
            cost_usd=await asyncio.to_thread(cost_usd, usage, priced, self._edge.now()),
            opaque=Opaque(self.name, tuple(blocks)),
            attempts=attempts,
        )


def _mark_for_cache(body: dict[str, Any]) -> None:
    """Asks to keep what will come again: the tools, the system prompt, the first message, and all up to now.

    The first is marked for itself, since a mark is looked for within twenty blocks only.
    """
    if body.get("tools"):
        body["tools"][-1]["cache_control"] = _KEEP
    if body.get("system"):
        body["system"] = [{"type": "text", "text": body["system"], "cache_control": _KEEP}]
    for number in {0, len(body["messages"]) - 1} if body["messages"] else ():
        *before, last = body["messages"][number]["content"]
        if last.get("type") in ("text", "tool_result"):
            body["messages"][number]["content"] = [*before, {**last, "cache_control": _KEEP}]


def _content(answer: Answer, provider: str) -> list[Mapping[str, Any]]:
    content = answer.body.get("content")
    if not isinstance(content, list):
        raise ModelReplyBad(f"{provider} sent a reply without content.")
    return [block for block in content if isinstance(block, dict) and not _is_empty_text(block)]


def _is_empty_text(block: Mapping[str, Any]) -> bool:
    """An empty text block, which the provider sends but does not take back."""
    return block.get("type") == "text" and not as_text(block.get("text")).strip()


def _tool_calls(blocks: Iterable[Mapping[str, Any]]) -> tuple[ToolCall, ...]:
    uses = [b for b in blocks if b.get("type") == "tool_use" and as_text(b.get("name"))]
    ids = unique_ids((as_text(b.get("id")) for b in uses), "call")
    calls = []
    for use, call_id in zip(uses, ids, strict=True):
        arguments, problem = read_arguments(use.get("input"))
        calls.append(ToolCall(call_id, use["name"], arguments, problem))
    return tuple(calls)


def _usage(body: Mapping[str, Any]) -> Usage | None:
    counts = as_mapping(body.get("usage"))
    plain, output = as_count(counts.get("input_tokens")), as_count(counts.get("output_tokens"))
    if plain is None or output is None:
        return None
    written = as_count(counts.get("cache_creation_input_tokens")) or 0
    read = as_count(counts.get("cache_read_input_tokens")) or 0
    return Usage(plain + written + read, output, cache_read_tokens=read, cache_write_tokens=written)


def _messages(messages: Iterable[Message], own_name: str) -> list[dict[str, Any]]:
    """The turns as the format wants them: no two of one role in a row, results first, one result a call."""
    turns: list[dict[str, Any]] = []
    for message in messages:
        if message.role == "system":
            continue
        role = "assistant" if message.role == "assistant" else "user"
        blocks = _blocks(message, own_name)
        if turns and turns[-1]["role"] == role:
            turns[-1]["content"] += blocks
        elif blocks:
            turns.append({"role": role, "content": blocks})
    for turn in turns:
        if turn["role"] == "user":
            turn["content"] = _results_first(turn["content"])
    return turns


def _blocks(message: Message, own_name: str) -> list[Mapping[str, Any]]:
    if message.role == "tool":
        result = {"type": "tool_result", "tool_use_id": message.tool_call_id or "", "content": message.text}
        return [{**result, "is_error": True} if message.is_error else result]
    if message.opaque is not None and message.opaque.model == own_name:
        return list(message.opaque.blocks)
    text = [{"type": "text", "text": message.text}] if message.text.strip() else []
    uses = [
        {"type": "tool_use", "id": call.id, "name": call.name, "input": dict(call.arguments)}
        for call in message.tool_calls
    ]
    return [*text, *uses]


def _results_first(blocks: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    results: dict[str, Mapping[str, Any]] = {}
    others = []
    for block in blocks:
        if block["type"] == "tool_result":
            results.setdefault(block["tool_use_id"], block)
        else:
            others.append(block)
    return [*results.values(), *others]
