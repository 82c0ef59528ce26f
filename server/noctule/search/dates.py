"""Finds the dates a text names and writes each as terms for its year, month and day, so that all spellings meet."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from re import Match

from noctule.regex import regex

_MONTHS = """
    january jan januar janvier enero janeiro gennaio januari, february feb februar fevrier febrero fevereiro febbraio
    februari, march mar marz mars marzo marco maart, april apr avril abril aprile, may mai mayo maio maggio mei maj,
    june jun juni juin junio junho giugno, july jul juli juillet julio julho luglio, august aug aout agosto augustus
    augusti, september sep sept septembre septiembre setembro settembre, october oct oktober octobre octubre outubro
    ottobre, november nov novembre noviembre novembro, december dec dezember decembre diciembre dezembro dicembre
"""
_MONTH_OF = {name: number for number, names in enumerate(_MONTHS.split(","), 1) for name in names.split()}
# These are everyday words too: they are months only beside a number or after a word of time.
_DOUBTFUL = {"may", "march", "mar", "mars", "mai", "jan", "jun", "dec", "sep", "mei", "marco", "maj"}
_LETTERS = regex("[a-z]+")
_DIGIT = regex("[0-9]")
_NAME = "|".join(sorted(_MONTH_OF, key=len, reverse=True))
# So far before a month its day or a word of time may begin: `31st of `, `during `, and some spaces.
_REACH = 20
_NUMERIC = regex(r"\b((?:19|20)\d\d)[-/.](\d\d?)(?:[-/.](\d\d?))?\b|((?:19|20)\d\d)年(?:(\d\d?)月(?:(\d\d?)日)?)?")
_NAMED = regex(
    rf"(?:\b(?P<before>\d\d?)(?:st|nd|rd|th|er|\.)?\s+(?:of\s+|de\s+)?)?\b(?P<month>{_NAME})\b\.?"
    rf"(?:\s+(?P<after>\d\d?)(?:st|nd|rd|th)?\b(?!:))?(?:,?\s+(?:de\s+)?(?P<year>(?:19|20)\d\d)\b)?"
)
_TIME_WORD = regex(
    r"\b(?:in|since|until|till|by|last|this|next|of|during|before|after|early|late|mid|im|seit|en|em|de)\s+$"
)
_YEAR = regex(r"\b((?:19|20)\d\d)\b")


def date_terms(folded: str) -> list[str]:
    """The terms of every date named in a folded text, each once, in order."""
    return list(dict.fromkeys(_each_term(folded)))


def may_name_date(folded: str) -> bool:
    """Whether a piece of a folded text, cut at no letter or digit, holds what a date cannot do without."""
    return bool(_DIGIT.search(folded)) or not _MONTH_OF.keys().isdisjoint(_LETTERS.findall(folded))


def terms_of_day(when: float) -> list[str]:
    """The terms of the day (UTC) that `when`, in seconds since 1970, falls on; none for a time no calendar has."""
    try:
        day = datetime.fromtimestamp(when, UTC)
    except (ValueError, OverflowError, OSError):
        return []
    return [*_terms(day.year, day.month, day.day)]


def _each_term(text: str) -> Iterator[str]:
    if "19" in text or "20" in text:
        for match in _NUMERIC.finditer(text):
            year, month, day = match.group(1, 2, 3) if match.group(1) else match.group(4, 5, 6)
            yield from _terms(int(year), int(month or 0), int(day or 0))
        for match in _YEAR.finditer(text):
            yield from _terms(int(match.group(1)), 0, 0)
    for match in _named(text):
        day = match["before"] or match["after"]
        if day or match["year"] or match["month"] not in _DOUBTFUL or _follows_time_word(text, match.start()):
            yield from _terms(int(match["year"] or 0), _MONTH_OF[match["month"]], int(day or 0))


def _follows_time_word(text: str, place: int) -> bool:
    return _TIME_WORD.search(text, max(0, place - _REACH), place) is not None


def _named(text: str) -> Iterator[Match[str]]:
    """What names a month, with its day and year. Tried only near what may be one: at every word it is far slower."""
    names = _MONTH_OF.keys() & _LETTERS.findall(text)
    end = 0
    for place in sorted(found.start() for name in names for found in re.finditer(name, text)):
        if place >= end:
            match = _NAMED.search(text, max(end, place - _REACH))
            if match is None:
                return
            end = match.end()
            yield match


def _terms(year: int, month: int, day: int) -> Iterator[str]:
    if year:
        yield f"@y{year}"
    if 1 <= month <= 12:
        yield f"@m{month}"
    if 1 <= day <= 31:
        yield f"@d{day}"
