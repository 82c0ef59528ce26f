"""What every text that a pattern matches must hold: words to look for first, since that costs next to nothing.

Read off the pattern itself, so that nothing has to be kept in step by hand, and never more than the pattern asks for.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, Final

# Texts of which one must be there.
Clause = frozenset[str]

_MOST_TEXTS: Final = 240
_LEAST_LENGTH: Final = 2
# Letters from the rarest to the most usual in English; what is not among them is rarer still.
_USUAL: Final = "zqjxkvbpgwyfmculdhrsnioate "
_NOTHING: Final = frozenset({""})


class Sieve:
    """Tells of many patterns at once which of them a text may match: by three letters, then by whole words."""

    def __init__(self, patterns: Sequence[re.Pattern[str]]) -> None:
        self._all: list[tuple[re.Pattern[str], list[frozenset[str]]]] = []
        # The patterns, as bits, by the groups of letters of which one of each is needed; those that need none.
        self._by_group: dict[str, int] = {}
        self._always = 0
        for number, pattern in enumerate(patterns):
            clauses = [frozenset(map(_rarest, clause)) for clause in needed(pattern.pattern, pattern.flags)]
            clauses.sort(key=_usualness)
            self._all.append((pattern, clauses[1:]))
            self._always |= 0 if clauses else 1 << number
            for group in clauses[0] if clauses else ():
                self._by_group[group] = self._by_group.get(group, 0) | 1 << number

    def may_match(self, text: str) -> list[bool]:
        """For each pattern, in order, whether the text has what every match of it has."""
        there = set(map("".join, zip(text, text[1:], text[2:], strict=False)))
        there.update(map("".join, pairwise(text)))
        bits = self._always
        for group in self._by_group.keys() & there:
            bits |= self._by_group[group]
        found = [False] * len(self._all)
        while bits:
            number = (bits & -bits).bit_length() - 1
            bits &= bits - 1
            pattern, clauses = self._all[number]
            found[number] = all(not groups.isdisjoint(there) for groups in clauses) and may_match(pattern, text)
        return found


def may_match(pattern: re.Pattern[str], text: str) -> bool:
    """Whether `text` has what every match of the pattern has."""
    for clause in needed(pattern.pattern, pattern.flags):
        for one in clause:
            if one in text:
                break
        else:
            return False
    return True


# By its source, whose hash is kept: a compiled pattern is hashed anew each time, over all of it.
@lru_cache(maxsize=2_048)
def needed(pattern: str, flags: int) -> tuple[tuple[str, ...], ...]:
    """The clauses of a pattern: a text that lacks all of one has no match. There are none where case is ignored."""
    if flags & re.IGNORECASE:
        return ()
    _, clauses = _sequence(parser.parse(pattern, flags))
    kept = {_shortest(clause) for clause in clauses if _is_telling(clause)}
    # What is soonest looked for comes first.
    return tuple(sorted(kept, key=lambda clause: (len(clause), clause)))


def _rarest(text: str) -> str:
    """The three letters of a text that are seen least; a shorter text is all there is."""
    return min((text[at : at + 3] for at in range(max(1, len(text) - 2))), key=lambda part: sum(map(_USUAL.find, part)))


def _usualness(groups: frozenset[str]) -> int:
    """How likely a text has one of these groups of letters, by their number and their letters."""
    return sum(sum(map(_USUAL.find, group)) if len(group) > 2 else 150 for group in groups)


def _shortest(clause: Clause) -> tuple[str, ...]:
    """The clause without the texts that hold another of it."""
    kept: list[str] = []
    for text in sorted(clause, key=lambda text: (len(text), text)):
        if not any(other in text for other in kept):
            kept.append(text)
    return tuple(kept)


def _sequence(items: Iterable[tuple[Any, Any]]) -> tuple[Clause | None, list[Clause]]:
    """All the texts that items in a row can be, or None where they are too many, and the clauses they bring."""
    whole: Clause | None = _NOTHING
    run: Clause = _NOTHING
    clauses: list[Clause] = []
    for op, value in items:
        texts, inner = _item(op, value)
        clauses += inner
        joined = _joined(run, texts)
        if joined is None:
            clauses.append(run)
            run, whole = texts or _NOTHING, None
        else:
            run = joined
    clauses.append(run)
    return (run if whole is not None else None), clauses


def _joined(run: Clause, texts: Clause | None) -> Clause | None:
    if texts is None or len(run) * len(texts) > _MOST_TEXTS:
        return None
    return frozenset(first + second for first in run for second in texts)


def _item(op: Any, value: Any) -> tuple[Clause | None, list[Clause]]:
    if op is sre.LITERAL:
        return frozenset({chr(value)}), []
    if op is sre.IN:
        return _one_of(value), []
    if op is sre.AT or op in (sre.ASSERT, sre.ASSERT_NOT):
        return _NOTHING, []
    if op is sre.SUBPATTERN:
        _, added, removed, inner = value
        return (None, []) if added or removed else _sequence(inner)
    if op is sre.ATOMIC_GROUP:
        return _sequence(value)
    if op is sre.BRANCH:
        return _branches([_sequence(branch) for branch in value[1]])
    if op in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
        return _repeated(*value)
    return None, []


def _one_of(members: Sequence[tuple[Any, Any]]) -> Clause | None:
    if all(op is sre.LITERAL for op, _ in members):
        return frozenset(chr(value) for _, value in members)
    return None


def _branches(branches: list[tuple[Clause | None, list[Clause]]]) -> tuple[Clause | None, list[Clause]]:
    wholes = [texts for texts, _ in branches if texts is not None]
    if len(wholes) == len(branches) and sum(map(len, wholes)) <= _MOST_TEXTS:
        return frozenset().union(*wholes), []
    best = [max((one for one in clauses if _is_telling(one)), key=_worth, default=None) for _, clauses in branches]
    told = [clause for clause in best if clause is not None]
    return None, [frozenset().union(*told)] if len(told) == len(branches) else []


def _repeated(least: int, most: int, inner: Iterable[tuple[Any, Any]]) -> tuple[Clause | None, list[Clause]]:
    texts, clauses = _sequence(inner)
    if least == 0:
        return (texts | _NOTHING, []) if texts is not None and most == 1 else (None, [])
    return (texts, clauses) if (least, most) == (1, 1) else (None, clauses)


def _is_telling(clause: Clause) -> bool:
    return min(map(len, clause)) >= _LEAST_LENGTH


def _worth(clause: Clause) -> tuple[int, int]:
    return min(map(len, clause)), -len(clause)
