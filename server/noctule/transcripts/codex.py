"""Codex's conversations: `sessions/YYYY/MM/DD/rollout-*.jsonl`, whatever their project; line 1 names the folder."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

from noctule.transcripts.belonging import of_project
from noctule.transcripts.files import files_below, status_of
from noctule.transcripts.line_reader import HEAD_LIMIT, LineReader
from noctule.transcripts.lines import lines
from noctule.transcripts.message import Kind, Message, Places, SessionRef
from noctule.transcripts.put_in import without_blocks
from noctule.transcripts.records import Record, object_in, objects_in, parsed, text_in, time_in
from noctule.transcripts.talk import said_in, tool_text

# What the harness says in a user's place.
_NOTICES = (
    "<environment_context>",
    "<user_instructions>",
    "<INSTRUCTIONS>",
    "# AGENTS.md",
    "<skill",
    "<permissions",
    "<turn_aborted>",
    "<user_action>",
)

_FOLDERS = ("sessions", "archived_sessions")
_TEXTS = ("input_text", "output_text", "text")
_OUTPUTS = ("function_call_output", "custom_tool_call_output")


class Codex(LineReader):
    source = "codex"

    def sessions(self, places: Places) -> Iterator[SessionRef]:
        return of_project(map(self._ref, _files(places)), places)

    def may_say(self, line: bytes) -> bool:
        # An `event_msg` says each turn once more.
        return b'"response_item"' in line or b'"compacted"' in line

    def said(self, record: Record, _ref: SessionRef) -> Iterable[Message]:
        payload = object_in(record.value.get("payload"))
        role, text = _spoken(record.value.get("type"), payload)
        if text:
            # Not every model's server gives ids that it gives once only.
            uid = f"{payload['id']}/{crc32(text.encode()):08x}" if text_in(payload.get("id")) else ""
            yield Message(role, text, time_in(record.value.get("timestamp")), uid, record.end)

    def _ref(self, path: Path) -> SessionRef | None:
        status = status_of(path)
        first = next(lines(path, stop=HEAD_LIMIT), None) if status is not None else None
        head = parsed(first.data) if first is not None and first.whole else None
        if status is None or head is None or head.get("type") != "session_meta":
            return None
        meta = object_in(head.get("payload"))
        return SessionRef(
            source=self.source,
            id=text_in(meta.get("id")) or path.stem,
            path=path,
            kind=_kind(meta),
            mtime_ns=status.st_mtime_ns,
            size=status.st_size,
            started=time_in(meta.get("timestamp")) or time_in(head.get("timestamp")),
            cwd=text_in(meta.get("cwd")) or None,
        )


def _files(places: Places) -> Iterator[Path]:
    named = places.environ.get("CODEX_HOME", "").strip()
    home = places.user_home / (named or ".codex")
    for folder in (*(home / name for name in _FOLDERS), *places.others):
        for path in files_below(folder, ".jsonl"):
            if path.name.startswith("rollout-"):
                yield path


def _kind(meta: Any) -> Kind:
    if isinstance(meta.get("source"), dict) or meta.get("thread_source", "user") not in ("user", None):
        return "subagent"
    return "headless" if meta.get("source") == "exec" else "main"


def _spoken(kind: object, payload: Any) -> tuple[Any, str]:
    """Who says what in an item, nothing in most."""
    if kind == "compacted":
        return "summary", without_blocks(text_in(payload.get("message")))
    if kind != "response_item":
        return "user", ""
    if payload.get("type") == "message" and payload.get("role") in ("user", "assistant"):
        return payload["role"], _message(payload)
    if payload.get("type") in _OUTPUTS:
        return "tool", _output(payload.get("output"))
    return "user", ""


def _message(payload: Any) -> str:
    content = payload.get("content")
    if payload["role"] == "assistant":
        return said_in(content, _TEXTS)
    said = (said_in([block], _TEXTS) for block in objects_in(content))
    return "\n".join(text for text in said if text and not text.startswith(_NOTICES))


def _output(output: object) -> str:
    """A tool's output: a text, blocks, or an object that says whether it went well."""
    outcome = object_in(output)
    content = outcome.get("content") if outcome else output
    return tool_text(said_in(content, _TEXTS), is_error=outcome.get("success") is False)
