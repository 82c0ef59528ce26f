"""The argument of each command but those of dreams."""

from typing import Literal

import attrs

from noctule.lsp.params import Folder, Target
from noctule.lsp.wiretype import wire


@wire
class AcceptParams:
    """`noctule.server.accept`. `how` is one of the choices of what is held; `text` stands in for the proposed one."""

    held: str | None = None
    memory_uri: str | None = None
    how: Literal["merge", "replace", "add"] | None = None
    text: str | None = None
    workspace_uri: str | None = None


@wire
class DiscardParams:
    """`noctule.server.discard`."""

    held: str
    workspace_uri: str | None = None


@wire
class RememberParams:
    """`noctule.server.remember`. Without a text the answer is the usage."""

    text: str = ""
    target: Target | None = None
    session_id: str | None = None
    workspace_uri: str | None = None


@wire
class PromoteParams:
    """`noctule.server.promote`: asks for an edit, or, with `promotion`, approves the one that was shown."""

    items: list[str] = attrs.field(factory=list)
    promotion: str | None = None
    workspace_uri: str | None = None


@wire
class ImportParams:
    """`noctule.server.import`. Without `source` and `from` what is found is only shown, unless `dry_run` is false."""

    source: str | None = None
    from_: str | None = None
    all: bool = False
    force: bool = False
    only: list[str] = attrs.field(factory=list)
    dry_run: bool | None = None
    workspace_uri: str | None = None


@wire
class AdoptParams:
    """`noctule.server.adopt`. Without `from_root` the answer is what may be adopted."""

    from_root: str | None = None
    workspace_uri: str | None = None


@wire
class SessionCommandParams:
    """`noctule.server.pause` and `resume`."""

    session_id: str


@wire
class WorkspaceCommandParams:
    """`noctule.server.enable` and `disable`."""

    workspace_uri: str | None = None


@wire
class DoctorParams:
    """`noctule.server.doctor`. With `fix`, a tidy mends what can be mended without a word lost."""

    fix: bool = False
    workspace_uri: str | None = None


@wire
class HooksParams:
    """`noctule.server.hooks`."""

    workspace_uri: str | None = None


@wire
class ChangeHooksParams:
    """`noctule.server.installHooks` and `removeHooks`. `shown` is what the dry run gave: another change is not made."""

    agent: Literal["claude-code", "copilot"]
    scope: Literal["user", "project"] = "user"
    dry_run: bool = False
    shown: str | None = None
    workspace_uri: str | None = None


@wire
class PinParams:
    """`noctule.server.pin`."""

    memory_uri: str
    pinned: bool = True
    workspace_uri: str | None = None


@wire
class UndoParams:
    """`noctule.server.undo`. Without `change` it is the last that was neither a person's nor outside's."""

    change: str | None = None
    dream_id: str | None = None
    folder: Folder = "project"
    workspace_uri: str | None = None


@wire
class ShowMentionsParams:
    """`noctule.server.showMentions`: a file of the workspace."""

    uri: str


@wire
class ForgetParams:
    """`noctule.server.forget`: a memory or a text, one of the two."""

    memory_uri: str | None = None
    text: str | None = None
    workspace_uri: str | None = None
