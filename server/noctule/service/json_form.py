"""Values as JSON: dataclasses become objects in camel case, tuples lists, times RFC 3339."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from noctule.dataclass import fields, is_dataclass
from noctule.settings.declaration import camel


def json_form(value: object) -> object:
    """A value that `json.dumps` takes. The same names and shapes as on the wire."""
    if is_dataclass(value) and not isinstance(value, type):
        return {camel(one.name): json_form(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, datetime):
        return rfc3339(value)
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): json_form(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [json_form(inner) for inner in value]
    return value


def rfc3339(moment: datetime) -> str:
    """`2026-03-05T10:00:00Z`: in UTC, to the second."""
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
