"""What the machine is like: asked once, and handed to those who judge by it."""

import importlib.util
import os
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

from noctule.dataclass import dataclass
from noctule.store.system_events import events_trouble

_MOUNTS = Path("/proc/self/mounts")


@dataclass(frozen=True, slots=True)
class Machine:
    """What a doctor asks of the system. `program` is the file by which a shell starts this Noctule, None for one that
    an editor has started, which has found it then.

    `which` finds a program as the person's shell would; `version_of` asks one for its version, None where it has none
    to tell; `filesystem` names the kind of disk, "" where the system does not say.
    """

    encoding: str
    program: Path | None
    which: Callable[[str], Path | None]
    may_write: Callable[[Path], bool]
    free_bytes: Callable[[Path], int]
    filesystem: Callable[[Path], str]
    watch_trouble: Callable[[Path], str | None]
    has_module: Callable[[str], bool]
    version_of: Callable[[Path], str | None]


def this_machine(
    environ: Mapping[str, str],
    *,
    encoding: str = "utf-8",
    program: Path | None = None,
    version_of: Callable[[Path], str | None] = lambda _: None,
) -> Machine:
    return Machine(
        encoding=encoding,
        program=program,
        which=lambda name: _which(name, environ),
        may_write=may_write,
        free_bytes=free_bytes,
        filesystem=filesystem,
        watch_trouble=events_trouble,
        has_module=lambda name: importlib.util.find_spec(name) is not None,
        version_of=version_of,
    )


def nearest(path: Path) -> Path:
    """The path itself if it is there, else the nearest folder above it that is."""
    return next((one for one in (path, *path.parents) if os.path.exists(one)), path)  # noqa: PTH110  it raises nothing


def may_write(path: Path) -> bool:
    """Whether this process may write there, or make it where it is not there yet."""
    found = nearest(path)
    return os.access(found, os.W_OK | (os.X_OK if found.is_dir() else 0))


def free_bytes(path: Path) -> int:
    return shutil.disk_usage(nearest(path)).free


def filesystem(path: Path) -> str:
    """The kind of the disk that a path lies on, as Linux names it."""
    try:
        lines = _MOUNTS.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return ""
    return mounted_kind(lines, os.path.realpath(path))


def mounted_kind(lines: list[str], path: str) -> str:
    """The kind of the innermost mount that `path` lies in; the last of several on one folder counts."""
    best, kind = "", ""
    for line in lines:
        _, _, rest = line.partition(" ")
        point, _, after = rest.partition(" ")
        point = point.replace("\\040", " ").rstrip("/")
        if (path == point or path.startswith(f"{point}/")) and len(point) >= len(best):
            best, kind = point, after.partition(" ")[0]
    return kind


def _which(name: str, environ: Mapping[str, str]) -> Path | None:
    found = shutil.which(name, path=environ.get("PATH", ""))
    return Path(found) if found else None
