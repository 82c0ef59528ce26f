"""All findings about a folder in one call, as the checks find them that are kept up to date."""

from collections.abc import Collection, Mapping

from noctule.checks.clashes import conflict_copies
from noctule.checks.finding import Finding
from noctule.checks.incremental import FolderChecks
from noctule.checks.workspace import Workspace
from noctule.memories.memory import Memory


def check_folder(
    files: Mapping[str, Memory],
    index_text: str | None,
    others: Collection[str] = (),
    workspace: Workspace | None = None,
) -> list[Finding]:
    """Index first, then the memories by path. `others` are paths that are no memories."""
    checks = FolderChecks(workspace)
    checks.put_index(index_text)
    checks.put_all(files.values())
    return [*checks.all(), *conflict_copies(others)]
