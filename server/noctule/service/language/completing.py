"""What may be written at a place: keys and types of a head, memories as links, files of the workspace."""

import os
import re
from collections.abc import Iterable, Iterator
from heapq import nsmallest
from pathlib import Path
from posixpath import dirname
from typing import Final, Literal

from noctule.checks.finding import Place
from noctule.dataclass import dataclass
from noctule.memories.index import format_line
from noctule.memories.links import encode_target
from noctule.memories.memory import MEMORY_TYPES
from noctule.memories.text import cut, on_one_line
from noctule.service.language.library import Library
from noctule.service.language.pages import Page, Span
from noctule.service.language.renaming import path_from

Kind = Literal["key", "type", "memory", "file", "folder"]

# As many as a person looks through; with more, the list is made anew at each sign.
MOST_OFFERED: Final = 60

_KEYS: Final[dict[str, str]] = {
    "name": "What the memory is called.",
    "description": "One line that says what it is about, in words that a question would use.",
    "type": "One of user, feedback, project and reference.",
    "modified": "When it was last news, such as 2026-03-05T09:30:00.000Z.",
    "pinned": "`true` puts its index line first in what a session is given.",
}
_TYPES: Final[dict[str, str]] = {
    "user": "Who the person is: role, knowledge, preferences.",
    "feedback": "How the person wants work to be done.",
    "project": "What is going on in the project, and why.",
    "reference": "Where something is kept outside the project.",
}
_WIKI: Final = re.compile(r"\[\[([^\[\]|#]*)$")
_TARGET: Final = re.compile(r"\]\(<?([^()<>]*)$")
_INDEX_LINE: Final = re.compile(r"^[ \t]*([-*+][ \t]+)?(\[?[^\[\]()]*)$")
_LINKED: Final = re.compile(r"[^\[\]]*\]\([^()]*\)")
_FILE: Final = re.compile(r"(?<![\w./-])((?:\./)?(?:[\w@.+-]+/)*)([\w@.+-]*)$")
_SKIPPED: Final = frozenset({"node_modules", "__pycache__", "target", "dist", "venv"})


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing that may be written: `text` takes the place of `span`. `path` is the memory that it names."""

    label: str
    kind: Kind
    text: str
    span: Span
    detail: str = ""
    about: str = ""
    path: str | None = None


def offers(library: Library, page: Page, place: Place, root: Path) -> tuple[list[Offer], bool]:
    """What may be written at `place`, the best first, and whether there is more than was listed."""
    number, character = place
    before, after = page.line(number)[:character], page.line(number)[character:]
    return _bounded(_offers(library, page, number, before, after, root))


def _offers(library: Library, page: Page, number: int, before: str, after: str, root: Path) -> Iterator[Offer]:
    place = (number, len(before))
    if _is_in_head(page, number):
        yield from _head_offers(page, place, before, after)
        return
    if match := _WIKI.search(before):
        span = _span(place, match[1], after, r"[^\[\]|#\n]*(?=[\]|#])" if "]]" in after else r"[\w-]*")
        is_closed = after[span.end[1] - place[1] :].lstrip().startswith(("]", "#", "|"))
        yield from _wiki_offers(library, page, match[1], span, "" if is_closed else "]]")
    elif match := _TARGET.search(before):
        # What stands up to the end of the old destination goes with it.
        span = _span(place, match[1], after, r"[^()<>\s]*(?=>?\))")
        rest = after[span.end[1] - place[1] :]
        is_bracketed = before[match.start() + 2 :].startswith("<")
        yield from _target_offers(library, page, match[1], span, rest, is_bracketed=is_bracketed)
        yield from _file_offers(match[1], place, after, root, may_begin=False)
    elif page.is_index and (match := _INDEX_LINE.match(before)) and (match[1] or match[2].startswith("[")):
        start = len(before) - len(match[2])
        typed = match[2].removeprefix("[")
        # A line that has its link is written anew, with its hook.
        closing = len(after) if after in ("]", "]()") or _LINKED.match(after) else 0
        yield from _line_offers(library, typed, Span((number, start), (number, len(before) + closing)))
    else:
        yield from _file_offers(before, place, after, root)


def _bounded(found: Iterator[Offer]) -> tuple[list[Offer], bool]:
    listed: list[Offer] = []
    for offer in found:
        if len(listed) == MOST_OFFERED:
            return listed, True
        listed.append(offer)
    return listed, False


def _is_in_head(page: Page, number: int) -> bool:
    """Whether a line stands between the `---` lines, or below the first where nothing closes it yet."""
    if page.is_index or page.line(0).rstrip() != "---":
        return False
    for below, line in enumerate(page.lines[1:], 1):
        if line.rstrip() == "---":
            return 0 < number < below
        if not line.strip() and below != number:
            return 0 < number < below
    return number > 0


def _head_offers(page: Page, place: Place, before: str, after: str) -> Iterator[Offer]:
    key, colon, value = before.partition(":")
    if not colon:
        there = set(page.memory.front.lines) - {before.strip()}
        span = _span(place, before.lstrip(), after, r"[\w-]*(?=:)|")
        colon = "" if after.partition(":")[1] else ": "
        for name, about in _KEYS.items():
            if name not in there and _fits(before, name):
                yield Offer(name, "key", name + colon, span, about=about)
    elif key.strip() == "type":
        typed = value.lstrip()
        for name in MEMORY_TYPES:
            if _fits(typed, name):
                gap = "" if value[:1] == " " else " "
                yield Offer(name, "type", gap + name, _span(place, typed, after, r"\w*"), about=_TYPES[name])
    elif key.strip() == "pinned" and not value.strip():
        yield Offer("true", "type", "true" if value else " true", _span(place, "", after, r"\w*"))


def _wiki_offers(library: Library, page: Page, typed: str, span: Span, closing: str) -> Iterator[Offer]:
    stems: dict[str, int] = {}
    memories = library.memories()
    for path in memories:
        stems[_stem(path)] = stems.get(_stem(path), 0) + 1
    for other in _fitting(memories.values(), typed):
        if other.path != page.path:
            stem = _stem(other.path)
            text = stem if stems[stem] == 1 else other.path.removesuffix(".md")
            yield _of_memory(other, text + closing, span)


def _target_offers(
    library: Library, page: Page, typed: str, span: Span, after: str, *, is_bracketed: bool
) -> Iterator[Offer]:
    closes = not after.startswith((")", ">"))
    closing = "" if not closes else ">)" if is_bracketed else ")"
    folder = dirname(page.path)
    linked = _linked(library) if page.is_index else set()
    for other in _fitting(library.memories().values(), typed, last=linked):
        if other.path == page.path:
            continue
        text = encode_target(path_from(folder, other.path, goes_up=False)) + closing
        hook = on_one_line(other.memory.description)
        if page.is_index and closes and hook and not after.strip():
            text += f" — {cut(hook, 100)}"
        yield _of_memory(other, text, span)


def _line_offers(library: Library, typed: str, span: Span) -> Iterator[Offer]:
    """A whole line of the index, the memories that have none first."""
    for other in _fitting(library.memories().values(), typed, last=_linked(library)):
        line = format_line(other.memory.name, other.path, other.memory.summary).removeprefix("- ")
        yield _of_memory(other, line, span)


def _file_offers(before: str, place: Place, after: str, root: Path, *, may_begin: bool = True) -> Iterator[Offer]:
    match = _FILE.search(before)
    is_quoted = may_begin and before[match.start() - 1 : match.start()] == "`" if match else False
    if match is None or not (match[1] or is_quoted) or ".." in match[1].split("/"):
        return
    folder = root / match[1]
    span = _span(place, match[2], after, r"[\w@.+-]*(?![\w/])")
    for name, is_folder in _listed(folder):
        if _fits(match[2], name):
            yield Offer(
                name, "folder" if is_folder else "file", name + ("/" if is_folder else ""), span, match[1] + name
            )


def _listed(folder: Path) -> list[tuple[str, bool]]:
    """What lies in a folder, hidden and generated things left out; links are not looked through."""
    try:
        with os.scandir(folder) as found:
            named = [(one.name, one.is_dir(follow_symlinks=False)) for one in found if one.name not in _SKIPPED]
    except OSError:
        return []
    return sorted((one for one in named if not one[0].startswith(".")), key=lambda one: (not one[1], one[0]))


def _fitting(pages: Iterable[Page], typed: str, last: set[str] | None = None) -> list[Page]:
    """The pages whose name or file fits what was typed; those that begin with it first, those in `last` at the end."""
    wanted = typed.casefold()
    words = wanted.split()

    def order(page: Page) -> tuple[bool, bool, str]:
        begins = page.key.startswith(wanted) or page.path.startswith(typed)
        return page.path in (last or ()), not begins, page.key

    fitting = [page for page in pages if all(word in page.key for word in words)]
    return nsmallest(MOST_OFFERED + 1, fitting, key=order)


def _linked(library: Library) -> set[str]:
    index = library.index()
    return {path for path in library.targets(index) if path is not None}


def _of_memory(page: Page, text: str, span: Span) -> Offer:
    detail = cut(on_one_line(page.memory.description), 120)
    return Offer(page.memory.name, "memory", text, span, detail or page.path, path=page.path)


def _span(place: Place, typed: str, after: str, rest: str) -> Span:
    """From where the typed text begins to where the rest of the old word ends."""
    match = re.match(rest, after) if rest else None
    return Span((place[0], place[1] - len(typed)), (place[0], place[1] + (match.end() if match else 0)))


def _fits(typed: str, name: str) -> bool:
    return name.casefold().startswith(typed.strip().casefold())


def _stem(path: str) -> str:
    return path.rpartition("/")[2].removesuffix(".md")
