"""Writes to the search database, inside the caller's transaction: sessions, their messages, and counts of terms."""

import sqlite3
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime

from noctule.dataclass import dataclass
from noctule.memories.text import cut, on_one_line
from noctule.transcripts.message import Message, SessionRef
from noctule.transcripts.search.prepared import Prepared
from noctule.transcripts.search.store import first_id

SessionKey = tuple[str, str, str]

# Until a session is read to its end it counts as changed.
UNREAD = -1
_TITLE_CHARS = 120
_DROPPED_AT_ONCE = 500
# The terms of so few messages are counted one by one; of more, all are counted anew when the feed ends, or when what
# was not counted outgrew the rest, so that a long first feed can be asked meanwhile.
_FEW = 100


@dataclass(frozen=True, slots=True)
class Known:
    """A session as the database has it. `print` is of the file's first `read_to` bytes, where it only grows."""

    number: int
    mtime_ns: int = UNREAD
    size: int = 0
    read_to: int = 0
    print: bytes | None = None
    messages: int = 0
    copies: int = 0


def key_of(ref: SessionRef) -> SessionKey:
    return ref.source, str(ref.path), ref.id


def known_sessions(connection: sqlite3.Connection) -> dict[SessionKey, Known]:
    rows = connection.execute(
        "SELECT source, path, id, number, mtime_ns, size, read_to, print, messages, copies FROM session"
    )
    return {(row[0], row[1], row[2]): Known(*row[3:]) for row in rows}


def is_known(connection: sqlite3.Connection, key: SessionKey) -> bool:
    row = connection.execute("SELECT 1 FROM session WHERE source = ? AND path = ? AND id = ?", key).fetchone()
    return row is not None


def known_session(connection: sqlite3.Connection, number: int) -> Known | None:
    row = connection.execute(
        "SELECT number, mtime_ns, size, read_to, print, messages, copies FROM session WHERE number = ?", (number,)
    ).fetchone()
    return Known(*row) if row else None


def begin_session(connection: sqlite3.Connection, ref: SessionRef) -> Known:
    """Enters a session without messages. Numbers follow the time at which sessions began."""
    number = int(ref.started.timestamp() if ref.started else ref.mtime_ns / 1e9)
    while connection.execute("SELECT 1 FROM session WHERE number = ?", (number,)).fetchone():
        number += 1
    connection.execute(
        "INSERT INTO session VALUES (?, ?, ?, ?, ?, '', NULL, NULL, ?, 0, 0, NULL, 0, 0)",
        (number, *key_of(ref), ref.kind, UNREAD),
    )
    return Known(number)


def note_read(connection: sqlite3.Connection, known: Known, kind: str) -> None:
    connection.execute(
        "UPDATE session SET kind = ?, mtime_ns = ?, size = ?, read_to = ?, print = ?, messages = ?, copies = ?"
        " WHERE number = ?",
        (kind, known.mtime_ns, known.size, known.read_to, known.print, known.messages, known.copies, known.number),
    )


