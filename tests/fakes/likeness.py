"""Compares a message with the one that a document shows: the same fields, the same types, the same stable values.

In what the document shows, `…` within a text stands for any text, a time for any time, a version for any version, a
number with a point for any number, and a field named `…` for any further fields like it. All else must be equal.
"""

import re
from collections.abc import Iterator
from typing import Any

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
_VERSION = re.compile(r"\d+\.\d+\.\d+")
_ANY = "…"


def differences(shown: Any, actual: Any, at: str = "") -> list[str]:
    """Where `actual` is not as `shown`, each as a sentence; none where it is."""
    return [*_differences(shown, actual, at)]


def _differences(shown: Any, actual: Any, at: str) -> Iterator[str]:
    if isinstance(shown, dict) and isinstance(actual, dict):
        yield from _of_objects(shown, actual, at)
    elif isinstance(shown, list) and isinstance(actual, list):
        if len(shown) != len(actual):
            yield f"{at} has {len(actual)} items: {actual}"
        for number, (one, other) in enumerate(zip(shown, actual, strict=False)):
            yield from _differences(one, other, f"{at}[{number}]")
    elif not _is_alike(shown, actual):
        yield f"{at} is {actual!r}, shown as {shown!r}"


def _of_objects(shown: dict[str, Any], actual: dict[str, Any], at: str) -> Iterator[str]:
    for name in [name for name in shown if name not in actual and name != _ANY]:
        yield f"{at}.{name} is shown and not there"
    for name, value in actual.items():
        if name in shown or _ANY in shown:
            yield from _differences(shown.get(name, shown.get(_ANY)), value, f"{at}.{name}")
        else:
            yield f"{at}.{name} is there and not shown: {value!r}"


def _is_alike(shown: Any, actual: Any) -> bool:
    if isinstance(shown, float):
        return type(actual) in (int, float)
    if not isinstance(shown, str) or not isinstance(actual, str):
        return type(shown) is type(actual) and bool(shown == actual)
    for kind in (_TIME, _VERSION):
        if kind.fullmatch(shown):
            return kind.fullmatch(actual) is not None
    pattern = ".*".join(re.escape(part) for part in shown.split(_ANY))
    return re.fullmatch(pattern, actual, re.DOTALL) is not None
