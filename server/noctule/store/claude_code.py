"""Where Claude Code keeps the memory of a project: its folder names, which are lossy and only ever looked up."""

import json
from collections.abc import Mapping
from pathlib import Path

from noctule.store.looking import is_folder

_LONGEST = 200
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def folder_name(path: str) -> str:
    """Claude Code's name for a project path: every UTF-16 unit that is no ASCII letter or digit is a dash.

    Longer than 200 units, it is cut there and gets a hash of the whole path.
    """
    units = _utf16_units(path)
    name = "".join(chr(unit) if _is_plain(unit) else "-" for unit in units)
    return name if len(name) <= _LONGEST else f"{name[:_LONGEST]}-{_base36(abs(_hash32(units)))}"


def folder_names(path: str) -> tuple[str, ...]:
    """Every name under which a project's folder may be found, the right one first.

    Other tools that copy the rule count code points instead of units; VS Code names a drive in lower case.
    """
    spellings = [path]
    if path[1:2] == ":":
        spellings += [path[0].upper() + path[1:], path[0].lower() + path[1:]]
    names = [folder_name(each) for each in spellings]
    names += ["".join(letter if _is_plain(ord(letter)) else "-" for letter in each) for each in spellings]
    return tuple(dict.fromkeys(name for name in names if len(name) <= _LONGEST or name == names[0]))


def config_folder(environ: Mapping[str, str], user_home: Path) -> Path:
    """`CLAUDE_CONFIG_DIR`, else `~/.claude`."""
    named = environ.get("CLAUDE_CONFIG_DIR", "").strip()
    return user_home / named if named else user_home / ".claude"


def memory_folder(root: Path, environ: Mapping[str, str], user_home: Path) -> Path:
    """Where Claude Code keeps, or would keep, the memory of the project at `root`.

    Its setting `autoMemoryDirectory` moves it. A long path's folder is also known by its first 200 characters, since
    versions differ in the hash; where several begin so, none is guessed.
    """
    moved = moved_memory_folder(environ, user_home)
    if moved is not None:
        return moved
    projects = config_folder(environ, user_home) / "projects"
    for name in folder_names(str(root)):
        if is_folder(projects / name):
            return projects / name / "memory"
    name = folder_name(str(root))
    if len(name) > _LONGEST:
        cut = name[:_LONGEST]
        alike = [found for found in _folders_in(projects) if found.startswith(f"{cut}-")]
        if len(alike) == 1:
            return projects / alike[0] / "memory"
    return projects / name / "memory"


def moved_memory_folder(environ: Mapping[str, str], user_home: Path) -> Path | None:
    """The one folder that `autoMemoryDirectory` names for every project, or None."""
    return _moved_to(config_folder(environ, user_home) / "settings.json", user_home)


def _utf16_units(text: str) -> list[int]:
    data = text.encode("utf-16-le", "surrogatepass")
    return [int.from_bytes(data[at : at + 2], "little") for at in range(0, len(data), 2)]


def _is_plain(unit: int) -> bool:
    return unit < 128 and chr(unit).isalnum()


def _hash32(units: list[int]) -> int:
    value = 0
    for unit in units:
        value = (value * 31 + unit) & 0xFFFFFFFF
    return value - (1 << 32) if value >= 1 << 31 else value


def _base36(number: int) -> str:
    digits = ""
    while number:
        number, rest = divmod(number, 36)
        digits = _DIGITS[rest] + digits
    return digits or "0"


def _moved_to(settings: Path, user_home: Path) -> Path | None:
    try:
        values = json.loads(settings.read_bytes())
    except (OSError, ValueError):
        return None
    named = values.get("autoMemoryDirectory") if isinstance(values, dict) else None
    if not isinstance(named, str) or not named.strip():
        return None
    path = Path(f"{user_home}{named[1:]}" if named.startswith("~/") else named)
    return path if path.is_absolute() else None


def _folders_in(folder: Path) -> list[str]:
    try:
        return [entry.name for entry in folder.iterdir() if entry.is_dir()]
    except OSError:
        return []
