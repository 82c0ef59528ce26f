"""Recognises text that asks an agent for something no memory should ask.

Used by the checks, and to hold what comes from outside. It reads sentence by sentence, disguises off; a rule that is
turned around ("never upload the keys") or a plain report ("CI disables the prompt") is left alone.
"""

import itertools
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from noctule.safety.instruction_languages import NEGATED_ELSEWHERE
from noctule.safety.instruction_rules import RULES
from noctule.safety.instruction_steering import ABOUT_PACKAGES, SWAP
from noctule.safety.instruction_words import ABOUT_SECRETS, HIDES, STEERS, WEAKENS, Rule
from noctule.safety.literals import Sieve
from noctule.safety.skeleton import PARAGRAPH, Skeleton, skeleton

# A sentence longer than this is read in overlapping parts, so that no text takes more than linear time.
_LONGEST = 600
_OVERLAP = 200
# Short names are often one letter apart for good reasons (`npm` and `pnpm`).
_SHORTEST_NAME = 6
# Two names of the same letters in another order are seldom two packages.
_SHORTEST_TWISTED = 5
# Digits that pass for letters.
_AS_LETTERS = str.maketrans("01", "ol")

_SENTENCE_END = re.compile(rf"[.!?]+(?=[\s\"'`)]|$)\s?|[。！？]|{PARAGRAPH}|\n(?=\s?(?:[-*+#>|]|\d+[.)]))")
_QUOTED_NAME = re.compile(r"[`'\"](?P<name>[\w@][\w@/.-]{3,60})[`'\"]")
_MOST_NAMES = 8
_EMPHASIS = re.compile(r"(?<![^\s(\"'>])(?:\*{1,3}|__?)(?=\w)|(?<=[\w.,;:!?])(?:\*{1,3}|__?)(?![\w*_(])")
# Whoever writes about attacks quotes them; what runs or sends something counts even so.
_ABOUT_ATTACKS = re.compile(
    r"\b(?:attack(?:s|ed|er|ers)?|prompt[ -]?injections?|jailbreaks?|malicious|poisoned|red[ -]?team"
    r"|threat model|not (?:be )?obeyed)\b"
)
_QUOTED = re.compile(r"(?:(?<=[\s(])|^)'[^']{1,300}'(?!\w)|[\"\u201c\u201e][^\"\u201c\u201d]{1,300}[\"\u201d\u201c]")
_MAY_BE_QUOTED = frozenset({WEAKENS, HIDES, STEERS})
_NEGATED = re.compile(
    r"\b(?:never|not|don'?t|doesn'?t|must ?n'?t|should ?n'?t|can(?:no|')t|avoid|refuse to|instead of|rather than"
    r"|no|forbids?|forbidden|prohibit\w*|bans?|banned)\b"
    r"[^,;:.]{0,32}$"
)
_COMMANDED = re.compile(
    r"(?:^|[,;:(>\-\u2029\n]|\b(?:always|please|then|and|or|must|should|shall|you|first|just|also|simply|now"
    r"|immediately|"
    r"silently|secretly|quietly|automatically|you may|agents? may|let's|(?:sure|remember|needs?|have|has|wants?"
    r"|supposed|agents?) to))"
    r"[\s*_\"'`\d.)#-]*$"
)


class _Sentence(NamedTuple):
    start: int
    text: str


class _Asked(NamedTuple):
    """What a sentence asks: where in it, and whether that counts only beside secrets."""

    start: int
    end: int
    label: str
    only_near_secrets: bool = False


def instruction_like(text: str) -> list[tuple[int, int, str]]:
    """Each request that a memory should not make: where it starts and ends (code points), and what it asks."""
    return list(_requests(text))


# A folder is checked again whenever one of its files changes, and most have not; a page of text takes milliseconds.
@lru_cache(maxsize=512)
def _requests(text: str) -> tuple[tuple[int, int, str], ...]:
    read = _without_emphasis(skeleton(text))
    asked = [(sentence.start, one) for sentence in _sentences(read.text) for one in _asked(sentence.text)]
    if any(one.only_near_secrets for _, one in asked) and ABOUT_SECRETS.search(read.text) is None:
        asked = [(start, one) for start, one in asked if not one.only_near_secrets]
    found: dict[tuple[int, str], tuple[int, int, str]] = {}
    for start, one in asked:
        first, last = start + one.start, start + one.end - 1
        found.setdefault((first, one.label), (read.starts[first], read.ends[last], one.label))
    return tuple(sorted(found.values()))


def _without_emphasis(read: Skeleton) -> Skeleton:
    """Without the stars and underlines that markdown sets around words: they part no request."""
    if "*" not in read.text and "_" not in read.text:
        return read
    left = {at for match in _EMPHASIS.finditer(read.text) for at in range(*match.span())}
    kept = [at for at in range(len(read.text)) if at not in left]
    return Skeleton(
        "".join(read.text[at] for at in kept), [read.starts[at] for at in kept], [read.ends[at] for at in kept]
    )


