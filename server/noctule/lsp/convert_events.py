"""From the service's events to the notifications that tell them."""

from noctule.lsp import convert_dreams
from noctule.lsp import results_events as results
from noctule.safety.sanitize import shown_name
from noctule.service import events


def event(one: events.Event) -> tuple[str, object]:
    """The notification that tells an event: its method and params."""
    match one:
        case events.Written():
            return "memory/written", _written(one)
        case events.Recalled():
            return "memory/recalled", _recalled(one)
        case events.ServerStatus():
            return "memory/serverStatus", server_status(one)
        case events.Nudge():
            return "memory/nudge", _nudge(one)
        case events.DreamStatus():
            return "memory/dreamStatus", convert_dreams.dream_status(one)
        case events.DreamOutcome():
            return "memory/dreamOutcome", convert_dreams.dream_outcome(one)


def server_status(one: events.ServerStatus) -> results.ServerStatus:
    return results.ServerStatus(
        workspace_uri=one.workspace_uri,
        folder_uri=one.folder_uri,
        health=one.health,
        enabled=one.enabled,
        busy=one.busy,
        paused=one.paused,
        auto_dreams=one.auto_dreams,
        held=one.held,
        message=one.message,
        version=one.version,
    )


def _written(one: events.Written) -> results.Written:
    return results.Written(
        workspace_uri=one.workspace_uri,
        changes=[
            results.WrittenChange(
                memory_uri=change.memory_uri,
                name=change.name,
                action=change.action,
                by=change.by,
                session_id=change.session_id,
                label=change.label,
            )
            for change in one.changes
        ],
        warnings=list(one.warnings),
    )


def _recalled(one: events.Recalled) -> results.Recalled:
    return results.Recalled(
        workspace_uri=one.workspace_uri,
        session_id=one.session_id,
        memories=[
            results.RecalledName(memory_uri=name.memory_uri, name=shown_name(name.name)) for name in one.memories
        ],
        label=one.label,
    )


def _nudge(one: events.Nudge) -> results.Nudge:
    return results.Nudge(workspace_uri=one.workspace_uri, reason=one.reason, message=one.message, command=one.command)
