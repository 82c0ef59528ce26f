"""Our edits as an edit of the workspace, in the form that the client takes."""

from collections.abc import Iterable
from typing import Any

from lsprotocol import types

from noctule.checks.finding import Edit
from noctule.errors import Refused
from noctule.lsp.language.room import Room, Shelved
from noctule.service.language.pages import Page, Span

_CONFIRMED = "noctule"


def workspace_edit(
    room: Room,
    place: Shelved,
    edits: Iterable[Edit],
    *,
    moved: tuple[str, str] | None = None,
    confirmed: str | None = None,
) -> types.WorkspaceEdit:
    """The edits, then the file that moves. Files that are not there are made first. Raises Refused.

    `place` is any file of the folder that they are about. `confirmed`: what a person is to look at before it is made,
    where their editor can show it.
    """
    by_path: dict[str, list[Edit]] = {}
    for edit in edits:
        by_path.setdefault(edit.path, []).append(edit)
    pages = place.library.pages()
    new = [path for path in by_path if path not in pages]
    if not _takes_operations(room):
        if moved is not None:
            raise Refused("Your editor cannot rename files by an edit: rename the file itself, and its links follow.")
        return types.WorkspaceEdit(
            changes={place.uri_of(path): _text_edits(room, pages.get(path), path, by_path[path]) for path in by_path}
        )
    needs = confirmed is not None and room.can("workspace.workspace_edit.change_annotation_support")
    changes: list[Any] = [
        types.CreateFile(place.uri_of(path), options=types.CreateFileOptions(ignore_if_exists=True)) for path in new
    ]
    for path, wanted in by_path.items():
        texts: list[Any] = _text_edits(room, pages.get(path), path, wanted)
        if needs:
            texts = [types.AnnotatedTextEdit(_CONFIRMED, one.range, one.new_text) for one in texts]
        changes.append(types.TextDocumentEdit(_document(room, place.uri_of(path)), texts))
    if moved is not None:
        changes.append(types.RenameFile(place.uri_of(moved[0]), place.uri_of(moved[1])))
    annotations = {_CONFIRMED: types.ChangeAnnotation(confirmed or "", needs_confirmation=True)} if needs else None
    return types.WorkspaceEdit(document_changes=changes, change_annotations=annotations)


def _takes_operations(room: Room) -> bool:
    """Whether the client takes files that are made and renamed. Neovim does, and says no word of `documentChanges`."""
    return room.can("workspace.workspace_edit.document_changes") or room.can(
        "workspace.workspace_edit.resource_operations"
    )


def _document(room: Room, uri: str) -> types.OptionalVersionedTextDocumentIdentifier:
    document = room.documents.get(uri)
    return types.OptionalVersionedTextDocumentIdentifier(uri, document.version if document is not None else None)


def _text_edits(room: Room, page: Page | None, path: str, edits: list[Edit]) -> list[types.TextEdit]:
    there = page or Page(path, "")
    in_order = sorted(edits, key=lambda edit: (edit.start, edit.end))
    return [types.TextEdit(room.range(there, Span(edit.start, edit.end)), edit.text) for edit in in_order]
