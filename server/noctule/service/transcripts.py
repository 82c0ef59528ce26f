"""Past conversations of a project, of every agent: which there are, and what was said in one."""

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from noctule.dataclass import dataclass
from noctule.errors import Ambiguous, NotFound
from noctule.safety.redact import redact
from noctule.safety.sanitize import one_line
from noctule.service.project import OpenProject, Projects
from noctule.store.location import expand
from noctule.store.project import Scope
from noctule.store.roots import roots_of
from noctule.transcripts.message import Kind, Places, Role, SessionRef
from noctule.transcripts.readers import reader_of
from noctule.transcripts.sessions import sessions_of

_TITLE_CHARS = 80
_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class TranscriptRow:
    """A past conversation. `source` is the agent whose files hold it; `title` how it began, without secrets.

    `changed_at` is when it was last written to, `bytes` the size of its file.
    """

    session_id: str
    source: str
    kind: Kind
    title: str
    started_at: datetime | None
    changed_at: datetime
    bytes: int
    cwd: str | None
    path: Path


@dataclass(frozen=True, slots=True)
class Said:
    """One message of a past conversation, without secrets."""

    role: Role
    text: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class Transcript:
    """A past conversation; `messages` are read as they are taken."""

    session: TranscriptRow
    messages: Iterator[Said]


class Transcripts:
    """Raises `WorkspaceError`s, `Disabled`, and `SettingsError` for a folder of `transcripts.paths` that cannot be."""

    def __init__(self, projects: Projects) -> None:
        self._projects = projects

    def all(self, workspace_uri: str | None = None, *, since: datetime | None = None) -> tuple[TranscriptRow, ...]:
        """The conversations, the one that was written to last first; with `since`, those written to since then."""
        opened = self._projects.open(workspace_uri).require_enabled()
        return tuple(row_of(ref) for ref in self.found(opened, since=since))

    def show(self, session_id: str, workspace_uri: str | None = None) -> Transcript:
        """The conversation of that id, of which a beginning that only one has is enough.

        Raises `NotFound`, or `Ambiguous`, which names those that it may be.
        """
        opened = self._projects.open(workspace_uri).require_enabled()
        ref = self.named(opened, session_id)
        messages = (
            Said(message.role, redact(message.text).text, message.at) for message in reader_of(ref).messages(ref)
        )
        return Transcript(row_of(ref), messages)

    def named(self, opened: OpenProject, session_id: str, source: str | None = None) -> SessionRef:
        """As `show`: the one session, of one agent, whose id is this or begins so."""
        return _only([ref for ref in self.found(opened) if source in (None, ref.source)], session_id)

    def found(self, opened: OpenProject, *, since: datetime | None = None) -> list[SessionRef]:
        """The sessions of a project over all sources that are switched on, newest first."""
        sources = opened.resolved.settings.transcripts.sources
        owns = partial(self._projects.is_in_project, opened)
        return sessions_of(self.places(opened), sources, since=since, owns=owns)

    def places(self, opened: OpenProject) -> Places:
        """Where sessions of a project may lie."""
        where = self._projects.places
        settings = opened.resolved.settings
        named = (
            expand(path, where.environ, where.user_home, "A folder of transcripts.paths")
            for path in settings.transcripts.paths
        )
        scope: Scope = "folder" if settings.project.scope == "folder" else "repository"
        return Places(
            roots=roots_of(where.home, opened.project, scope),
            user_home=where.user_home,
            environ=where.environ,
            own_turns=where.home.turn_log(opened.project.key),
            storage=self._projects.workspaces.storage,
            others=tuple(opened.project.root / path for path in named),
        )


def row_of(ref: SessionRef) -> TranscriptRow:
    """A session as it is listed."""
    return TranscriptRow(
        session_id=ref.id,
        source=ref.source,
        kind=ref.kind,
        title=_title(ref),
        started_at=ref.started,
        changed_at=datetime.fromtimestamp(ref.mtime_ns / 1e9, UTC),
        bytes=ref.size,
        cwd=ref.cwd,
        path=ref.path,
    )


def _title(ref: SessionRef) -> str:
    first = next((message for message in reader_of(ref).messages(ref) if message.role == "user"), None)
    return one_line(redact(first.text).text, _TITLE_CHARS) if first is not None else ""


def _only(found: list[SessionRef], session_id: str) -> SessionRef:
    exact = [ref for ref in found if ref.id == session_id]
    near = exact or [ref for ref in found if session_id and ref.id.startswith(session_id)]
    if len(near) == 1:
        return near[0]
    named = one_line(session_id, _TITLE_CHARS)
    if not near:
        raise NotFound(f"No past conversation of this project is called `{named}`. `noctule transcripts list` has all.")
    names = ", ".join(f"{one_line(ref.id)} ({ref.source})" for ref in near[:_MOST_NAMED])
    raise Ambiguous(f"`{named}` may be one of {len(near)} past conversations: {names}. Name more of it.")
