"""Several writes that happen all or not at all: planned in memory over one turn, then made together."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias, TypeVar

from noctule.capture import items
from noctule.capture.change import Replacement, remove_in, replace_in
from noctule.capture.door import check_text
from noctule.capture.hand import Hand
from noctule.capture.items import Store, StoreOutcome, check_cap, read_store
from noctule.capture.vanished import check_there
from noctule.capture.write import Addition, Names, Outcome, add_in, check_addition, digest, digests_of, names_in
from noctule.dataclass import dataclass, replace
from noctule.errors import MemoryProblem, Refused
from noctule.memories.names import INDEX_NAME
from noctule.memories.profile import usage
from noctule.memories.text import decode
from noctule.store.folder import MemoryFolder
from noctule.store.overlay import Overlay

T = TypeVar("T")

MOST_OPERATIONS = 100
MOST_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class Add:
    """Adds a memory, an entry, or (by its text alone) an item."""

    addition: Addition
    target: str = "project"


@dataclass(frozen=True, slots=True)
class Replace:
    """Replaces in the memory at `path`, or in a store the item that the replacement's `old` is found in."""

    path: str
    replacement: Replacement
    target: str = "project"


@dataclass(frozen=True, slots=True)
class Remove:
    """Removes the memory at `path`, or one entry of it, or from a store the item that `item` is found in."""

    path: str
    entry: str | None = None
    item: str | None = None
    target: str = "project"


Operation: TypeAlias = Add | Replace | Remove


def check_size(operations: Sequence[Operation]) -> None:
    """Raises `Refused` for none, for too many, or for too much text."""
    if not operations:
        raise Refused("There is nothing to do: the batch holds no operation.")
    if len(operations) > MOST_OPERATIONS:
        raise Refused(f"The batch holds {len(operations):,} operations; it takes {MOST_OPERATIONS}. Split it.")
    size = sum(len(text.encode(errors="replace")) for one in operations for text in _texts(one))
    if size > MOST_BYTES:
        raise Refused(f"The batch holds {size:,} bytes of text; it takes {MOST_BYTES:,}. Split it.")


def write_all(
    folder: MemoryFolder,
    operations: Sequence[Operation],
    known: Mapping[str, str],
    hand: Hand,
    numbers: Sequence[int] | None = None,
) -> tuple[Outcome, ...]:
    """Makes all the operations on a project's memory, each seeing what those before it did; gives what each did.

    `known` is as of `add`. Raises what the single writes raise, with the number of the operation (its place, from 1,
    where no `numbers` are given); then nothing is written.
    """
    folder.ensure()
    with hand.planning(folder) as plan:
        view = _View(plan, names_in(folder), dict(known), hand)
        return _each(view.make, operations, numbers)


def write_items(
    stores: Mapping[str, Store], operations: Sequence[Operation], hand: Hand, numbers: Sequence[int] | None = None
) -> tuple[StoreOutcome, ...]:
    """Makes all the operations on the stores of the profile (by target), which lie in one folder.

    Only their final size counts for the caps. Raises as `write_all`.
    """
    used = {one.target: stores[one.target] for one in operations}
    folder = next(iter(used.values())).folder
    for store in used.values():
        check_there(folder, store.file)
    folder.ensure()
    with hand.planning(folder) as plan:
        before = {target: read_store(plan, store).text for target, store in used.items()}

        def make(operation: Operation) -> StoreOutcome:
            return _change_item(plan, used[operation.target], operation)

        outcomes = _each(make, operations, numbers)
        after = {target: read_store(plan, store).text for target, store in used.items()}
        for target, store in used.items():
            check_cap(store, before[target], after[target])
        final = {target: usage(text) for target, text in after.items()}
        return tuple(
            StoreOutcome(made.verdict, final[one.target]) for made, one in zip(outcomes, operations, strict=True)
        )


class _View:
    """The folder as it would be after the operations so far."""

    def __init__(self, plan: Overlay, names: Names, known: dict[str, str], hand: Hand) -> None:
        self._plan = plan
        self._names = names
        self._known = known
        self._hand = hand
        self._learned: Mapping[str, bytes | None] = {}

    def make(self, operation: Operation) -> Outcome:
        outcome = self._make(operation)
        self._learn()
        return outcome

    def _make(self, operation: Operation) -> Outcome:
        match operation:
            case Add(addition=addition):
                check_addition(addition)
                same = self._known.get(digest(addition.text))
                if same is not None:
                    return Outcome("duplicate", same)
                return add_in(self._plan, self._names_now(), addition, self._hand.now)
            case Replace(path=path, replacement=replacement):
                check_text(replacement.text, is_forced=replacement.is_forced)
                return replace_in(self._plan, path, replacement, self._known, self._hand.now)
            case Remove(path=path, entry=entry):
                return remove_in(self._plan, path, entry, self._hand.now)

    def _names_now(self) -> Names:
        touched = self._plan.touched()
        there = [path for path, data in touched.items() if data is not None]
        kept = [path for path in self._names.memories if path not in touched]
        return replace(self._names, memories=tuple(sorted([*kept, *there])))

    def _learn(self) -> None:
        """What the touched files say now is known; what they said before is not."""
        all_touched = self._plan.touched()
        touched = {
            path: data
            for path, data in all_touched.items()
            if path != INDEX_NAME and (path not in self._learned or self._learned[path] is not data)
        }
        self._learned = all_touched
        self._known = {one: path for one, path in self._known.items() if path not in touched}
        for path, data in touched.items():
            for one in digests_of(decode(data).text, path) if data is not None else ():
                self._known.setdefault(one, path)


def _change_item(plan: Overlay, store: Store, operation: Operation) -> StoreOutcome:
    match operation:
        case Add(addition=addition):
            change = items.adding(addition.text, is_forced=addition.is_forced)
        case Replace(replacement=replacement):
            change = items.replacing(replacement.old or "", replacement.text, is_forced=replacement.is_forced)
        case Remove(item=item, entry=entry):
            change = items.removing(item or entry or "")
    return items.change_in(plan, store, change, _whatever_the_size)


def _whatever_the_size(_store: Store, _before: str, _after: str) -> None:
    """On the way a store may be over its cap."""


def _each(
    make: Callable[[Operation], T], operations: Sequence[Operation], numbers: Sequence[int] | None
) -> tuple[T, ...]:
    named = numbers if numbers is not None else range(1, len(operations) + 1)
    return tuple(_numbered(number, make, one) for number, one in zip(named, operations, strict=True))


def _numbered(number: int, make: Callable[[Operation], T], operation: Operation) -> T:
    """What an operation does; its error says which one it was."""
    try:
        return make(operation)
    except MemoryProblem as error:
        raise type(error)(f"Operation {number}: {error}") from error


def _texts(operation: Operation) -> Iterator[str]:
    match operation:
        case Add(addition=one):
            yield from filter(None, (one.text, one.title, one.topic, one.name, one.description))
        case Replace(replacement=one):
            yield from filter(None, (one.text, one.old, one.entry))
        case Remove(entry=entry, item=item):
            yield from filter(None, (entry, item))
