"""Checks a memory folder as a whole, and counts what is in it."""

from collections.abc import Collection, Mapping, Sequence

from noctule.checks.clashes import conflict_copies, name_clashes, path_clashes
from noctule.checks.finding import Finding, insert_lines
from noctule.checks.index import check_index, dangling_links, linked_paths
from noctule.checks.linking import BodyLink, dead_links, known_keys, link_key
from noctule.dataclass import dataclass
from noctule.memories.index import format_line, parse_index
from noctule.memories.links import paths_by_key
from noctule.memories.memory import Memory
from noctule.memories.names import INDEX_NAME


@dataclass(frozen=True, slots=True)
class FolderFacts:
    """How many memories a folder has, how many of them its index leads to or not, and how many links lead nowhere."""

    files: int
    indexed: int
    unindexed: int
    dangling: int


def check_index_of(files: Mapping[str, Memory], index_text: str | None) -> list[Finding]:
    """The findings about a folder's index, or about there being none."""
    if index_text is not None:
        return check_index(parse_index(index_text), files)
    if not files:
        return []
    message = f"There is no {INDEX_NAME}, so agents see a list made from the memories. Write one line a memory."
    made = "".join(format_line(one.name, one.path, one.summary) + "\n" for one in _by_name(files))
    fix = insert_lines(INDEX_NAME, "Write one line a memory", "", 0, made)
    return [Finding(INDEX_NAME, "index-missing", "hint", (0, 0), (0, 0), message, fix)]


def _by_name(files: Mapping[str, Memory]) -> list[Memory]:
    return sorted(files.values(), key=lambda memory: (memory.name.casefold(), memory.path))


def check_between(files: Mapping[str, Memory], others: Collection[str] = ()) -> list[Finding]:
    """The findings about memories beside each other: clashes of names and paths, and copies of sync tools."""
    return [*name_clashes(files), *path_clashes(files), *conflict_copies([*files, *others])]


def check_links(memories: Mapping[str, Memory], links: Mapping[str, Sequence[BodyLink]]) -> list[Finding]:
    """The findings about links from memory to memory; `links` are those of the bodies, by path (see `body_links`)."""
    if not any(links.values()):
        return []
    keys = (known_keys(path, memory.name) for path, memory in memories.items())
    known = frozenset({link_key(INDEX_NAME)}.union(*keys))
    return [finding for path in sorted(links) for finding in dead_links(path, links[path], known)]


def folder_facts(paths: Collection[str], index_text: str | None) -> FolderFacts:
    """Counts a folder's memories (by path) against its index; without an index none is indexed."""
    if index_text is None:
        return FolderFacts(files=len(paths), indexed=0, unindexed=len(paths), dangling=0)
    index = parse_index(index_text)
    known = paths_by_key(paths)
    indexed = len(linked_paths(index, known))
    dangling = len(dangling_links(index, known))
    return FolderFacts(files=len(paths), indexed=indexed, unindexed=len(paths) - indexed, dangling=dangling)
