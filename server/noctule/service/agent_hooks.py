"""Puts our hooks into an agent's settings file, takes them out again, and says how things stand."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from noctule.dataclass import dataclass
from noctule.errors import SettingsError, StorageError
from noctule.service.hook_entries import EVENTS, added, entries, is_complete, removed
from noctule.store.atomic import make_folder, storage_error
from noctule.store.claude_code import config_folder
from noctule.store.leftovers import write_outside_home
from noctule.store.looking import is_folder

Agent = Literal["claude-code", "copilot"]
Scope = Literal["user", "project"]
State = Literal["installed", "outdated", "absent", "unreadable"]

NAMES: dict[Agent, str] = {"claude-code": "Claude Code", "copilot": "Copilot"}

_PLAIN_FILE = 0o644


@dataclass(frozen=True, slots=True)
class Edit:
    """What would become of a file: its text before and after, None where there is no file."""

    agent: Agent
    file: Path
    before: str | None
    after: str | None

    @property
    def changes(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class HookState:
    """How things stand in one file; `problem` says why it cannot be read, `programs` what the hooks run."""

    agent: Agent
    scope: Scope
    file: Path
    state: State
    events: tuple[str, ...] = ()
    problem: str | None = None
    programs: tuple[str, ...] = ()


class AgentHooks:
    """`program` is the command line by which the agents call Noctule. `root` is the project's folder."""

    def __init__(self, environ: Mapping[str, str], user_home: Path, root: Path, program: str) -> None:
        self._environ = environ
        self._user_home = user_home
        self._root = root
        self._program = program

    def file(self, agent: Agent, scope: Scope) -> Path:
        """The settings file; a link is followed, since it may lie among a person's dotfiles."""
        if agent == "claude-code":
            folder = self._root / ".claude" if scope == "project" else config_folder(self._environ, self._user_home)
            return (folder / "settings.json").resolve()
        return (self._copilot(scope) / "noctule.json").resolve()

    def is_used(self, agent: Agent) -> bool:
        """Whether the person has the agent, as far as its folder tells."""
        if agent == "claude-code":
            return is_folder(config_folder(self._environ, self._user_home))
        return is_folder(self._copilot("user").parent)

    def install(self, agent: Agent, scope: Scope) -> Edit:
        """What installing would change. Raises `SettingsError` for a file that cannot be read, and `StorageError`."""
        file = self.file(agent, scope)
        before = _text(file)
        try:
            is_there = before is not None and is_complete(before, agent, self._program)
            return Edit(agent, file, before, before if is_there else added(before, agent, self._program))
        except SettingsError as error:
            raise _left_alone(file, error) from error

    def remove(self, agent: Agent, scope: Scope) -> Edit:
        """What removing would change; likewise."""
        file = self.file(agent, scope)
        before = _text(file)
        try:
            return Edit(agent, file, before, None if before is None else removed(before))
        except SettingsError as error:
            raise _left_alone(file, error) from error

    def apply(self, edit: Edit) -> None:
        """Makes the change, if the file is still as it was shown. Raises `SettingsError`, `StorageError`."""
        if not edit.changes:
            return
        if _text(edit.file) != edit.before:
            raise SettingsError(f"{edit.file} was changed in the same moment; nothing was written. Try again.")
        if edit.after is not None:
            make_folder(edit.file.parent)
            write_outside_home(edit.file, edit.after.encode(), _PLAIN_FILE)
            return
        try:
            edit.file.unlink(missing_ok=True)
        except OSError as error:
            raise storage_error(error, edit.file) from error

    def states(self, agents: tuple[Agent, ...] = ("claude-code", "copilot")) -> list[HookState]:
        """How things stand, for the person and for the project."""
        scopes: tuple[Scope, ...] = ("user", "project")
        return [self._state(agent, scope) for agent in agents for scope in scopes]

    def _state(self, agent: Agent, scope: Scope) -> HookState:
        file = self.file(agent, scope)
        try:
            text = _text(file)
            found = entries(text) if text is not None else []
            if not found:
                return HookState(agent, scope, file, "absent")
            events = tuple(one.event for one in found)
            programs = tuple(dict.fromkeys(one.command.rpartition(" hook ")[0] for one in found))
            is_whole = set(events) == set(EVENTS[agent]) and len(programs) == 1
            state: State = "installed" if is_whole else "outdated"
            return HookState(agent, scope, file, state, events, programs=programs)
        except (SettingsError, StorageError) as error:
            return HookState(agent, scope, file, "unreadable", problem=str(error))

    def _copilot(self, scope: Scope) -> Path:
        if scope == "project":
            return self._root / ".github" / "hooks"
        named = self._environ.get("COPILOT_HOME", "").strip()
        return (self._user_home / named if named else self._user_home / ".copilot") / "hooks"


def _text(file: Path) -> str | None:
    """The text, a byte order mark with it, so that it is written back; None where there is no file."""
    try:
        return file.read_bytes().decode()
    except FileNotFoundError:
        return None
    except UnicodeDecodeError as error:
        raise SettingsError(f"{file} is not UTF-8 (byte {error.start}); it stays as it is.") from None
    except OSError as error:
        raise StorageError(f"{file} cannot be read: {(error.strerror or 'unknown reason').lower()}.") from error


def _left_alone(file: Path, error: SettingsError) -> SettingsError:
    return SettingsError(f"{file}: {str(error).rstrip('.')}. It stays as it is; mend it first.")
