"""What the gates of a project's dreams are decided by; light enough for every look at a project's state."""

from datetime import datetime

from noctule.dataclass import dataclass
from noctule.dream.gates import Facts, Rules, Trigger, believable, closed_gate
from noctule.dream.lock import TIDY_STAMP, DreamLock
from noctule.models.chat import NO_MODEL
from noctule.service.project import OpenProject, Projects
from noctule.store.held_dreams import HeldDreams

_SCANNED = "dream.scanned"
_FAILURES = "dream.failures"


def lock_of(opened: OpenProject) -> DreamLock:
    return DreamLock(opened.folder.path, opened.folder.memories.state)


def held_of(opened: OpenProject) -> HeldDreams:
    return HeldDreams(opened.folder.memories.state)


def rules_of(opened: OpenProject) -> Rules:
    settings = opened.resolved.settings.dream
    return Rules(settings.min_hours, settings.min_sessions)


def models_of(opened: OpenProject) -> tuple[str, ...]:
    """The models that the settings name for dreams; none means that a dream is a tidy."""
    named = (name.strip() for name in opened.resolved.settings.dream.model)
    return tuple(name for name in named if name not in ("", NO_MODEL))


def last_dream(opened: OpenProject, now: datetime) -> datetime | None:
    """The last consolidation; where no model is named, the last tidy. None where its time cannot be."""
    return believable(lock_of(opened).last() if models_of(opened) else last_tidy(opened), now)


def last_tidy(opened: OpenProject) -> datetime | None:
    try:
        return datetime.fromisoformat((opened.folder.memories.state / TIDY_STAMP).read_text())
    except (OSError, ValueError):
        return None


def last_of_all(opened: OpenProject, now: datetime) -> datetime | None:
    """When the project dreamed or was tidied last, for its status."""
    both = last_dream(opened, now), believable(last_tidy(opened), now)
    return max((one for one in both if one is not None), default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """Who wants a dream: by what, from which client, in which session; `lacks_consent` is what is known of a lent
    model.
    """

    trigger: Trigger
    is_interactive: bool = True
    session_id: str | None = None
    lacks_consent: bool = False


def facts_of(projects: Projects, opened: OpenProject, asker: Asker, sessions: int | None = None) -> Facts:
    """What the gates are decided by, but for the sessions, which somebody else counts."""
    now = projects.now()
    failures, last_failure = failures_of(projects, opened)
    session = projects.state.sessions.find(asker.session_id) if asker.session_id else None
    return Facts(
        trigger=asker.trigger,
        is_interactive=asker.is_interactive,
        is_enabled=opened.is_enabled,
        is_paused=session is not None and session.paused,
        is_automatic=opened.resolved.settings.dream.enabled,
        last=last_dream(opened, now),
        failures=failures,
        last_failure=believable(last_failure, now),
        last_scan=believable(_moment(projects.state.flag(opened.project.key, _SCANNED)), now),
        sessions=sessions,
        held=next(iter(held_of(opened).ids()), None),
        needs_consent=asker.lacks_consent,
        holder=lock_of(opened).holder(now),
    )


def note_scan(projects: Projects, opened: OpenProject) -> None:
    """Sessions were counted just now."""
    projects.state.set_flag(opened.project.key, _SCANNED, projects.now().isoformat())


def failures_of(projects: Projects, opened: OpenProject) -> tuple[int, datetime | None]:
    """How many dreams of the folder failed in a row, and when the last did."""
    count, _, at = (projects.state.flag(opened.folder.key, _FAILURES) or "").partition(" ")
    moment = _moment(at)
    return (int(count), moment) if count.isdigit() and moment is not None else (0, None)


def note_end(projects: Projects, opened: OpenProject, status: str) -> None:
    """A dream ended so: one that failed makes the next one wait; a skipped one says nothing."""
    if status == "failed":
        count = failures_of(projects, opened)[0] + 1
        projects.state.set_flag(opened.folder.key, _FAILURES, f"{count} {projects.now().isoformat()}")
    elif status != "skipped":
        projects.state.set_flag(opened.folder.key, _FAILURES, None)


def next_gate(projects: Projects, opened: OpenProject) -> str | None:
    """Why no dream begins by itself just now, as far as that is known without counting sessions."""
    gate = closed_gate(facts_of(projects, opened, Asker(trigger="idle")), rules_of(opened), projects.now())
    return gate.reason if gate is not None else None


def _moment(text: str | None) -> datetime | None:
    try:
        return datetime.fromisoformat(text) if text else None
    except ValueError:
        return None
