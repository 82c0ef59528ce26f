"""Finds Copilot's sessions: its CLI's, and those of VS Code, which keeps a chat in one or two forms."""

import json
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from noctule.transcripts.belonging import is_of_project
from noctule.transcripts.copilot_events import event_messages, head_of, latest_event_messages
from noctule.transcripts.files import folders, plain_files, status_of
from noctule.transcripts.lines import open_plain
from noctule.transcripts.message import Message, Places, SessionRef
from noctule.transcripts.records import time_in
from noctule.transcripts.vscode_chats import chat_messages
from noctule.transcripts.vscode_storage import workspace_storages

_CHATS = "chatSessions"
_TRANSCRIPTS = Path("GitHub.copilot-chat", "transcripts")

_CWD = re.compile(r"^cwd:[ \t]*(\S.*)$", re.MULTILINE)
_CREATED = re.compile(rb'"creationDate"\s*:\s*(\d{1,15})\b')
_HEAD_BYTES = 64 * 1024


class Copilot:
    """`~/.copilot/session-state/ID/events.jsonl` (`COPILOT_HOME` moves it), and VS Code's storage of a workspace.

    VS Code's own chat holds all that was said, its extension's event log only some sessions: one that is in both is
    read from the chat.
    """

    source = "copilot"
    # The logs do, but a chat is written anew.
    grows = False

    def sessions(self, places: Places) -> Iterator[SessionRef]:
        yield from _cli_sessions(places)
        for storage, cwd in workspace_storages(places):
            yield from _editor_sessions(storage, cwd)

    def messages(self, ref: SessionRef, start: int = 0) -> Iterator[Message]:
        return chat_messages(ref.path) if _is_chat(ref) else event_messages(ref.path, start)

    def latest(self, ref: SessionRef) -> Iterator[Message]:
        if _is_chat(ref):
            return reversed(list(chat_messages(ref.path)))
        return latest_event_messages(ref.path)


def _is_chat(ref: SessionRef) -> bool:
    return ref.path.parent.name == _CHATS


def _cli_sessions(places: Places) -> Iterator[SessionRef]:
    home = places.user_home / (places.environ.get("COPILOT_HOME", "").strip() or ".copilot")
    for base in (home, *places.others):
        state = base / "session-state"
        for folder in folders(state):
            yield from _cli_session(folder / "events.jsonl", _cwd_in(folder / "workspace.yaml"), folder.name, places)
        # Older versions keep a file where newer ones keep a folder.
        for path in plain_files(state, ".jsonl"):
            yield from _cli_session(path, "", path.stem, places)


def _cli_session(path: Path, cwd: str, name: str, places: Places) -> Iterator[SessionRef]:
    head = head_of(path)
    named = head.cwd or cwd
    if is_of_project(named, places.roots):
        yield from _ref(path, head.id or name, head.started, named)


def _cwd_in(path: Path) -> str:
    """The folder that a `workspace.yaml` names: one plain or quoted line."""
    found = _CWD.search(_head(path).decode("utf-8", "replace"))
    value = found[1].strip() if found else ""
    if value.startswith('"'):
        try:
            return str(json.loads(value))
        except ValueError:
            return ""
    return value[1:-1].replace("''", "'") if value.startswith("'") else value


def _editor_sessions(storage: Path, cwd: str) -> Iterator[SessionRef]:
    seen: set[str] = set()
    for suffix in (".jsonl", ".json"):
        for path in plain_files(storage / _CHATS, suffix):
            head = _head(path)
            if path.stem not in seen and _is_asked(head):
                seen.add(path.stem)
                created = _CREATED.search(head)
                yield from _ref(path, path.stem, time_in(int(created[1])) if created else None, cwd)
    for path in plain_files(storage / _TRANSCRIPTS, ".jsonl"):
        log = head_of(path)
        session_id = log.id or path.stem
        if session_id not in seen:
            yield from _ref(path, session_id, log.started, cwd)


def _is_asked(head: bytes) -> bool:
    """Whether anything was asked in a chat: VS Code keeps those that were only opened too."""
    return len(head) == _HEAD_BYTES or b'"requestId"' in head


def _head(path: Path) -> bytes:
    try:
        with open_plain(path) as file:
            return file.read(_HEAD_BYTES)
    except OSError:
        return b""


def _ref(path: Path, session_id: str, started: datetime | None, cwd: str) -> Iterator[SessionRef]:
    status = status_of(path)
    if status is not None:
        yield SessionRef(Copilot.source, session_id, path, "main", status.st_mtime_ns, status.st_size, started, cwd)
