"""How a dream ended, as a person is told it: the headline, the summary and the line of the log. Pure."""

from collections.abc import Sequence

from noctule.dataclass import dataclass, replace
from noctule.dream.log import Line, Touched
from noctule.memories.names import INDEX_NAME
from noctule.store.held_dreams import ChangeSet, FileChange

_CENT = 0.01

NOTHING = ChangeSet()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The line that stands in the log, what a person reads first, and what the dream changes or would change."""

    line: Line
    headline: str
    changes: ChangeSet = NOTHING


def outcome_of(line: Line, changes: ChangeSet = NOTHING) -> Outcome:
    return Outcome(line, headline(line), changes)


def with_changes(line: Line, done: Sequence[FileChange]) -> Line:
    """The line with the files that were created, edited and removed, and a summary that counts them first."""
    by_action: dict[str, list[Touched]] = {"created": [], "edited": [], "removed": []}
    for one in done:
        by_action[one.action].append(Touched(one.path, one.hash))
    created, edited, removed = (tuple(by_action[action]) for action in ("created", "edited", "removed"))
    told = replace(line, created=created, edited=edited, removed=removed)
    return replace(told, summary=" ".join(filter(None, (counts_of(told), line.summary))))


def counts_of(line: Line) -> str:
    """`Created 1, edited 2, removed 3.`; the index is counted apart."""
    named = (("created", line.created), ("edited", line.edited), ("removed", line.removed))
    counts = {name: len(_memories(touched)) for name, touched in named}
    said = ", ".join(f"{name} {count}" for name, count in counts.items() if count)
    is_index = any(one.path == INDEX_NAME for _, touched in named for one in touched)
    return ". ".join(filter(None, (said.capitalize(), "The index was updated" if is_index else ""))) + (
        "." if said or is_index else ""
    )


def headline(line: Line) -> str:
    """`Dream consolidated 3 memories · $0.12 · 48.2k tok`, and its like for every other end."""
    return " · ".join(filter(None, (_what(line), _cost(line.cost_usd), _tokens(line.tokens))))


def count_memories(line: Line) -> int:
    return sum(len(_memories(touched)) for touched in (line.created, line.edited, line.removed))


def _what(line: Line) -> str:
    name = "Tidy" if line.trigger == "tidy" else "Dream"
    count = count_memories(line)
    memories = "1 memory" if count == 1 else f"{count:,} memories"
    reason = line.reason.rstrip(".")
    match line.status:
        case "skipped":
            return f"{name} skipped: {reason}"
        case "aborted":
            return f"{name} stopped early: {reason}" + ("; what it did waits for your word" if line.held else "")
        case "failed":
            return f"{name} failed: {reason}" + ("; what it did waits for your word" if line.held else "")
        case "applied":
            return f"{name} applied to {memories if count else 'the index'}"
        case "discarded":
            return f"{name} discarded"
        case "undone":
            return f"{name} undone"
    if line.held and not (count or line.created or line.edited or line.removed):
        return f"{name} waits for your word: {reason}"
    if count:
        return f"{name} consolidated {memories}"
    is_index = bool(line.created or line.edited or line.removed)
    return f"{name} set the index in order" if is_index else f"{name} found nothing to change"


def _cost(cost_usd: float | None) -> str:
    if cost_usd is None:
        return ""
    return f"${cost_usd:.2f}" if cost_usd >= _CENT or cost_usd == 0 else "<$0.01"


def _tokens(tokens: int | None) -> str:
    if tokens is None:
        return ""
    if tokens < 1_000:
        return f"{tokens} tok"
    return f"{tokens / 1_000:.1f}k tok" if tokens < 1_000_000 else f"{tokens / 1_000_000:.1f}M tok"


def _memories(touched: Sequence[Touched]) -> list[Touched]:
    return [one for one in touched if one.path != INDEX_NAME]
