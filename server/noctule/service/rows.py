"""Memories as lists show them: values that a listing alone needs, so that a command loads no more."""

from datetime import datetime

from noctule.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class FindingAt:
    """A finding with the file it is about. Lines and characters count from 0; characters are code points."""

    memory_uri: str
    code: str
    severity: str
    start: tuple[int, int]
    end: tuple[int, int]
    message: str


@dataclass(frozen=True, slots=True)
class MemoryRow:
    """One memory as `list` shows it. `type` is null where absent or unknown; `held` is the reason, if it is held."""

    memory_uri: str
    path: str
    name: str
    description: str
    type: str | None
    modified: datetime | None
    bytes: int
    recalls: int
    last_recalled: datetime | None
    findings: tuple[FindingAt, ...]
    held: str | None
    pinned: bool


@dataclass(frozen=True, slots=True)
class MemoryText:
    """A memory's whole text as it is on disk (decoded), with what `list` says of it."""

    memory_uri: str
    text: str
    memory: MemoryRow
