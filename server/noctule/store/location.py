"""Which folder holds a project's memories: our own, Claude Code's, or one that the person names."""

import os
import re
from collections.abc import Mapping
from pathlib import Path

from noctule.errors import SettingsError
from noctule.regex import regex
from noctule.store import claude_code
from noctule.store.home import Home
from noctule.store.project import Project
from noctule.store.repository import common_root

OWN = "own"
CLAUDE_CODE = "claude-code"

_VARIABLE = regex(r"\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))|%([A-Za-z_]\w*)%")


def resolve_memory_folder(
    home: Home,
    project: Project,
    location: str,
    override: str | None,
    environ: Mapping[str, str],
    user_home: Path,
) -> Path:
    """The memory folder of `project`, an absolute path; nothing is made.

    `location` is `own`, `claude-code` or a path, relative to the project's root, with `~` and variables expanded.
    `override` (what `NOCTULE_MEMORY_DIR` says) goes before it; empty counts as not set. Raises SettingsError where
    the path is a file, is the home or a disk's root itself, or names a variable that is not set.
    """
    named = (override or "").strip() or location.strip()
    if named in ("", OWN):
        return home.memory_dir(project.key)
    if named == CLAUDE_CODE:
        # Claude Code goes by the repository, also where each of its folders stands alone with us.
        return claude_code.memory_folder(common_root(project.root) or project.root, environ, user_home)
    folder = project.root / expand(named, environ, user_home)
    if ".." in folder.parts:
        folder = Path(os.path.realpath(folder))  # only the disk knows what lies above a link
    _check_is_usable(folder, user_home)
    return folder


def expand(text: str, environ: Mapping[str, str], user_home: Path, what: str = "The memory folder") -> str:
    """`~` at the start, `$NAME`, `${NAME}` and, on Windows, `%NAME%`.

    Raises SettingsError for one that is not set; `what` says what names it.
    """

    def value(found: re.Match[str]) -> str:
        name = found[1] or found[2] or found[3]
        if found[3] and os.name != "nt":
            return found[0]
        if name not in environ:
            raise SettingsError(f"{what} names the variable {name}, which is not set.")
        return environ[name]

    expanded = _VARIABLE.sub(value, text)
    if expanded == "~" or expanded.startswith(("~/", "~\\")):
        return f"{user_home}{expanded[1:]}"
    return expanded


def _check_is_usable(folder: Path, user_home: Path) -> None:
    if folder in (folder.parent, user_home):
        raise SettingsError(f"{folder} cannot be a memory folder: every file in it would be one. Name a folder in it.")
    if folder.exists() and not folder.is_dir():
        raise SettingsError(f"{folder} is a file. The location of memories must be a folder.")
