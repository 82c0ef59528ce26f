"""The memories at a glance, as a dream's model is shown them: one line each, and the index."""

from datetime import UTC, datetime
from pathlib import Path

from noctule.errors import MemoryProblem, StorageError
from noctule.memories.memory import Memory, parse_memory
from noctule.memories.names import INDEX_NAME, is_memory_path
from noctule.memories.text import decode
from noctule.safety.redact import redact
from noctule.safety.sanitize import memory_name, one_line, shown_description
from noctule.store.files import FileStat, list_files, read_file

LARGEST_LIST = 64 * 1024


def listed(stage: Path) -> str:
    """A line a memory, by path: its type, name, description, size and the day it last changed."""
    lines: list[str] = []
    size = 0
    paths = [(path, stat) for path, stat in sorted(list_files(stage).files.items()) if is_memory_path(path)]
    for number, (path, stat) in enumerate(paths):
        line = _line(stage, path, stat)
        size += len(line.encode()) + 1
        if size > LARGEST_LIST:
            lines.append(f"[cut here: {len(paths) - number} more; use `ls` in bash]")
            break
        lines.append(line)
    return "\n".join(lines) or "There are no memories yet."


def index_of(stage: Path) -> str:
    """The text of the index as it is, or nothing where there is none."""
    try:
        return decode(read_file(stage, INDEX_NAME)).text
    except (MemoryProblem, StorageError):
        return ""


def _line(stage: Path, path: str, stat: FileStat) -> str:
    try:
        data = read_file(stage, path)
    except (MemoryProblem, StorageError):
        return f"{one_line(path)}: cannot be read"
    memory = parse_memory(path, decode(data).text)
    about = memory.description or next(iter(memory.headings), "")
    # Redacted before it is cut: half a secret is none that could be recognised.
    name = memory_name(redact(memory.name).text, path)
    about = f"{memory.type or 'no type'}: {name}. {shown_description(redact(about).text)}"
    return f"{one_line(path)} ({len(data):,} bytes, {_day(memory, stat)}) {about}"


def _day(memory: Memory, stat: FileStat) -> str:
    changed = datetime.fromtimestamp(stat.mtime_ns / 1e9, UTC)
    newest = changed if memory.modified is None else max(changed, memory.modified)
    return newest.date().isoformat()
