"""What became of a project's dreams: their log, what each changed, and a person's word on those that wait."""

import contextlib
from collections.abc import Iterable, Sequence

from noctule.dataclass import dataclass, replace
from noctule.dream.apply import Applied, Wish, apply
from noctule.dream.gates import closed_gate
from noctule.dream.log import DreamLog, Line, Status
from noctule.dream.outcome import with_changes
from noctule.dream.recovery import changes_of, recover
from noctule.dream.settle import history_reason, with_conflicts
from noctule.errors import NotFound, StorageError
from noctule.service.dream.facts import Asker, facts_of, held_of, lock_of, rules_of
from noctule.service.dream.rows import DreamRow, diff_of, held_row_of, landed, row_of
from noctule.service.dream.sites import site_of
from noctule.service.events import DreamStatus, Events
from noctule.service.following import Following
from noctule.service.history import FileDiff, UndoAnswer
from noctule.service.project import OpenProject, Projects
from noctule.service.values import HeldRow
from noctule.store.changes import Author
from noctule.store.held_dreams import HeldDream

_MOST_LINES = 1000
_PERSON = Author("person")


@dataclass(frozen=True, slots=True)
class ApplyAnswer:
    """`change` is the new change, None where there was nothing to do; `conflicts` stay as they are, held."""

    dream_id: str
    change: str | None
    applied: tuple[str, ...]
    conflicts: tuple[str, ...]
    held: bool
    message: str


class Dreams:
    """Every method raises `WorkspaceError`s, `Disabled`, `StorageError`s, and `NotFound` for an id of no dream."""

    def __init__(self, projects: Projects, following: Following, events: Events) -> None:
        self._projects = projects
        self._following = following
        self._events = events

    def log(self, limit: int = 20, workspace_uri: str | None = None) -> tuple[DreamRow, ...]:
        """The attempts to dream, and what became of those that waited, the newest first."""
        opened = self._opened(workspace_uri)
        lines = DreamLog(opened.folder.path).lines()[::-1]
        return tuple(row_of(opened, one) for one in lines[: max(1, min(limit, _MOST_LINES))])

    def show(self, dream_id: str, workspace_uri: str | None = None) -> tuple[DreamRow, ...]:
        """All that the log says of one dream, the oldest first. A beginning of its id is enough."""
        opened = self._opened(workspace_uri)
        wanted = self._id(opened, dream_id)
        lines = DreamLog(opened.folder.path).lines()
        return tuple(row_of(opened, one) for one in lines if one.dream_id == wanted)

    def diff(self, dream_id: str, workspace_uri: str | None = None) -> tuple[FileDiff, ...]:
        """What the dream changed, and what of it still waits, file by file."""
        opened = self._opened(workspace_uri)
        wanted = self._id(opened, dream_id)
        files = landed(opened, changes_of(site_of(self._projects, opened), wanted))
        with contextlib.suppress(NotFound):
            files |= {one.path: one for one in held_of(opened).find(wanted).changes.files}
        return tuple(diff_of(opened, files[path]) for path in sorted(files))

    def held(self, workspace_uri: str | None = None) -> tuple[HeldRow, ...]:
        """The dreams that wait for a person's word, the newest first."""
        opened = self._opened(workspace_uri)
        return tuple(held_row_of(one) for one in held_of(opened).all())

    def is_held(self, dream_id: str, workspace_uri: str | None = None) -> bool:
        """Whether a dream of exactly this id waits."""
        return dream_id in held_of(self._opened(workspace_uri)).ids()

    def apply(self, dream_id: str, only: Sequence[str] | None = None, workspace_uri: str | None = None) -> ApplyAnswer:
        """Applies a held dream, or `only` the memories named (by URI, or path in the folder); the rest stays held."""
        opened = self._opened(workspace_uri)
        held = held_of(opened)
        with held.settling():
            waiting = held.find(self._id(opened, dream_id))
            paths = None if only is None else [self._path(opened, one) for one in only]
            applied = self._apply(opened, waiting, paths)
            line = with_conflicts(with_changes(self._line(waiting, "applied"), applied.done), applied)
            if applied.rest.is_empty:
                held.drop(waiting.id)
            else:
                held.put(replace(waiting, changes=applied.rest))
        DreamLog(opened.folder.path).add(line)
        self._following.gather(opened.folder)
        self._tell_state(opened, waiting, _said(applied))
        return ApplyAnswer(
            dream_id=waiting.id,
            change=applied.change,
            applied=tuple(opened.folder.uri(one.path) for one in applied.done),
            conflicts=tuple(opened.folder.uri(one.path) for one in applied.conflicts),
            held=not applied.rest.is_empty,
            message=_said(applied),
        )

    def discard(self, dream_id: str, workspace_uri: str | None = None) -> str:
        """Drops a held dream; nothing of it is written. Gives its id."""
        opened = self._opened(workspace_uri)
        held = held_of(opened)
        with held.settling():
            waiting = held.find(self._id(opened, dream_id))
            held.drop(waiting.id)
        DreamLog(opened.folder.path).add(self._line(waiting, "discarded"))
        self._tell_state(opened, waiting, "The dream was discarded.")
        return waiting.id

    def undo(self, dream_id: str, workspace_uri: str | None = None) -> UndoAnswer:
        """Takes back all that a dream changed, by changes that can be undone; later edits stay, as `conflicts`."""
        from noctule.store.history.undo import undo

        opened = self._opened(workspace_uri)
        wanted = self._id(opened, dream_id)
        changes = changes_of(site_of(self._projects, opened), wanted)
        if not changes:
            raise NotFound(f"The dream {wanted} changed nothing that could be undone.")
        done = [undo(opened.folder.memories, one, _PERSON, self._projects.now()) for one in changes]
        restored = tuple(dict.fromkeys(path for one in done for path in one.restored))
        conflicts = tuple(dict.fromkeys(path for one in done for path in one.conflicts))
        line = Line(dream_id=wanted, at=self._projects.now().isoformat(), trigger="command", status="undone")
        DreamLog(opened.folder.path).add(replace(line, conflicts=conflicts))
        self._following.gather(opened.folder)
        return UndoAnswer(
            undone=changes[0].short_id,
            change=next((one.change.short_id for one in reversed(done) if one.change is not None), None),
            applied=tuple(opened.folder.uri(path) for path in restored),
            conflicts=tuple(opened.folder.uri(path) for path in conflicts),
            message=_undone(wanted, restored, conflicts),
        )

    def in_the_way(self, opened: OpenProject, *, replaces_held: bool) -> str | None:
        """Why a dream that a person asks for would not begin, in a sentence; None where nothing keeps it."""
        asker = Asker(trigger="command")
        gate = closed_gate(facts_of(self._projects, opened, asker), rules_of(opened), self._projects.now())
        if gate is not None:
            return gate.reason
        waiting = None if replaces_held else next(iter(held_of(opened).ids()), None)
        return None if waiting is None else waits(waiting)

    def recover(self, opened: OpenProject) -> Line | None:
        """Settles what a dream left whose process died; what goes wrong is left to the next. Raises nothing."""
        try:
            return recover(site_of(self._projects, opened), lock_of(opened))
        except StorageError:
            return None

    def _opened(self, workspace_uri: str | None) -> OpenProject:
        return self._projects.open(workspace_uri).require_enabled()

    def _apply(self, opened: OpenProject, waiting: HeldDream, only: Sequence[str] | None) -> Applied:
        site = site_of(self._projects, opened)
        wish = Wish(
            reason=history_reason(self._line(waiting, "applied")),
            unsaved=site.unsaved(),
            only=only,
        )
        return apply(site.folder, waiting.changes, wish, self._projects.now(), site.author_of_unexplained)

    def _tell_state(self, opened: OpenProject, settled: HeldDream, message: str) -> None:
        """Once a person has decided, the state may be another one: a status bar shows no dream that waits any more."""
        state = "held" if held_of(opened).ids() else "idle"
        self._events.tell(
            DreamStatus(opened.workspace_uri, settled.id, state, settled.trigger, 0, 0, settled.cost_usd, message)
        )

    def _line(self, waiting: HeldDream, status: Status) -> Line:
        return Line(
            dream_id=waiting.id,
            at=self._projects.now().isoformat(),
            trigger=waiting.trigger,
            status=status,
            model=waiting.model,
            cost_usd=waiting.cost_usd,
        )

    def _id(self, opened: OpenProject, dream_id: str) -> str:
        """The id that begins so, among those that wait and those of the log."""
        known = {*held_of(opened).ids(), *(one.dream_id for one in DreamLog(opened.folder.path).lines())}
        found = [one for one in known if dream_id and one.startswith(dream_id)]
        if dream_id in known:
            return dream_id
        if len(found) != 1:
            raise NotFound(f"There is no dream {dream_id[:40]!r}: `noctule dreams` lists them.")
        return found[0]

    def _path(self, opened: OpenProject, named: str) -> str:
        return self._projects.relative(opened, named) if ":" in named or named.startswith("/") else named


