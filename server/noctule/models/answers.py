"""Finds the JSON that a model was asked for in whatever text it answered with: fences and prose do not matter."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

# No answer that we ask for is longer; of a longer one the end counts, where the answer stands.
_READ_CHARS = 131_072
_MOST_STARTS = 2_048


def last_object(text: str, *keys: str) -> Mapping[str, Any] | None:
    """The last JSON object of `text` that has all of `keys`, or None: models show the example first."""
    found: Mapping[str, Any] | None = None
    for value in json_values(text[-_READ_CHARS:]):
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, dict) and all(key in one for key in keys):
                found = one
    return found


def json_values(text: str) -> Iterator[object]:
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
