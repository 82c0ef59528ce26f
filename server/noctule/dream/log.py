"""`dreams.jsonl` of a memory folder: one line for each attempt to dream, and for each word of a person on one."""

import json
import logging
import os
from datetime import datetime, timedelta
from io import FileIO
from pathlib import Path
from typing import Any, Literal, get_args

from noctule.dataclass import asdict, dataclass, fields
from noctule.store.atomic import PRIVATE_FILE

logger = logging.getLogger(__name__)

LOG_NAME = "dreams.jsonl"

Status = Literal["completed", "aborted", "failed", "skipped", "applied", "discarded", "undone"]

# Of the end of the log that is read: thousands of lines.
_MOST_READ = 4_000_000


@dataclass(frozen=True, slots=True)
class Touched:
    """A file that a dream created, edited or removed, and the hash of what it holds now (removed: of what it held)."""

    path: str
    hash: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line. `reason` says why a dream was skipped, held, stopped or failed, `gate` names the closed gate.

    What is unknown is None: a model that tells no price costs None, never 0. `held`: it waits for a person's word.
    """

    dream_id: str
    at: str
    trigger: str
    status: Status
    reason: str = ""
    gate: str | None = None
    held: bool = False
    model: str | None = None
    duration_ms: int = 0
    steps: int = 0
    cost_usd: float | None = None
    tokens: int | None = None
    created: tuple[Touched, ...] = ()
    edited: tuple[Touched, ...] = ()
    removed: tuple[Touched, ...] = ()
    conflicts: tuple[str, ...] = ()
    summary: str = ""

    @property
    def moment(self) -> datetime:
        return datetime.fromisoformat(self.at)


class DreamLog:
    """The log in a memory folder. Whatever is wrong with it, no dream fails for it."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / LOG_NAME

    def add(self, line: Line) -> bool:
        """Appends a line, on a line of its own also after one that was torn. False where the disk takes none."""
        data = json.dumps(to_json(line), ensure_ascii=False).encode("utf-8", "replace") + b"\n"
        try:
            descriptor = os.open(
                self.file, os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), PRIVATE_FILE
            )
            with os.fdopen(descriptor, "r+b", buffering=0) as file:
                if _is_torn(file):
                    data = b"\n" + data
                file.write(data)
        except OSError as error:
            logger.warning("the log of dreams could not be written: %s", type(error).__name__)
            return False
        return True

    def lines(self) -> list[Line]:
        """The lines that are ours and whole, the oldest first."""
        try:
            with self.file.open("rb") as file:
                size = file.seek(0, os.SEEK_END)
                file.seek(max(0, size - _MOST_READ))
                data = file.read()
        except OSError:
            return []
        return [line for raw in data.split(b"\n") if (line := _line(raw)) is not None]

    def add_skip(self, line: Line, within: timedelta) -> None:
        """Appends an automatic dream that was skipped, unless the same gate skipped the last one not long ago."""
        if not _is_told(self.lines(), line, within):
            self.add(line)


def to_json(line: Line) -> dict[str, Any]:
    """The line as it is written: camel case, files as objects."""
    told = asdict(line)
    return {_camel(name): value for name, value in told.items()}


def from_json(told: dict[str, Any]) -> Line:
    """Raises KeyError, TypeError or ValueError for what is no line of ours."""
    known = {one.name: told[_camel(one.name)] for one in fields(Line) if _camel(one.name) in told}
    for name in ("created", "edited", "removed"):
        known[name] = tuple(Touched(str(one["path"]), one["hash"]) for one in known.get(name) or ())
    known["conflicts"] = tuple(map(str, known.get("conflicts") or ()))
    line = Line(**known)
    if line.status not in _STATUSES or line.moment.tzinfo is None or not isinstance(line.dream_id, str):
        raise ValueError("no line of ours")
    return line


_STATUSES = frozenset(get_args(Status))


def _is_torn(file: FileIO) -> bool:
    """Whether the last line has no end. Leaves the file at its end."""
    if not file.seek(0, os.SEEK_END):
        return False
    file.seek(-1, os.SEEK_END)
    return file.read(1) != b"\n"


def _line(raw: bytes) -> Line | None:
    try:
        return from_json(json.loads(raw))
    except (ValueError, TypeError, KeyError, RecursionError, AttributeError):
        return None


def _is_told(lines: list[Line], line: Line, within: timedelta) -> bool:
    last = next((one for one in reversed(lines) if one.status == "skipped" and one.gate == line.gate), None)
    return last is not None and line.moment - last.moment < within


def _camel(name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(part.title() for part in rest)
