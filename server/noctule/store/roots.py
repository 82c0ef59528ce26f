"""Every folder that a project is or was known by: its root, its worktrees, and the roots it had before it was moved."""

from pathlib import Path

from noctule.store.home import Home
from noctule.store.project import Project, Scope, read_record
from noctule.store.repository import worktrees_of


def roots_of(home: Home, project: Project, scope: Scope = "repository") -> tuple[Path, ...]:
    """The project's own root first, then its worktrees, then its former roots, which need not be there any more.

    Where each folder stands alone (`scope` is `folder`), a worktree is a project of its own.
    """
    worktrees = worktrees_of(project.root) if scope == "repository" else ()
    record = read_record(home, project.key)
    former = tuple(Path(root) for root in record.former_roots) if record is not None else ()
    return tuple(dict.fromkeys((project.root, *worktrees, *former)))
