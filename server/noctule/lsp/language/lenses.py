"""`textDocument/codeLens`: a memory's age, its recalls and its last change; in a source file, who mentions it."""

from typing import Any, Final

from lsprotocol import types

from noctule.errors import NoctuleError
from noctule.lsp.language.room import Room, Shelved, top_of
from noctule.memories.names import INDEX_NAME
from noctule.service.history import Place
from noctule.service.language.describing import age, mentions_title, recalled

SHOW: Final = "noctule.server.showMentions"
UNDO: Final = "noctule.server.undo"
APPLY: Final = "noctule.server.applyDream"
DISCARD: Final = "noctule.server.discardDream"
_NO_COMMAND: Final = ""
_TOP: Final = types.Range(types.Position(0, 0), types.Position(0, 0))


def code_lenses(room: Room, params: types.CodeLensParams) -> list[types.CodeLens]:
    uri = params.text_document.uri
    shelved = room.shelved_at(uri)
    if shelved is None:
        return _of_source(room, uri)
    page = shelved.page()
    if page.is_index:
        return _of_dream(room, shelved)
    times = room.times(shelved)
    range_ = room.range(page, top_of(page))
    said = [*([age(times.modified, room.now())] if times.modified else []), recalled(times, room.now())]
    told = [types.CodeLens(range_, types.Command(text, _NO_COMMAND)) for text in said]
    return [*told, types.CodeLens(range_, data={"memoryUri": shelved.uri}), *_of_dream(room, shelved)]


def resolve(room: Room, lens: types.CodeLens) -> types.CodeLens:
    """What undoing the last change of the memory takes back; history is looked at only when it is asked for."""
    uri = lens.data.get("memoryUri") if isinstance(lens.data, dict) else None
    shelved = room.shelved_at(uri) if isinstance(uri, str) else None
    if shelved is not None and lens.command is None:
        lens.command = _undo(room, shelved)
    return lens


def _of_dream(room: Room, shelved: Shelved) -> list[types.CodeLens]:
    """What a dream that waits does here, and a person's word on it: the server applies it, never the editor."""
    found = room.waiting(shelved.opened)
    if found is None or not (shelved.path == INDEX_NAME or shelved.path in found.files):
        return []
    argument = {"dreamId": found.dream_id, "workspaceUri": shelved.opened.workspace_uri}
    if shelved.path == INDEX_NAME:
        commands = [
            types.Command(found.title, _NO_COMMAND),
            types.Command("apply it", APPLY, arguments=[argument]),
            types.Command("discard it", DISCARD, arguments=[argument]),
        ]
    else:
        commands = [
            types.Command(found.title_of(shelved.path), _NO_COMMAND),
            types.Command("apply that", APPLY, arguments=[{**argument, "only": [shelved.uri]}]),
        ]
    return [types.CodeLens(_TOP, command) for command in commands]


def _undo(room: Room, shelved: Shelved) -> types.Command:
    where = Place(workspace_uri=shelved.opened.workspace_uri)
    try:
        rows = room.noctule.history.changes(where, shelved.uri, limit=1)
    except NoctuleError:
        rows = ()
    if not rows:
        return types.Command("no change to undo", _NO_COMMAND)
    argument: dict[str, Any] = {"change": rows[0].change, "workspaceUri": shelved.opened.workspace_uri}
    return types.Command("undo last change", UNDO, arguments=[argument])


def _of_source(room: Room, uri: str) -> list[types.CodeLens]:
    found = room.source_at(uri)
    if found is None:
        return []
    opened, file = found
    pages = room.mentioning(opened, file)
    if not pages:
        return []
    return [types.CodeLens(_TOP, types.Command(mentions_title(len(pages)), SHOW, arguments=[{"uri": uri}]))]
