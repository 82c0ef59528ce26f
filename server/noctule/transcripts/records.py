"""Lines as JSON objects whose texts can be written anywhere; a line that is none is passed over, never an error."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from noctule.dataclass import dataclass
from noctule.memories.text import without_surrogates
from noctule.transcripts.lines import Line

# Programs write control characters raw into texts; the records are no worse for it.
_DECODER = json.JSONDecoder(strict=False)

# A machine that lost its power leaves zero bytes where a line was being added.
_AROUND = b" \t\r\n\0"
_BOM = b"\xef\xbb\xbf"

_SURROGATE = re.compile("[\ud800-\udfff]")

# Times before and after these years are other numbers.
_EARLIEST, _LATEST = 946_684_800, 7_258_118_400


@dataclass(frozen=True, slots=True)
class Record:
    """One line's object, and the bytes of the file that it was read from."""

    value: Mapping[str, Any]
    start: int
    end: int


def records(found: Iterable[Line]) -> Iterator[Record]:
    """The objects of the lines, in their order: a cut line, a broken one and one over the limit are left out."""
    for line in found:
        value = parsed(line.data) if line.whole else None
        if value is not None:
            yield Record(value, line.start, line.end)


def parsed(data: bytes) -> dict[str, Any] | None:
    """The JSON object that these bytes are, with halves of surrogate pairs made U+FFFD; None for anything else."""
    text = data.strip(_AROUND).removeprefix(_BOM).decode("utf-8", "replace")
    try:
        value, end = _DECODER.raw_decode(text)
        if not isinstance(value, dict) or text[end:].strip():
            return None
        return _repaired(value) if "\\ud" in text or "\\uD" in text else value
    except (ValueError, RecursionError):
        return None


def text_in(value: object) -> str:
    """The value if it is a text, else an empty one."""
    return value if isinstance(value, str) else ""


def object_in(value: object) -> Mapping[str, Any]:
    """The value if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def objects_in(value: object) -> list[Mapping[str, Any]]:
    """The objects of a list; none of anything else."""
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def time_in(value: object) -> datetime | None:
    """A time from ISO 8601 (UTC where no zone is named), or from seconds or milliseconds since 1970."""
    try:
        if isinstance(value, str):
            at = datetime.fromisoformat(value)
            return at if at.tzinfo else at.replace(tzinfo=UTC)
        if isinstance(value, int | float) and not isinstance(value, bool):
            seconds = value / 1000 if value > _LATEST else value
            return datetime.fromtimestamp(seconds, UTC) if _EARLIEST <= seconds <= _LATEST else None
    except (ValueError, OverflowError):
        return None
    return None


def _repaired(value: Any) -> Any:
    if isinstance(value, str):
        return without_surrogates(value) if _SURROGATE.search(value) else value
    if isinstance(value, dict):
        return {_repaired(key): _repaired(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_repaired(inner) for inner in value]
    return value
