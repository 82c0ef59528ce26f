"""From ranked candidates to what a turn is given: what was shown is left out, and the budgets are kept."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet

from noctule.dataclass import dataclass
from noctule.recall.inject import Block
from noctule.recall.rank import Scored

# Below this a cut memory says nothing worth its wrapper.
_LEAST_CUT = 200


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a turn may be given, in memories and in bytes of their text."""

    memories: int
    memory_bytes: int
    turn_bytes: int
    session_bytes_left: int

    @property
    def bytes_left(self) -> int:
        return min(self.turn_bytes, self.session_bytes_left)


@dataclass(frozen=True, slots=True)
class Loaded:
    """A candidate read from disk. `block(limit)` makes its block within a number of bytes."""

    path: str
    name: str
    digest: str
    age_days: int
    block: Callable[[int], Block]


@dataclass(frozen=True, slots=True)
class Chosen:
    """A memory that a turn is given, and its block."""

    loaded: Loaded
    block: Block
    score: float


@dataclass(frozen=True, slots=True)
class Choice:
    """The memories of a turn, best first, and why each other one that came near was withheld (path to reason)."""

    chosen: tuple[Chosen, ...]
    withheld: Mapping[str, str]

    @property
    def bytes(self) -> int:
        return sum(one.block.bytes for one in self.chosen)


def choose(
    ranked: Iterable[Scored],
    load: Callable[[str], Loaded | str | None],
    shown: Mapping[str, str],
    in_context: AbstractSet[str],
    limits: Limits,
) -> Choice:
    """Takes the ranked candidates in order while the budgets last.

    `load` reads one, or says why it may not be given, or gives nothing where it is gone; `shown` maps a path to the
    digest that the session has seen; `in_context` are paths that the client says the agent has already. A memory too
    large for what is left is passed over for a smaller one that follows; only the first is cut to fit.
    """
    chosen: list[Chosen] = []
    withheld: dict[str, str] = {}
    left = limits.bytes_left
    for scored in _each_once(ranked):
        if len(chosen) >= limits.memories:
            withheld[scored.path] = f"the turn has its {limits.memories} memories"
            continue
        outcome = _take(scored, load, shown, in_context, limits, left, is_first=not chosen)
        if isinstance(outcome, str):
            withheld[scored.path] = outcome
            continue
        chosen.append(outcome)
        left -= outcome.block.bytes
    return Choice(tuple(chosen), withheld)


def _each_once(ranked: Iterable[Scored]) -> Iterator[Scored]:
    seen: set[str] = set()
    for scored in ranked:
        if scored.path not in seen:
            seen.add(scored.path)
            yield scored


def _take(
    scored: Scored,
    load: Callable[[str], Loaded | str | None],
    shown: Mapping[str, str],
    in_context: AbstractSet[str],
    limits: Limits,
    left: int,
    *,
    is_first: bool,
) -> Chosen | str:
    """The memory as chosen, or the reason why it is withheld."""
    if scored.path in in_context:
        return "the client says the agent has it already"
    loaded = load(scored.path)
    if loaded is None:
        return "its file cannot be read"
    if isinstance(loaded, str):
        return loaded
    if shown.get(scored.path) == loaded.digest:
        return "shown in this session, and unchanged since"
    block = loaded.block(limits.memory_bytes)
    if block.bytes > left:
        if not is_first or left < _LEAST_CUT:
            return "the byte budget is spent"
        block = loaded.block(left)
    return Chosen(loaded, block, scored.score)
