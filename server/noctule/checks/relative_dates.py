"""Finds what a text says of time relative to the day it was written, and the date that it meant then."""

import re
from datetime import date

from noctule.dataclass import dataclass

# Each phrase and weekday holds one of these; most texts hold none, and are done.
_TELLING = re.compile(
    "[Tt]o(?:day|morrow|night)|[Yy]esterday|orning|noon|night|vening| days|week|month|year| ago|from now|estern|"
    "[Hh]eute|orgen|Woche|Monat|Jahr|[a-z]day|tag\\b|Tagen|Mittwoch|Sonnabend|demain|\\bhier|\\bHier|ujourd|semaine|\\bmois|année|"
    "['’]an |l y a |(?:lun|mar|cre|jeu|endre|ame)di\\b|manche|añana|\\b[Aa]yer|\\b[Hh]oy\\b|semana|\\bmes\\b|año|"
    "[Hh]ace |lunes|martes|coles|jueves|viernes|bado|domingo|[天日周週月年期拜曜]|[가-힣]"
)
# Code, addresses and what stands in quotes to be typed speak of no day.
_CODE = re.compile(r"^(```|~~~).*?(?:^\1|\Z)|`[^`\n]{1,400}`|https?://\S+", re.DOTALL | re.MULTILINE)
_MOST_TEXT = 65_536
_MOST_FOUND = 20
# A file may say any year of itself; beside these it says nothing that a date could be counted from.
_FIRST_YEAR, _LAST_YEAR = 1970, 2999


@dataclass(frozen=True, slots=True)
class RelativeDate:
    """A word such as `Thursday`, where it stands (code points), and the date to write for it.

    `date` is a day, `the week of` its Monday, a month (2026-04) or a year. A weekday is best kept beside its date.
    """

    start: int
    end: int
    text: str
    date: str
    is_weekday: bool = False

    @property
    def absolute(self) -> str:
        """What to write in its place."""
        return f"{self.text} ({self.date})" if self.is_weekday else self.date


def relative_dates(text: str, today: date) -> list[RelativeDate]:
    """What `text`, written on `today`, says relative to that day, in order; habits, code and names are none.

    A weekday means the next one, today included, unless a word before it turns it back.
    """
    if _TELLING.search(text) is None or not _FIRST_YEAR <= today.year <= _LAST_YEAR:
        return []
    from noctule.checks.day_finding import find  # late: most texts never need its hundred patterns

    shown = _CODE.sub(lambda match: " " * len(match.group()), text[:_MOST_TEXT])
    found: dict[int, RelativeDate] = {}
    for start, end, meant, is_weekday in find(shown, today):
        known = found.get(start)
        if known is None or known.end < end:
            found[start] = RelativeDate(start, end, text[start:end], meant, is_weekday)
    return _apart(sorted(found.values(), key=lambda one: one.start))[:_MOST_FOUND]


def _apart(found: list[RelativeDate]) -> list[RelativeDate]:
    """Without what lies within a longer phrase: `the day after tomorrow` holds `tomorrow`."""
    kept: list[RelativeDate] = []
    for one in found:
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    return kept
