"""Checks the bodies of model calls against the vendors' own SDK types, every key of every level."""

import copy
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError
from typing_extensions import is_typeddict

# Documented by makers of compatible servers, and unknown to the SDK's types.
_COMPATIBLE_BODY = ("thinking",)
_COMPATIBLE_MESSAGE = ("reasoning_content", "reasoning_details")
_COMPATIBLE_PART = ("cache_control",)


def problems_of_anthropic(body: object) -> list[str]:
    """What is wrong with the body of a Messages call, one sentence each."""
    return _problems(_anthropic(), body)


def problems_of_openai(body: object, *, compatible: bool) -> list[str]:
    """What is wrong with the body of a chat completions call; `compatible` allows what makers add to the format."""
    return _problems(_openai(), _without_additions(body) if compatible else body)


@cache
def _anthropic() -> TypeAdapter[Any]:
    from anthropic.types.message_create_params import MessageCreateParamsNonStreaming

    return _adapter(MessageCreateParamsNonStreaming, "anthropic.types")


@cache
def _openai() -> TypeAdapter[Any]:
    from openai.types.chat.completion_create_params import CompletionCreateParamsNonStreaming

    return _adapter(CompletionCreateParamsNonStreaming, "openai.types")


def _adapter(params: Any, package: str) -> TypeAdapter[Any]:
    strictly = ConfigDict(extra="forbid", strict=True, arbitrary_types_allowed=True)
    for module in [m for name, m in sys.modules.items() if name.startswith(package)]:
        for member in vars(module).values():
            if is_typeddict(member):
                member.__pydantic_config__ = strictly
    return TypeAdapter(params)


def _problems(adapter: TypeAdapter[Any], body: object) -> list[str]:
    try:
        return list(_walked(adapter.validate_python(body)))
    except ValidationError as error:
        return [f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors(include_input=False)]


def _walked(value: object) -> Iterable[str]:
    """Lists are checked only as they are read, and a union may fall back on a reply's type, which takes any key."""
    if isinstance(value, BaseModel):
        if value.model_extra:
            yield f"{type(value).__name__}: unknown keys {sorted(value.model_extra)}"
    elif isinstance(value, Mapping):
        for member in value.values():
            yield from _walked(member)
    elif not isinstance(value, str | bytes) and isinstance(value, Iterable):
        for member in value:
            yield from _walked(member)


def _without_additions(body: object) -> object:
    if not isinstance(body, dict):
        return body
    kept = {key: value for key, value in copy.deepcopy(body).items() if key not in _COMPATIBLE_BODY}
    for message in kept.get("messages", ()):
        for key in _COMPATIBLE_MESSAGE:
            message.pop(key, None)
        content = message.get("content")
        for part in content if isinstance(content, list) else ():
            for key in _COMPATIBLE_PART:
                part.pop(key, None)
    return kept
