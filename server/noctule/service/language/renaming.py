"""The edits that a rename takes: of a memory (its name, its links, its index line), and of workspace files."""

import re
from collections.abc import Iterable, Iterator, Mapping
from posixpath import dirname, relpath
from typing import Final

from noctule.checks.finding import Edit
from noctule.dataclass import dataclass
from noctule.errors import AlreadyExists, Refused
from noctule.memories.frontmatter import change
from noctule.memories.links import encode_target, write_link
from noctule.memories.names import INDEX_NAME, file_name, path_key, same_path
from noctule.memories.text import on_one_line
from noctule.safety.characters import hidden_characters
from noctule.service.language.editing import changed_lines
from noctule.service.language.library import Library
from noctule.service.language.mentions import meant_by, named_paths
from noctule.service.language.pages import Page, PlacedLink
from noctule.service.language.places import OwnName, Thing, ToMemory

_ANCHOR: Final = re.compile(r"\.md(#[^#()<>\s\"']*)>?\)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Renaming:
    """What a rename does: edits of files as they are before it, and the file that moves, if one does."""

    edits: tuple[Edit, ...]
    old_path: str
    new_path: str


def rename_memory(library: Library, thing: Thing, new: str) -> Renaming:
    """What a person's new name for the memory at a place does. Raises Refused and AlreadyExists.

    On a file's name (a link's path, a `[[stem]]`) the file is meant; elsewhere the memory's name, and the file follows.
    """
    if not isinstance(thing, ToMemory | OwnName) or thing.path is None or thing.path == INDEX_NAME:
        raise Refused("Only a memory can be renamed here: put the cursor on its name, or on a link to it.")
    page = library.pages().get(thing.path)
    if page is None or not on_one_line(new):
        raise Refused("A memory's name is a line of text.")
    if hidden_characters(new):
        raise Refused("This name holds characters that nobody sees. Write it without them.")
    if isinstance(thing, ToMemory) and _is_by_file(page, thing.placed):
        return move_memory(library, page.path, _path_beside(library, page.path, on_one_line(new)), None)
    return move_memory(library, page.path, _path_beside(library, page.path, on_one_line(new)), on_one_line(new))


def spoken_name(page: Page, thing: Thing) -> str:
    """What a person edits when they rename it: the file's stem where that is what they see, else the name."""
    if isinstance(thing, ToMemory) and _is_by_file(page, thing.placed):
        return _stem(page.path)
    return page.memory.name


def move_memory(library: Library, old: str, new: str, new_name: str | None) -> Renaming:
    """The edits by which every link follows a memory to another path, and its name everywhere, where it has a new one.

    Raises AlreadyExists where another file has that path.
    """
    pages = library.pages()
    taken = {path_key(path).casefold() for path in pages if path != old}
    if path_key(new).casefold() in taken:
        raise AlreadyExists(f"There is a memory {new} already. Choose another name.")
    edits = list(follow_memories(library, {old: new}, {} if new_name is None else {old: new_name}))
    if new_name is not None and new_name != pages[old].memory.name:
        edits += changed_lines(old, pages[old].text, change(pages[old].text, {"name": new_name}))
    return Renaming(tuple(edits), old, new)


def follow_memories(library: Library, moved: Mapping[str, str], names: Mapping[str, str]) -> tuple[Edit, ...]:
    """The edits by which every link follows memories to other paths (`moved`), and to the `names` they have then."""
    pages = library.pages()
    edits: list[Edit] = []
    for path in sorted(pages):
        page, targets = pages[path], library.targets(pages[path])
        if path not in moved and moved.keys().isdisjoint(targets):
            continue
        folder = dirname(moved.get(path, path))
        for placed, led_to in zip(page.links, targets, strict=True):
            if led_to is not None and led_to in moved:
                old_name = pages[led_to].memory.name
                edits += _edit(
                    page, placed, _followed(page, placed, led_to, moved[led_to], old_name, names.get(led_to), folder)
                )
            elif led_to is not None and folder != dirname(path):
                edits += _edit(page, placed, _aimed(page, placed, led_to, folder))
    return tuple(edits)


def follow_files(library: Library, moved: Mapping[str, str]) -> tuple[Edit, ...]:
    """The edits by which the memories follow files and folders of the workspace; `moved` maps paths from its root."""
    edits: list[Edit] = []
    pages = library.pages()
    for path in sorted(pages):
        page = pages[path]
        spellings = dict(_new_spellings(library, page, moved))
        if spellings:
            edits += _respelled(page, spellings)
    return tuple(edits)


def _is_by_file(page: Page, placed: PlacedLink) -> bool:
    """Whether a link is seen as a file's name: a `[[stem]]`. A `[title](path)` is seen as the title."""
    target = placed.link.target or ""
    return placed.link.is_wiki and path_key(target).casefold() in (
        path_key(page.path).casefold(),
        path_key(page.path.rpartition("/")[2]).casefold(),
    )


def _path_beside(library: Library, old: str, new: str) -> str:
    """The path in the same sub-folder that a new name gives; the same one where only the name's signs differ."""
    folder = old.rpartition("/")[0]
    prefix = folder + "/" if folder else ""
    taken = {path.removeprefix(prefix) for path in library.pages() if path.startswith(prefix) and path != old}
    wanted = file_name(new, ())
    if wanted in taken:
        raise AlreadyExists(f"There is a memory {prefix}{wanted} already. Choose another name.")
    return prefix + file_name(new, taken)


def _edit(page: Page, placed: PlacedLink, written: str) -> Iterator[Edit]:
    line = page.line(placed.line)
    if line[placed.link.start : placed.link.end] != written:
        yield Edit(page.path, placed.span.start, placed.span.end, written)


def _followed(
    page: Page, placed: PlacedLink, old: str, new: str, old_name: str, new_name: str | None, folder: str
) -> str:
    """A link's text after what it leads to has moved, and perhaps has another name; the link is in `folder` then."""
    link = placed.link
    text = page.line(placed.line)[link.start : link.end]
    renamed = new_name if new_name is not None else old_name
    if not link.is_wiki:
        aimed = _aimed(page, placed, new, folder)
        if link.title == old_name and renamed != old_name:
            return write_link(renamed, "x.md").removesuffix("(x.md)") + aimed[aimed.rfind("](") + 1 :]
        return aimed
    spelled = text[2:-2].partition("|")[0].partition("#")[0]
    rest = text[2 + len(spelled) :]
    bare = spelled.strip().removesuffix(".md")
    if same_path(bare.casefold(), old.removesuffix(".md").casefold()):
        target = new.removesuffix(".md")
    elif same_path(bare.casefold(), _stem(old).casefold()):
        target = _stem(new)
    else:
        target = renamed if not any(mark in renamed for mark in "[]|#") else _stem(new)
    target += ".md" if spelled.strip().lower().endswith(".md") else ""
    return text if any(mark in target for mark in "[]|#") else f"[[{target}{rest}"


def _aimed(page: Page, placed: PlacedLink, target: str, folder: str) -> str:
    """A link's text with another destination, told from `folder`, its title and anchor as they are."""
    link = placed.link
    text = page.line(placed.line)[link.start : link.end]
    if link.is_wiki:
        return text
    opened = text.rfind("](") + 2
    anchor = _ANCHOR.search(text, opened)
    return (
        text[:opened]
        + encode_target(path_from(folder, target, goes_up=link.goes_up))
        + (anchor[1] if anchor else "")
        + ")"
    )


def path_from(folder: str, target: str, *, goes_up: bool) -> str:
    """How a link in `folder` names a memory: from there if it lies below or the link `goes_up`, else from the top."""
    is_below = bool(folder) and target.startswith(folder + "/")
    return relpath(target, folder) if is_below or (goes_up and folder) else target


def _stem(path: str) -> str:
    return path.rpartition("/")[2].removesuffix(".md")


def _new_spellings(library: Library, page: Page, moved: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What the page names that moved, as it spells it, and as it has to from now on."""
    for spelled in named_paths(library, page):
        for old, new in moved.items():
            for real in meant_by(spelled, (old,)):
                yield spelled, _stripped_alike(spelled, real, new)
            folder = _folder_part(spelled, old)
            if folder is not None:
                yield spelled, _stripped_alike(folder, old, new) + spelled[len(folder) :]
    for old, new in moved.items():
        if "/" in old and old in page.text:
            yield old, new


def _folder_part(spelled: str, old: str) -> str | None:
    """The head of a path that is a moved folder, spelled from the root or from a package."""
    for part in (old, *(old.split("/", depth)[depth] for depth in (1, 2) if old.count("/") >= depth)):
        if spelled.startswith(part + "/"):
            return part
    return None


def _stripped_alike(spelled: str, old: str, new: str) -> str:
    """The new path, told from the same package as the old one was, where it is still in it."""
    package = old.removesuffix(spelled)
    return new.removeprefix(package) if package and new.startswith(package) else new


def _respelled(page: Page, spellings: Mapping[str, str]) -> Iterable[Edit]:
    """Each place where one of the paths stands whole, the longest first; none within another."""
    longest_first = sorted(spellings, key=len, reverse=True)
    whole = re.compile(r"(?<![\w./\\@+-])(?:\./)?(" + "|".join(map(re.escape, longest_first)) + r")(?![\w-]|\.\w)")
    for number, line in enumerate(page.lines):
        for match in whole.finditer(line):
            start, end = match.span(1)
            yield Edit(page.path, (number, start), (number, end), spellings[match[1]])
