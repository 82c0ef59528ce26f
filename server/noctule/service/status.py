"""The state of a project: what a status bar shows and `noctule status` prints."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import timedelta
from pathlib import Path

from noctule import __version__
from noctule.checks.folder import folder_facts
from noctule.dataclass import dataclass, field
from noctule.errors import StorageError
from noctule.memories.index_cut import truncate
from noctule.memories.names import INDEX_NAME
from noctule.service.catalogue import IndexFile
from noctule.service.dream.facts import last_of_all, next_gate
from noctule.service.history import history_problems
from noctule.service.profile import profile_problems
from noctule.service.project import OpenProject, Projects
from noctule.service.sessions import Sessions
from noctule.service.uris import uri_of
from noctule.service.values import FileCounts, IndexFacts, Status

# Sessions seen within this time are shown as running.
_RUNNING = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class _Sight:
    """What a folder shows when it is looked at; `trouble` is what cannot be read of it."""

    files: FileCounts | None = None
    index: IndexFacts | None = None
    findings: Mapping[str, int] = field(default_factory=dict)
    trouble: str | None = None

    @property
    def is_in_order(self) -> bool:
        """Whether all memories can be read and are in the index, and the index fits and leads nowhere else."""
        if self.files is None or self.index is None:
            return True
        return not (self.files.unindexed or self.files.dangling or self.files.unreadable or self.index.truncated)


class Reporting:
    """The use case of `status`. Never raises for a state of the disk: what is wrong is in the answer."""

    def __init__(self, projects: Projects, sessions: Sessions) -> None:
        self._projects = projects
        self._sessions = sessions
        self._watching: dict[Path, tuple[str, str]] = {}

    def note_watching(self, folder: Path, mode: str, reason: str = "") -> None:
        """How the folder is watched: `events`, or `polling` and why."""
        self._watching[folder] = mode, reason

    def status(self, workspace_uri: str | None = None) -> Status:
        """Raises `WorkspaceError`s, and `SettingsError` for a memory folder that cannot be. Makes nothing on disk."""
        opened = self._projects.open(workspace_uri)
        sight = _look(opened) if opened.is_enabled else _Sight()
        problems = [problem.message for problem in opened.resolved.problems]
        problems += [sight.trouble] if sight.trouble else []
        problems += history_problems(opened.folder) if opened.is_enabled else []
        problems += profile_problems(self._projects.profile(opened).memories) if opened.is_enabled else []
        watching, no_events = self._watching.get(opened.folder.path, ("off", ""))
        problems += [f"What other programs change is seen up to a second late: {no_events}."] if no_events else []
        since = self._projects.now() - _RUNNING
        may_dream = opened.is_enabled and opened.folder.memories.exists()
        return Status(
            enabled=opened.is_enabled,
            enabled_by=opened.resolved.origin("enabled"),
            workspace_uri=opened.workspace_uri,
            project_key=opened.project.key,
            folder_uri=uri_of(opened.folder.path),
            folder_exists=opened.folder.memories.exists(),
            profile_uri=uri_of(self._projects.profile(opened).path),
            health="error" if sight.trouble else "ok" if sight.is_in_order and not problems else "warning",
            message=_message(opened, sight, problems),
            files=sight.files,
            index=sight.index,
            sessions=self._sessions.rows(opened, seen_since=since),
            findings=dict(sight.findings),
            problems=tuple(problems),
            last_dream=last_of_all(opened, self._projects.now()) if may_dream else None,
            next_gate=next_gate(self._projects, opened) if may_dream else None,
            auto_dreams=opened.is_enabled and opened.resolved.settings.dream.enabled,
            held=_held(opened),
            watching=watching,
            version=__version__,
        )


def _held(opened: OpenProject) -> int:
    """How many proposals, memories and dreams wait for a person's word."""
    from noctule.store.held_dreams import HeldDreams
    from noctule.store.proposals import Proposals

    if not opened.is_enabled:
        return 0
    try:
        state = opened.folder.memories.state
        waiting = len(Proposals(state).all()) + len(opened.folder.withholding.held())
        return waiting + len(HeldDreams(state).ids())
    except StorageError:
        return 0


def _look(opened: OpenProject) -> _Sight:
    catalogue = opened.folder.catalogue
    try:
        entries = catalogue.refresh()
        severities = Counter(finding.severity for finding in catalogue.form_findings())
    except StorageError as error:
        return _Sight(trouble=str(error))
    index = catalogue.index()
    facts = folder_facts(entries, index.text)
    unreadable = sum(not entry.is_readable for entry in entries.values())
    counts = FileCounts(facts.files, facts.indexed, facts.unindexed, facts.dangling, unreadable)
    return _Sight(counts, _index_facts(opened, index), dict(sorted(severities.items())), index.error)


def _index_facts(opened: OpenProject, index: IndexFile) -> IndexFacts:
    cut = truncate(index.text or "")
    return IndexFacts(
        memory_uri=opened.folder.uri(INDEX_NAME),
        exists=index.text is not None or index.error is not None,
        lines=cut.lines,
        chars=cut.chars,
        shown_lines=cut.shown_lines,
        truncated=cut.truncated,
        hidden=tuple(line.target or line.raw for line in cut.hidden),
        error=index.error,
    )


def _message(opened: OpenProject, sight: _Sight, problems: Sequence[str]) -> str:
    """One sentence for a person: the worst thing first."""
    if not opened.is_enabled:
        return f"Memory is off for {opened.project.name} ({opened.resolved.origin('enabled')})."
    if sight.trouble or problems:
        return sight.trouble or problems[-1]
    files, index = sight.files, sight.index
    if index is not None and index.truncated:
        return f"{INDEX_NAME} is too long: {index.shown_lines} of {index.lines} lines are shown to agents."
    count = files.files if files else 0
    known = "1 memory" if count == 1 else f"{count:,} memories"
    loose = f", {files.unindexed:,} not in the index" if files and files.unindexed else ""
    astray = f", {_lines(files.dangling)} nowhere" if files and files.dangling else ""
    broken = f", {files.unreadable:,} cannot be read" if files and files.unreadable else ""
    return f"{opened.project.name}: {known}{loose}{astray}{broken}."


def _lines(count: int) -> str:
    return "1 index line leads" if count == 1 else f"{count:,} index lines lead"
