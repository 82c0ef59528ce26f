"""Every folder that an open project is or was known by, for whoever looks for what other tools keep of it."""

from pathlib import Path

from noctule.service.project import OpenProject, Projects
from noctule.service.uris import real
from noctule.store.project import Scope
from noctule.store.roots import roots_of


def project_roots(projects: Projects, opened: OpenProject) -> tuple[Path, ...]:
    """Its root, its worktrees, its former roots, and the folder that is open, where that lies inside."""
    scope: Scope = "folder" if opened.resolved.settings.project.scope == "folder" else "repository"
    known = roots_of(projects.places.home, opened.project, scope)
    return tuple(dict.fromkeys((*known, real(opened.root.path))))
