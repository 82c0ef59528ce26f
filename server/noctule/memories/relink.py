"""Changes where the links of a text lead, when a memory took the place of another: nothing else of it moves."""

import re
from collections.abc import Mapping
from posixpath import dirname, join, normpath, relpath
from typing import Final

from noctule.memories.links import Link, encode_target, links_in
from noctule.memories.names import path_key
from noctule.memories.text import split_lines
from noctule.regex import regex

_FENCE: Final = regex(r" {0,3}(`{3,}|~{3,})")
_ANCHOR: Final = regex(r"\.md(#[^#()<>\s\"']*)>?\)$", re.IGNORECASE)


def relink(text: str, moved: Mapping[str, str], path: str = "") -> str:
    """The text of the file at `path` with its links to the keys of `moved` (paths of the folder) leading to the values.

    Titles, anchors and code stay as they are. A `[[name]]` is changed where it names the file, not the memory's name.
    """
    if "[" not in text or not moved:
        return text
    keys = {path_key(old): new for old, new in moved.items()}
    fence = ""
    lines = split_lines(text)
    for number, line in enumerate(lines):
        found = _FENCE.match(line)
        if found is not None and (not fence or found[1].startswith(fence)):
            fence = "" if fence else found[1]
        elif not fence and "[" in line:
            lines[number] = _relinked(line, keys, dirname(path))
    return "".join(lines)


def places_of(link: Link, folder: str) -> list[str]:
    """The paths that a link in a file of this sub-folder may mean, as they are compared: beside it, or from the top."""
    targets = [target for target in (link.target, link.literal) if target is not None]
    beside = [normpath(join(folder, target)) for target in targets] if folder and not link.goes_up else []
    return [path_key(place) for place in (*beside, *targets)]


def _relinked(line: str, keys: Mapping[str, str], folder: str) -> str:
    for link in reversed(links_in(line, folder)):
        place = next((place for place in places_of(link, folder) if place in keys), None)
        if place is not None:
            written = _written(line[link.start : link.end], link, keys[place], _base(link, place, folder))
            line = line[: link.start] + written + line[link.end :]
    return line


def _base(link: Link, place: str, folder: str) -> str:
    """The sub-folder that a link's path counts from: its own file's, or the top where it was read so."""
    is_from_top = not link.goes_up and place in {
        path_key(target) for target in (link.target, link.literal) if target is not None
    }
    return "" if is_from_top else folder


def _written(old: str, link: Link, target: str, base: str) -> str:
    new = relpath(target, base) if base else target
    if link.is_wiki:
        name = old[2:-2].partition("|")[0].partition("#")[0]
        ending = ".md" if name.strip().lower().endswith(".md") else ""
        stem = new.removesuffix(".md") + ending
        return old if any(mark in stem for mark in "[]|#") else "[[" + stem + old[2 + len(name) :]
    opened = old.rfind("](") + 2
    anchor = _ANCHOR.search(old, opened)
    return old[:opened] + encode_target(new) + (anchor[1] if anchor else "") + ")"
