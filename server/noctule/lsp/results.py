"""What the server answers: the results of every request, but those of sessions and dreams.

No field has a default, so each is always on the wire, null where there is nothing to say. Times are RFC 3339 in UTC.
"""

from noctule.lsp.results_dreams import DreamFile
from noctule.lsp.results_sessions import IndexFacts, SessionRow
from noctule.lsp.wiretype import wire


@wire
class Position:
    """Counted from 0; `character` counts code points."""

    line: int
    character: int


@wire
class Range:
    start: Position
    end: Position


@wire
class Finding:
    memory_uri: str
    code: str
    severity: str
    range: Range
    message: str


@wire
class MemoryRow:
    memory_uri: str
    path: str
    name: str
    description: str
    type: str | None
    modified: str | None
    bytes: int
    recalls: int
    last_recalled: str | None
    findings: list[Finding]
    held: str | None
    pinned: bool


@wire
class ListResult:
    memories: list[MemoryRow]


@wire
class ReadResult:
    memory_uri: str
    text: str
    memory: MemoryRow


@wire
class CheckResult:
    findings: list[Finding]
    counts: dict[str, int]
    orphans: int
    dangling: int


@wire
class SearchHit:
    memory_uri: str | None
    session_ref: str | None
    title: str
    text: str
    cut: bool
    score: float
    at: str | None


@wire
class SearchResult:
    hits: list[SearchHit]
    notes: list[str]


@wire
class Usage:
    chars: int
    limit: int


@wire
class Related:
    memory_uri: str
    relation: str
    text: str


@wire
class WriteResult:
    """`add`, `replace`, `remove`."""

    verdict: str
    memory_uri: str | None
    held: str | None
    warnings: list[str]
    usage: Usage | None
    related: list[Related]


@wire
class BatchResult:
    verdict: str
    results: list[WriteResult]


@wire
class HeldRow:
    held: str
    kind: str
    at: str
    by: str
    session_id: str | None
    verdict: str
    reason: str
    target: str
    name: str | None
    text: str
    merged: str | None
    memory_uri: str | None
    related: list[Related]
    choices: list[str]


@wire
class HeldResult:
    held: list[HeldRow]


@wire
class FileCounts:
    files: int
    indexed: int
    unindexed: int
    dangling: int
    unreadable: int


@wire
class StatusResult:
    enabled: bool
    enabled_by: str
    workspace_uri: str
    project_key: str
    folder_uri: str
    folder_exists: bool
    profile_uri: str
    health: str
    message: str
    files: FileCounts | None
    index: IndexFacts | None
    sessions: list[SessionRow]
    findings: dict[str, int]
    problems: list[str]
    last_dream: str | None
    next_gate: str | None
    auto_dreams: bool
    held: int
    watching: str
    version: str


@wire
class ChangedFile:
    memory_uri: str
    action: str


@wire
class ChangeRow:
    change: str
    at: str
    by: str
    session_id: str | None
    reason: str
    files: list[ChangedFile]


@wire
class HistoryResult:
    changes: list[ChangeRow]


@wire
class HistoryDiffResult:
    files: list[DreamFile]
