"""Finds the words in a text that name a day relative to the one it was written on, and reckons that day."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from noctule.checks.day_words import (
    ABSOLUTE,
    COUNTS,
    DISTANCES,
    LASTING,
    PHRASES,
    UNITS,
    UNSPACED,
    UNSPACED_HABIT,
    UNSPACED_LIMIT,
    WEEKDAYS,
    Unit,
    Weekdays,
)
from noctule.dataclass import dataclass
from noctule.safety.literals import Sieve

_SENTENCE_END = re.compile(r"[.!?。！？](?=\s|$)|\n")
_CLAUSE_END = re.compile(r"\s*(?:$|[.,;:!?)\]\n…—–](?!\w))")
_NO_DAY = re.compile(r"['’]s\b|s\b|\.\w|\(|-\w|_|/\w")
_NEAR = 28
_DATE_AFTER = re.compile(rf"[\s,(:=–-]{{0,4}}(?:the |on |den |der |el |le )?(?:{ABSOLUTE.pattern})", re.IGNORECASE)
_DATE_BEFORE = re.compile(rf"(?:{ABSOLUTE.pattern})(?:[-./]?\d{{0,4}})[\s,()–-]{{0,4}}$", re.IGNORECASE)
_MOST_FOUND = 20
# A text that names more weekdays than this is a calendar.
_MOST_WEEKDAYS = 100


class Meant(NamedTuple):
    """Where the words stand, and what they mean: a day, `the week of` its Monday, a month or a year."""

    start: int
    end: int
    date: str
    is_weekday: bool = False


def find(text: str, today: date) -> Iterator[Meant]:
    """All that is meant relative to `today`, in no order, the parts of longer phrases too."""
    yield from _phrases(text, today)
    yield from _distances(text, today)
    yield from _weekdays(text, today)
    yield from _unspaced(text, today)


def _phrases(text: str, today: date) -> Iterator[Meant]:
    for phrase, may in zip(PHRASES, _sieve().may_match(text), strict=True):
        if not may:
            continue
        for match in islice(phrase.pattern.finditer(text), _MOST_FOUND):
            if not _is_dated(text, match) and not _NO_DAY.match(text, match.end()) and not _is_part(text, match):
                yield _relative(match, _date(today, phrase.unit, phrase.distance))


@lru_cache(maxsize=1)
def _sieve() -> Sieve:
    return Sieve([phrase.pattern for phrase in PHRASES])


def _distances(text: str, today: date) -> Iterator[Meant]:
    for pattern, sign in DISTANCES:
        for match in islice(pattern.finditer(text), _MOST_FOUND):
            sentence = _before(text, match.start()) + _after(text, match.end())
            if _is_dated(text, match) or (sign > 0 and LASTING.search(sentence)):
                continue
            count = match["count"].lower()
            number = int(count) if count.isdigit() else COUNTS.get(count, 0)
            unit = UNITS[match["unit"] if match["unit"] in UNITS else match["unit"].lower()]
            if number:
                yield _relative(match, _date(today, unit, sign * number))


def _weekdays(text: str, today: date) -> Iterator[Meant]:
    for language in WEEKDAYS:
        rules = _rules(language)
        for match in islice(rules.name.finditer(text), _MOST_WEEKDAYS):
            before, after = _before(text, match.start()), _after(text, match.end())
            if _is_dated(text, match) or _NO_DAY.match(after) or not rules.is_meant(before, after):
                continue
            number = next(at for at, names in enumerate(language.names) if match.group() in names.split("|"))
            if rules.turns_back(before, after):
                day = _last(number, today, is_strict=not rules.since.search(before))
            else:
                day = _coming(number, today + timedelta(days=1) if rules.next.search(before) else today)
            yield _relative(match, day.isoformat(), is_weekday=True)


def _unspaced(text: str, today: date) -> Iterator[Meant]:
    for pattern, days in UNSPACED:
        for match in islice(pattern.finditer(text), _MOST_WEEKDAYS):
            if _is_dated(text, match):
                continue
            is_bare = not (match["next"] or match["last"] or match["this"])
            sentence = _before(text, match.start()) + _after(text, match.end())
            if is_bare and UNSPACED_HABIT.search(sentence) and not UNSPACED_LIMIT.match(text, match.end()):
                continue
            number = days.index(match["day"].replace("天", "日"))
            day = _coming(number, today)
            if not is_bare:
                weeks = 1 if match["next"] else -1 if match["last"] else 0
                day = today + timedelta(days=number - today.weekday(), weeks=weeks)
            yield _relative(match, day.isoformat(), is_weekday=True)


@dataclass(frozen=True, slots=True)
class _Rules:
    """A language's weekdays as patterns, each over the text right before or after one."""

    name: re.Pattern[str]
    lead: re.Pattern[str]
    past: re.Pattern[str]
    since: re.Pattern[str]
    next: re.Pattern[str]
    habit: re.Pattern[str]
    habits: re.Pattern[str]
    parts: re.Pattern[str]
    range_before: re.Pattern[str]
    range_after: re.Pattern[str]

    def is_meant(self, before: str, after: str) -> bool:
        """Whether one day is meant, and not each of its kind, a span of the week, or a thing called so."""
        if self.habit.search(before) or self.habits.search(before) or self.habits.search(after):
            # `ce jeudi` and `le jeudi prochain` are days, though `le jeudi` is a habit.
            return bool(self.habit.search(before)) and bool(_TURNED_AFTER.match(after))
        if self.range_before.search(before) or self.range_after.match(after):
            return False
        if self.parts.match(after) or _CLAUSE_END.match(after):
            return True
        return bool(self.lead.search(before)) and not _THING.match(after)

    def turns_back(self, before: str, after: str) -> bool:
        return bool(self.past.search(before) or _PAST_AFTER.match(after))


