"""What the client sends: the params of every request and notification of the memory protocol, but those of dreams."""

from typing import Any, Literal

import attrs

from noctule.lsp.wiretype import wire

Kind = Literal["main", "subagent", "side", "headless"]
Target = Literal["project", "user", "notes"]
Folder = Literal["project", "profile"]


@wire
class WorkspaceParams:
    """`status`, `sessions`: a project, optional while the client has one root open."""

    workspace_uri: str | None = None


@wire
class ListParams:
    type: str | None = None
    held: bool | None = None
    workspace_uri: str | None = None


@wire
class ReadParams:
    memory_uri: str
    workspace_uri: str | None = None


@wire
class CheckParams:
    memory_uri: str | None = None
    workspace_uri: str | None = None


@wire
class SearchParams:
    query: str
    scope: Literal["memories", "transcripts", "all"] = "memories"
    limit: int = 5
    since: str | None = None
    source: str | None = None
    session_ref: str | None = None
    session_id: str | None = None
    workspace_uri: str | None = None


@wire
class AddParams:
    text: str
    target: Target = "project"
    title: str | None = None
    topic: str | None = None
    name: str | None = None
    description: str | None = None
    type: str = "feedback"
    session_id: str | None = None
    force: bool = False
    workspace_uri: str | None = None


@wire
class ReplaceParams:
    """`memory_uri` or `target`; `old` (a text that occurs once) or `entry` (a title); neither means the whole body."""

    text: str
    memory_uri: str | None = None
    target: Target | None = None
    old: str | None = None
    entry: str | None = None
    session_id: str | None = None
    force: bool = False
    workspace_uri: str | None = None


@wire
class RemoveParams:
    memory_uri: str | None = None
    target: Target | None = None
    entry: str | None = None
    item: str | None = None
    session_id: str | None = None
    workspace_uri: str | None = None


@wire
class BatchOperation:
    """The fields of `add`, `replace` or `remove`, as `op` says; sessions and projects are the batch's."""

    op: Literal["add", "replace", "remove"]
    target: Target = "project"
    memory_uri: str | None = None
    text: str | None = None
    old: str | None = None
    entry: str | None = None
    item: str | None = None
    title: str | None = None
    topic: str | None = None
    name: str | None = None
    description: str | None = None
    type: str = "feedback"
    force: bool = False


@wire
class BatchParams:
    operations: list[BatchOperation]
    session_id: str | None = None
    workspace_uri: str | None = None


@wire
class StartSessionParams:
    session_id: str
    workspace_uri: str | None = None
    kind: Kind = "main"
    model: str | None = None
    fork_of: str | None = None
    transcript_uri: str | None = None
    already_shown: list[str] = attrs.field(factory=list)


@wire
class SessionParams:
    """`indexSnapshot`, `compactSession`, `ledger`, `didActivity`, `didEndSession`."""

    session_id: str


@wire
class EditorDiagnostic:
    uri: str
    message: str


@wire
class EditorContext:
    """What the person is looking at: all of it is optional, and none of it is kept."""

    active_uri: str | None = None
    open_uris: list[str] = attrs.field(factory=list)
    symbol: str | None = None
    branch: str | None = None
    diagnostics: list[EditorDiagnostic] = attrs.field(factory=list)


@wire
class RecallParams:
    session_id: str
    query: str
    context: EditorContext | None = None
    already_in_context: list[str] = attrs.field(factory=list)
    timeout_ms: int | None = None


@wire
class ExplainRecallParams:
    query: str
    session_id: str | None = None
    context: EditorContext | None = None
    limit: int = 50
    workspace_uri: str | None = None


@wire
class DidWriteParams:
    """`uri` is left out where the tool may have written anything, as a shell does."""

    session_id: str
    tool: Literal["write", "edit", "shell", "other"] = "other"
    uri: str | None = None
    is_error: bool = False


@wire
class TurnMessage:
    role: str
    text: str
    at: str | None = None


@wire
class DidEndTurnParams:
    session_id: str
    messages: list[TurnMessage] = attrs.field(factory=list)
    usage: dict[str, Any] | None = None


@wire
class DidChangeTrustParams:
    """The whole list: a workspace that is not in it is not trusted."""

    trusted_workspace_uris: list[str]


@wire
class HistoryParams:
    """`memory_uri`: only this file, which need not be there any more."""

    memory_uri: str | None = None
    limit: int = 20
    folder: Folder = "project"
    workspace_uri: str | None = None


@wire
class HistoryDiffParams:
    """`change`: its id, or the beginning of it."""

    change: str
    folder: Folder = "project"
    workspace_uri: str | None = None
