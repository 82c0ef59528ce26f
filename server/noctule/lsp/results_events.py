"""What the notifications hold that tell what happened to memories, but for dreams."""

from noctule.lsp.wiretype import wire


@wire
class ServerStatus:
    workspace_uri: str | None
    folder_uri: str | None
    health: str
    enabled: bool
    busy: bool
    paused: bool
    auto_dreams: bool
    held: int
    message: str
    version: str


@wire
class WrittenChange:
    memory_uri: str
    name: str
    action: str
    by: str
    session_id: str | None
    label: str


@wire
class Written:
    workspace_uri: str | None
    changes: list[WrittenChange]
    warnings: list[str]


@wire
class RecalledName:
    memory_uri: str
    name: str


@wire
class Recalled:
    workspace_uri: str
    session_id: str
    memories: list[RecalledName]
    label: str


@wire
class Nudge:
    workspace_uri: str
    reason: str
    message: str
    command: str | None
