"""What a dream is given: the folder it is about, what the settings ask, and the model that dreams, if one does."""

from collections.abc import Callable, Collection
from datetime import datetime
from pathlib import Path
from typing import Literal

from noctule.dataclass import dataclass, field
from noctule.dream.task import Caps, ProjectRules, RunAgent
from noctule.models.chat import ChatModel, Effort
from noctule.store.folder import MemoryFolder
from noctule.store.sweep import AuthorOf

Trigger = Literal["idle", "command", "tidy"]


@dataclass(frozen=True, slots=True)
class Site:
    """A memory folder as a dream meets it. `held` gives the memories that no dream may see, `shown_index` leaves their
    lines out; `unsaved` gives the paths that are open and unsaved in any editor, as they are now.
    """

    folder: MemoryFolder
    now: Callable[[], datetime]
    held: Callable[[], Collection[str]]
    shown_index: Callable[[str], str]
    unsaved: Callable[[], Collection[str]]
    author_of_unexplained: AuthorOf

    def stage_of(self, dream_id: str) -> Path:
        """Where a dream's stage lies, with its digest beside it."""
        return self.folder.state / "stage" / dream_id


@dataclass(frozen=True, slots=True)
class Mind:
    """The model that dreams, and what it is given. `digest` gives the past sessions as text, "" where there are none;
    it is called in a thread.
    """

    run_agent: RunAgent
    model: ChatModel
    digest: Callable[[], str]
    rules: tuple[ProjectRules, ...] = ()
    caps: Caps = field(default_factory=Caps)
    effort: Effort = "high"
    user_action: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """One dream. Without a `mind` it is a tidy. `always_review` holds every change; a dry one lands nowhere."""

    id: str
    trigger: Trigger
    mind: Mind | None = None
    always_review: bool = False
    is_dry: bool = False
