"""What a regular expression is once it is read."""

from typing import Literal

from noctule.dataclass import dataclass

# Where the next character or the last one is, or is not, part of a word (letters, digits, `_`).
Where = Literal["start", "end", "edge", "inside", "wordStart", "wordEnd", "notAfterWord", "notBeforeWord"]


@dataclass(frozen=True, slots=True)
class Chars:
    """One character out of `ranges` (inclusive) and `named` classes (`word`, `!word`, `space`, `alpha`, ...)."""

    ranges: tuple[tuple[str, str], ...]
    named: tuple[str, ...] = ()
    negated: bool = False


@dataclass(frozen=True, slots=True)
class AnyChar:
    """`.`"""


@dataclass(frozen=True, slots=True)
class Place:
    """A place between two characters."""

    where: Where


@dataclass(frozen=True, slots=True)
class Sequence:
    parts: "tuple[Node, ...]"


@dataclass(frozen=True, slots=True)
class Choice:
    options: "tuple[Node, ...]"


@dataclass(frozen=True, slots=True)
class Repeat:
    """`node`, `least` to `most` times; None is without end."""

    node: "Node"
    least: int
    most: int | None


Node = Chars | AnyChar | Place | Sequence | Choice | Repeat

EMPTY = Sequence(())


def literal(text: str) -> Node:
    """A text that stands for itself."""
    return Sequence(tuple(Chars(((character, character),)) for character in text))


def states(node: Node) -> int:
    """How many states an automaton for it has, about: repeats are written out."""
    if isinstance(node, Sequence):
        return max(1, sum(map(states, node.parts)))
    if isinstance(node, Choice):
        return 1 + sum(map(states, node.options))
    if isinstance(node, Repeat):
        return states(node.node) * max(node.least, node.most or node.least + 1, 1) + 1
    return 1
