"""What the server says of dreams."""

from noctule.lsp.wiretype import wire


@wire
class TouchedFile:
    """`hash` is the sha256 of what the dream left there, null where it removed the file."""

    memory_uri: str
    hash: str | None


@wire
class DreamRow:
    dream_id: str
    at: str
    trigger: str
    status: str
    held: bool
    headline: str
    reason: str
    gate: str | None
    model: str | None
    duration_ms: int
    steps: int
    cost_usd: float | None
    tokens: int | None
    created: list[TouchedFile]
    edited: list[TouchedFile]
    removed: list[TouchedFile]
    conflicts: list[str]
    summary: str


@wire
class DreamLogResult:
    """The newest first."""

    dreams: list[DreamRow]


@wire
class DreamFile:
    """`action`: created, edited or removed; `before` and `after` are texts, null where there was or is no file."""

    memory_uri: str
    action: str
    before: str | None
    after: str | None


@wire
class DreamDiffResult:
    files: list[DreamFile]


@wire
class DreamStatus:
    workspace_uri: str
    dream_id: str | None
    state: str
    trigger: str
    step: int
    max_steps: int
    cost_usd: float | None
    message: str


@wire
class DreamOutcome:
    workspace_uri: str
    dream_id: str
    status: str
    held: bool
    headline: str
    summary: str
    created: list[str]
    edited: list[str]
    removed: list[str]
    conflicts: list[str]
    steps: int
    tokens: int | None
    cost_usd: float | None
    reason: str
