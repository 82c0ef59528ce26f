"""Finds what VS Code keeps of a workspace: the storage folders whose `workspace.json` names a folder of the project."""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from noctule.errors import SettingsError
from noctule.settings.jsonc import parse
from noctule.transcripts.belonging import is_of_project
from noctule.transcripts.files import folders
from noctule.transcripts.message import Places
from noctule.transcripts.records import object_in, objects_in, text_in

# VS Code and the editors made from it, as their folders are called.
_EDITORS = ("Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf")
_MOST_BYTES = 1_000_000
_DRIVE = re.compile(r"^/[A-Za-z]:")


def workspace_storages(places: Places) -> Iterator[tuple[Path, str]]:
    """Each storage folder of the project, once, with the project's folder that its workspace holds.

    The client names its own; without one the editors' usual places are looked in, and what each folder says of itself
    decides.
    """
    seen: set[str] = set()
    for folder in _candidates(places):
        real = os.path.realpath(folder)
        if real in seen:
            continue
        seen.add(real)
        cwd = next((one for one in _workspace_folders(folder) if is_of_project(one, places.roots)), None)
        if cwd is not None:
            yield folder, cwd


def _candidates(places: Places) -> Iterator[Path]:
    for named in (*places.storage, *places.others):
        # A client may name the folder of its own extension, which lies inside.
        yield from (named, named.parent)
        for inner in (named, named / "workspaceStorage", named / "User" / "workspaceStorage"):
            yield from folders(inner)
    for user in _user_folders(places.environ, places.user_home):
        yield from folders(user / "workspaceStorage")


def _user_folders(environ: Mapping[str, str], user_home: Path) -> Iterator[Path]:
    config = environ.get("XDG_CONFIG_HOME", "").strip()
    roaming = environ.get("APPDATA", "").strip()
    bases = [
        Path(config) if config else user_home / ".config",
        user_home / "Library" / "Application Support",
        *([Path(roaming)] if roaming else []),
    ]
    return (base / editor / "User" for base in bases for editor in _EDITORS)


def _workspace_folders(storage: Path) -> Sequence[str]:
    """The folders of the workspace: its one, or those that its `.code-workspace` file lists."""
    said = _read(storage / "workspace.json")
    if folder := _path_of(text_in(said.get("folder"))):
        return (folder,)
    workspace = _path_of(text_in(said.get("workspace")))
    if not workspace:
        return ()
    base = Path(workspace).parent
    listed = objects_in(_read(Path(workspace)).get("folders"))
    return [_path_of(text_in(one.get("uri"))) or str(base / text_in(one.get("path"))) for one in listed]


def _read(path: Path) -> Mapping[str, Any]:
    try:
        with path.open("rb") as file:
            return object_in(parse(file.read(_MOST_BYTES)))
    except (OSError, SettingsError, ValueError):
        return {}


def _path_of(uri: str) -> str:
    """The path of a `file:` URI, "" for any other: a folder on another machine is not this one."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return ""
    if parts.scheme != "file" or parts.netloc not in ("", "localhost"):
        return ""
    path = unquote(parts.path)
    return path[1:] if _DRIVE.match(path) else path
