"""By what an open project is known: every folder it is or was in, and what is recorded when it is first written to."""

import logging
from pathlib import Path

from noctule.errors import StorageError
from noctule.service.project import OpenProject, Projects
from noctule.service.uris import real
from noctule.store.adoption import left_projects
from noctule.store.project import Scope, note_root_commit, project_record, read_record
from noctule.store.root_commit import root_commit
from noctule.store.roots import roots_of

logger = logging.getLogger(__name__)

# A command does not wait for a long history; the server reads it in the background.
_COMMIT_SECONDS = 0.2


def project_roots(projects: Projects, opened: OpenProject) -> tuple[Path, ...]:
    """Its root, its worktrees, its former roots, and the folder that is open, where that lies inside."""
    scope: Scope = "folder" if opened.resolved.settings.project.scope == "folder" else "repository"
    known = roots_of(projects.places.home, opened.project, scope)
    return tuple(dict.fromkeys((*known, real(opened.root.path))))


def identify(projects: Projects, opened: OpenProject) -> None:
    """Records by what the project will be known again, if it is recorded at all. It may take seconds."""
    home, key = projects.places.home, opened.project.key
    record = read_record(home, key)
    if record is None:
        return
    # A remote may have come since.
    project_record(home, opened.project, projects.now())
    if record.root_commit is None:
        note_root_commit(home, key, root_commit(opened.project.root))


def has_left_projects(projects: Projects, opened: OpenProject) -> bool:
    """Whether any project is known that is not where it was: this one may be it."""
    return bool(left_projects(projects.places.home, opened.project))


def note_project(projects: Projects, opened: OpenProject) -> None:
    """Records a project that is written to for the first time, so that its memory is found again where it is moved.

    What was written is written: a record that cannot be made is only logged.
    """
    home, key = projects.places.home, opened.project.key
    if home.project_file(key).exists():
        return
    try:
        project_record(home, opened.project, projects.now())
        note_root_commit(home, key, root_commit(opened.project.root, _COMMIT_SECONDS))
    except StorageError as error:
        logger.warning("a project could not be recorded: %s", error.kind)
