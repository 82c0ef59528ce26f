"""Takes one session into the search database: what is new behind what was read, or what differs from it."""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from noctule.dataclass import replace
from noctule.transcripts.message import Message, Reader, SessionRef
from noctule.transcripts.search.pace import Pace
from noctule.transcripts.search.prepared import BEFORE, Prepared, mark_of, prepared
from noctule.transcripts.search.rows import (
    UNREAD,
    Known,
    add_messages,
    begin_session,
    drop_messages,
    is_known,
    key_of,
    known_session,
    last_messages,
    note_read,
)
from noctule.transcripts.search.store import SearchStore, first_id, parts

# What agents' tools gave back is not looked up: it is most of a transcript, and others' text; what mattered of it is
# said again beside it.
_NOT_TALK = "tool"
# One transaction takes so many characters of talk: a tenth of a second of work.
_BATCH_CHARS = 256_000
# Who adds to a file leaves its head and what stood at its end.
_PRINTED_BYTES = 4096


class Moved(Exception):
    """The database is not as this feed left it: it was deleted, or another program fed it. Begin again."""


class Intake:
    """One session on its way in. `talk` counts the characters of it that were new."""

    def __init__(self, store: SearchStore, reader: Reader, ref: SessionRef, known: Known | None, pace: Pace) -> None:
        self.talk = 0
        self._store = store
        self._reader = reader
        self._ref = ref
        self._known = known
        self._pace = pace
        self._stored: Sequence[int] = ()
        self._place = 0
        self._read_to = 0
        self._copies = 0

    def run(self) -> None:
        """Raises `Moved`, `Cancelled`, `StorageError`s; what was taken in by then stays."""
        batch: list[tuple[Message, int]] = []
        chars = 0
        for message in self._new_messages():
            # All messages of one line come in together: what is read again begins behind it.
            if chars >= _BATCH_CHARS and (message.end != self._read_to or not message.end):
                self._add(batch)
                batch, chars = [], 0
            self._read_to = message.end
            if message.role == _NOT_TALK:
                self._pace.look(self._read_to)
                continue
            batch.append((message, mark_of(self._ref, message)))
            chars += len(message.text)
        self._add(batch)
        self._finish()

    def _new_messages(self) -> Iterator[Message]:
        """The messages that are not stored yet. Where those that are differ from the source's, they are dropped."""
        known = self._known
        if known is not None and self._may_go_on(known):
            self._place, self._read_to, self._copies = known.messages, known.read_to, known.copies
            yield from self._reader.messages(self._ref, known.read_to)
            return
        if known is not None:
            self._stored = self._marks(known)
        messages = self._reader.messages(self._ref)
        first = self._first_other(messages)
        if known is not None and self._place < len(self._stored):
            self._drop_rest()
        if first is not None:
            yield first
            yield from messages

    def _may_go_on(self, known: Known) -> bool:
        grew = known.read_to > 0 and self._ref.size > known.size and self._ref.size >= known.read_to
        return self._reader.grows and grew and _print(self._ref.path, known.read_to) == known.print

    def _first_other(self, messages: Iterator[Message]) -> Message | None:
        """Passes what is stored already; the first message that is not."""
        for message in messages:
            if message.role == _NOT_TALK:
                continue
            mark = mark_of(self._ref, message)
            if self._place < len(self._stored) and self._stored[self._place] == mark:
                self._place += 1
            elif message.uid and self._elsewhere([mark]):
                self._copies += 1
            else:
                return message
            self._read_to = message.end
            self._pace.look(self._read_to)
        return None

    def _add(self, batch: Sequence[tuple[Message, int]]) -> None:
        if not batch:
            return
        copies = self._elsewhere([mark for message, mark in batch if message.uid])
        taken = [(message, mark) for message, mark in batch if mark not in copies or not message.uid]
        self._copies += len(batch) - len(taken)
        rows: list[Prepared] = []
        for row in prepared(taken, self._stored_last()):
            rows.append(row)
            self._pace.work()
        again = len(rows) - len(taken)
        self.talk += sum(len(row.text) for row in rows[again:])
        with self._store.changing() as connection:
            known = self._begun(connection)
            if again:
                self._place -= again
                drop_messages(connection, known.number, self._place)
                known = replace(known, messages=self._place)
            add_messages(connection, known, rows)
            self._place += len(rows)
            self._note(connection, known)
        self._pace.look(self._read_to)

    def _finish(self) -> None:
        with self._store.changing() as connection:
            known = self._begun(connection)
            self._note(connection, replace(known, mtime_ns=self._ref.mtime_ns, size=self._ref.size))

    def _drop_rest(self) -> None:
        with self._store.changing() as connection:
            known = self._begun(connection)
            drop_messages(connection, known.number, self._place)
            # Were it stopped now, the next feed must not go on behind what is not stored yet.
            self._note(connection, replace(known, mtime_ns=UNREAD), read_to=0)

    def _begun(self, connection: sqlite3.Connection) -> Known:
        """The session as the database has it now, which is as this feed left it."""
        if self._known is None:
            if is_known(connection, key_of(self._ref)):
                raise Moved
            return begin_session(connection, self._ref)
        now = known_session(connection, self._known.number)
        if now is None or now.messages != self._known.messages:
            raise Moved
        return now

    def _note(self, connection: sqlite3.Connection, known: Known, read_to: int | None = None) -> None:
        read_to = self._read_to if read_to is None else read_to
        self._known = replace(
            known,
            read_to=read_to,
            print=_print(self._ref.path, read_to) if self._reader.grows else None,
            messages=self._place,
            copies=self._copies,
        )
        note_read(connection, self._known, self._ref.kind)

    def _stored_last(self) -> list[tuple[Message, int]]:
        """The messages that stand just before the next one, as they are stored."""
        if self._known is None:
            return []
        with self._store.reading() as connection:
            return last_messages(connection, self._known.number, self._place, BEFORE)

    def _marks(self, known: Known) -> list[int]:
        with self._store.reading() as connection:
            rows = connection.execute(
                "SELECT mark FROM message WHERE id >= ? AND id < ? ORDER BY id",
                (first_id(known.number), first_id(known.number + 1)),
            )
            return [row[0] for row in rows]

    def _elsewhere(self, marks: Sequence[int]) -> set[int]:
        """Those of the marks under which another session has a message already."""
        own = self._known.number if self._known else -1
        found: set[int] = set()
        with self._store.reading() as connection:
            for part in parts(marks):
                rows = connection.execute(
                    f"SELECT mark FROM message WHERE mark IN ({','.join('?' * len(part))})"
                    " AND NOT (id >= ? AND id < ?)",
                    (*part, first_id(own) if own >= 0 else 0, first_id(own + 1) if own >= 0 else 0),
                )
                found.update(row[0] for row in rows)
        return found


def _print(path: Path, size: int) -> bytes | None:
    """Tells the head and the end of a file's first `size` bytes from others'; None where it cannot be read."""
    try:
        with path.open("rb") as file:
            head = file.read(min(size, _PRINTED_BYTES))
            file.seek(max(0, size - _PRINTED_BYTES), os.SEEK_SET)
            return sha256(head + file.read(min(size, _PRINTED_BYTES))).digest()
    except OSError:
        return None
