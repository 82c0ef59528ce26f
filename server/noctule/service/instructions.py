"""The instruction files of a project's agents: AGENTS.md, CLAUDE.md and the person's global ones. Only ever read."""

import os
import stat
from pathlib import Path

from noctule.dataclass import dataclass
from noctule.errors import SettingsError
from noctule.service.project import OpenProject, Projects
from noctule.service.uris import real
from noctule.store.claude_code import config_folder
from noctule.store.location import expand
from noctule.store.remembered import seen_instructions

NAMES = ("AGENTS.md", "CLAUDE.md")
MOST_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class Instructions:
    """The files by path, as they are now; `gone` were there before; `problem` says what keeps them from being known."""

    files: dict[str, bytes]
    gone: tuple[str, ...] = ()
    problem: str | None = None


def read_instructions(projects: Projects, opened: OpenProject) -> Instructions:
    """Reads them, and remembers which there are. One that cannot be read, or is gone, is a problem. Never raises."""
    files: dict[str, bytes] = {}
    problem: str | None = None
    candidates = _candidates(projects, opened)
    for path, bound in candidates.items():
        try:
            data = _read(path, bound)
        except OSError as error:
            problem = problem or f"{path} cannot be read ({(error.strerror or str(error)).lower()})"
            data = None
        if data is not None and data not in files.values():
            files[str(path)] = data
    seen = seen_instructions(opened.folder.memories.state).all()
    gone = tuple(sorted({str(path) for path in candidates if _is_gone(path)} & seen))
    if gone:
        problem = problem or f"{gone[0]} was there before and is gone"
    return Instructions(files, gone, problem)


def _is_gone(path: Path) -> bool:
    try:
        return not path.exists()
    except OSError:
        return False  # nobody can tell


def promote_file(projects: Projects, opened: OpenProject) -> Path | None:
    """The file that profile items are promoted into, if one is named. Raises `SettingsError`."""
    named = opened.resolved.settings.promote.file.strip()
    if not named:
        return None
    places = projects.places
    return places.user_home / expand(named, places.environ, places.user_home)


def _candidates(projects: Projects, opened: OpenProject) -> dict[Path, Path | None]:
    """Each file with the folder that its content must lie in: a repository's link leads nowhere else."""
    found: dict[Path, Path | None] = {}
    for root in dict.fromkeys((opened.project.root, opened.root.path)):
        found |= {root / name: root for name in NAMES}
    places = projects.places
    found[config_folder(places.environ, places.user_home) / "CLAUDE.md"] = None
    try:
        promoted = promote_file(projects, opened)
    except SettingsError:
        promoted = None
    if promoted is not None:
        found[promoted] = None
    return found


def _read(path: Path, bound: Path | None) -> bytes | None:
    """The bytes, or None where there is no file. Raises OSError for whatever is there and cannot be read."""
    if not os.path.lexists(path):
        return None
    if bound is not None and not real(path).is_relative_to(real(bound)):
        raise OSError("it leads out of the project")
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError("it is no plain file")
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise OSError(f"it has more than {MOST_BYTES:,} bytes")
    return data
