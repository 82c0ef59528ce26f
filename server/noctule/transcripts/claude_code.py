"""Claude Code's conversations: `<config>/projects/<name of the cwd>/<session>.jsonl`, subagents in a folder beside."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from noctule.store.claude_code import config_folder, folder_names
from noctule.transcripts.belonging import of_project
from noctule.transcripts.files import files_below, folders, plain_files, status_of
from noctule.transcripts.line_reader import HEAD_LIMIT, LineReader
from noctule.transcripts.lines import lines
from noctule.transcripts.message import Kind, Message, Places, SessionRef
from noctule.transcripts.put_in import without_blocks
from noctule.transcripts.records import Record, object_in, objects_in, records, text_in, time_in
from noctule.transcripts.talk import said_in, texts_in, tool_text

# Notices of the harness, which stand in a user's place.
_NOTICES = (
    "<command-name>",
    "<command-message>",
    "<command-args>",
    "<local-command-",
    "<task-notification>",
    "<system-reminder>",
    "<bash-",
    "[Request interrupted by user",
)
# What says that a line holds a message. Most noise names the roles too, but not as a type; one search is faster than
# one for each of them.
_TYPED = re.compile(rb'"type":\s?"(?:user|assistant)"')
_NOT_SAID = ("isMeta", "isCompactSummary", "isApiErrorMessage")

# The lines that tell of their session, and what they tell.
_TELLING = ("user", "assistant", "attachment", "system")
_FACTS = ("cwd", "timestamp", "promptSource", "entrypoint", "agentId", "isSidechain")

# A person types in an editor's window, though the program is run by a library there.
_EDITORS = ("claude-vscode", "claude-desktop")

# Names of folders are cut here, a hash follows.
_LONGEST_NAME = 200


class ClaudeCode(LineReader):
    source = "claude-code"

    def sessions(self, places: Places) -> Iterator[SessionRef]:
        return of_project(map(self._ref, _files(places)), places)

    def may_say(self, line: bytes) -> bool:
        return _TYPED.search(line) is not None

    def said(self, record: Record, ref: SessionRef, /) -> Iterable[Message]:
        value = record.value
        message = value.get("message")
        if value.get("type") not in ("user", "assistant") or not isinstance(message, dict) or _is_notice(value):
            return
        if ref.kind != "subagent" and value.get("isSidechain") is True:
            return
        at, uid = time_in(value.get("timestamp")), text_in(value.get("uuid"))
        if value["type"] == "user":
            for number, text in enumerate(_results(message.get("content"))):
                yield Message("tool", text, at, f"{uid}/{number}" if uid else "", record.end)
        text = _spoken(message.get("content"))
        if text:
            yield Message("user" if value["type"] == "user" else "assistant", text, at, uid, record.end)

    def _ref(self, path: Path) -> SessionRef | None:
        status = status_of(path)
        if status is None:
            return None
        facts = _facts(path)
        if facts is None:
            return None
        return SessionRef(
            source=self.source,
            id=path.stem,
            path=path,
            kind=_kind(facts, path),
            mtime_ns=status.st_mtime_ns,
            size=status.st_size,
            started=time_in(facts.get("timestamp")),
            cwd=text_in(facts.get("cwd")) or None,
        )


def _files(places: Places) -> Iterator[Path]:
    """The files of folders whose names a root, or a folder in one, may have; all of those that a person named."""
    wanted = tuple(name for root in places.roots for name in folder_names(str(root)))
    for folder in folders(config_folder(places.environ, places.user_home) / "projects"):
        if any(_may_be(folder.name, name) for name in wanted):
            yield from _files_of(folder)
    for other in places.others:
        yield from files_below(other, ".jsonl")


def _may_be(folder: str, name: str) -> bool:
    if len(name) > _LONGEST_NAME:
        return folder.startswith(name[:_LONGEST_NAME])
    return folder == name or folder.startswith(f"{name}-")


def _files_of(folder: Path) -> Iterator[Path]:
    yield from plain_files(folder, ".jsonl")
    for session in folders(folder):
        yield from plain_files(session / "subagents", ".jsonl")


def _facts(path: Path) -> dict[str, Any] | None:
    """What the first lines tell of a session: its folder, when it began, who spoke first; None if it is none."""
    facts: dict[str, Any] = {}
    for record in records(lines(path, keep=_tells, stop=HEAD_LIMIT)):
        value = record.value
        if value.get("type") not in _TELLING:
            continue
        facts = {name: value[name] for name in _FACTS if name in value} | facts
        if "cwd" in facts and ("promptSource" in facts or value["type"] == "assistant"):
            break
    return facts if "cwd" in facts else None


def _tells(line: bytes) -> bool:
    return b'"sessionId"' in line and b'"cwd"' in line


def _kind(facts: dict[str, Any], path: Path) -> Kind:
    if (facts.get("isSidechain") is True and facts.get("agentId")) or path.parent.name == "subagents":
        return "subagent"
    is_run = facts.get("promptSource") == "sdk" and facts.get("entrypoint") not in _EDITORS
    return "headless" if is_run else "main"


def _is_notice(value: Any) -> bool:
    model = object_in(value.get("message")).get("model")
    return model == "<synthetic>" or any(value.get(name) is True for name in _NOT_SAID)


def _spoken(content: object) -> str:
    return "\n".join(filter(None, map(_without_notice, texts_in(content))))


def _without_notice(text: str) -> str:
    said = without_blocks(text)
    return "" if said.startswith(_NOTICES) else said


def _results(content: object) -> Iterator[str]:
    for block in objects_in(content):
        if block.get("type") == "tool_result":
            text = tool_text(said_in(block.get("content")), is_error=block.get("is_error") is True)
            if text:
                yield text
