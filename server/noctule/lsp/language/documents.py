"""The documents that the client has open, as it last told them."""

from collections.abc import Sequence

from lsprotocol import types

from noctule.dataclass import dataclass
from noctule.lsp.encoding import Encoding
from noctule.lsp.language.positions import to_place


@dataclass(slots=True)
class Document:
    """An open document: its text now, and the client's version of it."""

    uri: str
    version: int
    text: str


class Documents:
    """Lives on the loop. A change of a document that is not open is ignored, as the editor's mistake."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self._open: dict[str, Document] = {}

    def open(self, item: types.TextDocumentItem) -> Document:
        document = self._open[item.uri] = Document(item.uri, item.version, item.text)
        return document

    def change(self, params: types.DidChangeTextDocumentParams) -> Document | None:
        document = self._open.get(params.text_document.uri)
        if document is None:
            return None
        for change in params.content_changes:
            document.text = self._changed(document.text, change)
        document.version = params.text_document.version
        return document

    def close(self, uri: str) -> Document | None:
        return self._open.pop(uri, None)

    def get(self, uri: str) -> Document | None:
        return self._open.get(uri)

    def all(self) -> list[Document]:
        return list(self._open.values())

    def _changed(self, text: str, change: types.TextDocumentContentChangeEvent) -> str:
        if isinstance(change, types.TextDocumentContentChangeWholeDocument):
            return change.text
        return replaced(text, change.range, change.text, self._encoding)


def replaced(text: str, range_: types.Range, new: str, encoding: Encoding) -> str:
    """The text with a range of the client's replaced."""
    lines = text.split("\n")
    plain: Sequence[str] = [line.removesuffix("\r") for line in lines]
    start, end = (_offset(lines, to_place(plain, one, encoding)) for one in (range_.start, range_.end))
    return text[:start] + new + text[max(start, end) :]


def _offset(lines: Sequence[str], place: tuple[int, int]) -> int:
    number, character = place
    return sum(len(line) + 1 for line in lines[:number]) + character
