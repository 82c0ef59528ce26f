"""What a chat model is to the rest of Noctule: a request in, a reply out, whoever stands behind it."""

from collections.abc import Mapping
from typing import Any, Literal, Protocol

from noctule.dataclass import dataclass

Role = Literal["system", "user", "assistant", "tool"]
Effort = Literal["off", "minimal", "low", "medium", "high", "max"]
StopReason = Literal["end", "toolUse", "length", "refusal"]

# What a setting says that names no model.
NO_MODEL = "none"

RETRIES = 2  # what the vendors' own clients do


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool that a model may call; `input_schema` is a JSON Schema of type object."""

    name: str
    description: str
    input_schema: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call that a model asks for. Arguments that nobody can read are empty, and `problem` says so to the model."""

    id: str
    name: str
    arguments: Mapping[str, Any]
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class Opaque:
    """What a model wants back unchanged with its own reply (its signed thinking); `model` alone is given it."""

    model: str
    blocks: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation. A `tool` message answers the call `tool_call_id`."""

    role: Role
    text: str
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None
    is_error: bool = False
    opaque: Opaque | None = None


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """What is asked of a model.

    `purpose` names the task in logs and to an editor that lends its model. `output_schema` is a JSON Schema that the
    answer should meet; it is sent where the provider has structured output, so the prompt must ask for JSON as well.
    `user_action` is true only where a person has just asked for this: an editor may then ask for consent.
    `grows` says that the same messages will come again with more behind them: a provider that caches on demand is
    asked to keep them.
    """

    messages: tuple[Message, ...]
    max_tokens: int
    purpose: str
    tools: tuple[Tool, ...] = ()
    effort: Effort = "off"
    output_schema: Mapping[str, Any] | None = None
    user_action: bool = False
    grows: bool = False
    retries: int = RETRIES


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call. `input_tokens` is the total: what was read from and written to the cache is inside it."""

    input_tokens: int
    output_tokens: int
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cache_read_tokens + other.cache_read_tokens,
            self.cache_write_tokens + other.cache_write_tokens,
        )


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model answered. An unknown usage or cost is None, never 0; a tool call that was cut off is left out."""

    text: str
    tool_calls: tuple[ToolCall, ...]
    stop_reason: StopReason
    usage: Usage | None
    cost_usd: float | None
    opaque: Opaque | None = None
    attempts: int = 1

    def as_message(self) -> Message:
        """This reply as a message of the conversation that goes on."""
        return Message("assistant", self.text, tool_calls=self.tool_calls, opaque=self.opaque)


class ChatModel(Protocol):
    """A model that can be asked. `name` is `provider/id`, as settings write it."""

    @property
    def name(self) -> str: ...

    async def complete(self, request: ChatRequest, deadline: float) -> Reply:
        """Answer before `deadline` (`time.monotonic`), or raise a `ModelError` without any text of either side."""
        ...
