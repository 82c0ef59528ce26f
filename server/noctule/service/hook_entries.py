"""Our entries among an agent's hooks: which events are asked for, and how a settings file gets and loses them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from noctule.dataclass import dataclass
from noctule.errors import SettingsError
from noctule.settings.jsonc import parse
from noctule.settings.jsonc_edit import Step, fresh, put, take

# Ours ends sooner, whatever happens; this is for a machine that is asleep on its feet.
_TIMEOUT_SECONDS = 10

# The tools that write: an agent that asks for less starts fewer programs.
_WRITING = "Write|Edit|MultiEdit|NotebookEdit|Bash"

# VS Code's agent tells of no end, and passes over what it does not know; Copilot's CLI does.
_ALL = (
    "SessionStart",
    "UserPromptSubmit",
    "PostToolUse",
    "PreCompact",
    "SubagentStart",
    "SubagentStop",
    "Stop",
    "SessionEnd",
)
EVENTS = {"claude-code": _ALL, "copilot": _ALL}

_OURS = re.compile(r"""(?:^|[\s/\\"'])(?:noctule(?:\.exe)?["']?|-m noctule) hook (\w+)\s*$""")


@dataclass(frozen=True, slots=True)
class Entry:
    """One of ours as it stands in a file: its event, its command, and where it stands."""

    event: str
    command: str
    path: tuple[Step, ...]


def wanted(agent: str, program: str) -> dict[str, Any]:
    """The entry of each event. Claude Code groups its commands by the tools they are for; Copilot's agent does not."""
    return {event: _entry(agent, event, f"{program} hook {event}") for event in EVENTS[agent]}


def entries(text: str) -> list[Entry]:
    """Ours, in the order they stand. Raises `SettingsError` for a text that cannot be read."""
    return list(_entries(parse(text)))


def is_complete(text: str, agent: str, program: str) -> bool:
    """Whether every event is there, once, as it is wanted now."""
    commands = sorted(one.command for one in entries(text))
    return commands == sorted(f"{program} hook {event}" for event in EVENTS[agent])


def added(text: str | None, agent: str, program: str) -> str:
    """The text with all of ours in it, in place of older ones. Raises `SettingsError`."""
    new = wanted(agent, program)
    whole = ({"version": 1} if agent == "copilot" else {}) | {"hooks": {event: [one] for event, one in new.items()}}
    value = {} if text is None else parse(text)
    if not isinstance(value, dict):
        raise SettingsError("it holds no object")
    if text is None or not _holds_object(text):
        return fresh(text, whole)
    if entries(text):
        text = removed(text)
        return added(text, agent, program)
    hooks = value.get("hooks")
    if hooks is None and "hooks" not in value:
        return put(text, [], whole["hooks"], "hooks")
    if not isinstance(hooks, dict):
        raise SettingsError("its `hooks` are no object")
    for event in reversed(new):
        text = put(text, ["hooks", event], new[event]) if event in hooks else put(text, ["hooks"], [new[event]], event)
    return text


def removed(text: str) -> str | None:
    """The text without ours; None where nothing else was in the file, which `added` then had made."""
    while found := entries(text):
        rest = take(text, found[0].path)
        if not _holds_object(rest) or _is_shell(rest):
            return None if text.startswith("{") and (rest == "\n" or _is_shell(rest)) else rest
        text = rest
    return text


def _entry(agent: str, event: str, command: str) -> dict[str, Any]:
    run = {"type": "command", "command": command, "timeout": _TIMEOUT_SECONDS}
    if agent != "claude-code":
        return run
    return ({"matcher": _WRITING} if event == "PostToolUse" else {}) | {"hooks": [run]}


def _entries(value: object) -> Iterator[Entry]:
    hooks = value.get("hooks") if isinstance(value, dict) else None
    for event, groups in hooks.items() if isinstance(hooks, dict) else ():
        for number, group in enumerate(groups if isinstance(groups, list) else ()):
            path: tuple[Step, ...] = ("hooks", event, number)
            inner = group.get("hooks") if isinstance(group, dict) else None
            if not isinstance(inner, list):
                yield from _ours(event, [group], [path])
            else:
                # A group without a command says nothing: it goes with its last.
                places = [path] if len(inner) == 1 else [(*path, "hooks", place) for place in range(len(inner))]
                yield from _ours(event, inner, places)


def _ours(event: str, runs: Sequence[object], paths: Sequence[tuple[Step, ...]]) -> Iterator[Entry]:
    for run, path in zip(runs, paths, strict=False):
        command = run.get("command") if isinstance(run, Mapping) else None
        if isinstance(command, str) and _OURS.search(command):
            yield Entry(event, command, path)


def _holds_object(text: str) -> bool:
    """Whether there is anything but blanks and comments: these are read as an empty object."""
    try:
        put(text, [], None, "x")
    except (SettingsError, IndexError):
        return False
    return True


def _is_shell(text: str) -> bool:
    """Whether only the version is left of a file that `added` made."""
    return parse(text) == {"version": 1} if _holds_object(text) else False