# A noun after it: `Friday deploys`, `the Monday meeting`.
_THING = re.compile(r"\s+[a-z]{3,}s\b(?! )")
_TURNED_AFTER = re.compile(r"\s+(?:prochain|dernier|próximo|pasado|que viene)\b")
_PAST_AFTER = re.compile(r"\s+(?:dernier|pasado)\b")


@lru_cache(maxsize=8)
def _rules(language: Weekdays) -> _Rules:
    name = rf"(?:{'|'.join(language.names)})"
    span = r"(?:-|–|—|/|to|through|thru|bis|au?|à|al?|and|und|et|y|or|oder|ou|o|,|&)"
    return _Rules(
        name=re.compile(rf"(?<![\w-]){name}(?!\w)"),
        lead=re.compile(rf"\b(?:{language.lead})\s+$", re.IGNORECASE),
        past=re.compile(rf"\b(?:{language.past})\s+$", re.IGNORECASE),
        since=re.compile(r"\b(?:since|seit|depuis|desde(?: el)?)\s+$", re.IGNORECASE),
        next=re.compile(r"\b(?:next|nächste\w|próximo)\s+$", re.IGNORECASE),
        habit=re.compile(rf"\b(?:{language.habit})\s+$", re.IGNORECASE),
        habits=re.compile(rf"\b(?:{language.habits})\b", re.IGNORECASE),
        parts=re.compile(rf"\s+(?:{language.parts})\b"),
        range_before=re.compile(rf"\b{name}\s*{span}\s*(?:on )?$"),
        range_after=re.compile(rf"\s*{span}\s*(?:on )?(?:every )?{name}\b"),
    )


def _coming(weekday: int, first: date) -> date:
    """The first such day from `first` on."""
    return first + timedelta(days=(weekday - first.weekday()) % 7)


def _last(weekday: int, today: date, *, is_strict: bool) -> date:
    back = (today.weekday() - weekday) % 7
    return today - timedelta(days=back or (7 if is_strict else 0))


def _date(today: date, unit: Unit, distance: int) -> str:
    if unit == "day":
        return (today + timedelta(days=distance)).isoformat()
    if unit == "week":
        monday = today + timedelta(weeks=distance, days=-today.weekday())
        return f"the week of {monday.isoformat()}"
    if unit == "month":
        months = today.year * 12 + today.month - 1 + distance
        return f"{months // 12:04d}-{months % 12 + 1:02d}"
    return f"{today.year + distance:04d}"


def _relative(match: re.Match[str], meant: str, *, is_weekday: bool = False) -> Meant:
    return Meant(match.start(), match.start() + len(match.group().rstrip()), meant, is_weekday)


def _is_dated(text: str, match: re.Match[str]) -> bool:
    """Whether the date itself stands right beside it."""
    after, before = _after(text, match.end()), _before(text, match.start())
    return _DATE_AFTER.match(after) is not None or _DATE_BEFORE.search(before[-_NEAR:]) is not None


def _is_part(text: str, match: re.Match[str]) -> bool:
    """Whether it is a piece of a name in code or a label: `get.today`, `is-today`, `"Today"`."""
    return text[match.start() - 1 : match.start()] in ("_", "-", "/", "@", "#", "$") or (
        text[match.start() - 1 : match.start()] in ("'", '"', "“", "‘")
        and text[match.end() : match.end() + 1] in ("'", '"', "”", "’")
    )


def _before(text: str, at: int) -> str:
    """The sentence up to there."""
    start = max(0, at - 200)
    ends = [match.end() for match in _SENTENCE_END.finditer(text, start, at)]
    return text[ends[-1] if ends else start : at]


def _after(text: str, at: int) -> str:
    """The rest of the sentence."""
    end = _SENTENCE_END.search(text, at, at + 200)
    return text[at : end.end() if end else at + 200]
