"""What a dream reads of the past: the sessions since the last one that do not run any more, as a digest."""

from datetime import datetime, timedelta
from pathlib import Path

from noctule.dataclass import dataclass
from noctule.dream.gates import believable
from noctule.dream.lock import DreamLock
from noctule.service.project import OpenProject, Projects
from noctule.service.transcripts import TranscriptRow, Transcripts, row_of
from noctule.service.uris import real
from noctule.transcripts.digest import Digest, digest
from noctule.transcripts.message import SessionRef
from noctule.transcripts.readers import reader_of
from noctule.transcripts.touched import Running, for_dream, main_touched

# A session that was not seen for so long is no longer held to be at work, though nobody ended it.
_ACTIVE_WITHIN = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class DigestAnswer:
    """The digest's text, "" where there is nothing to read. `since` is the time from which sessions count, null where
    the folder was never dreamt over; `left_out` are those that had no room.
    """

    text: str
    bytes: int
    budget_bytes: int
    since: datetime | None
    sessions: tuple[TranscriptRow, ...]
    left_out: tuple[TranscriptRow, ...]


class Digesting:
    """Raises what `Transcripts` raises."""

    def __init__(self, projects: Projects, transcripts: Transcripts) -> None:
        self._projects = projects
        self._transcripts = transcripts

    def show(self, workspace_uri: str | None = None, *, since: datetime | None = None) -> DigestAnswer:
        """What a dream would read now; with `since`, of the sessions touched since then."""
        opened = self._projects.open(workspace_uri).require_enabled()
        if since is None:
            last = DreamLock(opened.folder.path, opened.folder.memories.state).last()
            since = believable(last, self._projects.now())
        made = self.digest(opened, since)
        return DigestAnswer(
            text=made.text,
            bytes=len(made.text.encode()),
            budget_bytes=opened.resolved.settings.dream.transcript_budget_bytes,
            since=since,
            sessions=tuple(map(row_of, made.covered)),
            left_out=tuple(map(row_of, made.left_out)),
        )

    def digest(self, opened: OpenProject, since: datetime | None) -> Digest:
        """The digest of the sessions touched since then, None for all, within the setting's budget."""
        found = self._transcripts.found(opened, since=since)
        chosen = for_dream(found, since, self._running(opened, found))
        budget = opened.resolved.settings.dream.transcript_budget_bytes
        return digest(chosen, reader_of, budget, self._put_in)

    def main_touched(self, opened: OpenProject, since: datetime | None) -> int:
        """How many main sessions were touched since then, of all sources, running ones left out."""
        found = self._transcripts.found(opened, since=since)
        return main_touched(found, since, self._running(opened, found))

    def _running(self, opened: OpenProject, found: list[SessionRef]) -> Running:
        """Those that are active here, by their ids or by the transcripts that their clients named."""
        now = self._projects.now()
        seen = self._projects.state.sessions.all(folder=opened.folder.key, seen_since=now - _ACTIVE_WITHIN)
        going = [session for session in seen if session.ended is None]
        files = {real(Path(session.transcript)) for session in going if session.transcript}
        active = {session.id for session in going} | {ref.id for ref in found if files and real(ref.path) in files}
        idle = timedelta(milliseconds=opened.resolved.settings.dream.idle_delay_ms)
        return Running(now, idle, frozenset(active))

    def _put_in(self, ref: SessionRef) -> tuple[str, ...]:
        """The snapshot that the session was given, where its client put that among what was said."""
        snapshot = self._projects.state.sessions.snapshot(ref.id)
        text = snapshot.text.decode("utf-8", "replace").strip() if snapshot is not None else ""
        return (text,) if text else ()
