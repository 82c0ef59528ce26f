"""The little that YAML itself is asked about: scalars, flat mappings and validity, from parse events alone.

No value is ever constructed, so tags run nothing; aliases are refused and depth is bounded, so nothing grows.
"""

from collections.abc import Iterator
from typing import Final

MAX_DEPTH: Final = 32


class _Refused(Exception):
    """Why a source is not read, as the end of a sentence."""


def scalar(source: str) -> str | None:
    """The text of a document that is one scalar; None if it is anything else or not valid."""
    try:
        events = list(_events(source))
    except _Refused:
        return None
    return events[0][1] if len(events) == 1 else None


def fault(source: str) -> str | None:
    """Why a list or mapping is not read, as the end of a sentence, or None if it is sound."""
    too_deep = f"is nested more than {MAX_DEPTH} deep"
    if _bracket_depth(source) > MAX_DEPTH:
        return too_deep
    depth = 0
    try:
        for step, _ in _events(source):
            depth += step
            if depth > MAX_DEPTH:
                return too_deep
    except _Refused as refused:
        return str(refused)
    return None


def mapping(source: str) -> dict[str, str] | None:
    """The scalar values of a mapping, one level deep; None if it is not valid or uses an alias."""
    if fault(source) is not None:
        return None
    found: dict[str, str] = {}
    depth = 0
    key: str | None = None
    for step, text in _events(source):
        depth += step
        if depth > 1:
            key = None if step > 0 else key
        elif depth == 1 and text is not None:
            if key is None:
                key = text
            else:
                found[key], key = text, None
    return found


def _events(source: str) -> Iterator[tuple[int, str | None]]:
    """Each part of a document: how much deeper it leads (-1, 0 or 1), and its text if it is a scalar."""
    import yaml  # few files need it, and it is slow to import
    from yaml import events

    try:
        for event in yaml.parse(source, Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader)):
            if isinstance(event, events.AliasEvent):
                raise _Refused("uses an alias, which is not followed")
            if isinstance(event, events.ScalarEvent):
                yield 0, event.value
            elif isinstance(event, events.MappingStartEvent | events.SequenceStartEvent):
                yield 1, None
            elif isinstance(event, events.MappingEndEvent | events.SequenceEndEvent):
                yield -1, None
    except (yaml.YAMLError, ValueError) as error:
        raise _Refused("is not valid YAML") from error


def _bracket_depth(source: str) -> int:
    depth = deepest = 0
    for character in source:
        if character in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "]}":
            depth -= 1
    return deepest
