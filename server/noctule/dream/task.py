"""What a dream's agent is given and what comes of it: plain values between the loop and the transaction around it.

The loop itself is `agent.run_agent`, of the type `RunAgent`. It works in the stage only and never touches the live
folder, the lock or the log.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Literal

from noctule.dataclass import dataclass, field
from noctule.models.chat import ChatModel, Effort, Usage

EndKind = Literal["completed", "capped", "cancelled", "failed"]
Cap = Literal["steps", "cost", "tokens", "time"]


@dataclass(frozen=True, slots=True)
class Caps:
    """How much a dream may take. A model whose price nobody knows is held to `tokens` instead of `cost_usd`."""

    steps: int = 30
    cost_usd: float = 5.0
    tokens: int = 2_000_000
    call_seconds: float = 120.0
    total_seconds: float = 1800.0


@dataclass(frozen=True, slots=True)
class ProjectRules:
    """An instruction file of the project (AGENTS.md, CLAUDE.md): its name as a person knows it, and its text."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class AgentTask:
    """One dream's work. `stage` is a copy of the memory folder that may be changed at will.

    `digest` is a file of past sessions, readable only; None makes it an upkeep pass over the memories alone.
    `held` are paths of memories that no agent may see; they are in no stage, and their names may not be taken.
    `user_action` is true where a person has just asked for the dream: an editor may then ask to lend its model.
    """

    stage: Path
    today: date
    digest: Path | None = None
    rules: tuple[ProjectRules, ...] = ()
    held: frozenset[str] = frozenset()
    caps: Caps = field(default_factory=Caps)
    effort: Effort = "high"
    user_action: bool = False


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a running dream is: the step that begins, of how many, and the cost so far (None where unknown)."""

    step: int
    max_steps: int
    cost_usd: float | None


@dataclass(frozen=True, slots=True)
class AgentEnd:
    """How the loop ended.

    `reason` is a sentence for a person, without any text of a memory; empty where it completed. `cap` is set where it
    was capped. `failure` is the `kind` of the model's error where it failed. `usage` and `cost_usd` are None where
    the provider does not tell. `summary` is the model's closing text, redacted, neutralised and cut.
    `replaces` maps each memory's path to the paths of those that it stands in for.
    """

    kind: EndKind
    reason: str
    steps: int
    usage: Usage | None = None
    cost_usd: float | None = None
    cap: Cap | None = None
    failure: str | None = None
    summary: str = ""
    replaces: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


# Runs until an end. Setting the event ends it as `cancelled` at once; a cancelled task raises CancelledError instead,
# which is what a shutdown wants. Nothing else is ever raised but a StorageError of the stage.
RunAgent = Callable[[AgentTask, ChatModel, Callable[[Progress], None], asyncio.Event], Awaitable[AgentEnd]]
