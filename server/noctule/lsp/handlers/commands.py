"""What the commands of the server do. Each gives the fields of its answer, `message` among them."""

from typing import Any

from noctule.lsp import params_commands
from noctule.service.noctule import Noctule


def pause(noctule: Noctule, argument: params_commands.SessionCommandParams) -> dict[str, Any]:
    noctule.sessions.pause(argument.session_id)
    return {"message": "Memory is paused for this session.", "paused": True}


def resume(noctule: Noctule, argument: params_commands.SessionCommandParams) -> dict[str, Any]:
    noctule.sessions.resume(argument.session_id)
    return {"message": "Memory goes on for this session.", "paused": False}


def enable(noctule: Noctule, argument: params_commands.WorkspaceCommandParams) -> dict[str, Any]:
    opened = noctule.switches.enable(argument.workspace_uri)
    return {"message": f"Memory is on for {opened.project.name}.", "enabled": True}


def disable(noctule: Noctule, argument: params_commands.WorkspaceCommandParams) -> dict[str, Any]:
    opened = noctule.switches.disable(argument.workspace_uri)
    return {"message": f"Memory is off for {opened.project.name}. Its memories stay where they are.", "enabled": False}
