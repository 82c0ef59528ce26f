"""What the person is looking at, as words for the ranker's weaker, second query. None of it is kept."""

from pathlib import PurePath

from noctule.dataclass import dataclass
from noctule.errors import PathRefused
from noctule.service.uris import path_of

# Of a deep path the last parts tell the most; of many open files and findings the first few.
_PARTS = 4
_MOST_FILES = 10
_MOST_DIAGNOSTICS = 5
_MESSAGE_CHARS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class EditorContext:
    """The client's word on the moment; all of it optional."""

    active_uri: str | None = None
    open_uris: tuple[str, ...] = ()
    symbol: str | None = None
    branch: str | None = None
    diagnostics: tuple[str, ...] = ()


NO_CONTEXT = EditorContext()


def words_of(context: EditorContext) -> str:
    """One line each for the active file, the symbol, the branch, the open files and the diagnostics' messages."""
    active = [_tail(context.active_uri)] if context.active_uri else []
    others = [_tail(uri) for uri in context.open_uris[:_MOST_FILES] if uri != context.active_uri]
    messages = [message[:_MESSAGE_CHARS] for message in context.diagnostics[:_MOST_DIAGNOSTICS]]
    said = [context.symbol, context.branch]
    return "\n".join([*active, *(one for one in said if one), *others, *messages])


def _tail(uri: str) -> str:
    try:
        parts = path_of(uri).parts
    except PathRefused:
        parts = PurePath(uri).parts
    return "/".join(parts[-_PARTS:])
