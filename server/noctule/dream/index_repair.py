"""Puts an index right against the memories of its folder; what people wrote around the lines stays as it is."""

from collections import Counter
from collections.abc import Collection, Mapping
from posixpath import basename
from typing import Final

from noctule.checks.index import dangling_links, linked_paths
from noctule.dataclass import dataclass, field
from noctule.dream.index_room import group_lines, words_of
from noctule.memories.frontmatter import change
from noctule.memories.index import LINE_LIMIT, Index, IndexLine, new_line, parse_index
from noctule.memories.links import Link, encode_target, paths_by_key, resolve
from noctule.memories.memory import Memory, parse_memory
from noctule.memories.outline import open_fence
from noctule.memories.text import newline_of, split_lines

# A hook that has no room for a word or two is not worth its ellipsis.
_LEAST_HOOK: Final = 20


@dataclass(slots=True)
class Repaired:
    """The index and the memories that took in what an index line had no room for, with counts of what was done."""

    text: str
    memories: dict[str, str] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)


def repair_index(
    text: str, memories: Mapping[str, Memory], others: Collection[str], kept: Collection[str] = ()
) -> Repaired:
    """The index put right: a line for each memory, none that leads nowhere, none twice, and no entry over its limit.

    Links to `others` are good ones; memories of `kept` are not written to.
    """
    repaired = Repaired(text)
    known = paths_by_key([*memories, *others])
    _mend_dangling(repaired, memories, known)
    _drop_doubled(repaired, memories, known)
    _shorten(repaired, memories, known, kept)
    _add_missing(repaired, memories)
    repaired.text, grouped = group_lines(repaired.text, memories)
    repaired.counts["grouped"] += grouped
    return repaired


def _mend_dangling(repaired: Repaired, memories: Mapping[str, Memory], known: Mapping[str, str]) -> None:
    index = parse_index(repaired.text)
    broken = dangling_links(index, known)
    orphans = set(memories) - linked_paths(index, known) if broken else set()
    lines = split_lines(repaired.text)
    for line, link in reversed(broken):
        moved = [path for path in orphans if basename(path).casefold() == basename(link.target or "").casefold()]
        if len(moved) == 1 and not link.is_wiki:
            lines[line.number] = _pointed(lines[line.number], link, moved[0])
            orphans.discard(moved[0])
            repaired.counts["mended link"] += 1
        elif line.kind in ("entry", "table"):
            _drop_link(lines, index, line, link)
            repaired.counts["dropped"] += 1
    repaired.text = "".join(lines)


def _pointed(line: str, link: Link, path: str) -> str:
    opened = line.rfind("](", link.start, link.end) + 2
    return line[:opened] + encode_target(path) + ")" + line[link.end :]


def _drop_link(lines: list[str], index: Index, line: IndexLine, link: Link) -> None:
    """Drops a line whose only link leads nowhere; where others share it, the link becomes plain text."""
    if sum(other.target is not None for other in line.links) == 1:
        del lines[line.number : index.end_of(line)]
    else:
        lines[line.number] = lines[line.number][: link.start] + link.title + lines[line.number][link.end :]


def _drop_doubled(repaired: Repaired, memories: Mapping[str, Memory], known: Mapping[str, str]) -> None:
    """Drops a second line of a memory where the first, or the memory, says all of it."""
    index = parse_index(repaired.text)
    lines = split_lines(repaired.text)
    said: dict[str, set[str]] = {}
    doubled = []
    for line in index.entries:
        path = resolve(line.first_link, known) if line.first_link is not None else None
        if path is None:
            continue
        own = words_of("".join(lines[line.number : index.end_of(line)]))
        if path in said:
            text = memories[path].text if path in memories else ""
            if len(line.links) == 1 and own <= said[path] | words_of(text):
                doubled.append(line)
                continue
        said[path] = said.get(path, set()) | own
    for line in reversed(doubled):
        del lines[line.number : index.end_of(line)]
    repaired.counts["doubled line"] += len(doubled)
    repaired.text = "".join(lines)


def _add_missing(repaired: Repaired, memories: Mapping[str, Memory]) -> None:
    text = repaired.text
    index = parse_index(text)
    orphans = set(memories) - linked_paths(index, paths_by_key(memories))
    if not orphans:
        return
    in_order = sorted((memories[path] for path in orphans), key=lambda one: (one.name.casefold(), one.path))
    made = [new_line(index, one.name, one.path, one.summary) for one in in_order]
    newline = newline_of(text)
    new = "".join(line.rstrip("\r\n") + newline for _, line in made[:-1]) + made[-1][1]
    lines = split_lines(text)
    number = made[0][0]
    if number > 0 and not lines[number - 1].endswith("\n"):
        lines[number - 1] += newline
    lines.insert(number, new)
    repaired.text = "".join(lines)
    repaired.counts["added"] += len(orphans)


def _shorten(
    repaired: Repaired, memories: Mapping[str, Memory], known: Mapping[str, str], kept: Collection[str]
) -> None:
    index = parse_index(repaired.text)
    lines = split_lines(repaired.text)
    for line in index.entries:
        if len(line.raw) <= LINE_LIMIT or index.end_of(line) > line.number + 1 or line.first_link is None:
            continue
        path = resolve(line.first_link, known)
        short = _cut_hook(line)
        if short is None or path is None or not _takes_in(repaired, memories.get(path), line, kept):
            continue
        lines[line.number] = short + lines[line.number][len(line.raw) :]
        repaired.counts["shortened"] += 1
    repaired.text = "".join(lines)


def _cut_hook(line: IndexLine) -> str | None:
    """The line cut after a word within the limit, behind its last link; None where there is no room for that."""
    start = max(link.end for link in line.links)
    if start + _LEAST_HOOK > LINE_LIMIT:
        return None
    head = line.raw[: LINE_LIMIT - 1]
    blank = head.rfind(" ", start + _LEAST_HOOK)
    head = head[:blank] if blank > 0 else head
    if head.count("`", start) % 2:
        head = head[: head.rindex("`")]
    return head.rstrip(" \t,;:.—–-") + "…"


def _takes_in(repaired: Repaired, memory: Memory | None, line: IndexLine, kept: Collection[str]) -> bool:
    """Sees to it that the memory says what its line will no longer say; False where it cannot be written to."""
    if memory is None:
        return False
    text = repaired.memories.get(memory.path, memory.text)
    if words_of(line.hook) <= words_of(text):
        return True
    if memory.path in kept or open_fence(text, memory.front.body_offset):
        return False
    if memory.front.present and not parse_memory(memory.path, text).description:
        repaired.memories[memory.path] = change(text, {"description": line.hook})
        return True
    newline = newline_of(text)
    gap = "" if text.endswith("\n") or not text else newline
    repaired.memories[memory.path] = f"{text}{gap}{newline}{line.hook}{newline}"
    return True
