"""Sessions: started, resumed, forked, compacted, paused and ended."""

from datetime import datetime
from typing import Literal

from noctule.dataclass import dataclass
from noctule.service.project import OpenProject, Projects
from noctule.service.recall.rebuilding import shown_before
from noctule.service.snapshots import recorded_snapshot, take
from noctule.service.uris import path_of, uri_of
from noctule.service.values import LedgerRow, SessionAnswer, SessionRow, Snapshot
from noctule.settings import Settings
from noctule.store.sessions import NewSession, Session

Kind = Literal["main", "subagent", "side", "headless"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """What a client says at the start of a session. `already_shown`: URIs of memories that its transcript holds.

    `most_units`: how long a snapshot the agent takes, in UTF-16 units; None: any.
    """

    session_id: str
    workspace_uri: str | None = None
    kind: Kind = "main"
    model: str | None = None
    fork_of: str | None = None
    transcript_uri: str | None = None
    already_shown: tuple[str, ...] = ()
    most_units: int | None = None


class Sessions:
    """The use cases of a session's life. Every method but `start` raises `UnknownSession` for an id never started."""

    def __init__(self, projects: Projects) -> None:
        self._projects = projects
        self._sessions = projects.state.sessions
        self._ledger = projects.state.ledger

    def start(self, start: Start) -> SessionAnswer:
        """Starts or resumes: a known id is given its recorded snapshot, and starting twice changes nothing.

        A known session keeps its project, whatever is named. Where memory is off nothing is made, and the answer says
        so.
        """
        known = self._sessions.find(start.session_id)
        opened = self._projects.open_session(known) if known else self._projects.open(start.workspace_uri)
        if not opened.is_enabled:
            is_paused = known is not None and known.paused
            return SessionAnswer(enabled=False, paused=is_paused, folder_uri=None, snapshot=None)
        self._projects.ensure(opened)
        started = self._sessions.start(self._new_session(start, opened), self._projects.now())
        if not started.is_resume:
            self._enter_shown(opened, start)
        return self._answer(opened, started.session, start.most_units)

    def index_snapshot(self, session_id: str) -> SessionAnswer:
        """The recorded snapshot; taken now if the session has none yet, as one that was started paused.

        Raises `Disabled`.
        """
        session = self._sessions.get(session_id)
        return self._answer(self._projects.open_session(session).require_enabled(), session)

    def compact(self, session_id: str, most_units: int | None = None) -> SessionAnswer:
        """A new snapshot and an empty ledger: the agent has forgotten both. A second one in a turn changes nothing.

        `most_units` as in `Start`. Raises `Disabled`.
        """
        session = self._sessions.get(session_id)
        opened = self._projects.open_session(session).require_enabled()
        self._projects.ensure(opened)
        taken = take(self._projects, opened, session.model, most_units)
        if self._sessions.compact(session_id, taken.text, taken.facts) and _has_snapshot(session):
            self._ledger.add(session_id, taken.shown, session.turn, self._projects.now())
        return self._answer(opened, session, most_units)

    def pause(self, session_id: str) -> None:
        """Until it is resumed or ended, by any process, the session is given nothing unasked."""
        self._sessions.pause(session_id)

    def resume(self, session_id: str) -> None:
        """Lifts the pause; what the session was shown before it still counts."""
        self._sessions.resume(session_id)

    def end_turn(self, session_id: str) -> None:
        """The agent settled: the turn is closed, and the project was active just now."""
        session = self._sessions.get(session_id)
        self._sessions.close_turn(session_id, self._projects.now())
        self._note_activity(session)

    def is_extracted(self, session_id: str) -> bool:
        """Whether the setting is on by which memories are extracted from the session's turns."""
        settings = self._settings(session_id)
        return settings is not None and settings.extract.enabled

    def is_promoting(self, session_id: str) -> bool:
        """Whether a file is named into which the profile's items may be promoted."""
        settings = self._settings(session_id)
        return settings is not None and bool(settings.promote.file)

    def _settings(self, session_id: str) -> Settings | None:
        session = self._sessions.find(session_id)
        return None if session is None else self._projects.open_session(session).resolved.settings

    def note_activity(self, session_id: str) -> None:
        """The person typed, or ran something."""
        session = self._sessions.get(session_id)
        self._sessions.touch(session_id, self._projects.now())
        self._note_activity(session)

    def end(self, session_id: str) -> None:
        """The conversation is over: its pause and its turn end with it. A later start resumes it."""
        self._sessions.end(session_id, self._projects.now())

    def all(self, workspace_uri: str | None) -> tuple[SessionRow, ...]:
        """The sessions on a project's memory folder, the last seen first."""
        opened = self._projects.open(workspace_uri).require_enabled()
        return self.rows(opened)

    def rows(self, opened: OpenProject, *, seen_since: datetime | None = None) -> tuple[SessionRow, ...]:
        """As `all`, or only those that are not ended and were seen since then."""
        known = self._sessions.all(folder=opened.folder.key, seen_since=seen_since)
        wanted = [one for one in known if seen_since is None or one.ended is None]
        shown = self._ledger.bytes_by_session([session.id for session in wanted])
        return tuple(_row(session, shown.get(session.id, 0)) for session in wanted)

    def ledger(self, session_id: str) -> tuple[LedgerRow, ...]:
        """What the session was shown since its start or last compaction, oldest first."""
        session = self._sessions.get(session_id)
        folder = self._projects.open_session(session).require_enabled().folder
        rows = self._ledger.rows(session_id)
        return tuple(LedgerRow(folder.uri(row.path), row.text, row.at, row.bytes) for row in rows)

    def _answer(self, opened: OpenProject, session: Session, most_units: int | None = None) -> SessionAnswer:
        snapshot = self._snapshot(opened, session, most_units) if _has_snapshot(session) else None
        return SessionAnswer(True, session.paused, uri_of(opened.folder.path), snapshot)

    def _snapshot(self, opened: OpenProject, session: Session, most_units: int | None) -> Snapshot:
        recorded = self._sessions.snapshot(session.id)
        if recorded is None:
            self._projects.ensure(opened)
            taken = take(self._projects, opened, session.model, most_units)
            recorded = self._sessions.record_snapshot(session.id, taken.text, taken.facts)
            self._ledger.add(session.id, taken.shown, session.turn, self._projects.now())
        return recorded_snapshot(recorded)

    def _new_session(self, start: Start, opened: OpenProject) -> NewSession:
        return NewSession(
            id=start.session_id,
            project=str(opened.root.path),
            folder=opened.folder.key,
            kind=start.kind,
            model=start.model,
            transcript=str(path_of(start.transcript_uri)) if start.transcript_uri else None,
            fork_of=start.fork_of if self._is_at_home(start.fork_of, opened) else None,
        )

    def _is_at_home(self, origin_id: str | None, opened: OpenProject) -> bool:
        """Whether a session works in this folder: what it was told of another is nothing to a fork here."""
        origin = self._sessions.find(origin_id) if origin_id else None
        return origin is not None and origin.folder == opened.folder.key

    def _enter_shown(self, opened: OpenProject, start: Start) -> None:
        """Rebuilds the ledger of a session that only its client remembers; a fork has that of its origin already."""
        known = {row.path for row in self._ledger.rows(start.session_id)}
        transcript = path_of(start.transcript_uri) if start.transcript_uri else None
        shown = shown_before(self._projects, opened, transcript, start.already_shown)
        rows = [one for one in shown if one.path not in known]
        if rows:
            self._ledger.add(start.session_id, rows, 0, self._projects.now())

    def _note_activity(self, session: Session) -> None:
        self._projects.state.note_activity(self._projects.open_session(session).project.key, self._projects.now())


def _row(session: Session, bytes_shown: int) -> SessionRow:
    return SessionRow(
        session_id=session.id,
        workspace_uri=uri_of(session.project),
        kind=session.kind,
        model=session.model,
        paused=session.paused,
        started_at=session.started,
        ended_at=session.ended,
        last_seen=session.last_seen,
        bytes_shown=bytes_shown,
    )


def _has_snapshot(session: Session) -> bool:
    return not session.paused and session.kind != "side"