def waits(dream_id: str) -> str:
    """Why no new dream begins where one waits."""
    return f"The dream {dream_id} waits for your word: apply or discard it first, or have it replaced."


def drop_held(projects: Projects, opened: OpenProject, dream_ids: Iterable[str]) -> None:
    """Discards held dreams in favour of a new one, as the person agreed."""
    held = held_of(opened)
    for dream_id in dream_ids:
        with held.settling(), contextlib.suppress(NotFound):
            waiting = held.find(dream_id)
            held.drop(dream_id)
            at = projects.now().isoformat()
            line = Line(
                dream_id=dream_id, at=at, trigger=waiting.trigger, status="discarded", reason="It was replaced."
            )
            DreamLog(opened.folder.path).add(line)


def _said(applied: Applied) -> str:
    paths = ", ".join(one.path for one in applied.done)
    left = "".join(f" {one.path} stays as it is: {one.reason}." for one in applied.conflicts)
    rest = " The rest waits." if not applied.rest.is_empty and not applied.conflicts else ""
    return f"Applied: {paths}.{left}{rest}" if paths else f"Nothing was applied.{left}{rest}"


def _undone(dream_id: str, restored: Sequence[str], conflicts: Sequence[str]) -> str:
    left = f" Left as they are, because of later edits: {', '.join(conflicts)}." if conflicts else ""
    if not restored:
        return f"Nothing was undone.{left}" if conflicts else "There is nothing to undo: all is as it was before it."
    return f"Undone: the dream {dream_id} ({', '.join(restored)}).{left}"
