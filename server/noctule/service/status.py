"""The state of a project: what a status bar shows and `noctule status` prints."""

from collections import Counter
from datetime import timedelta
from pathlib import Path

from noctule import __version__
from noctule.checks.folder import folder_facts
from noctule.errors import StorageError
from noctule.memories.index_cut import truncate
from noctule.memories.names import INDEX_NAME
from noctule.service.project import OpenProject, Projects
from noctule.service.reading import findings_of
from noctule.service.sessions import Sessions
from noctule.service.uris import uri_of
from noctule.service.values import FileCounts, IndexFacts, Status

# Sessions seen within this time are shown as running.
_RUNNING = timedelta(hours=1)


class Reporting:
    """The use case of `status`. Never raises for a state of the disk: what is wrong is in the answer."""

    def __init__(self, projects: Projects, sessions: Sessions) -> None:
        self._projects = projects
        self._sessions = sessions
        self._watching: dict[Path, str] = {}

    def note_watching(self, folder: Path, mode: str) -> None:
        """How the folder is watched: `events` or `polling`."""
        self._watching[folder] = mode

    def status(self, workspace_uri: str | None = None) -> Status:
        """Raises `WorkspaceError`s, and `SettingsError` for a memory folder that cannot be. Makes nothing on disk."""
        opened = self._projects.open(workspace_uri)
        problems = [problem.message for problem in opened.resolved.problems]
        files, index, findings, trouble = self._look(opened) if opened.is_enabled else (None, None, {}, None)
        problems += [trouble] if trouble else []
        health = "error" if trouble else "warning" if problems or (index and index.truncated) else "ok"
        since = self._projects.now() - _RUNNING
        return Status(
            enabled=opened.is_enabled,
            enabled_by=opened.resolved.origin("enabled"),
            workspace_uri=opened.workspace_uri,
            project_key=opened.project.key,
            folder_uri=uri_of(opened.folder.path),
            folder_exists=opened.folder.memories.exists(),
            health=health,
            message=_message(opened, files, index, problems),
            files=files,
            index=index,
            sessions=self._sessions.rows(opened, seen_since=since),
            findings=findings,
            problems=tuple(problems),
            last_dream=None,
            next_gate=None,
            held=0,
            watching=self._watching.get(opened.folder.path, "off"),
            version=__version__,
        )

    def _look(self, opened: OpenProject) -> tuple[FileCounts | None, IndexFacts | None, dict[str, int], str | None]:
        """Counts, index, findings by severity, and what is wrong with the folder, if anything is."""
        catalogue = opened.folder.catalogue
        try:
            entries = catalogue.refresh()
            text = catalogue.index_text()
            severities = Counter(finding.severity for finding in findings_of(catalogue))
        except StorageError as error:
            return None, None, {}, str(error)
        facts = folder_facts(entries, text)
        unreadable = sum(not entry.is_readable for entry in entries.values())
        counts = FileCounts(facts.files, facts.indexed, facts.unindexed, facts.dangling, unreadable)
        return counts, _index_facts(opened, text), dict(sorted(severities.items())), None


def _index_facts(opened: OpenProject, text: str | None) -> IndexFacts:
    cut = truncate(text or "")
    return IndexFacts(
        memory_uri=opened.folder.uri(INDEX_NAME),
        exists=text is not None,
        lines=cut.lines,
        chars=cut.chars,
        shown_lines=cut.shown_lines,
        truncated=cut.truncated,
        hidden=tuple(line.target or line.raw for line in cut.hidden),
    )


def _message(opened: OpenProject, files: FileCounts | None, index: IndexFacts | None, problems: list[str]) -> str:
    """One sentence for a person: the worst thing first."""
    if not opened.is_enabled:
        return f"Memory is off for {opened.project.name} ({opened.resolved.origin('enabled')})."
    if problems:
        return problems[-1]
    if index is not None and index.truncated:
        return f"{INDEX_NAME} is too long: {index.shown_lines} of {index.lines} lines are shown to agents."
    count = files.files if files else 0
    known = "1 memory" if count == 1 else f"{count:,} memories"
    loose = f", {files.unindexed:,} not in the index" if files and files.unindexed and index and index.exists else ""
    return f"{opened.project.name}: {known}{loose}."
