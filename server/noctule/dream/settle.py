"""What becomes of a stage when its dream has ended: tidied, compared, guarded, then applied, held or dropped."""

from collections import Counter
from collections.abc import Mapping, Sequence

from noctule.checks.folder import check_between, check_index_of
from noctule.checks.memory import check_memory
from noctule.dataclass import dataclass, replace
from noctule.dream.apply import Applied, Wish, apply
from noctule.dream.changes import change_set
from noctule.dream.guard import reasons_to_hold
from noctule.dream.lock import DreamLock
from noctule.dream.log import Line, to_json
from noctule.dream.order import Order, Site
from noctule.dream.outcome import Outcome, outcome_of, with_changes
from noctule.dream.stage import Base, read_stage, write_stage
from noctule.dream.tidy import tidy
from noctule.errors import LockBusy
from noctule.memories.memory import Memory, parse_memory
from noctule.memories.names import INDEX_NAME
from noctule.memories.text import Decoded, decode, encode
from noctule.store.held_dreams import ChangeSet, HeldDream, HeldDreams

REVIEW = "Every dream waits for your word (dream.review)."


@dataclass(frozen=True, slots=True)
class Staged:
    """A stage whose dream has ended: what it was copied from, and which memories the model said stand for others."""

    base: Base
    held: frozenset[str]
    replaces: Mapping[str, Sequence[str]]


class Settling:
    """Settles one dream on its site, under its lock. Every method may raise StorageErrors."""

    def __init__(self, site: Site, order: Order, lock: DreamLock) -> None:
        self._site = site
        self._order = order
        self._lock = lock
        self._stage = site.stage_of(order.id) / "memory"
        self._said: tuple[str, ...] = ()

    def is_changed(self, staged: Staged) -> bool:
        """Whether the model changed anything so far."""
        return not change_set(staged.base, read_stage(self._stage), {}).is_empty

    def settle(self, staged: Staged, line: Line) -> Outcome:
        """`line` says how the dream ended. Tidies the stage, then applies it, or holds it with the reason."""
        replaces = self._tidy(staged)
        changes = change_set(staged.base, read_stage(self._stage), replaces)
        line = replace(line, summary=" ".join(filter(None, (line.summary, *self._said))))
        if self._order.is_dry:
            dry = replace(line, status="skipped", gate="dryRun", reason="It was a dry run: nothing was changed.")
            return Outcome(dry, outcome_of(with_changes(line, changes.files)).headline, changes)
        if changes.is_empty:
            return outcome_of(line)
        errors = new_errors(staged.base, changes)
        if line.status != "completed":
            return self._hold_or_drop(changes, line, errors)
        reasons = (*reasons_to_hold({path: one.data for path, one in staged.base.files.items()}, changes), *errors)
        if self._order.always_review:
            reasons = (*reasons, REVIEW)
        if reasons:
            return self._hold(changes, replace(line, reason=" ".join(reasons)), reasons)
        return self._apply(changes, line)

    def _tidy(self, staged: Staged) -> dict[str, list[str]]:
        """Puts the stage in order; gives which memories stand for others, the tidy's own included."""
        decoded = {path: decode(data) for path, data in read_stage(self._stage).items()}
        kept = [path for path, one in decoded.items() if one.problem is not None]
        tidied = tidy({path: one.text for path, one in decoded.items()}, staged.held, kept)
        self._said = tidied.said
        changed: dict[str, bytes | None] = dict.fromkeys(tidied.removed)
        changed |= {path: _encoded(text, decoded.get(path)) for path, text in tidied.changed.items()}
        write_stage(self._stage, changed)
        replaces = {path: list(named) for path, named in staged.replaces.items()}
        for gone, keeper in tidied.removed.items():
            replaces[keeper] = [*replaces.get(keeper, []), gone, *replaces.pop(gone, [])]
        return replaces

    def _hold_or_drop(self, changes: ChangeSet, line: Line, errors: tuple[str, ...]) -> Outcome:
        """A dream that was stopped: what it did waits, if it is sound."""
        if errors:
            return outcome_of(replace(line, reason=f"{line.reason} What it did was dropped: {errors[0]}"))
        return self._hold(changes, line, (line.reason,))

    def _hold(self, changes: ChangeSet, line: Line, reasons: tuple[str, ...]) -> Outcome:
        line = replace(line, held=True)
        self._lock.note_applying(to_json(line))
        HeldDreams(self._site.folder.state).put(held_dream(line, changes, reasons))
        return outcome_of(line, changes)

    def _apply(self, changes: ChangeSet, line: Line) -> Outcome:
        """Lands it; what cannot land stays held, as its conflicts say."""
        self._lock.note_applying(to_json(with_changes(line, changes.files)))
        wish = Wish(reason=history_reason(line), unsaved=self._site.unsaved())
        applied = apply(
            self._site.folder, changes, wish, self._site.now(), self._site.author_of_unexplained, self._check_lock
        )
        line = with_conflicts(with_changes(line, applied.done), applied)
        if not applied.rest.is_empty:
            HeldDreams(self._site.folder.state).put(held_dream(line, applied.rest, (line.reason,)))
        return outcome_of(line, changes)

    def _check_lock(self) -> None:
        if not self._lock.is_ours():
            if not self._site.folder.exists():
                raise LockBusy("The memory folder was moved away or removed meanwhile; nothing was changed.")
            raise LockBusy("Another program began to consolidate this folder meanwhile; nothing was changed.")