@lru_cache(maxsize=1)
def _sieve() -> Sieve:
    return Sieve([*(rule.pattern for rule in RULES), SWAP, ABOUT_PACKAGES])


def _sentences(text: str) -> Iterator[_Sentence]:
    start = 0
    for match in _SENTENCE_END.finditer(text):
        yield from _parts(start, text[start : match.end()])
        start = match.end()
    yield from _parts(start, text[start:])


def _parts(start: int, sentence: str) -> Iterator[_Sentence]:
    if not sentence.strip():
        return
    for offset in range(0, max(len(sentence) - _OVERLAP, 1), _LONGEST - _OVERLAP):
        yield _Sentence(start + offset, sentence[offset : offset + _LONGEST])


# Who types changes one sentence of a page.
@lru_cache(maxsize=4_096)
def _asked(sentence: str) -> tuple[_Asked, ...]:
    # Prose is wrapped at any space; only what stands before a request looks at where its line begins.
    flat = sentence.replace("\n", " ")
    *may, may_swap, may_swap_names = _sieve().may_match(flat)
    likely = [rule for rule, is_likely in zip(RULES, may, strict=True) if is_likely]
    found = [one for rule in likely if (one := _asked_by(rule, sentence, flat)) is not None]
    swaps = _swaps(flat) if may_swap or may_swap_names else ()
    return (*found, *(_Asked(*swap) for swap in swaps))


def _asked_by(rule: Rule, sentence: str, flat: str) -> _Asked | None:
    if rule.needs is not None and rule.needs.search(flat) is None:
        return None
    match = next((hit for hit in rule.pattern.finditer(flat) if _holds(rule, sentence[: hit.start()])), None)
    if match is None or (rule.label in _MAY_BE_QUOTED and _is_quoted_attack(flat, match)):
        return None
    return _Asked(match.start(), match.end(), rule.label, rule.only_near_secrets)


def _is_quoted_attack(sentence: str, match: re.Match[str]) -> bool:
    if _ABOUT_ATTACKS.search(sentence) is None:
        return False
    return any(quoted.start() < match.start() and match.end() < quoted.end() for quoted in _QUOTED.finditer(sentence))


def _holds(rule: Rule, before: str) -> bool:
    if rule.can_be_negated and (NEGATED_ELSEWHERE if rule.is_foreign else _NEGATED).search(before[-60:]):
        return False
    return not rule.must_be_commanded or _COMMANDED.search(before[-40:]) is not None


def _swaps(sentence: str) -> Iterator[tuple[int, int, str]]:
    """A package that is to be used in place of one that is spelt nearly alike."""
    for match in SWAP.finditer(sentence):
        names = match["new"] or match["new_last"], match["old"] or match["old_first"]
        if _nearly_alike(*names):
            yield match.start(), match.end(), "swaps a package"
            return
    if ABOUT_PACKAGES.search(sentence):
        quoted = list(_QUOTED_NAME.finditer(sentence))[:_MOST_NAMES]
        for first, second in itertools.combinations(quoted, 2):
            if _nearly_alike(first["name"], second["name"]):
                yield first.start(), second.end(), "swaps a package"
                return


def _nearly_alike(new: str, old: str) -> bool:
    """Whether two names differ by one slip of the pen; a version at the end is no slip (`psycopg2`)."""
    # Of a path or a scoped name the last part is the package: `@acme/expres`, `lodash/fp`.
    new, old = new.rpartition("/")[2], old.rpartition("/")[2]
    if new != old and new.translate(_AS_LETTERS) == old.translate(_AS_LETTERS):
        return True
    news, olds = _parts_of_name(new), _parts_of_name(old)
    return news[0] != olds[0] and any(_is_slip(a, b) for a in news for b in olds)


def _parts_of_name(name: str) -> list[str]:
    """The name and what its dashes part, without versions at the ends."""
    parts = [name, *name.split("-")] if "-" in name else [name]
    return [part.rstrip("0123456789") for part in parts]


def _is_slip(new: str, old: str) -> bool:
    if new == old:
        return False
    if re.sub("[-_.]", "", new) == re.sub("[-_.]", "", old):
        return True
    if sorted(new) == sorted(old) and len(new) >= _SHORTEST_TWISTED:
        return True
    if min(len(new), len(old)) < _SHORTEST_NAME or abs(len(new) - len(old)) > 1:
        return False
    return _edits(new, old) <= (2 if len(new) == len(old) else 1)


def _edits(a: str, b: str) -> int:
    row = list(range(len(b) + 1))
    for i, letter in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, other in enumerate(b, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (letter != other))
    return row[-1]
