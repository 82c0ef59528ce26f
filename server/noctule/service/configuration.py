"""The settings in force for a project: its layers read from where each lies, again only when a file changed."""

import threading
from collections.abc import Mapping
from pathlib import Path

from noctule.settings import (
    Layer,
    Resolved,
    SettingProblem,
    Source,
    layer_of,
    layer_of_environment,
    layer_of_file,
    resolve,
)

PROJECT_FILE = Path(".noctule") / "settings.json"

# A settings file larger than this is a mistake, and would be read on every change.
_MOST_BYTES = 1_000_000

# Resolved settings kept at a time: one a project, and whatever changed lately.
_MOST_KEPT = 64

_SWITCHED = {switch: Layer("state", {"enabled": switch}) for switch in (True, False)}

_Stamp = tuple[int, int, int] | None
# Of a file that we may not even look at.
_CLOSED: _Stamp = (0, 0, 0)


class Configuration:
    """Resolves settings for a project root. Thread-safe."""

    def __init__(self, user_file: Path, environ: Mapping[str, str]) -> None:
        self._lock = threading.Lock()
        self._user_file = user_file
        self._environment = layer_of_environment(environ)
        self._client = Layer("client", {})
        self._files: dict[Path, tuple[_Stamp, Layer]] = {}
        self._resolved: dict[tuple[int, ...], tuple[tuple[Layer, ...], Resolved]] = {}

    def set_client(self, section: object) -> tuple[SettingProblem, ...]:
        """Takes the editor's section `noctule` as the client's layer; gives what in it was not taken."""
        with self._lock:
            self._client = layer_of("client", section)
            return self._client.problems

    def resolved(self, root: Path, *, is_trusted: bool, switch: bool | None) -> Resolved:
        """The settings for the project at `root`. `switch` is what `enable` or `disable` recorded for it, if anything.

        The project's own file counts only where the workspace is trusted.
        """
        with self._lock:
            layers = [self._from_file("user", self._user_file)]
            if is_trusted:
                layers.append(self._from_file("project", root / PROJECT_FILE))
            if switch is not None:
                layers.append(_SWITCHED[switch])
            return self._resolve((*layers, self._client, self._environment))

    def _resolve(self, layers: tuple[Layer, ...]) -> Resolved:
        """As before, if these very layers were resolved before: each turn asks, and they hardly ever change."""
        key = tuple(map(id, layers))
        known = self._resolved.get(key)
        if known is None:
            if len(self._resolved) >= _MOST_KEPT:
                self._resolved.clear()
            # The layers are kept beside the answer, so that no id is given to another one.
            known = self._resolved[key] = (layers, resolve(layers))
        return known[1]

    def _from_file(self, source: Source, path: Path) -> Layer:
        stamp = _stamp_of(path)
        known = self._files.get(path)
        if known is None or known[0] != stamp:
            known = (stamp, _read(source, path, stamp))
            self._files[path] = known
        return known[1]


def settings_folder(path: Path, project_root: Path) -> Path:
    """The nearest folder from `path` up to the project's root that has settings of its own; `path` if none has."""
    real = path.resolve()
    if real.is_relative_to(project_root):
        for folder in (real, *real.parents):
            if _has_settings(folder):
                return folder
            if folder == project_root:
                break
    return path


def _has_settings(folder: Path) -> bool:
    try:
        return (folder / PROJECT_FILE).is_file()
    except OSError:
        return True  # they may be there, and reading them tells why they are not read


def _stamp_of(path: Path) -> _Stamp:
    try:
        facts = path.stat()
    except PermissionError:
        return _CLOSED
    except OSError:
        return None
    return facts.st_mtime_ns, facts.st_size, facts.st_ino


def _read(source: Source, path: Path, stamp: _Stamp) -> Layer:
    if stamp is None:
        return Layer(source, {})
    shown = path.name if source == "user" else PROJECT_FILE.as_posix()
    if stamp[1] > _MOST_BYTES:
        problem = f"{shown} is too large to be settings; it is not read."
        return Layer(source, {}, (SettingProblem(source, "", problem, "file"),))
    try:
        data = path.read_bytes()
    except OSError as error:
        problem = f"{shown} cannot be read ({error.strerror}). The defaults stand until it can."
        return Layer(source, {}, (SettingProblem(source, "", problem, "file"),))
    return layer_of_file(source, data, shown)
