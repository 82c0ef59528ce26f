"""The little that YAML itself is asked about: scalars, flat mappings and validity, from parse events alone.

No value is ever constructed, so tags run nothing; aliases are refused and depth is bounded, so nothing grows.
"""

from collections.abc import Iterator
from typing import Final

import yaml
from yaml.events import (
    AliasEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

MAX_DEPTH: Final = 32

_LOADER: Final = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


def scalar(source: str) -> str | None:
    """The text of a document that is one scalar; None if it is anything else or not valid."""
    if _bracket_depth(source) > MAX_DEPTH and source[:1] not in "'\"|>":
        return None
    try:
        events = list(_events(source))
    except (yaml.YAMLError, ValueError):
        return None
    scalars = [event.value for event in events if isinstance(event, ScalarEvent)]
    return str(scalars[0]) if len(events) == 5 and scalars else None


def fault(source: str) -> str | None:
    """Why a list or mapping is not read, as the end of a sentence, or None if it is sound."""
    too_deep = f"is nested more than {MAX_DEPTH} deep"
    if _bracket_depth(source) > MAX_DEPTH:
        return too_deep
    depth = 0
    try:
        for event in _events(source):
            if isinstance(event, AliasEvent):
                return "uses an alias, which is not followed"
            depth += _step(event)
            if depth > MAX_DEPTH:
                return too_deep
    except (yaml.YAMLError, ValueError):
        return "is not valid YAML"
    return None


def mapping(source: str) -> dict[str, str] | None:
    """The scalar values of a mapping, one level deep; None if it is not valid or uses an alias."""
    if fault(source) is not None:
        return None
    found: dict[str, str] = {}
    depth = 0
    key: str | None = None
    for event in _events(source):
        depth += _step(event)
        if depth > 1:
            key = None if _step(event) > 0 else key
        elif depth == 1 and isinstance(event, ScalarEvent):
            if key is None:
                key = event.value
            else:
                found[key], key = event.value, None
    return found


def _step(event: Event) -> int:
    if isinstance(event, MappingStartEvent | SequenceStartEvent):
        return 1
    return -1 if isinstance(event, MappingEndEvent | SequenceEndEvent) else 0


def _events(source: str) -> Iterator[Event]:
    yield from yaml.parse(source, Loader=_LOADER)


def _bracket_depth(source: str) -> int:
    depth = deepest = 0
    for character in source:
        if character in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "]}":
            depth -= 1
    return deepest
