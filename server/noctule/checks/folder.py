"""Checks a memory folder as a whole, and counts what is in it."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from noctule.checks.finding import Finding
from noctule.checks.index import check_index, dangling_links, linked_paths
from noctule.checks.memory import check_memory
from noctule.memories.index import parse_index
from noctule.memories.links import paths_by_key
from noctule.memories.memory import Memory
from noctule.memories.names import INDEX_NAME, is_conflict_copy, path_key
from noctule.memories.text import cut

_SHOWN = 80


@dataclass(frozen=True, slots=True)
class FolderFacts:
    """How many memories a folder has, how many of them its index leads to or not, and how many links lead nowhere."""

    files: int
    indexed: int
    unindexed: int
    dangling: int


def check_folder(files: Mapping[str, Memory], index_text: str | None, others: Collection[str] = ()) -> list[Finding]:
    """The findings about a folder: `files` by path, the index's text or None, and `others`, paths that are no memories.

    Index first, then the memories by path. Of `others` only conflict copies are reported.
    """
    by_path = [finding for path in sorted(files) for finding in check_memory(files[path])]
    return [*check_index_of(files, index_text), *by_path, *check_between(files, others)]


def check_index_of(files: Mapping[str, Memory], index_text: str | None) -> list[Finding]:
    """The findings about a folder's index, or about there being none."""
    if index_text is not None:
        return check_index(parse_index(index_text), files)
    if not files:
        return []
    message = f"There is no {INDEX_NAME}, so agents see a list made from the memories. Write one line a memory."
    return [Finding(INDEX_NAME, "index-missing", "hint", (0, 0), (0, 0), message)]


def check_between(files: Mapping[str, Memory], others: Collection[str] = ()) -> list[Finding]:
    """The findings about memories beside each other: clashes of names and paths, and copies of sync tools."""
    return [*_name_clashes(files), *_path_clashes(files), *_conflict_copies([*files, *others])]


def folder_facts(paths: Collection[str], index_text: str | None) -> FolderFacts:
    """Counts a folder's memories (by path) against its index; without an index none is indexed."""
    if index_text is None:
        return FolderFacts(files=len(paths), indexed=0, unindexed=len(paths), dangling=0)
    index = parse_index(index_text)
    known = paths_by_key(paths)
    indexed = len(linked_paths(index, known))
    dangling = len(dangling_links(index, known))
    return FolderFacts(files=len(paths), indexed=indexed, unindexed=len(paths) - indexed, dangling=dangling)


def _name_clashes(files: Mapping[str, Memory]) -> list[Finding]:
    by_name: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(files):
        by_name[path_key(files[path].name).casefold()].append(path)
    found = []
    for paths in by_name.values():
        for path in paths[1:]:
            line = files[path].front.lines.get("name", 0)
            message = f"{cut(paths[0], _SHOWN)} has the same name. Tell the two apart, or merge them."
            found.append(Finding(path, "name-clash", "information", (line, 0), (line, 0), message))
    return found


def _path_clashes(files: Mapping[str, Memory]) -> list[Finding]:
    first: dict[str, str] = {path_key(INDEX_NAME).casefold(): INDEX_NAME}
    found = []
    for path in sorted(files):
        other = first.setdefault(path_key(path_key(path).casefold()), path)
        if other != path:
            message = f"On a Mac or on Windows this is the same file as {cut(other, _SHOWN)}. Rename one of the two."
            found.append(Finding(path, "path-clash", "warning", (0, 0), (0, 0), message))
    return found


def _conflict_copies(paths: Collection[str]) -> list[Finding]:
    message = (
        "A sync tool made this copy because two machines changed the memory. Merge it into the other, then delete it."
    )
    return [
        Finding(path, "conflict-copy", "warning", (0, 0), (0, 0), message)
        for path in sorted(set(paths))
        if is_conflict_copy(path)
    ]
