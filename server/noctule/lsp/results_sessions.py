"""What the server answers about sessions: what one begins with, what a turn is given, and what a session was shown."""

from noctule.lsp.wiretype import wire


@wire
class IndexFacts:
    memory_uri: str
    exists: bool
    lines: int
    chars: int
    shown_lines: int
    truncated: bool
    hidden: list[str]
    error: str | None


@wire
class Snapshot:
    text: str
    variant: str
    taken_at: str
    index: IndexFacts


@wire
class SessionResult:
    """`startSession`, `indexSnapshot`, `compactSession`."""

    enabled: bool
    paused: bool
    folder_uri: str | None
    snapshot: Snapshot | None


@wire
class Budget:
    used_bytes: int
    limit_bytes: int


@wire
class RecalledMemory:
    memory_uri: str
    name: str
    bytes: int
    age_days: int
    cut: bool
    score: float


@wire
class RecallResult:
    text: str | None
    reminder: str | None
    memories: list[RecalledMemory]
    selector: str
    notes: list[str]
    budget: Budget
    elapsed_ms: float


@wire
class ExplainedCandidate:
    memory_uri: str
    name: str
    score: float
    parts: dict[str, float]
    coverage: float
    picked: bool
    reason: str
    gone_files: list[str]


@wire
class Gate:
    open: bool
    reason: str
    features: dict[str, float]


@wire
class ExplainResult:
    """`text` is what recall would give now."""

    text: str | None
    candidates: list[ExplainedCandidate]
    gate: Gate
    notes: list[str]
    budget: Budget


@wire
class SessionRow:
    session_id: str
    workspace_uri: str
    kind: str
    model: str | None
    paused: bool
    started_at: str
    ended_at: str | None
    last_seen: str
    bytes_shown: int


@wire
class SessionsResult:
    sessions: list[SessionRow]


@wire
class LedgerRow:
    memory_uri: str
    text: str
    at: str
    bytes: int


@wire
class LedgerResult:
    memories: list[LedgerRow]
