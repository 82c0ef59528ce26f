"""Held memories: which wait for a person's word, and the word that one may be shown to agents."""

from noctule.errors import NotFound
from noctule.service.project import OpenProject, Projects
from noctule.service.values import HeldRow, WriteAnswer
from noctule.store.files import counts


class Accepting:
    """The use case of `accept` for memories. What is accepted stays so until a hand that is not ours changes it."""

    def __init__(self, projects: Projects) -> None:
        self._projects = projects

    def accept(self, memory_uri: str, workspace_uri: str | None = None) -> WriteAnswer:
        """Has the memory shown from now on, or in an index the lines that were left out; nothing is written.

        Raises `WorkspaceError`s, `Disabled`, `PathRefused`, `NotFound` where nothing is held of it, `StorageError`s.
        """
        opened = self._projects.open(workspace_uri).require_enabled()
        path = self._projects.relative(opened, memory_uri)
        if not counts(path):
            raise NotFound(f"{path} is no memory: a memory is a .md file that is not hidden.")
        opened.folder.withholding.accept(path)
        opened.folder.note_changed()
        return WriteAnswer("accepted", opened.folder.uri(path))


def held_memories(opened: OpenProject) -> tuple[HeldRow, ...]:
    """The held memories of a project, by path. Raises `FolderUnreadable`."""
    entries = opened.folder.catalogue.refresh()
    return tuple(
        HeldRow(
            held=path,
            kind="memory",
            at=hold.at,
            by="outside",
            session_id=None,
            verdict="unreviewed",
            reason=hold.reason,
            target="project",
            name=entries[path].memory.name,
            text=entries[path].memory.body,
            merged=None,
            memory_uri=opened.folder.uri(path),
            related=(),
            choices=("accept",),
        )
        for path, hold in sorted(opened.folder.withholding.held().items())
        if path in entries
    )
