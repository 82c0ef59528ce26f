"""The handlers of agents' hooks: how things stand, and the change of a settings file, shown before it is made."""

from typing import TYPE_CHECKING, Any

from noctule.lsp import params_commands
from noctule.service.noctule import Noctule
from noctule.service.uris import uri_of

if TYPE_CHECKING:
    from noctule.service.agent_hooks import Edit


def hooks(noctule: Noctule, argument: params_commands.HooksParams) -> dict[str, Any]:
    from noctule.service.agent_hooks import NAMES

    hooking, uri = noctule.hooking, argument.workspace_uri
    used, states = hooking.used(uri), hooking.states(workspace_uri=uri)
    with_hooks = [NAMES[agent] for agent in NAMES if any(s.agent == agent and s.state == "installed" for s in states)]
    said = f"{' and '.join(with_hooks)} {'use' if len(with_hooks) > 1 else 'uses'} this memory by hooks."
    return {
        "message": said if with_hooks else "No agent uses this memory by hooks.",
        "hooks": [
            {
                "agent": one.agent,
                "scope": one.scope,
                "fileUri": uri_of(one.file),
                "state": one.state,
                "events": list(one.events),
                "problem": one.problem,
            }
            for one in states
        ],
        "used": list(used),
        "notes": [note for agent in used if (note := hooking.own_memory(agent, uri))],
    }


def install(noctule: Noctule, argument: params_commands.ChangeHooksParams) -> dict[str, Any]:
    return _change(noctule, argument, is_install=True)


def remove(noctule: Noctule, argument: params_commands.ChangeHooksParams) -> dict[str, Any]:
    return _change(noctule, argument, is_install=False)


def _change(noctule: Noctule, argument: params_commands.ChangeHooksParams, *, is_install: bool) -> dict[str, Any]:
    from noctule.service.agent_hooks import NAMES
    from noctule.service.hooking import mark

    hooking, agent, uri = noctule.hooking, argument.agent, argument.workspace_uri
    edit = hooking.planned(agent, argument.scope, is_install=is_install, workspace_uri=uri)
    if not argument.dry_run:
        hooking.make(edit, argument.shown, uri)
    note = hooking.own_memory(agent, uri) if is_install else None
    return {
        "message": _said(edit, NAMES[agent], is_install=is_install, is_plan=argument.dry_run),
        "agent": agent,
        "fileUri": uri_of(edit.file),
        "before": edit.before,
        "after": edit.after,
        "changed": edit.changes and not argument.dry_run,
        "shown": mark(edit),
        "notes": [note] if note else [],
    }


def _said(edit: "Edit", name: str, *, is_install: bool, is_plan: bool) -> str:
    if not edit.changes:
        return f"{name} {'uses this memory by hooks already' if is_install else 'has no hooks of Noctule there'}."
    if is_plan:
        verb, where = ("put", "into") if is_install else ("take", "out of")
        return f"This would {verb} Noctule's hooks {where} {edit.file}."
    return f"New sessions of {name} {'use this memory' if is_install else 'do without this memory'}."
