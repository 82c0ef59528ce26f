"""Dreams as faces list and show them: a line of the log, one that waits, and what each changed, file by file."""

from collections.abc import Sequence

from noctule.dataclass import dataclass
from noctule.dream.log import Line
from noctule.dream.outcome import headline, with_changes
from noctule.memories.text import decode
from noctule.service.history import FileDiff
from noctule.service.project import OpenProject
from noctule.service.values import HeldRow
from noctule.store.held_dreams import FileChange, HeldDream
from noctule.store.history.message import Recorded


@dataclass(frozen=True, slots=True)
class DreamRow:
    """One line of the log as it is shown: the line, its headline, and where its files lie."""

    line: Line
    headline: str
    created: tuple[str, ...]
    edited: tuple[str, ...]
    removed: tuple[str, ...]


def row_of(opened: OpenProject, line: Line) -> DreamRow:
    """A line of the log with the places of its files."""
    created, edited, removed = (
        tuple(opened.folder.uri(one.path) for one in touched) for touched in (line.created, line.edited, line.removed)
    )
    return DreamRow(line, headline(line), created, edited, removed)


def held_row_of(one: HeldDream) -> HeldRow:
    """A dream that waits, among all that waits for a person's word."""
    counts = with_changes(_as_line(one), one.changes.memories).summary
    return HeldRow(
        held=one.id,
        kind="dream",
        at=one.at,
        by="dream",
        session_id=None,
        verdict=one.status,
        reason=" ".join(filter(None, one.reasons)),
        target="project",
        name=None,
        text=counts,
        merged=None,
        memory_uri=None,
        related=(),
        choices=("apply", "discard"),
    )


def _as_line(one: HeldDream) -> Line:
    return Line(dream_id=one.id, at=one.at.isoformat(), trigger=one.trigger, status="completed", summary=one.summary)


def landed(opened: OpenProject, changes: Sequence[Recorded]) -> dict[str, FileChange]:
    """Each file as it was before the first of these changes (the newest come first), and after the last."""
    history = opened.folder.memories.history
    found: dict[str, FileChange] = {}
    for change in reversed(changes):
        for told in change.told.files:
            before = found[told.path].before if told.path in found else history.before(change, told.path)
            found[told.path] = FileChange(told.path, before, history.after(change, told.path))
    return found


def diff_of(opened: OpenProject, one: FileChange) -> FileDiff:
    """A file before and after, as text."""
    before, after = (None if data is None else decode(data).text for data in (one.before, one.after))
    return FileDiff(opened.folder.uri(one.path), one.action, before, after)
