"""A hit as it is read: the message that matched with its neighbours, who said each and when, what was asked marked."""

import sqlite3
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from datetime import UTC, datetime
from itertools import islice
from operator import itemgetter

from noctule.dataclass import dataclass
from noctule.memories.text import on_one_line
from noctule.safety.sanitize import neutralise
from noctule.search.marks import Span, matched_spans
from noctule.transcripts.search.prepared import REDACTED
from noctule.transcripts.search.query import Match, Matches
from noctule.transcripts.search.store import session_of

# The marks of what matched, as Markdown has them.
MARK = "**"
_CUT = "…"
# Characters shown of the message that matched, and of each of its neighbours.
_MATCH_CHARS = 700
_NEIGHBOUR_CHARS = 200
# So far before the first match an excerpt begins.
_LEAD_CHARS = 160
_REACH = 1


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A place in a session. `text` is safe for a prompt: a line a message, `[time] role: text`; `title` is not."""

    source: str
    session: str
    kind: str
    title: str
    text: str
    is_cut: bool
    score: float
    at: datetime | None


def excerpts(connection: sqlite3.Connection, matches: Matches, limit: int) -> list[Excerpt]:
    """At most `limit` places, best first: a message that stands in the excerpt of a better one has none of its own."""
    chosen = islice(_apart(one for one in matches.found if one.has_words), limit)
    return [_excerpt(connection, one, matches.terms) for one in chosen]


def _apart(found: Iterable[Match]) -> Iterator[Match]:
    shown: set[int] = set()
    for match in found:
        if match.id not in shown:
            shown.update(range(match.id - _REACH, match.id + _REACH + 1))
            yield match


def _excerpt(connection: sqlite3.Connection, match: Match, terms: AbstractSet[str]) -> Excerpt:
    source, session, kind, title, last_at = connection.execute(
        "SELECT source, id, kind, title, last_at FROM session WHERE number = ?", (session_of(match.id),)
    ).fetchone()
    rows = connection.execute(
        "SELECT id, role, at, language, text FROM message WHERE id BETWEEN ? AND ? ORDER BY id",
        (match.id - _REACH, match.id + _REACH),
    ).fetchall()
    lines: list[str] = []
    is_cut = False
    said_at = last_at
    for number, role, at, language, text in rows:
        if session_of(number) != session_of(match.id):
            continue
        is_match = number == match.id
        said, was_cut = _shown(text, terms, language, _MATCH_CHARS if is_match else _NEIGHBOUR_CHARS)
        is_cut |= was_cut
        said_at = at if is_match and at is not None else said_at
        lines.append(f"{_stamp(at)}{role}: {said}")
    when = datetime.fromtimestamp(said_at, UTC) if said_at is not None else None
    return Excerpt(source, session, kind, title, "\n".join(lines), is_cut, match.score, when)


def _stamp(at: float | None) -> str:
    return f"[{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M}] " if at is not None else ""


def _shown(text: str, terms: AbstractSet[str], language: str, most: int) -> tuple[str, bool]:
    """The part of a text around its first matches, these marked; and whether it is cut."""
    # Neutral before it is cut, so that no tag is cut into a harmless half and read as a whole.
    plain = on_one_line(neutralise(text))
    taken_out = [found.span() for found in REDACTED.finditer(plain)]
    spans = [span for span in matched_spans(plain, terms, language) if not _lies_in(span, taken_out)]
    start, end = _window(plain, spans, most)
    inside = [(max(first, start), min(last, end)) for first, last in spans if first < end and last > start]
    pieces: list[str] = [_CUT if start else ""]
    done = start
    for first, last in inside:
        pieces += (plain[done:first], MARK, plain[first:last], MARK)
        done = last
    pieces += (plain[done:end], _CUT if end < len(plain) else "")
    return "".join(pieces), start > 0 or end < len(plain)


def _lies_in(span: Span, places: Sequence[Span]) -> bool:
    """Whether a stretch begins in one of these places, which are in their order."""
    before = bisect_right(places, span[0], key=itemgetter(0))
    return before > 0 and span[0] < places[before - 1][1]


def _count(firsts: Sequence[int], start: int, end: int) -> int:
    """How many of these sorted numbers lie there. A long message may hold thousands of matches."""
    return bisect_left(firsts, end) - bisect_left(firsts, start)


def _window(text: str, spans: list[Span], most: int) -> Span:
    """The stretch of at most `most` characters that holds the most matches, begun and ended at a blank."""
    if len(text) <= most:
        return 0, len(text)
    firsts = sorted(first for first, _ in spans)
    starts = [max(0, first - _LEAD_CHARS) for first in firsts] or [0]
    start = max(starts, key=lambda begin: (_count(firsts, begin, begin + most), -begin))
    start = min(start, len(text) - most)
    if start > 0:
        blank = text.find(" ", start, start + _LEAD_CHARS)
        start = blank + 1 if blank >= 0 else start
    end = min(start + most, len(text))
    if end < len(text):
        blank = text.rfind(" ", max(start, end - _LEAD_CHARS), end)
        end = blank if blank > start else end
    return start, end
