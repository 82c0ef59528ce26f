"""What is to be imported, and what became of it, as faces tell it."""

from collections.abc import Mapping, Sequence

from noctule.dataclass import dataclass
from noctule.imports.finding import Looked
from noctule.service.uris import uri_of

_ACTIONS = ("created", "updated", "skipped", "conflicting", "held")


def unheard(_step: str) -> None:
    """For who does not want to be told how far it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportWanted:
    """What to import. `source` is one of the ids, `from_path` a folder in its place; without both it is what there is.

    `only` names files or memories. Where `is_dry_run` is not said, what is found is only shown, what is named imported.
    """

    source: str | None = None
    from_path: str | None = None
    is_forced: bool = False
    only: tuple[str, ...] = ()
    is_dry_run: bool | None = None
    workspace_uri: str | None = None

    @property
    def is_preview(self) -> bool:
        names_nothing = self.source is None and self.from_path is None
        return names_nothing if self.is_dry_run is None else self.is_dry_run


@dataclass(frozen=True, slots=True)
class ImportItem:
    """`action`: created, updated, skipped, conflicting or held. `memory_uri` is null for what has no place here."""

    action: str
    memory_uri: str | None
    source_uri: str
    reason: str


@dataclass(frozen=True, slots=True)
class LookedAt:
    """A folder in which a tool would keep memories of the project; `reason` says why it has none to import."""

    source: str
    folder_uri: str
    found: bool
    reason: str


@dataclass(frozen=True, slots=True)
class ImportAnswer:
    """`dry_run`: nothing was written; the counts are of `items`."""

    message: str
    dry_run: bool
    items: tuple[ImportItem, ...]
    looked: tuple[LookedAt, ...]
    created: int = 0
    updated: int = 0
    skipped: int = 0
    conflicting: int = 0
    held: int = 0


def answer(items: Sequence[ImportItem], looked: Sequence[Looked], *, is_dry_run: bool) -> ImportAnswer:
    """The items with their counts, and a sentence."""
    counts = {action: sum(one.action == action for one in items) for action in _ACTIONS}
    told = tuple(LookedAt(one.source.id, uri_of(one.folder), one.is_found, one.reason) for one in looked)
    message = _message(counts, is_dry_run=is_dry_run) if items else nothing_found(looked)
    return ImportAnswer(message, is_dry_run, tuple(items), told, **counts)


def _message(counts: Mapping[str, int], *, is_dry_run: bool) -> str:
    told = ", ".join(f"{number} {action}" for action, number in counts.items() if number)
    held = " What is held is shown to no agent until you accept it." if counts["held"] and not is_dry_run else ""
    is_news = any(number for action, number in counts.items() if action in ("created", "updated", "held"))
    head = "This would be" if is_dry_run else "Imported" if is_news else "Nothing was imported"
    return f"{head}: {told}.{held}"


def nothing_found(looked: Sequence[Looked]) -> str:
    """Where it was looked in vain, as a sentence."""
    places = [f"{one.folder} ({one.reason.rstrip('.')})" for one in looked if not one.is_found]
    return f"There is nothing to import. Looked in: {'; '.join(places) or 'no folder'}."
