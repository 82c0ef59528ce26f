"""Reads values out of a provider's reply that may hold anything."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

BAD_ARGUMENTS = "The arguments of this call are not a JSON object."


def as_mapping(value: object) -> Mapping[str, Any]:
    """`value` where it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def as_list(value: object) -> list[Any]:
    """`value` where it is an array, else an empty one."""
    return value if isinstance(value, list) else []


def as_text(value: object) -> str:
    """`value` where it is text, else nothing."""
    return value if isinstance(value, str) else ""


def as_count(value: object) -> int | None:
    """`value` where it is a whole number from 0 on, else None."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def read_arguments(value: object) -> tuple[Mapping[str, Any], str | None]:
    """A tool call's arguments, given as JSON text or as an object already, and what is wrong with them."""
    if isinstance(value, str) and value.strip():
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return {}, BAD_ARGUMENTS
    if value is None or value == "":
        return {}, None
    return (value, None) if isinstance(value, dict) else ({}, BAD_ARGUMENTS)


def unique_ids(ids: Iterable[str], prefix: str) -> list[str]:
    """`ids` with the missing and repeated ones replaced by `prefix` and a number: an answer must find its call."""
    seen: set[str] = set()
    result = []
    for number, given in enumerate(ids):
        name = given if given and given not in seen else f"{prefix}-{number}"
        seen.add(name)
        result.append(name)
    return result
