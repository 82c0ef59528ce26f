"""Reads which memories a model named, out of whatever text it answered with."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

KEY = "selected_memories"
ANSWER_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {KEY: {"type": "array", "items": {"type": "string"}}},
    "required": [KEY],
    "additionalProperties": False,
}

# An answer of 512 tokens is far shorter, and its end is where the answer stands.
_READ_CHARS = 8_192
_MOST_STARTS = 2_048


def read_answer(text: str) -> list[str] | None:
    """The names in the last answer of `text`, unchecked, or None where it holds no answer.

    Fences and prose with braces around it do not matter. An object with our key counts before any other object with a
    list in it, and that before a bare list; among equals the last counts, since models show the example first.
    """
    best: tuple[int, list[str]] | None = None
    for value in _json_values(text[-_READ_CHARS:]):
        found = _names(value)
        if found is not None and (best is None or found[0] >= best[0]):
            best = found
    return None if best is None else best[1]


def _json_values(text: str) -> Iterator[object]:
    """Each JSON object or array that stands in `text`, outermost only."""
    decoder = json.JSONDecoder()
    at = 0
    for _ in range(_MOST_STARTS):
        starts = [start for start in (text.find("{", at), text.find("[", at)) if start >= 0]
        if not starts:
            return
        at = min(starts)
        try:
            value, at = decoder.raw_decode(text, at)
        except ValueError:
            at += 1
        except RecursionError:  # nested beyond all sense: each further start would cost as much
            return
        else:
            yield value


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
