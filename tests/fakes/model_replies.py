"""What the fake model server can be told to answer: replies in either wire format, and faults."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Wire = Literal["anthropic", "openai"]

_STOPS: Mapping[str, tuple[str, str]] = {
    "end": ("end_turn", "stop"),
    "toolUse": ("tool_use", "tool_calls"),
    "length": ("max_tokens", "length"),
    "refusal": ("refusal", "content_filter"),
}


@dataclass(frozen=True)
class Calls:
    """A tool call in a reply. Arguments that are text are sent as they are, so that they can be malformed."""

    name: str
    arguments: object = field(default_factory=dict)
    id: str | None = "call_1"


@dataclass(frozen=True)
class Says:
    """A model's reply. `stop` is our word or the wire's; `extra` goes into message or reply."""

    text: str | None = ""
    calls: tuple[Calls, ...] = ()
    stop: str | None = None
    thinking: str = ""
    usage: Mapping[str, Any] | None = field(default_factory=lambda: {"in": 100, "out": 10})
    extra: Mapping[str, Any] = field(default_factory=dict)

    def body(self, wire: Wire) -> dict[str, Any]:
        return self._anthropic() if wire == "anthropic" else self._openai()

    def stream(self) -> bytes:
        """The reply as the events of Anthropic's stream, each block in one piece."""
        whole = self._anthropic()
        events: list[dict[str, Any]] = [{"type": "message_start", "message": whole | {"content": []}}]
        for index, block in enumerate(whole["content"]):
            events += [{"index": index, **event} for event in _events_of(block)]
        stop = {"stop_reason": whole["stop_reason"], "stop_sequence": None}
        events += [{"type": "message_delta", "delta": stop, "usage": whole.get("usage", {})}, {"type": "message_stop"}]
        return b"".join(b"event: %s\ndata: %s\n\n" % (e["type"].encode(), json.dumps(e).encode()) for e in events)

    def _anthropic(self) -> dict[str, Any]:
        content: list[dict[str, Any]] = []
        if self.thinking:
            content.append({"type": "thinking", "thinking": self.thinking, "signature": "c2lnbmVk"})
        if self.text:
            content.append({"type": "text", "text": self.text, "citations": None})
        content += [{"type": "tool_use", "id": c.id, "name": c.name, "input": c.arguments} for c in self.calls]
        reply: dict[str, Any] = {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": "m",
            "content": content,
        }
        reply |= {"stop_reason": self._stop(0), "stop_sequence": None}
        if self.usage is not None:
            reply["usage"] = _counts(self.usage, "input_tokens", "output_tokens")
        return {**reply, **self.extra}

    def _openai(self) -> dict[str, Any]:
        message: dict[str, Any] = {"role": "assistant", "content": self.text}
        if self.thinking:
            message["reasoning_content"] = self.thinking
        if self.calls:
            message["tool_calls"] = [_openai_call(call) for call in self.calls]
        choice = {"index": 0, "message": {**message, **self.extra}, "finish_reason": self._stop(1)}
        reply: dict[str, Any] = {
            "id": "c1",
            "object": "chat.completion",
            "created": 1,
            "model": "m",
            "choices": [choice],
        }
        if self.usage is not None:
            reply["usage"] = _counts(self.usage, "prompt_tokens", "completion_tokens")
        return reply

    def _stop(self, wire: int) -> str:
        stop = self.stop or ("toolUse" if self.calls else "end")
        return _STOPS[stop][wire] if stop in _STOPS else stop


@dataclass(frozen=True)
class Sends:
    """Any answer at all. `cut` closes the connection in the middle of the body, `seconds` delays it,
    `drips` sends one byte at a time and never ends."""

    status: int = 200
    body: object = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 0
    cut: bool = False
    drips: bool = False

    def content(self) -> bytes:
        if isinstance(self.body, bytes):
            return self.body
        return (self.body if isinstance(self.body, str) else json.dumps(self.body)).encode()


@dataclass(frozen=True)
class Hangs:
    """No answer at all, until the server or the client closes."""


@dataclass(frozen=True)
class Drops:
    """The connection is closed without an answer."""


Step = Says | Sends | Hangs | Drops

UNAUTHORIZED = Sends(401, {"type": "error", "error": {"type": "authentication_error", "message": "bad key sk-x"}})
OVERLOADED = Sends(529, {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}})
BROKEN = Sends(500, "Internal Server Error")
NO_QUOTA = Sends(429, {"error": {"type": "insufficient_quota", "code": "insufficient_quota", "message": "no more"}})
HTML = Sends(200, "<!doctype html><title>Sign in</title>", {"content-type": "text/html"})
EMPTY = Sends(200, "")
CUT = Sends(200, {"choices": [], "content": [], "filler": "x" * 200}, cut=True)
NO_CHOICES = Sends(200, {"choices": [], "content": None})


def busy(**headers: str) -> Sends:
    """A 429 with these headers; `_` in a name stands for `-`."""
    error = {"error": {"type": "rate_limit_error", "message": "slow down"}}
    return Sends(429, error, {name.replace("_", "-"): value for name, value in headers.items()})


def _openai_call(call: Calls) -> dict[str, Any]:
    result: dict[str, Any] = {"type": "function", "function": {"name": call.name, "arguments": call.arguments}}
    return result if call.id is None else {"id": call.id, **result}


def _events_of(block: dict[str, Any]) -> list[dict[str, Any]]:
    if block["type"] == "tool_use":
        begun, delta = block | {"input": {}}, {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
    else:
        kind = block["type"]
        begun, delta = block | {kind: ""}, {"type": f"{kind}_delta", kind: block[kind]}
    return [
        {"type": "content_block_start", "content_block": begun},
        {"type": "content_block_delta", "delta": delta},
        {"type": "content_block_stop"},
    ]


def _counts(usage: Mapping[str, Any], input_name: str, output_name: str) -> dict[str, Any]:
    names = {"in": input_name, "out": output_name}
    return {names.get(key, key): value for key, value in usage.items()}
