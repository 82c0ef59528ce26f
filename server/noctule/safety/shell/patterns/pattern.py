"""A pattern of grep or rg, compiled: by RE2 where it is installed and says the same, else by our own automaton."""

from collections.abc import Iterator
from functools import cache
from typing import Any, Protocol

from noctule.safety.shell.limits import Limits
from noctule.safety.shell.patterns.automaton import Automaton
from noctule.safety.shell.patterns.tree import AnyChar, Chars, Node, Place, Repeat, Sequence, states
from noctule.safety.shell.refused import CommandRefused

# All patterns of one command together.
_MOST_STATES = 12_000
# Within these, the slowest that RE2 can be is far below the time limit, which cannot stop it.
_RE2_STATES = 500
_RE2_LINE = 64 * 1024

# What RE2 calls the classes, with the meaning that our own matcher gives them.
_RE2_CLASSES = {
    "word": r"\p{L}\p{N}_",
    "digit": "0-9",
    "alpha": r"\p{L}",
    "alnum": r"\p{L}\p{N}",
    "blank": r" \t",
    "punct": r"[:punct:]",
    "cntrl": r"\x00-\x1f\x7f",
    "xdigit": "0-9A-Fa-f",
}


class Pattern(Protocol):
    """What searches a line, without its line break."""

    def matches(self, text: str) -> bool: ...

    def spans(self, text: str) -> Iterator[tuple[int, int]]: ...


def compile_pattern(node: Node, *, ignore_case: bool, limits: Limits, use_re2: bool = True) -> Pattern:
    """The pattern, ready to search. `use_re2` false leaves RE2 aside even where it could serve."""
    if states(node) > _MOST_STATES:
        raise CommandRefused("The patterns need too many states together: use fewer of them.")
    own = Automaton(node, ignore_case=ignore_case, limits=limits)
    spelled = _spelled(node) if use_re2 and states(node) <= _RE2_STATES else None
    compiled = None if spelled is None else _re2(spelled, ignore_case)
    return own if compiled is None else _Re2Pattern(compiled, own, limits)


class _Re2Pattern:
    """RE2 on lines of a common length, our own automaton on longer ones."""

    def __init__(self, compiled: Any, own: Automaton, limits: Limits) -> None:
        self._compiled = compiled
        self._own = own
        self._limits = limits

    def matches(self, text: str) -> bool:
        if len(text) > _RE2_LINE:
            return self._own.matches(text)
        self._limits.tick()
        return self._compiled.search(text) is not None

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        if not self.matches(text):
            return iter(())
        return self._own.spans(text)


def _re2(pattern: str, ignore_case: bool) -> Any:
    module = _module()
    if module is None:
        return None
    options = module.Options()
    options.case_sensitive = not ignore_case
    options.log_errors = False
    try:
        return module.compile(pattern, options)
    except module.error:
        return None


@cache
def _module() -> Any:
    """The optional library; it has no types."""
    try:
        import re2  # optional: not every system has a wheel
    except ImportError:
        return None
    return re2


def _spelled(node: Node) -> str | None:
    """The pattern in RE2's words, or None where RE2 has none that mean the same."""
    if isinstance(node, AnyChar):
        return "."
    if isinstance(node, Place):
        return {"start": r"\A", "end": r"\z"}.get(node.where)
    if isinstance(node, Chars):
        return _spelled_chars(node)
    if isinstance(node, Repeat):
        inner = _spelled(node.node)
        most = "" if node.most is None else str(node.most)
        return None if inner is None else f"(?:{inner}){{{node.least},{most}}}"
    parts = [_spelled(part) for part in (node.parts if isinstance(node, Sequence) else node.options)]
    if None in parts:
        return None
    spelled = [part for part in parts if part is not None]
    return "".join(spelled) if isinstance(node, Sequence) else f"(?:{'|'.join(spelled)})"


def _spelled_chars(chars: Chars) -> str | None:
    if not chars.ranges and len(chars.named) == 1 and chars.named[0].lstrip("!") in _RE2_CLASSES:
        name = chars.named[0]
        is_negated = name.startswith("!") != chars.negated
        return f"[{'^' if is_negated else ''}{_RE2_CLASSES[name.lstrip('!')]}]"
    if any(name not in _RE2_CLASSES for name in chars.named):
        return None
    ranges = "".join(f"{_escaped(low)}-{_escaped(high)}" for low, high in chars.ranges)
    named = "".join(_RE2_CLASSES[name] for name in chars.named)
    return f"[{'^' if chars.negated else ''}{ranges}{named}]"


def _escaped(character: str) -> str:
    return f"\\x{{{ord(character):x}}}"
