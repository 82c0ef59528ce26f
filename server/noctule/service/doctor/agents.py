"""Looks at what agents were told to run: hooks of ours, `noctule mcp`, and their own memory beside it."""

import shlex
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from noctule.dataclass import dataclass
from noctule.errors import SettingsError
from noctule.service.agent_hooks import NAMES, AgentHooks, HookState
from noctule.service.doctor.machine import Machine
from noctule.service.doctor.trouble import Trouble
from noctule.service.extras import MCP_SDK
from noctule.service.own_memory import own_memory
from noctule.service.project import OpenProject, Projects
from noctule.settings.jsonc import parse
from noctule.store.looking import is_file

# Claude Code keeps more than settings in its file.
_MOST_BYTES = 20_000_000
_MOST_DEPTH = 5
_SERVERS = ("mcpServers", "servers", "mcp_servers")


@dataclass(frozen=True, slots=True)
class McpEntry:
    """Where an MCP client is told to run `noctule mcp`, and by which program."""

    file: Path
    program: str


def look_at_agents(projects: Projects, opened: OpenProject, machine: Machine) -> Iterator[Trouble]:
    places = projects.places
    states = AgentHooks(places.environ, places.user_home, opened.project.root, "noctule").states()
    yield from _hooks(states, machine)
    location = opened.resolved.settings.location
    for agent in dict.fromkeys(one.agent for one in states if one.state in ("installed", "outdated")):
        said = own_memory(agent, places.environ, places.user_home, opened.project.root, location)
        if said is not None:
            yield Trouble("own-memory", "information", said)
    for entry in mcp_entries(places.user_home, opened.project.root):
        yield from _mcp(entry, machine)


def mcp_entries(user_home: Path, root: Path) -> list[McpEntry]:
    """Every place among the known clients' files where `noctule mcp` is run, for the person and in the project."""
    files = [user_home / ".cursor" / "mcp.json", user_home / ".codex" / "config.toml", user_home / ".claude.json"]
    files += [user_home / ".gemini" / "settings.json", user_home / ".config" / "Code" / "User" / "mcp.json"]
    files += [root / ".cursor" / "mcp.json", root / ".mcp.json", root / ".vscode" / "mcp.json"]
    return [entry for file in files for entry in _entries(file)]


def _hooks(states: list[HookState], machine: Machine) -> Iterator[Trouble]:
    for state in states:
        name = NAMES[state.agent]
        again = f"`noctule hooks install {state.agent}{' --project' if state.scope == 'project' else ''}`"
        if state.state == "unreadable":
            said = (
                f"The settings of {name} cannot be read, so whether its hooks are there is not known: {state.problem}"
            )
            yield Trouble("hooks-unreadable", "warning", said)
        gone = [one for one in state.programs if not _is_there(one, machine)]
        if gone:
            said = f"The hooks of {name} run {gone[0]}, which is not there ({state.file}). Put them in anew: {again}."
            yield Trouble("hooks-gone", "error", said)
        elif state.state == "outdated":
            said = f"The hooks of {name} are in part those of another Noctule ({state.file}). {again} renews them."
            yield Trouble("hooks-outdated", "warning", said)
        elif state.programs and _is_another(state.programs[0], machine):
            said = f"The hooks of {name} run another Noctule than this: {state.programs[0]}. {again} has them run this."
            yield Trouble("hooks-outdated", "warning", said)
    for agent, name in NAMES.items():
        both = [one for one in states if one.agent == agent and one.state in ("installed", "outdated")]
        if len(both) > 1:
            said = f"The hooks of {name} are in two files, so each event is told twice. Take one out:"
            yield Trouble("hooks-twice", "warning", f"{said} `noctule hooks remove {agent} --project`.")


def _mcp(entry: McpEntry, machine: Machine) -> Iterator[Trouble]:
    if not _is_there(entry.program, machine):
        said = f"{entry.file} has `{entry.program}` run as an MCP server, which is not there. Name its whole path."
        yield Trouble("mcp-gone", "error", said)
    elif not all(map(machine.has_module, MCP_SDK)) and not _is_another(entry.program, machine):
        said = f"{entry.file} has `noctule mcp` run, which needs the extra `mcp`."
        yield Trouble("mcp-missing", "error", f"{said} Install it beside Noctule: `noctule mcp` says how.")


def _is_there(program: str, machine: Machine) -> bool:
    path = _path(program, machine)
    return path is not None and is_file(path)


def _is_another(program: str, machine: Machine) -> bool:
    """Whether a command runs a Noctule that is surely not this one; a Python that has it cannot be told apart."""
    path = _path(program, machine)
    if path is None or machine.program is None or not path.stem.lower().startswith("noctule"):
        return False
    return path.resolve() != machine.program.resolve()


def _path(command: str, machine: Machine) -> Path | None:
    try:
        word = shlex.split(command)[0]
    except (ValueError, IndexError):
        return None
    return Path(word) if Path(word).is_absolute() else machine.which(word)


def _entries(file: Path) -> Iterator[McpEntry]:
    try:
        if file.stat().st_size > _MOST_BYTES:
            return
        data = file.read_bytes()
        value = tomllib.loads(data.decode()) if file.suffix == ".toml" else parse(data)
    except (OSError, ValueError, SettingsError):
        return
    for server in _servers(value, _MOST_DEPTH):
        command, args = server.get("command"), server.get("args")
        words = [str(one) for one in args] if isinstance(args, list) else []
        if isinstance(command, str) and _runs_ours(command, words):
            yield McpEntry(file, shlex.quote(command))


def _servers(value: object, depth: int) -> Iterator[Mapping[str, Any]]:
    if not isinstance(value, Mapping) or depth == 0:
        return
    for name, inner in value.items():
        if name in _SERVERS and isinstance(inner, Mapping):
            yield from (one for one in inner.values() if isinstance(one, Mapping))
        else:
            yield from _servers(inner, depth - 1)


def _runs_ours(command: str, words: list[str]) -> bool:
    is_named = Path(command).stem.lower() == "noctule" and words[:1] == ["mcp"]
    return is_named or [word for word in words if word != "-P"][:3] == ["-m", "noctule", "mcp"]
