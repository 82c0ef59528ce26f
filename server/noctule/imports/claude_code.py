"""Claude Code's memory of a project: one folder a repository, under a name that is made of the repository's path."""

from pathlib import Path

from noctule.imports.source import Places, Source, folders_in, unique
from noctule.store.claude_code import config_folder, memory_folder, moved_memory_folder
from noctule.store.looking import is_folder
from noctule.store.repository import common_root


def _folders(places: Places) -> tuple[Path, ...]:
    """It goes by the repository's root, and older versions by the folder they were started in."""
    roots = [root for place in places.roots for root in (common_root(place) or place, place)]
    return unique([memory_folder(root, places.environ, places.user_home) for root in dict.fromkeys(roots)])


def _all_folders(places: Places) -> tuple[Path, ...]:
    moved = moved_memory_folder(places.environ, places.user_home)
    if moved is not None:
        return (moved,)
    projects = config_folder(places.environ, places.user_home) / "projects"
    return tuple(project / "memory" for project in folders_in(projects) if is_folder(project / "memory"))


def _transcripts(places: Places, folder: Path) -> Path | None:
    """They lie beside the memory folder, unless that was moved and serves every project."""
    return None if folder == moved_memory_folder(places.environ, places.user_home) else folder.parent


SOURCE = Source(
    id="claude-code", label="Claude Code", folders=_folders, all_folders=_all_folders, transcripts=_transcripts
)
