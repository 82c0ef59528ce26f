"""What `initialize` says of the client, as a plain value."""

import logging
from typing import Any

import cattrs
from lsprotocol.types import ClientCapabilities, InitializeParams

from noctule.dataclass import dataclass, field
from noctule.lsp.encoding import Encoding, chosen_encoding
from noctule.lsp.methods import PROTOCOL_VERSION, SERVER_TELLS
from noctule.lsp.strict import BadParams, structure

logger = logging.getLogger(__name__)

# Of some eight hundred capabilities; an editor that gets more of them wrong is none.
_MAX_UNREADABLE = 50


@dataclass(frozen=True, slots=True)
class Client:
    """The client's own word on itself. Nothing declared = not trusted, not interactive, and told nothing unasked."""

    name: str = ""
    process_id: int | None = None
    root_uris: tuple[str, ...] = ()
    protocol_version: int = PROTOCOL_VERSION
    notifications: frozenset[str] = frozenset()
    lends_model: bool = False
    is_interactive: bool = False
    trusted_uris: tuple[str, ...] | None = None
    """None where the client says nothing of trust, which a person then may have said elsewhere."""
    storage_uri: str | None = None
    """Where the editor keeps what belongs to the open workspace: its chats lie there."""
    shows_progress: bool = False
    gives_settings: bool = False
    """Whether it answers `workspace/configuration`."""
    encoding: Encoding = "utf-16"
    """What it counts characters of a line in."""
    capabilities: ClientCapabilities = field(default_factory=ClientCapabilities, compare=False)
    """All that it declared, for the language features."""


def structure_initialize(converter: cattrs.Converter, value: Any) -> InitializeParams:
    """The params of `initialize`; raises BadParams. A capability that cannot be read counts as not declared."""
    value = dict(value) if isinstance(value, dict) else value
    for _ in range(_MAX_UNREADABLE):
        try:
            return structure(converter, value, InitializeParams)
        except BadParams as error:
            if not error.path.startswith("params.capabilities."):
                raise
            value = _without(value, error.path.split(".")[1:])
    raise BadParams("params.capabilities", "has too much that cannot be read")


def read_client(params: InitializeParams) -> Client:
    """The client behind the params of `initialize`. What is wrong in its memory capability is left out, and logged."""
    memory = _memory_capability(params.capabilities.experimental)
    window, workspace = params.capabilities.window, params.capabilities.workspace
    general = params.capabilities.general
    return Client(
        name=params.client_info.name if params.client_info else "",
        process_id=params.process_id,
        root_uris=_root_uris(params),
        protocol_version=_version(memory),
        notifications=frozenset(_texts(memory, "notifications")) & frozenset(SERVER_TELLS),
        lends_model=_flag(memory, "lendsModel"),
        is_interactive=_flag(memory, "interactive"),
        trusted_uris=_texts(memory, "trustedWorkspaceUris") if "trustedWorkspaceUris" in memory else None,
        storage_uri=_text(memory, "workspaceStorageUri"),
        shows_progress=bool(window and window.work_done_progress),
        gives_settings=bool(workspace and workspace.configuration),
        encoding=chosen_encoding(general.position_encodings if general is not None else None),
        capabilities=params.capabilities,
    )


def _without(value: Any, path: list[str]) -> Any:
    """A copy of `value` without what `path` names, or without the list that holds it."""
    name, _, index = path[0].partition("[")
    if not isinstance(value, dict) or name not in value:
        return value
    if len(path) == 1 or index:
        return {key: inner for key, inner in value.items() if key != name}
    return {**value, name: _without(value[name], path[1:])}


def _root_uris(params: InitializeParams) -> tuple[str, ...]:
    if params.workspace_folders:
        return tuple(folder.uri for folder in params.workspace_folders)
    root = params.root_uri or params.root_path
    return (root,) if root else ()


def _memory_capability(experimental: Any) -> dict[str, Any]:
    memory = experimental.get("memory") if isinstance(experimental, dict) else None
    return memory if isinstance(memory, dict) else {}


def _version(memory: dict[str, Any]) -> int:
    """The highest version that both have; ours are 1 to PROTOCOL_VERSION."""
    version = memory.get("protocolVersion", PROTOCOL_VERSION)
    if type(version) is not int:
        logger.warning("protocolVersion of the memory capability is no whole number")
        return PROTOCOL_VERSION
    return max(1, min(version, PROTOCOL_VERSION))


def _flag(memory: dict[str, Any], name: str) -> bool:
    value = memory.get(name, False)
    if type(value) is not bool:
        logger.warning("%s of the memory capability is neither true nor false", name)
        return False
    return value


def _text(memory: dict[str, Any], name: str) -> str | None:
    value = memory.get(name)
    if value is not None and not isinstance(value, str):
        logger.warning("%s of the memory capability is no text", name)
        return None
    return value or None


def _texts(memory: dict[str, Any], name: str) -> tuple[str, ...]:
    value = memory.get(name, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        logger.warning("%s of the memory capability is no list of texts", name)
        return ()
    return tuple(value)