def held_dream(line: Line, changes: ChangeSet, reasons: Sequence[str]) -> HeldDream:
    return HeldDream(
        id=line.dream_id,
        at=line.moment,
        trigger=line.trigger,
        status=line.status,
        reasons=tuple(reasons),
        model=line.model,
        steps=line.steps,
        tokens=line.tokens,
        cost_usd=line.cost_usd,
        summary=line.summary,
        changes=changes,
    )


def with_conflicts(line: Line, applied: Applied) -> Line:
    """The line that also says what stayed as it is, and why. It waits for a person's word."""
    if applied.rest.is_empty:
        return line
    said = "; ".join(f"{one.path} stays as it is: {one.reason}" for one in applied.conflicts)
    conflicts = tuple(one.path for one in applied.conflicts)
    return replace(line, held=True, conflicts=conflicts, reason=f"{said}." if said else line.reason)


def history_reason(line: Line) -> str:
    """`dream 0123abcd: by command, provider/id, $0.12`, by which the history knows a dream's changes."""
    cost = [] if line.cost_usd is None else [f"${line.cost_usd:.2f}"]
    by = {"idle": "when idle", "command": "by command"}.get(line.trigger, line.trigger)
    return f"dream {line.dream_id}: {', '.join([by, line.model or 'no model', *cost])}"


def new_errors(base: Base, changes: ChangeSet) -> tuple[str, ...]:
    """The findings of severity error that a change set brings, as one sentence; none where it brings none."""
    before = {path: copied.data for path, copied in base.files.items()}
    after: dict[str, bytes | None] = {**before, **{one.path: one.after for one in changes.memories}}
    if changes.index is not None:
        after[INDEX_NAME] = changes.index.after
    changed = [one.path for one in changes.memories]
    found = _errors(after, changed) - _errors(before, changed)
    if not found:
        return ()
    first = min(found)
    more = f" and {found.total() - 1} more" if found.total() > 1 else ""
    return (f"It brings a new error: {first[1]} in {first[0]}{more}.",)


def _errors(files: Mapping[str, bytes | None], changed: Sequence[str]) -> Counter[tuple[str, str]]:
    """The errors of the folder as a whole, and of the memories that were changed: the others are as they were."""
    texts = {path: decode(data) for path, data in files.items() if data is not None}
    memories: dict[str, Memory] = {
        path: parse_memory(path, one.text, one.problem) for path, one in texts.items() if path != INDEX_NAME
    }
    index = texts[INDEX_NAME].text if INDEX_NAME in texts else None
    found = [*check_index_of(memories, index), *check_between(memories)]
    for path in changed:
        found += check_memory(memories[path]) if path in memories else []
    return Counter((one.path, one.code) for one in found if one.severity == "error")


def _encoded(text: str, was: Decoded | None) -> bytes:
    return encode(text, was.encoding if was is not None else "utf-8")
