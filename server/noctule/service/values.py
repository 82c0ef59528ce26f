"""What the service gives its faces: plain frozen values, in the words of the protocol."""

from datetime import datetime

from noctule.dataclass import dataclass
from noctule.service.recall_values import Budget


@dataclass(frozen=True, slots=True)
class IndexFacts:
    """The index of a memory folder. Lines and characters are whole counts; `shown_lines` fit the cap."""

    memory_uri: str
    exists: bool
    lines: int
    chars: int
    shown_lines: int
    truncated: bool
    hidden: tuple[str, ...] = ()
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The prompt text of a session, frozen until compaction. `variant` is `full` or `terse`."""

    text: str
    variant: str
    taken_at: datetime
    index: IndexFacts


@dataclass(frozen=True, slots=True)
class SessionAnswer:
    """What startSession, indexSnapshot and compactSession give."""

    enabled: bool
    paused: bool
    folder_uri: str | None
    snapshot: Snapshot | None


@dataclass(frozen=True, slots=True)
class Usage:
    """How full a profile store is, in characters."""

    chars: int
    limit: int


@dataclass(frozen=True, slots=True)
class ExplainedCandidate:
    """Why a memory was picked or withheld.

    `parts` add up to the score; `coverage` is the share of what the turn asks that the memory holds, from 0 to 1.
    `gone_files` are what a picked memory names and the workspace has no longer: with any it is stale.
    """

    memory_uri: str
    name: str
    score: float
    parts: dict[str, float]
    coverage: float
    picked: bool
    reason: str
    gone_files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ExplainAnswer:
    """What a turn would be given, the candidates, best first, the gate's word, and the budget. The ledger stays."""

    text: str | None
    candidates: tuple[ExplainedCandidate, ...]
    gate_open: bool
    gate_reason: str
    features: dict[str, float]
    notes: tuple[str, ...]
    budget: Budget


@dataclass(frozen=True, slots=True)
class SearchHit:
    """`memory_uri` or `session_ref`; `text` is the entry or the messages that matched, `cut` where it was longer."""

    memory_uri: str | None
    session_ref: str | None
    title: str
    text: str
    cut: bool
    score: float
    at: datetime | None


@dataclass(frozen=True, slots=True)
class Related:
    """A memory that a write has to do with: `duplicate`, `near` or `contradicts`."""

    memory_uri: str
    relation: str
    text: str


@dataclass(frozen=True, slots=True)
class WriteAnswer:
    """`verdict`: written, duplicate, held, refused or accepted. `warnings` are sentences for a person."""

    verdict: str
    memory_uri: str | None
    held: str | None = None
    warnings: tuple[str, ...] = ()
    usage: Usage | None = None
    related: tuple[Related, ...] = ()


@dataclass(frozen=True, slots=True)
class BatchAnswer:
    """`verdict`: written, or duplicate where nothing was to be done; `results` say what each operation did."""

    verdict: str
    results: tuple[WriteAnswer, ...]


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session as it is listed. `bytes_shown` counts since its start or last compaction."""

    session_id: str
    workspace_uri: str
    kind: str
    model: str | None
    paused: bool
    started_at: datetime
    ended_at: datetime | None
    last_seen: datetime
    bytes_shown: int


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """One memory that a session was shown, with the text it was given."""

    memory_uri: str
    text: str
    at: datetime
    bytes: int


@dataclass(frozen=True, slots=True)
class FileCounts:
    """How many memories there are, how many of them the index names, and how many index lines lead nowhere."""

    files: int
    indexed: int
    unindexed: int
    dangling: int
    unreadable: int


@dataclass(frozen=True, slots=True)
class Status:
    """A project's state, for a status bar or `noctule status`. `enabled_by` is the layer that decided."""

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
    sessions: tuple[SessionRow, ...]
    findings: dict[str, int]
    problems: tuple[str, ...]
    last_dream: datetime | None
    next_gate: str | None
    auto_dreams: bool
    held: int
    watching: str
    version: str


@dataclass(frozen=True, slots=True)
class HeldRow:
    """What waits for a person's word: a `proposal` is not written yet, a `memory` is there and shown to no agent.

    `held` names a proposal by its id, a memory by its path (its `text` is its beginning). `choices`: the recommended
    first.
    """

    held: str
    kind: str
    at: datetime
    by: str
    session_id: str | None
    verdict: str
    reason: str
    target: str
    name: str | None
    text: str
    merged: str | None
    memory_uri: str | None
    related: tuple[Related, ...]
    choices: tuple[str, ...]
