"""Reads opencode's sessions out of its SQLite file, which its own process may be writing."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from noctule.transcripts.belonging import is_of_project
from noctule.transcripts.files import plain_files
from noctule.transcripts.message import Message, Places, Role, SessionRef
from noctule.transcripts.put_in import without_blocks
from noctule.transcripts.records import object_in, parsed, text_in, time_in
from noctule.transcripts.talk import tool_text

_BUSY_SECONDS = 2.0

# Only these tables are ever named: others hold accounts and credentials.
_SESSIONS = """
    SELECT id, directory, parent_id, time_created, time_updated,
           (SELECT coalesce(sum(length(data)), 0) FROM part WHERE part.session_id = session.id)
    FROM session WHERE directory = ?
"""
_FOLDERS = "SELECT DISTINCT directory FROM session"
_REVERT = "SELECT revert FROM session WHERE id = ?"
_PARTS = """
    SELECT message.id, message.data, message.time_created, part.id, part.data
    FROM message JOIN part ON part.message_id = message.id
    WHERE message.session_id = ? ORDER BY message.time_created, message.id, part.id
"""


class Opencode:
    """`$XDG_DATA_HOME/opencode/opencode.db`, else below `~/.local/share`; each session is a row of it.

    A ref's `mtime_ns` and `size` are those of its session, not of the file that all share.
    """

    source = "opencode"
    grows = False

    def sessions(self, places: Places) -> Iterator[SessionRef]:
        for path in _files(places):
            yield from _sessions_in(path, places)

    def messages(self, ref: SessionRef, start: int = 0) -> Iterator[Message]:  # noqa: ARG002 - see `grows`
        try:
            with _reading(ref.path) as connection:
                reverted = _reverted_from(connection, ref.id)
                for row in connection.execute(_PARTS, (ref.id,)):
                    if reverted in ((row[0], ""), (row[0], row[3])):
                        return
                    message = _message(*row)
                    if message is not None:
                        yield message
        except sqlite3.Error:
            return

    def latest(self, ref: SessionRef) -> Iterator[Message]:
        return reversed(list(self.messages(ref)))


def _files(places: Places) -> list[Path]:
    named = places.environ.get("XDG_DATA_HOME", "").strip()
    data = Path(named) if named else places.user_home / ".local" / "share"
    folders = [data / "opencode", *places.others]
    # Builds of other channels name theirs `opencode-CHANNEL.db`.
    return [
        path
        for folder in folders
        for path in plain_files(folder, ".db")
        if path.stem == "opencode" or path.stem.startswith("opencode-")
    ]


def _sessions_in(path: Path, places: Places) -> Iterator[SessionRef]:
    try:
        with _reading(path) as connection:
            named = [row[0] for row in connection.execute(_FOLDERS) if isinstance(row[0], str)]
            ours = [folder for folder in named if is_of_project(folder, places.roots)]
            for folder in ours:
                rows = connection.execute(_SESSIONS, (folder,)).fetchall()
                yield from (_session(path, row) for row in rows)
    except sqlite3.Error:
        return


def _session(path: Path, row: tuple[Any, ...]) -> SessionRef:
    session_id, directory, parent, created, updated, size = row
    return SessionRef(
        source=Opencode.source,
        id=str(session_id),
        path=path,
        kind="subagent" if parent else "main",
        mtime_ns=updated * 1_000_000 if isinstance(updated, int) else 0,
        size=size,
        started=time_in(created),
        cwd=directory,
    )


def _reverted_from(connection: sqlite3.Connection, session_id: str) -> tuple[str, str]:
    """The message, and the part of it if one is named, from which on the person took the conversation back.

    opencode keeps what was taken back until the next turn.
    """
    row = connection.execute(_REVERT, (session_id,)).fetchone()
    revert = _object(row[0]) if row else {}
    return text_in(revert.get("messageID")), text_in(revert.get("partID"))


def _message(_: object, data: object, created: object, part_id: str, part_data: object) -> Message | None:
    """One part as a message of its own: a text, or what a tool gave; None for what is neither said nor shown."""
    said, part = _object(data), _object(part_data)
    if part.get("type") == "tool":
        role: Role = "tool"
        text = _tool_text(part)
    elif part.get("type") == "text" and not part.get("synthetic") and not part.get("ignored"):
        speaker = _speaker(said)
        if speaker is None:
            return None
        role, text = speaker, without_blocks(text_in(part.get("text")))
    else:
        return None
    return Message(role, text, time_in(created), part_id) if text else None


def _speaker(said: Mapping[str, Any]) -> Role | None:
    role = said.get("role")
    if role == "user":
        return "user"
    if role == "assistant":
        return "summary" if said.get("summary") is True else "assistant"
    return None


def _tool_text(part: Mapping[str, Any]) -> str:
    state = object_in(part.get("state"))
    if state.get("status") == "error":
        return tool_text(text_in(state.get("error")), is_error=True)
    return tool_text(text_in(state.get("output")))


def _object(data: object) -> Mapping[str, Any]:
    return (parsed(data.encode()) if isinstance(data, str) else None) or {}


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    """The file as it is now. Never `immutable`: the newest rows lie in the log beside it."""
    name = f"{path.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(name, timeout=_BUSY_SECONDS, uri=True)) as connection:
        # What is no UTF-8 is read all the same.
        connection.text_factory = lambda data: data.decode("utf-8", "replace")
        yield connection
