"""Our own turn log: what a client told of its turns, for agents that leave nothing readable. One file a session."""

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from noctule.dataclass import dataclass
from noctule.transcripts.files import plain_files, status_of
from noctule.transcripts.line_reader import HEAD_LIMIT, LineReader
from noctule.transcripts.lines import lines
from noctule.transcripts.message import Kind, Message, Places, Role, SessionRef
from noctule.transcripts.records import Record, parsed, text_in, time_in

SUFFIX: Final = ".jsonl"

_VERSION = 1
_ROLES: Mapping[str, Role] = {"user": "user", "assistant": "assistant", "tool": "tool", "summary": "summary"}
_KINDS: Mapping[str, Kind] = {"main": "main", "subagent": "subagent", "side": "side", "headless": "headless"}


@dataclass(frozen=True, slots=True)
class LoggedSession:
    """What the first line of a log says. `transcript` is where the client keeps the conversation itself, if it does."""

    id: str
    kind: Kind
    cwd: str
    started: datetime
    transcript: str | None


class OwnTurns(LineReader):
    source = "noctule"

    def sessions(self, places: Places) -> Iterator[SessionRef]:
        """All there are: the log lies with the project that it is of."""
        for path in plain_files(places.own_turns, SUFFIX) if places.own_turns is not None else ():
            head, status = head_of(path), status_of(path)
            if head is not None and status is not None:
                yield SessionRef(
                    self.source,
                    head.id,
                    path,
                    head.kind,
                    status.st_mtime_ns,
                    status.st_size,
                    head.started,
                    head.cwd,
                )

    def may_say(self, line: bytes) -> bool:
        return b'"message"' in line

    def said(self, record: Record, ref: SessionRef, /) -> Iterable[Message]:
        value = record.value
        role, text = role_of(text_in(value.get("role"))), text_in(value.get("text"))
        if value.get("type") == "message" and role is not None and text:
            yield Message(role, text, time_in(value.get("at")), f"{ref.id}:{record.start}", record.end)


def role_of(name: str) -> Role | None:
    """The role that a client means; None for one whose words are no talk, such as a system prompt."""
    return _ROLES.get(name)


def file_name(session_id: str) -> str:
    """The name of a session's log: a client's id may hold anything."""
    plain = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in session_id)
    return f"{plain[:40]}-{sha256(session_id.encode('utf-8', 'replace')).hexdigest()[:12]}{SUFFIX}"


def head_line(session: LoggedSession) -> bytes:
    """The first line of a session's log."""
    return _line(
        {
            "type": "session",
            "version": _VERSION,
            "id": session.id,
            "kind": session.kind,
            "cwd": session.cwd,
            "startedAt": session.started.isoformat(),
            "transcript": session.transcript,
        }
    )


def message_line(role: Role, text: str, at: datetime) -> bytes:
    """One message's line."""
    return _line({"type": "message", "role": role, "at": at.isoformat(), "text": text})


def head_of(path: Path) -> LoggedSession | None:
    """What a log's first line says; None where the file is none."""
    first = next(lines(path, stop=HEAD_LIMIT), None)
    value = parsed(first.data) if first is not None and first.whole else None
    started = time_in(value.get("startedAt")) if value is not None else None
    if value is None or value.get("type") != "session" or started is None or not text_in(value.get("id")):
        return None
    kind = _KINDS.get(text_in(value.get("kind")), "main")
    return LoggedSession(
        value["id"], kind, text_in(value.get("cwd")), started, text_in(value.get("transcript")) or None
    )


def _line(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
