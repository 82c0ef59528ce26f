"""What the client sends about dreams."""

from noctule.lsp.wiretype import wire


@wire
class DreamLogParams:
    limit: int = 20
    workspace_uri: str | None = None


@wire
class DreamDiffParams:
    dream_id: str
    workspace_uri: str | None = None


@wire
class DreamParams:
    """`noctule.server.dream`. `replace_held`: a dream that waits is discarded for this one without a question."""

    session_id: str | None = None
    dry_run: bool = False
    replace_held: bool = False
    workspace_uri: str | None = None


@wire
class TidyParams:
    """`noctule.server.tidy`: the fields of a dream, but no model is asked."""

    session_id: str | None = None
    dry_run: bool = False
    replace_held: bool = False
    workspace_uri: str | None = None


@wire
class CancelDreamParams:
    """`noctule.server.cancelDream`. Without an id it is the dream of the project."""

    dream_id: str | None = None
    workspace_uri: str | None = None


@wire
class ApplyDreamParams:
    """`noctule.server.applyDream`. `only` names memories, by URI or by path in the folder."""

    dream_id: str
    only: list[str] | None = None
    workspace_uri: str | None = None


@wire
class DiscardDreamParams:
    """`noctule.server.discardDream`."""

    dream_id: str
    workspace_uri: str | None = None


@wire
class DreamAutoParams:
    """`noctule.server.dreamAuto`. Without `enabled` it is the other way than the person's settings say now."""

    enabled: bool | None = None
    workspace_uri: str | None = None
