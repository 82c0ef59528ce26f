"""pi's conversations: `sessions/--<cwd>--/<time>_<id>.jsonl`, a tree of entries whose live branch ends the file."""

import contextlib
import re
from array import array
from collections.abc import Iterable, Iterator
from pathlib import Path

from noctule.dataclass import replace
from noctule.transcripts.belonging import of_project
from noctule.transcripts.files import files_below, folders, plain_files, status_of
from noctule.transcripts.line_reader import HEAD_LIMIT, LineReader
from noctule.transcripts.lines import Line, line_at, lines, lines_backwards, open_plain
from noctule.transcripts.message import Kind, Message, Places, Role, SessionRef
from noctule.transcripts.put_in import without_blocks
from noctule.transcripts.records import Record, object_in, parsed, records, text_in, time_in
from noctule.transcripts.talk import said_in, tool_text

# Entries begin so; nothing but these first keys needs to be read to follow a branch.
_ENTRY = re.compile(rb'\s*\{"type":\s*"[^"]*",\s*"id":\s*"([^"]*)",\s*"parentId":\s*(?:"([^"]*)"|null)[,}]')

# What a session is called tells its kind.
_KINDS: tuple[tuple[str, Kind], ...] = (("subagent:", "subagent"), ("btw:", "side"))


class Pi(LineReader):
    source = "pi"

    def sessions(self, places: Places) -> Iterator[SessionRef]:
        return of_project(map(self._ref, _files(places)), places)

    def messages(self, ref: SessionRef, start: int = 0) -> Iterator[Message]:
        """Those of the live branch: of what was left behind nothing but its summary counts."""
        starts = array("Q", (line.start for line in live_branch(ref.path, start) if self.may_say(line.data)))
        for record in records(_lines_at(ref.path, reversed(starts))):
            yield from self.said(record, ref)

    def latest(self, ref: SessionRef) -> Iterator[Message]:
        for record in records(line for line in live_branch(ref.path) if self.may_say(line.data)):
            yield from self.said(record, ref)

    def may_say(self, line: bytes) -> bool:
        return b'"message"' in line or b"summary" in line

    def said(self, record: Record, _ref: SessionRef) -> Iterable[Message]:
        value = record.value
        at = time_in(value.get("timestamp"))
        # An id is of eight letters and counts in its file only; with the time it counts everywhere.
        uid = f"{value.get('id')}@{value.get('timestamp')}" if value.get("id") else ""
        if value.get("type") in ("compaction", "branch_summary"):
            summary = without_blocks(text_in(value.get("summary")))
            if summary:
                yield Message("summary", summary, at, uid, record.end)
        elif value.get("type") == "message":
            yield from _message(object_in(value.get("message")), Message("user", "", at, uid, record.end))

    def _ref(self, path: Path) -> SessionRef | None:
        status = status_of(path)
        head = header_of(path) if status is not None else None
        if status is None or head is None:
            return None
        return SessionRef(
            source=self.source,
            id=text_in(head.get("id")) or path.stem,
            path=path,
            kind=_kind(path),
            mtime_ns=status.st_mtime_ns,
            size=status.st_size,
            started=time_in(head.get("timestamp")),
            cwd=text_in(head.get("cwd")) or None,
        )


def _files(places: Places) -> Iterator[Path]:
    """The files of folders whose names a root, or a folder in one, may have; all of those that a person named."""
    named = places.environ.get("PI_CODING_AGENT_SESSION_DIR", "").strip()
    if named:
        yield from files_below(_expanded(named, places), ".jsonl", depth=1)
    else:
        agent = places.environ.get("PI_CODING_AGENT_DIR", "").strip()
        base = _expanded(agent, places) if agent else places.user_home / ".pi" / "agent"
        wanted = tuple(f"--{_folder_name(root)}-" for root in places.roots)
        for folder in folders(base / "sessions"):
            if folder.name.startswith(wanted):
                yield from plain_files(folder, ".jsonl")
    for other in places.others:
        yield from files_below(other, ".jsonl")


def _expanded(named: str, places: Places) -> Path:
    if named == "~" or named.startswith("~/"):
        return Path(f"{places.user_home}{named[1:]}")
    return places.user_home / named


def _folder_name(root: Path) -> str:
    return re.sub(r"[/\\:]", "-", re.sub(r"^[/\\]", "", str(root)))


def header_of(path: Path) -> dict[str, object] | None:
    """What the first line says of the session; None if the file is none of pi's."""
    first = next(lines(path, stop=HEAD_LIMIT), None)
    head = parsed(first.data) if first is not None and first.whole else None
    return head if head is not None and head.get("type") == "session" else None


def _kind(path: Path) -> Kind:
    """By the latest name, wherever in the file it stands."""
    for record in records(lines_backwards(path, keep=lambda line: b'"session_info"' in line)):
        if record.value.get("type") == "session_info":
            name = text_in(record.value.get("name")).strip().lower()
            return next((kind for prefix, kind in _KINDS if name.startswith(prefix)), "main")
    return "main"


def _message(message: object, blank: Message) -> Iterator[Message]:
    value = object_in(message)
    role = value.get("role")
    if role in ("user", "assistant"):
        yield from _spoken(blank, role, said_in(value.get("content")))
    elif role == "toolResult":
        text = tool_text(said_in(value.get("content")), is_error=value.get("isError") is True)
        yield from _spoken(blank, "tool", text)
    elif role == "bashExecution":
        text = tool_text(f"$ {text_in(value.get('command'))}\n{text_in(value.get('output'))}")
        yield from _spoken(blank, "tool", text)


def _spoken(blank: Message, role: Role, text: str) -> Iterator[Message]:
    if text:
        yield replace(blank, role=role, text=text)


def live_branch(path: Path, stop: int = 0) -> Iterator[Line]:
    """The lines of the live branch from the last one back, to the byte `stop`: each entry names the one before it.

    Where that one is nowhere, as in a damaged file, all before counts; so it does where entries have no ids at all.
    """
    wanted: str | None = None
    before: int | None = None
    for line in lines_backwards(path, stop):
        ids = _ids(line)
        if ids is None or (before is not None and ids[0] != wanted):
            continue
        yield line
        before, wanted = line.start, ids[1]
        if wanted is None:
            return
    if stop == 0:
        yield from lines_backwards(path, before=before)


def _ids(line: Line) -> tuple[str, str | None] | None:
    """An entry's id and its parent's; None for what is no entry with an id."""
    found = _ENTRY.match(line.data)
    if found:
        return found[1].decode("utf-8", "replace"), found[2].decode("utf-8", "replace") if found[2] else None
    value = parsed(line.data) if line.whole else None
    if value is None or "parentId" not in value or not text_in(value.get("id")):
        return None
    return value["id"], text_in(value["parentId"]) or None


def _lines_at(path: Path, starts: Iterable[int]) -> Iterator[Line]:
    with contextlib.suppress(OSError), open_plain(path) as file:
        for start in starts:
            line = line_at(file, start)
            if line is not None:
                yield line
