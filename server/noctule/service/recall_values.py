"""What recall gives: alone, since a hook before each turn loads no more values than it needs."""

from noctule.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Budget:
    """Bytes of memories that a session was given, and may be given until it is compacted."""

    used_bytes: int
    limit_bytes: int


@dataclass(frozen=True, slots=True)
class RecalledMemory:
    """One memory that a turn was given. `bytes` as injected; `cut` where its file is longer; `age_days` whole days."""

    memory_uri: str
    name: str
    bytes: int
    age_days: int
    cut: bool
    score: float


@dataclass(frozen=True, slots=True)
class RecallAnswer:
    """What a turn is given. `text` is null where nothing fits; `notes` say why, in camel-case words."""

    text: str | None
    reminder: str | None
    memories: tuple[RecalledMemory, ...]
    selector: str
    notes: tuple[str, ...]
    budget: Budget
    elapsed_ms: float
