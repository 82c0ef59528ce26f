"""Reads Copilot's event log, which its CLI and its extension for VS Code write alike, one event a line."""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from noctule.dataclass import dataclass
from noctule.transcripts.lines import lines, lines_backwards
from noctule.transcripts.message import Message
from noctule.transcripts.put_in import without_blocks
from noctule.transcripts.records import Record, object_in, records, text_in, time_in
from noctule.transcripts.talk import tool_text

_TOLD = re.compile(rb"user\.message|assistant\.message|tool\.execution_complete|session\.compaction_complete")

# The head of a log stands in its first lines or nowhere.
_HEAD_LINES = 5


@dataclass(frozen=True, slots=True)
class Head:
    """What a log says of its session: its id, its start and its folder, each as far as it says."""

    id: str
    started: datetime | None
    cwd: str


def head_of(path: Path) -> Head:
    for _, record in zip(range(_HEAD_LINES), records(lines(path)), strict=False):
        if record.value.get("type") == "session.start":
            data = object_in(record.value.get("data"))
            cwd = text_in(object_in(data.get("context")).get("cwd"))
            return Head(text_in(data.get("sessionId")), time_in(data.get("startTime")), cwd)
    return Head("", None, "")


def event_messages(path: Path, start: int = 0) -> Iterator[Message]:
    """What person and agent said and tools gave, without what sub-agents said among themselves."""
    yield from _messages(records(lines(path, start, _tells)))


def latest_event_messages(path: Path) -> Iterator[Message]:
    """The same from the last to the first."""
    yield from _messages(records(lines_backwards(path, 0, _tells)))


def _tells(line: bytes) -> bool:
    return _TOLD.search(line) is not None


def _messages(found: Iterable[Record]) -> Iterator[Message]:
    return (message for message in map(_message, found) if message is not None)


def _message(record: Record) -> Message | None:
    event, data = record.value, object_in(record.value.get("data"))
    if event.get("agentId") or data.get("agentId") or data.get("parentToolCallId"):
        return None
    at, uid = time_in(event.get("timestamp")), text_in(event.get("id"))
    match event.get("type"):
        case "user.message" if data.get("source", "user") == "user":
            message = Message("user", without_blocks(text_in(data.get("content"))), at, uid, record.end)
        case "assistant.message":
            message = Message("assistant", without_blocks(text_in(data.get("content"))), at, uid, record.end)
        case "session.compaction_complete":
            message = Message("summary", without_blocks(text_in(data.get("summaryContent"))), at, uid, record.end)
        case "tool.execution_complete":
            message = Message("tool", _tool_output(data), at, uid, record.end)
        case _:
            return None
    return message if message.text else None


def _tool_output(data: Mapping[str, Any]) -> str:
    if data.get("success") is False:
        error = data.get("error")
        told = text_in(error) or text_in(object_in(error).get("message"))
        return tool_text(told or text_in(object_in(data.get("result")).get("content")), is_error=True)
    return tool_text(text_in(object_in(data.get("result")).get("content")))
