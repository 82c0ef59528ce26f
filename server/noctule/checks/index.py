"""Checks an index: its size, its links, and the lines that lead nowhere, twice or to no memory at all."""

from collections.abc import Collection, Mapping

from noctule.checks.finding import Finding, Fix, Severity, insert_lines, remove_lines
from noctule.memories.index import LINE_LIMIT, MOST_CHARACTERS, MOST_LINES, Index, IndexLine, new_line
from noctule.memories.links import Link, paths_by_key, resolve
from noctule.memories.memory import Memory
from noctule.memories.names import INDEX_NAME
from noctule.memories.text import cut

_SHOWN = 80
# Each such finding carries a fix of its own; an index with more needs another remedy first.
_MOST_OF_A_KIND = 200


def check_index(index: Index, memories: Mapping[str, Memory]) -> list[Finding]:
    """The findings about an index beside the memories of its folder (by path); orphans are found at the memory."""
    return [*check_lines(index, memories), *orphans(index, memories)]


def check_lines(index: Index, memories: Mapping[str, Memory]) -> list[Finding]:
    """The findings about an index that stand in it, top to bottom."""
    known = paths_by_key(memories)
    found = [*_over_cap(index), *_long_lines(index), *_dangling(index, known), *_duplicates(index, known)]
    found += _no_entries(index)
    return sorted(found, key=lambda finding: finding.start)


def linked_paths(index: Index, known: Mapping[str, str]) -> set[str]:
    """The memories (values of `known`, see `paths_by_key`) that some line of the index leads to, prose included."""
    links = (link for line in index.lines if line.kind != "comment" for link in line.links)
    return {path for link in links if (path := resolve(link, known)) is not None}


def dangling_links(index: Index, known: Mapping[str, str]) -> list[tuple[IndexLine, Link]]:
    """The links to memories that are not there; a `[[name]]` may mean something else and is left out."""
    return [
        (line, link)
        for line in index.lines
        if line.kind != "comment"
        for link in line.links
        if link.target is not None and not link.is_wiki and link.target != INDEX_NAME and resolve(link, known) is None
    ]


def _over_cap(index: Index) -> list[Finding]:
    found = []
    content = index.text.rstrip()
    total = content.count("\n") + 1
    if total > MOST_LINES:
        message = f"The index has {total:,} lines; the first {MOST_LINES} are shown to agents. Merge or drop some."
        found.append(_finding(index, "index-too-many-lines", "warning", MOST_LINES, message))
    if len(content) > MOST_CHARACTERS:
        line = content.count("\n", 0, MOST_CHARACTERS)
        message = (
            f"The index has {len(index.text):,} characters; the first {MOST_CHARACTERS:,} are shown to agents. "
            "Shorten its lines."
        )
        found.append(_finding(index, "index-too-many-characters", "warning", line, message))
    return found


def _long_lines(index: Index) -> list[Finding]:
    found = []
    for line in index.lines:
        if len(line.raw) > LINE_LIMIT and line.kind not in ("comment", "table"):
            message = f"The line has {len(line.raw):,} characters. Keep it to {LINE_LIMIT}; the memory holds the rest."
            place = (line.number, LINE_LIMIT), (line.number, len(line.raw))
            found.append(Finding(INDEX_NAME, "index-line-long", "information", *place, message))
    return found


def _dangling(index: Index, known: Mapping[str, str]) -> list[Finding]:
    found = []
    for line, link in dangling_links(index, known):
        is_alone = line.kind == "entry" and sum(other.target is not None for other in line.links) == 1
        fix = _drop(index, line, "Remove the line") if is_alone else None
        message = f"There is no memory {cut(link.target or '', _SHOWN)}. Remove the link, or bring the file back."
        place = (line.number, link.start), (line.number, link.end)
        found.append(Finding(INDEX_NAME, "dangling-link", "warning", *place, message, fix))
        if len(found) >= _MOST_OF_A_KIND:
            break
    return found


def _duplicates(index: Index, known: Mapping[str, str]) -> list[Finding]:
    first: dict[str, int] = {}
    found = []
    for line in index.entries:
        link = line.first_link
        path = resolve(link, known) if link is not None else None
        if path is None:
            continue
        if path in first:
            message = f"Line {first[path] + 1} leads to {cut(path, _SHOWN)} already. Keep one of the two."
            fix = _drop(index, line, "Remove this line")
            found.append(_finding(index, "duplicate-target", "warning", line.number, message, fix))
        if len(found) >= _MOST_OF_A_KIND:
            break
        first.setdefault(path, line.number)
    return found


def _no_entries(index: Index) -> list[Finding]:
    """One hint a run of lines: prose in an index is common, and costs every session its characters."""
    found = []
    previous = -2
    for line in index.lines:
        if line.kind != "text" or line.target is not None:
            continue
        if line.number != previous + 1:
            message = "This is no entry: agents read it in every session. Keep it short, or move it to a memory."
            found.append(_finding(index, "index-text", "hint", line.number, message))
        previous = line.number
    return found


def orphans(index: Index, memories: Mapping[str, Memory]) -> list[Finding]:
    """The findings about memories that no line of the index leads to, each at its memory."""
    return [orphan(index, memories[path]) for path in sorted(orphan_paths(index, memories))]


def orphan_paths(index: Index, paths: Collection[str]) -> set[str]:
    """The memories that no line of the index leads to."""
    return set(paths) - linked_paths(index, paths_by_key(paths))


def orphan(index: Index, memory: Memory) -> Finding:
    """The finding about a memory that no line of the index leads to."""
    number, line = new_line(index, memory.name, memory.path, memory.summary)
    fix = insert_lines(INDEX_NAME, "Add its line to the index", index.text, number, line)
    message = f"No line of {INDEX_NAME} leads to this memory, so agents do not know of it. Add its line."
    return Finding(memory.path, "orphan-memory", "warning", (0, 0), (0, 0), message, fix)


def _drop(index: Index, line: IndexLine, title: str) -> Fix:
    return remove_lines(INDEX_NAME, title, index.text, line.number, index.end_of(line))


def _finding(index: Index, code: str, severity: Severity, number: int, message: str, fix: Fix | None = None) -> Finding:
    length = len(index.lines[number].raw) if number < len(index.lines) else 0
    return Finding(INDEX_NAME, code, severity, (number, 0), (number, length), message, fix)