def add_messages(connection: sqlite3.Connection, known: Known, messages: Sequence[Prepared]) -> None:
    """Adds messages behind those that the session has."""
    at = first_id(known.number) + known.messages
    rows = [
        (number, one.role, one.at, one.mark, one.length, one.language, one.text, " ".join(one.terms))
        for number, one in enumerate(messages, at)
    ]
    connection.executemany("INSERT INTO message VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
    connection.executemany("INSERT INTO said (rowid, terms) VALUES (?, ?)", [(row[0], row[-1]) for row in rows])
    _count(connection, messages, sign=1)
    _note_span(connection, known.number, messages)


def last_messages(connection: sqlite3.Connection, number: int, place: int, count: int) -> list[tuple[Message, int]]:
    """Up to `count` of a session's messages that stand before `place`, in their order, each with its mark."""
    rows = connection.execute(
        "SELECT role, text, at, mark FROM message WHERE id >= ? AND id < ? ORDER BY id",
        (first_id(number) + max(0, place - count), first_id(number) + place),
    )
    return [
        (Message(role, text, None if at is None else datetime.fromtimestamp(at, UTC), ""), mark)
        for role, text, at, mark in rows
    ]


def drop_messages(connection: sqlite3.Connection, number: int, place: int = 0) -> None:
    """Takes away a session's messages from a place on."""
    lowest, above = first_id(number) + place, first_id(number + 1)
    while True:
        rows = connection.execute(
            "SELECT id, length, language, terms FROM message WHERE id >= ? AND id < ? ORDER BY id LIMIT ?",
            (lowest, above, _DROPPED_AT_ONCE),
        ).fetchall()
        if not rows:
            break
        connection.executemany(
            "INSERT INTO said (said, rowid, terms) VALUES ('delete', ?, ?)", [(row[0], row[3]) for row in rows]
        )
        connection.execute("DELETE FROM message WHERE id BETWEEN ? AND ?", (rows[0][0], rows[-1][0]))
        gone = [Prepared("", None, 0, length, language, "", terms.split(" ")) for _, length, language, terms in rows]
        _count(connection, gone, sign=-1)
    first_at, last_at = connection.execute(
        "SELECT min(at), max(at) FROM message WHERE id >= ? AND id < ?", (first_id(number), above)
    ).fetchone()
    connection.execute(
        "UPDATE session SET first_at = ?, last_at = ?, title = iif(?, title, '') WHERE number = ?",
        (first_at, last_at, place, number),
    )


def drop_session(connection: sqlite3.Connection, source: str, number: int) -> None:
    """Takes a session away. Those that held copies of its messages are read again, or these would be lost."""
    drop_messages(connection, number)
    connection.execute("DELETE FROM session WHERE number = ?", (number,))
    connection.execute(
        "UPDATE session SET mtime_ns = ?, read_to = 0, copies = 0 WHERE source = ? AND copies > 0", (UNREAD, source)
    )


def count_terms(connection: sqlite3.Connection) -> None:
    """Brings the counts of terms up to date, where they are not."""
    if connection.execute("SELECT uncounted FROM total").fetchone()[0]:
        connection.execute("DELETE FROM term")
        connection.execute("INSERT INTO term SELECT term, doc FROM said_term")
        connection.execute("UPDATE total SET uncounted = 0")


def _count(connection: sqlite3.Connection, messages: Sequence[Prepared], *, sign: int) -> None:
    length = sum(message.length for message in messages)
    languages = Counter(message.language for message in messages)
    connection.executemany(
        "INSERT INTO language VALUES (?, ?) ON CONFLICT DO UPDATE SET messages = messages + excluded.messages",
        [(language, sign * count) for language, count in languages.items()],
    )
    connection.execute(
        "UPDATE total SET messages = messages + ?, length = length + ?", (sign * len(messages), sign * length)
    )
    total, uncounted = connection.execute("SELECT messages, uncounted FROM total").fetchone()
    if len(messages) <= _FEW and not uncounted:
        terms = Counter(term for message in messages for term in set(message.terms))
        connection.executemany(
            "INSERT INTO term VALUES (?, ?) ON CONFLICT DO UPDATE SET messages = messages + excluded.messages",
            [(term, sign * terms[term]) for term in sorted(terms)],
        )
        return
    connection.execute("UPDATE total SET uncounted = uncounted + ?", (len(messages),))
    if 2 * uncounted > total:
        count_terms(connection)


def _note_span(connection: sqlite3.Connection, number: int, messages: Sequence[Prepared]) -> None:
    """When the session's messages were said, and what it began with."""
    times = [one.at for one in messages if one.at is not None]
    if times:
        connection.execute(
            "UPDATE session SET first_at = min(ifnull(first_at, ?1), ?1), last_at = max(ifnull(last_at, ?2), ?2)"
            " WHERE number = ?3",
            (min(times), max(times), number),
        )
    title = next((cut(on_one_line(one.text), _TITLE_CHARS) for one in messages if one.role == "user"), "")
    connection.execute("UPDATE session SET title = ? WHERE number = ? AND title = ''", (title, number))
