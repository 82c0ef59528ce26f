"""Automatic dreams on and off in the person's own settings file, of which not a character more is changed."""

from pathlib import Path

from noctule.dataclass import dataclass
from noctule.errors import SettingsError, StorageError
from noctule.memories.text import newline_of, with_newline
from noctule.service.project import Projects
from noctule.settings.jsonc import change, parse
from noctule.store.atomic import make_folder
from noctule.store.leftovers import write_outside_home

_NAME = "dream.enabled"
_WHOSE = {
    "project": "this project's own settings keep it",
    "client": "the editor's settings keep it",
    "environment": "the environment keeps it",
}


@dataclass(frozen=True, slots=True)
class SwitchAnswer:
    """What the file says now; `warning` where something over it says otherwise."""

    enabled: bool
    file: Path
    message: str
    warning: str | None = None


class DreamSwitch:
    """Raises `SettingsError` for a file that cannot be read, which then stays as it is, and `StorageError`s."""

    def __init__(self, projects: Projects) -> None:
        self._projects = projects

    def turn(self, enabled: bool | None = None, workspace_uri: str | None = None) -> SwitchAnswer:
        """Switches automatic dreams on or off; None: the other way than the file says now."""
        # A link is followed: the file is the person's, and may lie among their dotfiles.
        file = Path(self._projects.places.home.settings_file).resolve()
        data = _read(file)
        text = _text(file, data)
        path, is_on = _where(file, text)
        wanted = not is_on if enabled is None else enabled
        try:
            after = with_newline(change(text, path, wanted), newline_of(text))
        except SettingsError as error:
            raise _unreadable(file, error) from error
        if data is None or after != text:
            make_folder(file.parent)
            if _read(file) != data:
                raise SettingsError(f"{file} was changed in the same moment; nothing was written. Try again.")
            write_outside_home(file, after.encode())
        word = "on" if wanted else "off"
        return SwitchAnswer(wanted, file, f"Automatic dreams are {word}.", self._warning(wanted, workspace_uri))

    def _warning(self, wanted: bool, workspace_uri: str | None) -> str | None:
        if workspace_uri is None and len(self._projects.workspaces.roots) != 1:
            return None
        resolved = self._projects.open(workspace_uri).resolved
        if resolved.settings.dream.enabled == wanted:
            return None
        origin = resolved.origin(_NAME)
        word = "off" if wanted else "on"
        return f"Here it has no effect: {_WHOSE.get(origin, f'the {origin} settings keep it')} {word}."


def _read(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StorageError(f"{file} cannot be read: {(error.strerror or 'unknown reason').lower()}.") from error


def _text(file: Path, data: bytes | None) -> str:
    """The text, a byte order mark with it, so that it is written back."""
    try:
        return (data or b"").decode("utf-8")
    except UnicodeDecodeError as error:
        raise SettingsError(f"{file} is not UTF-8 (byte {error.start}); it stays as it is.") from None


def _where(file: Path, text: str) -> tuple[list[str], bool]:
    """Where in the file the setting stands, or is to stand, and what it says; it may be written dotted or nested."""
    try:
        tree = parse(text)
    except SettingsError as error:
        raise _unreadable(file, error) from error
    if not isinstance(tree, dict):
        raise SettingsError(f"{file} holds no object; it stays as it is.")
    memory = tree.get("memory")
    if isinstance(memory, dict) and _NAME in memory:
        return ["memory", _NAME], memory[_NAME] is True
    dream = memory.get("dream") if isinstance(memory, dict) else None
    return ["memory", "dream", "enabled"], isinstance(dream, dict) and dream.get("enabled") is True


def _unreadable(file: Path, error: SettingsError) -> SettingsError:
    return SettingsError(f"{file}: {str(error).rstrip('.')}. It stays as it is; mend it first.")
