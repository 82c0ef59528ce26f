"""Reading use cases: list, read and check the memories of a project."""

from collections.abc import Iterator, Mapping

from noctule.checks.finding import Finding
from noctule.errors import NotFound, UnknownType
from noctule.memories.index_lines import parse_index
from noctule.memories.links import paths_by_key
from noctule.memories.memory import MEMORY_TYPES
from noctule.memories.names import path_key
from noctule.memories.text import decode
from noctule.service.catalogue import Entry, read_entry
from noctule.service.open_folder import OpenFolder
from noctule.service.project import OpenProject, Projects
from noctule.service.rows import FindingAt, MemoryRow, MemoryText
from noctule.service.workspace_files import workspace_of
from noctule.store.files import counts, stat_file
from noctule.store.holds import Hold
from noctule.store.ledger import RecallCount


class Reading:
    """Answers from the disk as it is now. Raises `WorkspaceError`s, `Disabled`, `FolderUnreadable`."""

    def __init__(self, projects: Projects) -> None:
        self._projects = projects

    def list(
        self,
        workspace_uri: str | None = None,
        *,
        type: str | None = None,
        held: bool | None = None,
        with_findings: bool = True,
    ) -> tuple[MemoryRow, ...]:
        """The memories in the index's order, then by name; with `held`, only those that are held, or that are not.

        Their findings are those of form and place; what the texts say is looked at by `check`. Raises `UnknownType`
        for a type that is none.
        """
        if type is not None and type not in MEMORY_TYPES:
            raise UnknownType(f"There is no type `{type[:40]}`: a memory is one of {', '.join(MEMORY_TYPES)}.")
        opened = self._projects.open(workspace_uri).require_enabled()
        found = opened.folder.catalogue.refresh()
        counts = self._projects.state.ledger.recalls(opened.folder.key)
        findings: dict[str, list[FindingAt]] = {}
        for one in opened.folder.catalogue.form_findings() if with_findings else ():
            findings.setdefault(one.path, []).append(finding_at(opened.folder, one))
        holds = opened.folder.withholding.held()
        order = _in_order(opened.folder.catalogue.index().text, found)
        rows = [
            _row(opened, found[path], counts.get(path), tuple(findings.get(path, ())), holds.get(path))
            for path in order
            if held is None or held == (path in holds)
        ]
        return tuple(row for row in rows if type is None or row.type == type)

    def read(self, memory_uri: str, workspace_uri: str | None = None) -> MemoryText:
        """One memory, or the index, as text. Raises `PathRefused`, `NotFound`, `StorageError`."""
        opened = self._open_for(memory_uri, workspace_uri)
        path = self._projects.relative(opened, memory_uri)
        if not counts(path):
            raise NotFound(f"{path} is no memory: a memory is a .md file that is not hidden.")
        text = decode(opened.folder.memories.read(path)).text
        stat = stat_file(opened.folder.path, path)
        if stat is None:
            raise NotFound(f"There is no memory {path}.")
        entry = read_entry(opened.folder.memories, stat)
        count = self._projects.state.ledger.recalls(opened.folder.key).get(path)
        # Its own findings, and those of its place: what all the others say is not looked at for one.
        catalogue = opened.folder.catalogue
        workspace = workspace_of(opened.root.path)
        placed = [one for one in catalogue.form_findings() if one.path == path and one not in entry.findings]
        findings = tuple(finding_at(opened.folder, one) for one in (*placed, *catalogue.findings_of(path, workspace)))
        hold = opened.folder.withholding.held().get(path)
        return MemoryText(opened.folder.uri(path), text, _row(opened, entry, count, findings, hold))

    def check(self, memory_uri: str | None = None, workspace_uri: str | None = None) -> tuple[FindingAt, ...]:
        """The findings of the whole folder, the index's first, and of the profile, or those of one file in either."""
        from noctule.service.profile import caps_of, check_profile

        opened = self._open_for(memory_uri, workspace_uri)
        folder = self._projects.profile(opened)
        of_profile = check_profile(folder.memories, caps_of(opened.resolved.settings))
        if memory_uri is None:
            own = [one for _, one in self._findings(opened)]
            return (*own, *(finding_at(folder, one) for one in of_profile))
        path = self._projects.relative_or_none(opened, memory_uri)
        if path is not None:
            return tuple(one for at, one in self._findings(opened) if at == path)
        file = folder.relative(memory_uri, self._projects.places.user_home)
        return tuple(finding_at(folder, one) for one in of_profile if one.path == file)

    def _findings(self, opened: OpenProject) -> Iterator[tuple[str, FindingAt]]:
        for one in opened.folder.catalogue.findings(workspace_of(opened.root.path)):
            yield one.path, finding_at(opened.folder, one)

    def _open_for(self, memory_uri: str | None, workspace_uri: str | None) -> OpenProject:
        """The project named, else the one whose memory folder holds the file, else the only one there is."""
        roots = self._projects.workspaces.roots
        if workspace_uri is None and memory_uri is not None and len(roots) > 1:
            for root in roots:
                opened = self._projects.open_root(root)
                if self._projects.relative_or_none(opened, memory_uri) is not None:
                    return opened.require_enabled()
        return self._projects.open(workspace_uri).require_enabled()


def finding_at(folder: OpenFolder, finding: Finding) -> FindingAt:
    uri = folder.uri(finding.path)
    return FindingAt(uri, finding.code, finding.severity, finding.start, finding.end, finding.message)


def _in_order(index_text: str | None, found: Mapping[str, Entry]) -> list[str]:
    """Paths in the order of the index, then by name."""
    known = paths_by_key(found)
    targets = [line.target for line in parse_index(index_text or "").entries if line.target]
    listed = dict.fromkeys(path for target in targets if (path := known.get(path_key(target))) is not None)
    rest = sorted((path for path in found if path not in listed), key=lambda path: (found[path].memory.name, path))
    return [*listed, *rest]


def _row(
    opened: OpenProject,
    entry: Entry,
    count: RecallCount | None,
    findings: tuple[FindingAt, ...],
    hold: Hold | None,
) -> MemoryRow:
    memory = entry.memory
    return MemoryRow(
        memory_uri=opened.folder.uri(memory.path),
        path=memory.path,
        name=memory.name,
        description=memory.description,
        type=memory.type,
        modified=entry.modified,
        bytes=entry.stat.size,
        recalls=count.count if count else 0,
        last_recalled=count.last if count else None,
        findings=findings,
        held=hold.reason if hold is not None else None,
        pinned=memory.pinned,
    )
