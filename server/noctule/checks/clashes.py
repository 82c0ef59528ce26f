"""Checks memories beside each other: two of one name, two paths that some disks call one, and copies of sync tools."""

from collections import defaultdict
from collections.abc import Collection, Mapping

from noctule.checks.finding import Finding
from noctule.memories.memory import Memory
from noctule.memories.names import INDEX_NAME, is_conflict_copy, path_key
from noctule.memories.text import cut

_SHOWN = 80


def name_key(name: str) -> str:
    """The form in which the names of two memories are compared."""
    return path_key(name).casefold()


def name_clash(memory: Memory, other: str) -> Finding:
    """The finding about a memory whose name the one at the path `other` has already."""
    line = memory.front.lines.get("name", 0)
    length = len(memory.text.split("\n", line + 1)[line].rstrip("\r")) if memory.front.lines.get("name") else 0
    message = f"{cut(other, _SHOWN)} has the same name. Tell the two apart, or merge them."
    return Finding(memory.path, "name-clash", "information", (line, 0), (line, length), message)


def name_clashes(files: Mapping[str, Memory]) -> list[Finding]:
    """The findings about memories that share a name, but for the first of each by path."""
    by_name: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(files):
        by_name[name_key(files[path].name)].append(path)
    return [name_clash(files[path], paths[0]) for paths in by_name.values() for path in paths[1:]]


def path_clashes(paths: Collection[str]) -> list[Finding]:
    """The findings about paths that differ only in capitals or the spelling of accents, but for the first of each."""
    first: dict[str, str] = {path_key(INDEX_NAME).casefold(): INDEX_NAME}
    found = []
    for path in sorted(paths):
        other = first.setdefault(path_key(path_key(path).casefold()), path)
        if other != path:
            message = f"On a Mac or on Windows this is the same file as {cut(other, _SHOWN)}. Rename one of the two."
            found.append(Finding(path, "path-clash", "warning", (0, 0), (0, 0), message))
    return found


def conflict_copies(paths: Collection[str]) -> list[Finding]:
    """The findings about copies that sync tools made."""
    message = (
        "A sync tool made this copy because two machines changed the memory. Merge it into the other, then delete it."
    )
    return [
        Finding(path, "conflict-copy", "warning", (0, 0), (0, 0), message)
        for path in sorted(set(paths))
        if is_conflict_copy(path)
    ]
