"""Reads Gemini CLI's sessions: `~/.gemini/tmp/PROJECT/chats/session-*.jsonl`, a log that sets, replaces and rewinds."""

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from noctule.transcripts.belonging import is_of_project
from noctule.transcripts.files import folders, plain_files, status_of
from noctule.transcripts.lines import lines
from noctule.transcripts.message import Message, Places, SessionRef
from noctule.transcripts.put_in import without_blocks
from noctule.transcripts.records import object_in, objects_in, records, text_in, time_in
from noctule.transcripts.states import log_of, read_whole, state_in
from noctule.transcripts.talk import tool_text

_HEAD_BYTES = 64 * 1024
# What stands for all that was said before, since a long conversation was compressed.
_SUMMARY = "<state_snapshot>"


class GeminiCli:
    """A project's folder is named by `projects.json`, or in older versions by the SHA-256 of the project's path.

    The folder says itself, in `.project_root`, whose it is.
    """

    source = "gemini-cli"
    grows = False

    def sessions(self, places: Places) -> Iterator[SessionRef]:
        for base in (places.user_home / ".gemini", *places.others):
            named = _named_folders(base, places.roots)
            for folder in folders(base / "tmp"):
                cwd = _project_of(folder) or named.get(folder.name)
                if is_of_project(cwd, places.roots):
                    yield from _sessions_in(folder / "chats", cwd)

    def messages(self, ref: SessionRef, start: int = 0) -> Iterator[Message]:  # noqa: ARG002 - see `grows`
        answered: set[str] = set()
        for value in _replayed(ref.path).values():
            yield from _said(value, answered)

    def latest(self, ref: SessionRef) -> Iterator[Message]:
        return reversed(list(self.messages(ref)))


def _named_folders(base: Path, roots: Iterable[Path]) -> dict[str, str]:
    """The project's path by the name of its folder."""
    by_hash = {sha256(str(root).encode("utf-8", "surrogateescape")).hexdigest(): str(root) for root in roots}
    listed = object_in(state_in(base / "projects.json").get("projects"))
    return by_hash | {name: path for path, name in listed.items() if isinstance(name, str)}


def _project_of(folder: Path) -> str:
    return read_whole(folder / ".project_root").decode("utf-8", "replace").strip()


def _sessions_in(chats: Path, cwd: str | None) -> Iterator[SessionRef]:
    seen: set[str] = set()
    # A sub-agent's file lies in a folder that is named after its parent's session. An older file that was gone on with
    # stands beside its successor.
    found = [
        path for suffix in (".jsonl", ".json") for at in (chats, *folders(chats)) for path in plain_files(at, suffix)
    ]
    for path in found:
        ref = _ref(path, cwd)
        if ref is not None and ref.id not in seen:
            seen.add(ref.id)
            yield ref


def _ref(path: Path, cwd: str | None) -> SessionRef | None:
    status, head = status_of(path), _head_of(path)
    session_id = text_in(head.get("sessionId"))
    if status is None or not session_id:
        return None
    return SessionRef(
        source=GeminiCli.source,
        id=session_id,
        path=path,
        kind="subagent" if head.get("kind") == "subagent" else "main",
        mtime_ns=status.st_mtime_ns,
        size=status.st_size,
        started=time_in(head.get("startTime")),
        cwd=cwd,
    )


def _head_of(path: Path) -> Mapping[str, Any]:
    if path.suffix == ".json":
        return state_in(path)
    return next((record.value for record in records(lines(path, stop=_HEAD_BYTES))), {})


def _replayed(path: Path) -> dict[str, Mapping[str, Any]]:
    """The messages by id, in order, after the last line: as Gemini CLI itself would go on with them."""
    if path.suffix == ".json":
        return _by_id(state_in(path))
    found: dict[str, Mapping[str, Any]] = {}
    for value in log_of(path):
        if "$rewindTo" in value:
            _rewind(found, value["$rewindTo"])
        elif "$set" in value or "messages" in value:
            state = object_in(value.get("$set", value))
            if isinstance(state.get("messages"), list):
                found = _by_id(state)
        elif text_in(value.get("id")):
            found[value["id"]] = _kept(value)
    return found


def _by_id(state: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    messages = objects_in(state.get("messages"))
    return {text_in(one.get("id")) or str(at): _kept(one) for at, one in enumerate(messages)}


def _rewind(found: dict[str, Mapping[str, Any]], to: Any) -> None:
    """Drops the message and all after it; Gemini CLI drops everything where it does not know the message."""
    ids = list(found)
    for one in ids[ids.index(to) :] if to in ids else ids:
        del found[one]


def _kept(message: Mapping[str, Any]) -> Mapping[str, Any]:
    """What of a message is held until the end: a session may be long, its thoughts and displays longer."""
    return {name: message.get(name) for name in ("id", "timestamp", "type", "content", "toolCalls")}


def _said(value: Mapping[str, Any], answered: set[str]) -> Iterator[Message]:
    """A message's words, then what tools gave: once for each call, though it stands in up to three places."""
    at, uid = time_in(value.get("timestamp")), text_in(value.get("id"))
    text = without_blocks(_words(value.get("content")))
    if value.get("type") == "user" and text:
        yield Message("summary" if text.startswith(_SUMMARY) else "user", text, at, uid)
    elif value.get("type") == "gemini" and text:
        yield Message("assistant", text, at, uid)
    for response in _responses(value):
        call = text_in(response.get("id"))
        if not call or call not in answered:
            answered.add(call)
            told = object_in(response.get("response"))
            error = text_in(told.get("error"))
            output = tool_text(error or text_in(told.get("output")), is_error=bool(error))
            if output:
                yield Message("tool", output, at, f"{uid}:{call}" if uid else "")


def _words(content: object) -> str:
    """The text of a message: a text, or parts, of which thoughts and calls are not said."""
    if isinstance(content, str):
        return content
    parts = [content] if isinstance(content, dict) else objects_in(content)
    return "\n".join(text_in(part.get("text")) for part in parts if part.get("thought") is not True).strip("\n")


def _responses(value: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    results = [part for call in objects_in(value.get("toolCalls")) for part in objects_in(call.get("result"))]
    for part in (*results, *objects_in(value.get("content"))):
        if isinstance(part.get("functionResponse"), dict):
            yield part["functionResponse"]
