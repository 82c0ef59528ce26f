"""`noctule hook`, which agents run, and `noctule hooks`, which has them run it."""

import argparse
import difflib
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from noctule.cli.house import house
from noctule.cli.output import Output
from noctule.errors import SettingsError
from noctule.safety.sanitize import one_line

if TYPE_CHECKING:
    from noctule.service.agent_hooks import Agent, Edit, HookState, Scope
    from noctule.service.hooking import Hooking

_AGENTS: "tuple[Agent, ...]" = ("claude-code", "copilot")
_SAID = {
    "installed": "installed",
    "outdated": "installed in part, or for another Noctule: `noctule hooks install` renews it",
    "absent": "not installed",
    "unreadable": "cannot be read",
}


def add_commands(commands: Any) -> None:
    hook = commands.add_parser(
        "hook",
        help="serve one event of an agent's hooks",
        description="Serve one event of an agent's hooks: its JSON object on stdin, what the agent is to know on "
        "stdout. Agents run this; it always ends with 0, and what goes wrong is a line in logs/hook.log.",
    )
    hook.add_argument("event", metavar="EVENT", help="SessionStart, UserPromptSubmit, PostToolUse, Stop and so on")
    hook.set_defaults(run=_hook)
    hooks = commands.add_parser(
        "hooks",
        help="have Claude Code or Copilot use Noctule by its hooks",
        description="Put Noctule's hooks into an agent's settings, take them out, or show how things stand.",
    )
    within = hooks.add_subparsers(title="commands", metavar="COMMAND", required=True, help="install, remove or status")
    _add(within, "install", _install, "put the hooks in: the change is shown first, and all else in the file stays")
    _add(within, "remove", _remove, "take the hooks out again: the change is shown first, and all else stays")
    _add(within, "status", _status, "where the hooks are installed, and whether the agent has a memory of its own")


def _add(within: Any, name: str, run: Any, summary: str) -> None:
    command = within.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.")
    command.add_argument("agent", nargs="?", choices=_AGENTS, help="which agent (default: those that are used here)")
    command.add_argument("--json", action="store_true", help="answer with one JSON value")
    command.set_defaults(run=run)
    if name != "status":
        place = command.add_mutually_exclusive_group()
        place.add_argument("--user", action="store_true", help="for you, in all projects (the default)")
        place.add_argument("--project", action="store_true", help="for all who work in this project, in its folder")
        command.add_argument("--yes", action="store_true", help="make the change without asking")


def _hook(options: argparse.Namespace, _: Output) -> int:
    from noctule.agents.hook import hook

    return hook(options.event, os.environ)


def _install(options: argparse.Namespace, output: Output) -> int:
    return _change(options, output, is_install=True)


def _remove(options: argparse.Namespace, output: Output) -> int:
    return _change(options, output, is_install=False)


def _change(options: argparse.Namespace, output: Output, *, is_install: bool) -> int:
    scope: Scope = "project" if options.project else "user"
    with house(_here(scope)) as noctule:
        hooking = noctule.hooking
        agents = _named(options, hooking)
        edits = [hooking.planned(agent, scope, is_install=is_install) for agent in agents]
        done = [_make(edit, hooking, options, output) for edit in edits]
        notes = [note for agent in agents if (note := hooking.own_memory(agent))] if is_install else []
    if output.is_json:
        rows = [
            {"agent": one.agent, "file": one.file, "changed": is_made} for one, is_made in zip(edits, done, strict=True)
        ]
        output.value({"changes": rows, "notes": notes})
    for note in notes if not output.is_json else ():
        output.note(note)
    return 0 if all(is_made or not edit.changes for edit, is_made in zip(edits, done, strict=True)) else 1


def _make(edit: "Edit", hooking: "Hooking", options: argparse.Namespace, output: Output) -> bool:
    """Shows one change, asks, and makes it; whether it was made."""
    from noctule.service.agent_hooks import NAMES

    if not edit.changes:
        if not output.is_json:
            output.line(f"{edit.file}: nothing to change.")
        return False
    if not output.is_json:
        output.text(_difference(edit))
    if not options.yes and (output.is_json or not _agrees()):
        output.note("Nothing was changed. Say --yes to make the change.")
        return False
    hooking.make(edit)
    if not output.is_json:
        output.line(f"{edit.file} is {'changed' if edit.after is not None else 'removed: nothing else was in it'}.")
        output.line(f"New sessions of {NAMES[edit.agent]} {'use' if edit.after is not None else 'no longer use'} it.")
    return True


def _difference(edit: "Edit") -> str:
    before, after = ((text or "").splitlines(keepends=True) for text in (edit.before, edit.after))
    lines = difflib.unified_diff(before, after, str(edit.file), str(edit.file))
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)


def _agrees() -> bool:
    if not sys.stdin.isatty():
        return False
    return input("Make this change? [y/N] ").strip().lower() in ("y", "yes")


def _status(options: argparse.Namespace, output: Output) -> int:
    with house(_here("user")) as noctule:
        agents: tuple[Agent, ...] = (options.agent,) if options.agent else _AGENTS
        states = noctule.hooking.states(agents)
        notes = [note for agent in agents if (note := noctule.hooking.own_memory(agent))]
    if output.is_json:
        output.value({"hooks": states, "notes": notes})
        return 0
    output.table(("agent", "for", "state", "file"), [_row(one) for one in states])
    for note in notes:
        output.note(note)
    return 0


def _row(state: "HookState") -> tuple[str, str, str, str]:
    said = f"{_SAID[state.state]}: {one_line(state.problem)}" if state.problem else _SAID[state.state]
    return state.agent, state.scope, said, str(state.file)


def _named(options: argparse.Namespace, hooking: "Hooking") -> "list[Agent]":
    agents: list[Agent] = [options.agent] if options.agent else list(hooking.used())
    if not agents:
        raise SettingsError(f"Neither agent was used on this machine yet: name one of {', '.join(_AGENTS)}.")
    return agents


def _here(scope: "Scope") -> argparse.Namespace:
    """What is for a person may be said anywhere, at home too."""
    return argparse.Namespace(project=None if scope == "project" else Path.cwd())
