"""Links from one memory to another: `[Title](path)` and `[[name]]`, in every spelling that people and editors use."""

import re
import string
from collections.abc import Iterable, Mapping
from posixpath import join, normpath
from typing import Final
from urllib.parse import unquote

from noctule.dataclass import dataclass
from noctule.memories.names import path_key
from noctule.memories.text import on_one_line
from noctule.regex import regex

# A line of 30,000 characters must not cost more than its length: no more links, and no longer ones, are seen.
_MOST_LINKS: Final = 200
_LONGEST_TARGET: Final = 1_500

_BRACKET: Final = regex(r"\\.|[\[\]]", re.DOTALL)
_ESCAPED: Final = regex(r"\\([" + re.escape(string.punctuation) + r"])")
_TITLE_PART: Final = regex(r"""[ \t]+(?:"[^"]*"|'[^']*')$""")
_SCHEME: Final = regex(r"[A-Za-z][A-Za-z0-9+.-]+:")
_WIKI: Final = regex(r"\[\[([^\[\]|#\n]{1,300})(?:#[^\[\]|\n]{0,300})?(?:\|([^\[\]\n]{0,300}))?\]\]")
# What Markdown, an HTML entity, a table cell, a URL or Obsidian would read as something else than a letter of a name.
_UNSAFE_IN_LINK: Final = regex(r"""[\x00-\x20\x7f%()<>"#?\\\[\]`|&:\s]""")


@dataclass(frozen=True, slots=True)
class Link:
    """A link in a line: `start` to `end` in code points, `target` the decoded path, `literal` the path as written.

    Both are relative to the memory folder, None where the link leads elsewhere. A wiki link names a memory, not a path.
    One that `goes_up` (`../a.md`, in a sub-folder) was read from there: it can mean nothing else.
    """

    title: str
    target: str | None
    literal: str | None
    start: int
    end: int
    is_wiki: bool = False
    goes_up: bool = False


def links_in(line: str, folder: str = "") -> list[Link]:
    """The links of one line, in order; `folder` is the sub-folder of the file that the line is of."""
    if "[" not in line:
        return []
    links = _markdown_links(line, folder)
    wiki = [link for link in _wiki_links(line) if not any(other.start <= link.start < other.end for other in links)]
    return sorted(links + wiki, key=lambda link: link.start)


def link_target(raw: str) -> str | None:
    """The path that a link's destination means: decoded once, without anchor and `./`; None if it is no memory's path.

    A bare `%` is a letter like any other, so `50%off.md` needs no encoding.
    """
    return _decoded_path(_destination(raw))


def encode_target(path: str) -> str:
    """The path as a link's destination that CommonMark, Obsidian and `link_target` read alike; letters stay letters."""
    return _UNSAFE_IN_LINK.sub(lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode()), path)


def write_link(title: str, path: str) -> str:
    """`[title](path)`, with whatever would end the title early escaped."""
    escaped = re.sub(r"([\\\[\]`])", r"\\\1", on_one_line(title)) or "memory"
    return f"[{escaped}]({encode_target(path)})"


def without_wiki_links(text: str) -> str:
    """The text with `[[name]]` as a plain name, or as the title that it has."""
    return _WIKI.sub(lambda match: match[2] or match[1].strip(), text).replace("[[", "[ [") if "[[" in text else text


def paths_by_key(paths: Iterable[str]) -> dict[str, str]:
    """The paths of a folder by the form in which they are compared, for `resolve`."""
    return {path_key(path): path for path in paths}


def resolve(link: Link, known: Mapping[str, str]) -> str | None:
    """The file that a link leads to, out of `paths_by_key`: decoded once, or else as it is written."""
    for path in (link.target, link.literal):
        if path is not None and path_key(path) in known:
            return known[path_key(path)]
    return None


def _markdown_links(line: str, folder: str) -> list[Link]:
    found: list[Link] = []
    opened: list[int] = []
    tried = at = 0
    while tried < _MOST_LINKS and (match := _BRACKET.search(line, at)) is not None:
        at = match.end()
        if match[0] == "[":
            opened.append(match.start())
        elif match[0] == "]" and opened:
            start = opened.pop()
            if line.startswith("(", at):
                tried += 1
                end = _destination_end(line, at + 1)
                if end > 0:
                    found.append(_link(line, start, at - 1, end, folder))
                    opened.clear()
                    at = end + 1
    return found


def _destination_end(line: str, start: int) -> int:
    """The place of the `)` that ends a destination, or 0."""
    limit = min(len(line), start + _LONGEST_TARGET)
    if line[start : start + 1] == "<":
        closing = line.find(">", start, limit)
        return max(line.find(")", closing, limit), 0) if closing > 0 else 0
    depth = 0
    at = start
    while at < limit:
        character = line[at]
        if character == "\\":
            at += 1
        elif character == "(":
            depth += 1
        elif character == ")":
            if depth == 0:
                return at
            depth -= 1
        at += 1
    return max(line.find(")", start, limit), 0)


def _link(line: str, start: int, title_end: int, end: int, folder: str) -> Link:
    raw = line[title_end + 2 : end]
    title = _unescaped(line[start + 1 : title_end])
    destination = _destination(raw)
    target, literal = _decoded_path(destination), _memory_path(destination)
    if target is None and folder and ".." in destination:
        target, literal = _decoded_path(destination, folder), _memory_path(destination, folder)
        return Link(title, target, literal, start, end + 1, goes_up=target is not None)
    return Link(title, target, literal, start, end + 1)


def _wiki_links(line: str) -> list[Link]:
    found = []
    for match in _WIKI.finditer(line):
        name = match[1].strip()
        path = _memory_path(name if name.lower().endswith(".md") else name + ".md")
        found.append(Link(match[2] or name, path, path, match.start(), match.end(), is_wiki=True))
    return found


def _destination(raw: str) -> str:
    text = raw.strip()
    if text.startswith("<") and ">" in text:
        return _unescaped(text[1 : text.index(">")])
    return _unescaped(_TITLE_PART.sub("", text))


def _decoded(destination: str) -> str:
    if "%" not in destination:
        return destination
    try:
        return unquote(destination, errors="strict")
    except UnicodeDecodeError:
        return destination


def _decoded_path(destination: str, folder: str = "") -> str | None:
    """The path of a destination after its decoding: a colon that was encoded belongs to a name, not to a scheme."""
    return None if _SCHEME.match(destination) else _path_in(_decoded(destination), folder)


def _memory_path(text: str, folder: str = "") -> str | None:
    return None if _SCHEME.match(text) else _path_in(text, folder)


def _path_in(text: str, folder: str) -> str | None:
    if not text or text.startswith(("/", "\\", "#")):
        return None
    bare = text.split("#", 1)[0].split("?", 1)[0]
    path = bare if bare.lower().endswith(".md") else text
    path = normpath(join(folder, path.replace("\\", "/")))
    return path if path.lower().endswith(".md") and not path.startswith("../") else None


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(r"\1", text) if "\\" in text else text
