"""By what an open project is known: every folder it is or was in, and what is recorded when it is first written to."""

import logging
from pathlib import Path

from noctule.errors import StorageError
from noctule.service.project import OpenProject, Projects
from noctule.service.uris import real
from noctule.store.project import Scope, note_root_commit, project_record
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
