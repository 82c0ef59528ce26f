"""Reads the markdown files of a tool's folder: no link is followed, and what is not taken is named, with the reason."""

import os
import stat
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path, PurePath

from noctule.dataclass import dataclass
from noctule.errors import FolderUnreadable, MemoryProblem, Refused, StorageError
from noctule.memories.names import is_conflict_copy
from noctule.store.files import read_file

MOST_BYTES = 64 * 1024
MOST_FILES = 2_000
_MOST_LEVELS = 16

# An agent loads these by itself, in every session.
_INSTRUCTIONS = frozenset(
    {"agents.md", "agents.override.md", "claude.md", "claude.local.md", "gemini.md", "copilot-instructions.md"}
)
_RULE_ENDINGS = (".instructions.md", ".rules.md")
_RULE_FOLDERS = frozenset({".clinerules", ".cursorrules", ".windsurfrules"})
_IGNORED_FOLDERS = frozenset({"node_modules", "__MACOSX"})


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file as read: its path in its folder (with `/`), where it lies, its bytes, its text and its time."""

    path: str
    place: Path
    data: bytes
    text: str
    mtime_ns: int


@dataclass(frozen=True, slots=True)
class Passed:
    """A file that is not imported, and why: a sentence for a person."""

    place: Path
    reason: str


@dataclass(frozen=True, slots=True)
class Read:
    """What a folder holds: the files that can be imported, by path, and those that are passed over."""

    files: tuple[SourceFile, ...]
    passed: tuple[Passed, ...]


def read_folder(folder: Path, tell: Callable[[str], None], most_bytes: int = MOST_BYTES) -> Read:
    """Every markdown file in and below `folder`; `tell` is called with each one's name before it is read.

    Raises `Refused` for a folder of more than 2,000, `FolderUnreadable` for one that cannot be read.
    """
    files: list[SourceFile] = []
    passed: list[Passed] = []
    for path in _markdown_in(folder):
        tell(path)
        found = _read(folder, path, most_bytes)
        if isinstance(found, Passed):
            passed.append(found)
        else:
            files.append(found)
    return Read(tuple(files), tuple(passed))


def has_memories(folder: Path) -> bool:
    """Whether there is any markdown file in or below a folder. A folder that cannot be read has none."""
    try:
        return bool(_markdown_in(folder))
    except Refused:
        return True
    except FolderUnreadable:
        return False


def _markdown_in(folder: Path) -> list[str]:
    """The relative paths of what looks like a memory, links among them, sorted."""
    found: list[str] = []
    waiting = [("", 1)]
    while waiting:
        prefix, level = waiting.pop()
        for entry in _entries(folder, prefix):
            path = prefix + entry.name
            if entry.name.startswith(".") or entry.name in _IGNORED_FOLDERS:
                continue
            if entry.is_dir(follow_symlinks=False):
                if level < _MOST_LEVELS:
                    waiting.append((f"{path}/", level + 1))
            elif entry.name.lower().endswith(".md") and len(entry.name) > len(".md"):
                found.append(path)
        if len(found) > MOST_FILES:
            raise Refused(f"{folder} holds more than {MOST_FILES:,} markdown files: name a smaller folder.")
    return sorted(found)


def _entries(folder: Path, prefix: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder / prefix) as entries:
            return list(entries)
    except OSError as error:
        if prefix:
            return []
        reason = (error.strerror or "unknown reason").lower()
        raise FolderUnreadable(f"{folder} cannot be read: {reason}.") from error


def _read(folder: Path, path: str, most_bytes: int) -> SourceFile | Passed:
    place = folder / path
    try:
        status = os.lstat(place)
        reason = _not_taken(place, status, most_bytes)
        if reason is not None:
            return Passed(place, reason)
        data = read_file(folder, path)
    except OSError as error:
        return Passed(place, f"It cannot be read: {(error.strerror or 'unknown reason').lower()}.")
    except (MemoryProblem, StorageError):
        return Passed(place, "It cannot be read.")
    if len(data) > most_bytes:
        return Passed(place, _too_large(len(data), most_bytes))
    try:
        text = data.decode("utf-8-sig")
        path.encode()
    except UnicodeError:
        return Passed(place, "It, or its name, is not UTF-8: save it as UTF-8, then import again.")
    if "\0" in text:
        return Passed(place, "It holds null characters, and is no text.")
    return SourceFile(path, place, data, text, status.st_mtime_ns)


def _not_taken(place: Path, status: os.stat_result, most_bytes: int) -> str | None:
    if stat.S_ISLNK(status.st_mode):
        return "It is a link, and links are not followed."
    if not stat.S_ISREG(status.st_mode):
        return "It is no plain file."
    if _is_rules(place):
        return "It holds instructions that agents load by themselves."
    if is_conflict_copy(place.name) or place.name.startswith(("~", "#")):
        return "It is a backup, or a copy that a sync tool made of a conflict."
    return _too_large(status.st_size, most_bytes) if status.st_size > most_bytes else None


def _too_large(size: int, most_bytes: int) -> str:
    return f"It has {size:,} bytes; a memory has at most {most_bytes:,}. Split it."


def _is_rules(place: PurePath) -> bool:
    name = place.name.lower()
    if name in _INSTRUCTIONS or name.endswith(_RULE_ENDINGS):
        return True
    around = [part.lower() for part in place.parts[:-1]]
    is_rules = any(one.startswith(".") and other in ("rules", "instructions") for one, other in pairwise(around))
    return is_rules or bool(_RULE_FOLDERS & set(around))
