"""Reads which memories a model named, out of whatever text it answered with."""

from collections.abc import Mapping
from typing import Any

from noctule.models.answers import json_values

KEY = "selected_memories"
ANSWER_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {KEY: {"type": "array", "items": {"type": "string"}}},
    "required": [KEY],
    "additionalProperties": False,
}

# An answer of 512 tokens is far shorter, and its end is where the answer stands.
_READ_CHARS = 8_192


def read_answer(text: str) -> list[str] | None:
    """The names in the last answer of `text`, unchecked, or None where it holds no answer.

    Fences and prose with braces around it do not matter. An object with our key counts before any other object with a
    list in it, and that before a bare list; among equals the last counts, since models show the example first.
    """
    best: tuple[int, list[str]] | None = None
    for value in json_values(text[-_READ_CHARS:]):
        found = _names(value)
        if found is not None and (best is None or found[0] >= best[0]):
            best = found
    return None if best is None else best[1]


def _names(value: object) -> tuple[int, list[str]] | None:
    """How much a JSON value looks like an answer, and the texts in it."""
    if isinstance(value, list):
        texts = _texts(value)
        return (0, texts) if texts or not value else None
    if not isinstance(value, dict):
        return None
    if isinstance(value.get(KEY), list):
        return 2, _texts(value[KEY])
    lists = [_texts(member) for member in value.values() if isinstance(member, list)]
    return (1, lists[0]) if len(lists) == 1 else None


def _texts(values: list[object]) -> list[str]:
    return [value for value in values if isinstance(value, str)]
