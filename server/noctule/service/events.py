"""What happened, told to whoever listens: a face subscribes, and gets each event once."""

import threading
from collections.abc import Callable
from typing import TypeAlias

from noctule.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class WrittenChange:
    """`action`: saved, updated, indexUpdated or removed; `by`: agent, person, dream, import, extract or outside."""

    memory_uri: str
    name: str
    action: str
    by: str
    session_id: str | None
    label: str


@dataclass(frozen=True, slots=True)
class Written:
    """Memories changed. `workspace_uri` is null for the profile; `warnings` are sentences about the files."""

    workspace_uri: str | None
    changes: tuple[WrittenChange, ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RecalledName:
    """A memory that a turn was given."""

    memory_uri: str
    name: str


@dataclass(frozen=True, slots=True)
class Recalled:
    """A session's turn was given memories; `label` says so in a few words, such as `recalled 2 memories`."""

    workspace_uri: str
    session_id: str
    memories: tuple[RecalledName, ...]
    label: str


def recalled(workspace_uri: str, session_id: str, names: tuple[RecalledName, ...]) -> Recalled:
    """The event with its label."""
    label = f"recalled {len(names)} {'memory' if len(names) == 1 else 'memories'}"
    return Recalled(workspace_uri, session_id, names, label)


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """State, not an event: sent when it differs from what was sent before. `health`: ok, warning or error."""

    workspace_uri: str | None
    folder_uri: str | None
    health: str
    enabled: bool
    busy: bool
    paused: bool
    auto_dreams: bool
    held: int
    message: str
    version: str


@dataclass(frozen=True, slots=True)
class Nudge:
    """A suggestion, made at most once: `command` is the one to run if the person agrees."""

    workspace_uri: str
    reason: str
    message: str
    command: str | None


@dataclass(frozen=True, slots=True)
class DreamStatus:
    """Where the dreams of a project are: armed (its idle timer runs), running, held or idle. `step` counts from 1."""

    workspace_uri: str
    dream_id: str | None
    state: str
    trigger: str
    step: int
    max_steps: int
    cost_usd: float | None
    message: str


@dataclass(frozen=True, slots=True)
class DreamOutcome:
    """How a dream ended. `status`: completed, aborted, failed (a warning) or skipped; files are URIs."""

    workspace_uri: str
    dream_id: str
    status: str
    held: bool
    headline: str
    summary: str
    created: tuple[str, ...]
    edited: tuple[str, ...]
    removed: tuple[str, ...]
    conflicts: tuple[str, ...]
    steps: int
    tokens: int | None
    cost_usd: float | None
    reason: str


Event: TypeAlias = Written | Recalled | ServerStatus | Nudge | DreamStatus | DreamOutcome
Listener: TypeAlias = Callable[[Event], None]


class Events:
    """Hands every event to every listener, in the order told, from any thread. A listener must be quick."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []
        self._lock = threading.Lock()

    def subscribe(self, listener: Listener) -> None:
        """From now on `listener` is called with each event, in the thread that tells it."""
        with self._lock:
            self._listeners.append(listener)

    def tell(self, event: Event) -> None:
        """Hands the event to all who listen, and comes back when they are done."""
        with self._lock:
            listeners = list(self._listeners)
        for listener in listeners:
            listener(event)
