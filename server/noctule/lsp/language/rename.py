"""Renames: of a memory, asked for by name; of files, which the editor renames itself and whose mentions follow."""

import asyncio
from collections.abc import Sequence
from posixpath import relpath
from typing import Final

from lsprotocol import types

from noctule.checks.finding import Edit
from noctule.errors import NoctuleError, Refused
from noctule.lsp.asks import AskFailed
from noctule.lsp.language import diagnosing
from noctule.lsp.language.edits import workspace_edit
from noctule.lsp.language.room import Room, Shelved
from noctule.memories.names import INDEX_NAME
from noctule.service.language.places import OwnName, ToMemory, thing_at
from noctule.service.language.renaming import follow_files, follow_memories, rename_memory, spoken_name
from noctule.service.project import OpenProject
from noctule.service.uris import path_of, real
from noctule.store.files import counts

_ASK_S: Final = 120.0


def prepare(room: Room, params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
    """What would be renamed, if anything: the memory behind a link, or the one whose name it is."""
    shelved = room.shelved_at(params.text_document.uri)
    if shelved is None:
        return None
    page = shelved.page()
    thing = thing_at(shelved.library, page, room.place(page, params.position))
    if not isinstance(thing, ToMemory | OwnName) or thing.path in (None, INDEX_NAME):
        return None
    led_to = shelved.library.page(thing.path or "")
    if led_to is None:
        return None
    return types.PrepareRenamePlaceholder(room.range(page, thing.span), spoken_name(led_to, thing))


def rename(room: Room, params: types.RenameParams) -> types.WorkspaceEdit:
    """One edit: the name, the links to it, its index line, and the file. Raises Refused and AlreadyExists."""
    shelved = room.shelved_at(params.text_document.uri)
    page = shelved.page() if shelved is not None else None
    thing = thing_at(shelved.library, page, room.place(page, params.position)) if shelved and page else None
    if shelved is None or thing is None:
        raise Refused("Only a memory can be renamed here: put the cursor on its name, or on a link to it.")
    renaming = rename_memory(shelved.library, thing, params.new_name)
    moves = renaming.old_path != renaming.new_path
    moved = (renaming.old_path, renaming.new_path) if moves else None
    return workspace_edit(room, shelved, renaming.edits, moved=moved)


def will_rename_files(room: Room, params: types.RenameFilesParams) -> types.WorkspaceEdit | None:
    """What follows files that the editor is about to rename: links to a memory, mentions of a workspace file."""
    edit = _edit_for(room, params.files)
    room.renamed.update((one.old_uri, one.new_uri) for one in params.files)
    return edit


async def did_rename_files(room: Room, params: types.RenameFilesParams) -> None:
    """For a client that renames without asking before: the edit is brought now, for the person to look at."""
    told = {(one.old_uri, one.new_uri) for one in params.files}
    new = [one for one in params.files if (one.old_uri, one.new_uri) not in room.renamed]
    room.renamed -= told
    edit = await asyncio.to_thread(_edit_for, room, new) if new else None
    room.note_changed()
    room.look_again()
    diagnosing.begin_all(room)
    if edit is not None:
        room.jobs.run_task(_apply(room, edit), "edits after a rename")


async def _apply(room: Room, edit: types.WorkspaceEdit) -> None:
    params = types.ApplyWorkspaceEditParams(edit, label="Memories follow the renamed files")
    try:
        await room.line.ask(types.WORKSPACE_APPLY_EDIT, params, _ASK_S)
    except AskFailed:
        return


def _edit_for(room: Room, files: Sequence[types.FileRename]) -> types.WorkspaceEdit | None:
    """The first project's edit that has any: an editor renames in one project at a time."""
    for opened in room.projects():
        shelved = Shelved(opened, room.library(opened), INDEX_NAME)
        try:
            edits = [*_memory_edits(room, shelved, files), *follow_files(shelved.library, _moved(opened, files))]
        except NoctuleError:
            continue
        if edits:
            return workspace_edit(room, shelved, edits, confirmed="Memories that name the renamed files")
    return None


def _memory_edits(room: Room, shelved: Shelved, files: Sequence[types.FileRename]) -> list[Edit]:
    """The links that follow memories renamed by their files, or with their sub-folder."""
    relative = room.noctule.projects.relative_or_none
    pages = shelved.library.pages()
    moved: dict[str, str] = {}
    for one in files:
        old, new = relative(shelved.opened, one.old_uri), relative(shelved.opened, one.new_uri)
        if old is not None and new is not None:
            below = [path for path in pages if path == old or path.startswith(old + "/")]
            moved |= {path: new + path[len(old) :] for path in below}
    free = {old: new for old, new in moved.items() if old != INDEX_NAME and counts(new) and new not in pages}
    return list(follow_memories(shelved.library, free, {}))


def _moved(opened: OpenProject, files: Sequence[types.FileRename]) -> dict[str, str]:
    """The renamed files of the workspace, by their paths from its root."""
    root = real(opened.root.path)
    moved = {}
    for one in files:
        try:
            old, new = path_of(one.old_uri), path_of(one.new_uri)
        except NoctuleError:
            continue
        old, new = real(old.parent) / old.name, real(new.parent) / new.name
        if old.is_relative_to(root) and new.is_relative_to(root) and old != root:
            moved[relpath(old.as_posix(), root.as_posix())] = relpath(new.as_posix(), root.as_posix())
    return moved
