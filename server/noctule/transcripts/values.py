"""Reads the values of other tools' files, whatever they hold: an object, a time, a text; and clips what is long."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from noctule.memories.text import without_surrogates
from noctule.safety.redact import secrets_in

# A tool's output says what it says in its first lines; a listing or a build log has no end.
CLIP_CHARS = 4_000
# How far around a cut a secret is looked for, where no line ends near it.
_AROUND_CHARS = 2_000

_NOTHING: Mapping[str, Any] = {}


def object_of(data: object) -> Mapping[str, Any]:
    """The JSON object that a record (bytes or text) holds; an empty one where it holds none."""
    if not isinstance(data, bytes | str):
        return _NOTHING
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return _NOTHING
    return value if isinstance(value, dict) else _NOTHING


def part_of(value: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """The object under a name; an empty one where there is none."""
    part = value.get(name)
    return part if isinstance(part, dict) else _NOTHING


def objects_in(value: object) -> list[Mapping[str, Any]]:
    """The objects of a list, in order; none where it is no list."""
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def text_of(value: object) -> str:
    """A text without halves of surrogate pairs and without blanks around it; "" for what is no text."""
    return without_surrogates(value).strip() if isinstance(value, str) else ""


def time_of(value: object) -> datetime | None:
    """A moment, from RFC 3339 text or from milliseconds since 1970; None for anything else."""
    try:
        if isinstance(value, str):
            moment = datetime.fromisoformat(value)
            return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return datetime.fromtimestamp(value / 1000, UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return None


def clipped(text: str, limit: int = CLIP_CHARS) -> str:
    """The text, or where it is longer about `limit` characters of it and a mark that says how many are left out.

    The cut lies at a line's end where one is near, else never inside a secret: half a secret is no longer recognised.
    """
    if len(text) <= limit:
        return text
    end = text.rfind("\n", limit * 3 // 4, limit)
    if end < 0:
        end = _outside_secrets(text, limit)
    return f"{text[:end]}\n[{len(text) - end:,} more characters]"


def _outside_secrets(text: str, at: int) -> int:
    first = max(0, at - _AROUND_CHARS)
    for _, start, end in secrets_in(text[first : at + _AROUND_CHARS]):
        if first + start < at < first + end:
            return first + start
    return at
