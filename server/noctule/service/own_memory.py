"""Whether an agent keeps a memory of its own beside ours, and what that means."""

import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

from noctule.errors import SettingsError
from noctule.settings.jsonc import parse
from noctule.store.claude_code import config_folder
from noctule.store.location import CLAUDE_CODE

_SETTINGS = {"settings.json", "settings.local.json"}
_ON = {"1", "true", "yes", "on"}
_COPILOTS = ("github.copilot.chat.copilotMemory.enabled", "github.copilot.chat.tools.memory.enabled")
_EDITORS = ("Code", "Code - Insiders", "VSCodium")


def own_memory(agent: str, environ: Mapping[str, str], user_home: Path, root: Path, location: str) -> str | None:
    """A sentence or two for the person, or None where the agent's own memory is off as far as its settings tell."""
    if agent == "claude-code":
        return _claude_codes(location) if _claude_code_remembers(environ, user_home, root) else None
    return _copilots() if _copilot_remembers(environ, user_home) else None


def _claude_codes(location: str) -> str:
    if location.strip() == CLAUDE_CODE:
        return (
            "Claude Code's own memory is on as well, and the two work on one folder: what Claude Code writes there is "
            "recalled, checked, dreamt over and can be undone. Claude Code loads the index itself too."
        )
    return (
        "Claude Code's own memory is on as well: it keeps memories in a folder of its own, which Noctule does not "
        'show. Set `location` to "claude-code" and the two work on one folder (recall, dreams, checks and undo for '
        'what Claude Code writes), or switch its own off with "autoMemoryEnabled": false in its settings; '
        "`noctule import claude-code` brings in what it has."
    )


def _copilots() -> str:
    return (
        "Copilot's own memory is on as well: it keeps facts of its own, which Noctule neither sees nor changes. "
        "Switch one of the two off if they tell Copilot different things."
    )


def _claude_code_remembers(environ: Mapping[str, str], user_home: Path, root: Path) -> bool:
    """It is on, where Claude Code is, unless it was switched off; the nearest file decides."""
    if not _claude_code_is_here(environ, user_home):
        return False
    if environ.get("CLAUDE_CODE_DISABLE_AUTO_MEMORY", "").strip().lower() in _ON:
        return False
    files = (
        root / ".claude" / "settings.local.json",
        root / ".claude" / "settings.json",
        config_folder(environ, user_home) / "settings.json",
    )
    said = _first_said(files, ("autoMemoryEnabled",))
    return said is not False


def _claude_code_is_here(environ: Mapping[str, str], user_home: Path) -> bool:
    """Whether its program is on PATH, or it left something of its own. Settings tell nothing: we write those too."""
    if shutil.which("claude", path=environ.get("PATH", "")) is not None:
        return True
    folder = config_folder(environ, user_home)
    try:
        left = {one.name for one in folder.iterdir()} - _SETTINGS
    except OSError:
        left = set()
    return bool(left) or (user_home / ".claude.json").exists()


def _copilot_remembers(environ: Mapping[str, str], user_home: Path) -> bool:
    config = environ.get("XDG_CONFIG_HOME", "").strip()
    roaming = environ.get("APPDATA", "").strip()
    bases = [Path(config) if config else user_home / ".config", user_home / "Library" / "Application Support"]
    bases += [Path(roaming)] if roaming else []
    files = [base / editor / "User" / "settings.json" for base in bases for editor in _EDITORS]
    return any(_first_said([file], [name]) is True for file in files for name in _COPILOTS)


def _first_said(files: Iterable[Path], names: Iterable[str]) -> object:
    for file in files:
        try:
            value = parse(file.read_bytes())
        except (OSError, SettingsError):
            continue
        for name in names:
            if isinstance(value, dict) and name in value:
                return value[name]
    return None
