"""What a commit says of its change, as lines of its message, and back.

    integration-tests.md added

    By: agent
    Session: "s1"
    At: 2026-03-01T09:30:00.250000+00:00
    File: saved 1772357400250000000 "integration-tests.md"
    Number: 17
    Log: 6f2c0a9d1b3e4f50 42

`Log` is the change log, and the number of the last entry in it, up to which this commit tells all.
"""

import json
import re
from datetime import datetime
from typing import get_args

from noctule.dataclass import dataclass
from noctule.errors import StateDamaged
from noctule.store.changes import Action, Author, By

SHORT_ID_LENGTH = 8

_FILE = re.compile(r"(\w+) (\d+|-) (.+)")
_UNDO = re.compile(r"undo of ([0-9a-f]{8,40})\b")


@dataclass(frozen=True, slots=True)
class FileChange:
    """One file of a change. `mtime_ns` is the file's time after it, None where it is gone or was not known."""

    path: str
    action: Action
    mtime_ns: int | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """What the message tells. `number` counts the changes of a history from 1."""

    at: datetime
    author: Author
    reason: str
    files: tuple[FileChange, ...]
    number: int
    log: str
    seq: int

    @property
    def undoes(self) -> str | None:
        """The beginning of the id of the change that this one undoes."""
        found = _UNDO.match(self.reason)
        return found[1] if found else None


@dataclass(frozen=True, slots=True)
class Recorded:
    """One change of the history: `id` and `parent` are commits' names, `tree` the folder after it."""

    id: str
    parent: str | None
    tree: str
    told: Told

    @property
    def short_id(self) -> str:
        """The id as people see and type it."""
        return self.id[:SHORT_ID_LENGTH]


def undo_reason(change: Recorded) -> str:
    """The reason of the change that undoes this one."""
    return f"undo of {change.short_id}: {change.told.reason}"


def write_message(told: Told) -> bytes:
    lines = [
        " ".join(told.reason.split()) or "changed",
        "",
        f"By: {told.author.by}",
        *([f"Session: {json.dumps(told.author.session)}"] if told.author.session is not None else []),
        f"At: {told.at.isoformat()}",
        *(f"File: {one.action} {_time(one)} {json.dumps(one.path, ensure_ascii=False)}" for one in told.files),
        f"Number: {told.number}",
        f"Log: {told.log} {told.seq}",
    ]
    return ("\n".join(lines) + "\n").encode("utf-8", "surrogateescape")


def read_message(message: bytes) -> Told:
    """Raises StateDamaged for a message that is none of ours."""
    reason, _, rest = message.decode("utf-8", "surrogateescape").partition("\n\n")
    fields: dict[str, list[str]] = {}
    for line in rest.split("\n"):
        name, _, value = line.partition(": ")
        fields.setdefault(name, []).append(value)
    try:
        log, _, seq = fields["Log"][0].partition(" ")
        return Told(
            at=datetime.fromisoformat(fields["At"][0]),
            author=Author(_by(fields["By"][0]), json.loads(fields["Session"][0]) if "Session" in fields else None),
            reason=reason,
            files=tuple(_file(line) for line in fields.get("File", ())),
            number=int(fields["Number"][0]),
            log=log,
            seq=int(seq),
        )
    except (KeyError, ValueError) as error:
        raise StateDamaged("The history is damaged: a change in it does not say what it is.") from error


def _time(one: FileChange) -> str:
    return "-" if one.mtime_ns is None else str(one.mtime_ns)


def _by(text: str) -> By:
    for known in get_args(By):
        if known == text:
            return known  # type: ignore[no-any-return]  # get_args knows no types
    raise ValueError(text)


def _file(line: str) -> FileChange:
    found = _FILE.fullmatch(line)
    if found is None or found[1] not in get_args(Action):
        raise ValueError(line)
    action: Action = found[1]  # type: ignore[assignment]  # looked up in its own list
    return FileChange(json.loads(found[3]), action, None if found[2] == "-" else int(found[2]))
