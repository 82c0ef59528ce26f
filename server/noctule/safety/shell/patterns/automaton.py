"""Matches a pattern by an automaton of our own: every text is read once, whatever the pattern.

`matches` goes from one set of states to the next and keeps what it found; `spans` carries where each thread began.
"""

from collections.abc import Callable, Iterator

from noctule.dataclass import dataclass, field
from noctule.safety.shell.limits import Limits
from noctule.safety.shell.patterns.tree import AnyChar, Chars, Choice, Node, Place, Repeat, Sequence, Where

_MOST_KEPT = 1_000

_NAMED: dict[str, Callable[[str], bool]] = {
    "word": lambda c: c.isalnum() or c == "_",
    "space": str.isspace,
    "digit": lambda c: c in "0123456789",
    "alpha": str.isalpha,
    "alnum": str.isalnum,
    "upper": str.isupper,
    "lower": str.islower,
    "blank": lambda c: c in " \t",
    "punct": lambda c: c.isascii() and c.isprintable() and not c.isalnum() and c != " ",
    "cntrl": lambda c: c < " " or c == "\x7f",
    "graph": lambda c: c.isprintable() and not c.isspace(),
    "print": str.isprintable,
    "xdigit": lambda c: c in "0123456789abcdefABCDEF",
}


@dataclass(slots=True)
class _State:
    """A step of the automaton: it takes a character of `chars`, or asks for a place, or only goes on to `then`."""

    chars: Chars | AnyChar | None = None
    where: Where | None = None
    then: list[int] = field(default_factory=list)


@dataclass(slots=True)
class _Set:
    """A set of states after a character of some kind, and where each next character leads (None: it matched)."""

    states: frozenset[int]
    after: str | None
    onward: dict[str, "_Set | None"] = field(default_factory=dict)


class Automaton:
    """A pattern, ready to match lines. `limits` ends what takes too long."""

    def __init__(self, node: Node, *, ignore_case: bool, limits: Limits) -> None:
        self._states: list[_State] = [_State()]
        self._ignore_case = ignore_case
        self._limits = limits
        self._start = self._build(node, 0)
        self._sets: dict[tuple[frozenset[int], str | None], _Set] = {}

    def matches(self, text: str) -> bool:
        """Whether the pattern is anywhere in a text without line breaks."""
        here = self._set(frozenset((self._start,)), None)
        for character in text:
            onward = here.onward[character] if character in here.onward else self._step(here, character)
            if onward is None:
                return True
            here = onward
        return (here.onward[""] if "" in here.onward else self._step(here, "")) is None

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Where it is: the longest of the leftmost, one after the other, none empty."""
        at = 0
        while at <= len(text):
            found = self._longest(text, at)
            if found is None:
                return
            start, end = found
            if end > start:
                yield start, end
            at = max(end, start + 1)

    def _build(self, node: Node, then: int) -> int:
        """Adds the states of a node before the state `then`, and gives the first of them."""
        if isinstance(node, Chars | AnyChar):
            return self._add(_State(chars=node, then=[then]))
        if isinstance(node, Place):
            return self._add(_State(where=node.where, then=[then]))
        if isinstance(node, Sequence):
            for part in reversed(node.parts):
                then = self._build(part, then)
            return then
        if isinstance(node, Choice):
            return self._add(_State(then=[self._build(option, then) for option in node.options]))
        return self._build_repeat(node, then)

    def _build_repeat(self, node: Repeat, then: int) -> int:
        if node.most is None:
            loop = self._add(_State())
            self._states[loop].then = [self._build(node.node, loop), then]
            first = loop
        else:
            first = then
            for _ in range(node.most - node.least):
                first = self._add(_State(then=[self._build(node.node, first), then]))
        for _ in range(node.least):
            first = self._build(node.node, first)
        return first

    def _add(self, state: _State) -> int:
        self._states.append(state)
        return len(self._states) - 1

    def _set(self, states: frozenset[int], after: str | None) -> _Set:
        key = (states, after)
        found = self._sets.get(key)
        if found is None:
            if len(self._sets) >= _MOST_KEPT:
                self._sets.clear()
            found = self._sets[key] = _Set(states, after)
        return found

    def _step(self, here: _Set, character: str) -> _Set | None:
        self._limits.check()
        kind = _kind(character)
        reached = self._closed(dict.fromkeys(here.states | {self._start}, 0), here.after, kind)
        following: _Set | None = None
        if 0 not in reached:
            taken = (state for state in reached if character and self._takes(self._states[state], character))
            following = self._set(frozenset(then for state in taken for then in self._states[state].then), kind)
        here.onward[character] = following
        return following

    def _longest(self, text: str, at: int) -> tuple[int, int] | None:
        best: tuple[int, int] | None = None
        threads: dict[int, int] = {}
        after = _kind(text[at - 1]) if at else None
        for here in range(at, len(text) + 1):
            self._limits.tick()
            if best is None:
                threads.setdefault(self._start, here)
            character = text[here : here + 1]
            kind = _kind(character)
            reached = self._closed(threads, after, kind)
            if 0 in reached and (best is None or reached[0] <= best[0]):
                best = (reached[0], here)
            threads = {}
            for state, start in reached.items():
                if character and (best is None or start <= best[0]) and self._takes(self._states[state], character):
                    for then in self._states[state].then:
                        threads[then] = min(start, threads.get(then, start))
            if best is not None and not threads:
                break
            after = kind
        return best

    def _closed(self, threads: dict[int, int], after: str | None, before: str | None) -> dict[int, int]:
        """The states reached without a character, each with the earliest start of its threads."""
        reached: dict[int, int] = {}
        for state, start in sorted(threads.items(), key=lambda thread: thread[1]):
            waiting = [state]
            while waiting:
                one = waiting.pop()
                if one in reached:
                    continue
                reached[one] = start
                step = self._states[one]
                if step.chars is None and (step.where is None or _is_at(step.where, after, before)):
                    waiting += step.then
        return reached

    def _takes(self, state: _State, character: str) -> bool:
        if state.chars is None or isinstance(state.chars, AnyChar):
            return state.chars is not None
        if not self._ignore_case:
            return _holds(state.chars, character) != state.chars.negated
        spellings = {character, character.lower(), character.upper()}
        return any(_holds(state.chars, one) for one in spellings if len(one) == 1) != state.chars.negated


def _holds(chars: Chars, character: str) -> bool:
    if any(low <= character <= high for low, high in chars.ranges):
        return True
    return any(_NAMED[name.lstrip("!")](character) != name.startswith("!") for name in chars.named)


def _kind(character: str) -> str | None:
    """Whether a character is part of a word; None where there is none."""
    if not character:
        return None
    return "word" if _NAMED["word"](character) else "other"


def _is_at(where: Where, after: str | None, before: str | None) -> bool:
    left, right = after == "word", before == "word"
    return {
        "start": after is None,
        "end": before is None,
        "edge": left != right,
        "inside": left == right,
        "wordStart": not left and right,
        "wordEnd": left and not right,
        "notAfterWord": not left,
        "notBeforeWord": not right,
    }[where]
