"""The links of a memory to other memories, and those among them that lead nowhere."""

import re
from collections.abc import Collection, Iterable, Iterator
from posixpath import dirname
from typing import Final

from noctule.checks.finding import Finding, Place
from noctule.dataclass import dataclass
from noctule.memories.links import Link, links_in
from noctule.memories.memory import Memory
from noctule.memories.names import path_key
from noctule.memories.relink import places_of
from noctule.memories.text import cut, split_lines, without_comments
from noctule.regex import regex

_FENCE: Final = regex(r" {0,3}(`{3,}|~{3,})")
_CODE: Final = regex(r"(`+)(?!`).*?(?<!`)\1(?!`)")
# Bash tests, TOML tables and R subsets are written in such brackets too.
_NAME: Final = regex(r"(?![\w-]+(?:\.[\w-]+)*\.(?!md$)[\w-]+$)[^\W_][^=$\"'\\]*", re.IGNORECASE)
_BLANKS: Final = regex(r"[\s_-]+")
_MOST_LINKS: Final = 200
_SHOWN: Final = 80


@dataclass(frozen=True, slots=True)
class BodyLink:
    """A link of a memory's body: where it stands, the keys by which it may find a memory, and how it was written."""

    start: Place
    end: Place
    keys: tuple[str, ...]
    name: str
    is_wiki: bool


def body_links(memory: Memory) -> tuple[BodyLink, ...]:
    """The links of a memory's body to memories, top to bottom; code holds none."""
    if "[" not in memory.text:
        return ()
    found: list[BodyLink] = []
    for number, line in _prose(memory):
        found += [
            _body_link(memory.path, number, line, link)
            for link in links_in(line, dirname(memory.path))
            if link.target is not None and (not link.is_wiki or _is_name(line, link))
        ]
    return tuple(found[:_MOST_LINKS])


def known_keys(path: str, name: str) -> frozenset[str]:
    """What is there by a memory: all that a link may call it, and the folder, with its `/`, in which it lies."""
    folder, slash, _ = path.partition("/")
    return keys_of(path, name) | ({link_key(folder) + slash} if slash else set())


def keys_of(path: str, name: str) -> frozenset[str]:
    """What a link may call a memory: its path, its file's name, or its own name; case and kind of gap aside."""
    stem = path[:-3] if path.lower().endswith(".md") else path
    return frozenset(map(link_key, (path, stem, stem.rpartition("/")[2], name)))


def link_key(text: str) -> str:
    """The form in which what a link says is compared."""
    return _BLANKS.sub("-", path_key(text).casefold())


def dead_links(path: str, links: Iterable[BodyLink], known: Collection[str]) -> list[Finding]:
    """The findings about links of the memory at `path` of which no key is `known` (see `known_keys`).

    A path into a folder that has no memories leads into the workspace, and is looked for there.
    """
    dead = (link for link in links if not any(key in known for key in link.keys))
    return [_dead(path, link) for link in dead if not _leads_out(link, known)]


def _leads_out(link: BodyLink, known: Collection[str]) -> bool:
    folder, slash, _ = link.name.removeprefix("./").partition("/")
    return bool(slash) and not link.is_wiki and link_key(folder) + slash not in known


def _prose(memory: Memory) -> Iterator[tuple[int, str]]:
    """The lines of a body with their numbers, code blanked out."""
    fence = ""
    first = memory.text.count("\n", 0, memory.front.body_offset)
    for number, line in enumerate(split_lines(without_comments(memory.text[memory.front.body_offset :])), first):
        found = _FENCE.match(line)
        if found is not None and (not fence or found[1].startswith(fence)):
            fence = "" if fence else found[1]
        elif not fence and "[" in line:
            yield number, _CODE.sub(lambda match: " " * len(match[0]), line) if "`" in line else line


def _is_name(line: str, link: Link) -> bool:
    inside = line[link.start + 2 : link.end - 2]
    is_glued = link.start > 0 and (line[link.start - 1].isalnum() or line[link.start - 1] in "_$)]")
    return not is_glued and _NAME.fullmatch(inside) is not None


def _body_link(path: str, number: int, line: str, link: Link) -> BodyLink:
    written = line[link.start : link.end]
    name = written[2:-2].partition("|")[0].partition("#")[0].strip() if link.is_wiki else link.target or ""
    keys = [name, *places_of(link, dirname(path))]
    return BodyLink((number, link.start), (number, link.end), tuple(map(link_key, keys)), name, link.is_wiki)


def _dead(path: str, link: BodyLink) -> Finding:
    message = f"There is no memory “{cut(link.name, _SHOWN)}”. Write it, or take the link out."
    return Finding(path, "link-dead", "information", link.start, link.end, message)
