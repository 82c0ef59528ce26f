"""What a person may choose to do about a finding that has no safe fix: a guess, or a text that is given up."""

from collections.abc import Callable, Iterator
from datetime import date
from typing import Final

from noctule.checks.finding import Edit, Finding, Fix
from noctule.memories.block import find_block
from noctule.memories.frontmatter import change
from noctule.memories.links import encode_target
from noctule.memories.memory import MEMORY_TYPES, compose_memory
from noctule.memories.names import INDEX_NAME, file_name
from noctule.memories.text import cut, newline_of
from noctule.service.language.editing import changed_lines
from noctule.service.language.library import Library
from noctule.service.language.pages import Page, PlacedLink
from noctule.service.language.splitting import split_memory

_SHOWN: Final = 60
_MOST_PLACES: Final = 3

# Where files of a name lie in the workspace, from its root.
FindsFiles = Callable[[str], list[str]]


def choices(
    library: Library, page: Page, finding: Finding, finds_files: FindsFiles, written: date | None = None
) -> Iterator[Fix]:
    """The changes that may be offered for a finding of a page, the likeliest first.

    `written` is when the file was last news, for a memory that says no day itself.
    """
    match finding.code:
        case "secret":
            yield Fix("Take the secret out", (Edit(page.path, finding.start, finding.end, "[redacted]"),))
        case "hidden-characters":
            yield from _remove_hidden(page, finding)
        case "frontmatter-missing":
            yield _add_head(page)
        case "description-empty" | "description-vague":
            yield from _describe(page)
        case "type-unknown":
            yield from _types(page)
        case "memory-too-long":
            if edits := split_memory(library, page):
                yield Fix("Split the memory", edits)
        case "path-gone":
            yield from _follow(page, finding, finds_files)
        case "line-gone":
            yield from _drop_line_number(page, finding)
        case "relative-date" if finding.fix is None and written is not None:
            yield from _date(page, finding, written)
        case "dangling-link" | "link-dead":
            yield from _mend_link(library, page, finding)
        case "index-line-long":
            yield from _shorten(page, finding)
        case _:
            return


def _remove_hidden(page: Page, finding: Finding) -> Iterator[Fix]:
    from noctule.safety.characters import hidden_characters

    number = finding.start[0]
    line = page.line(number)
    hidden = {at for at, _ in hidden_characters(line)}
    shown = "".join(sign for at, sign in enumerate(line) if at not in hidden)
    if shown != line:
        yield Fix("Remove the hidden characters", (Edit(page.path, (number, 0), (number, len(line)), shown),))


def _add_head(page: Page) -> Fix:
    """A name and a description, with a blank line below."""
    memory = page.memory
    mended = change(page.text, {"name": memory.name, "description": memory.summary or memory.name})
    body = find_block(mended).body
    gap = "" if mended[body : body + 1] in ("", "\n", "\r") else newline_of(mended)
    text = mended[:body] + gap + mended[body:]
    return Fix("Add a name and a description", tuple(changed_lines(page.path, page.text, text)))


def _describe(page: Page) -> Iterator[Fix]:
    """The first heading or sentence of the body as the description."""
    body = Page(page.path, page.memory.body).memory.summary
    if body and body != page.memory.description and not _holds_secret(body):
        text = change(page.text, {page.memory.front.place_of("description"): body})
        yield Fix(f"Describe it as “{cut(body, _SHOWN)}”", tuple(changed_lines(page.path, page.text, text)))


def _holds_secret(text: str) -> bool:
    from noctule.safety.redact import secrets_in

    return bool(secrets_in(text))


def _types(page: Page) -> Iterator[Fix]:
    for name in MEMORY_TYPES:
        text = change(page.text, {page.memory.front.place_of("type"): name})
        yield Fix(f"Make it a {name} memory", tuple(changed_lines(page.path, page.text, text)))


def _follow(page: Page, finding: Finding, finds_files: FindsFiles) -> Iterator[Fix]:
    """A path that is gone, by the files of its name that are there."""
    placed = next((one for one in page.references if one.span.start == finding.start), None)
    if placed is None:
        return
    written = page.line(placed.line)[placed.reference.start : placed.reference.end]
    for place in finds_files(placed.reference.path.rpartition("/")[2])[:_MOST_PLACES]:
        if place != placed.reference.path:
            new = written.removeprefix("./").replace(placed.reference.path, place, 1)
            yield Fix(f"Write {place}", (Edit(page.path, placed.span.start, placed.span.end, new),))


def _drop_line_number(page: Page, finding: Finding) -> Iterator[Fix]:
    placed = next((one for one in page.references if one.span.start == finding.start), None)
    if placed is not None:
        path = placed.reference.path
        yield Fix(f"Write {cut(path, _SHOWN)}", (Edit(page.path, placed.span.start, placed.span.end, path),))


def _date(page: Page, finding: Finding, written: date) -> Iterator[Fix]:
    """The date that is meant if the memory was written when its file was: a guess, for nothing else says when."""
    from noctule.checks.relative_dates import relative_dates

    for one in relative_dates(page.text, written):
        if page.place(one.start) == finding.start:
            yield Fix(f"Write {one.absolute}", (Edit(page.path, finding.start, finding.end, one.absolute),))


def _mend_link(library: Library, page: Page, finding: Finding) -> Iterator[Fix]:
    """Lead the link to the memory of that file name elsewhere, or make the memory that it names."""
    placed = next((one for one in page.links if one.span.start == finding.start), None)
    if placed is None or placed.link.target in (None, INDEX_NAME):
        return
    target = placed.link.target or ""
    name = target.rpartition("/")[2].casefold()
    for path in sorted(library.memories()):
        if path.rpartition("/")[2].casefold() == name and path != page.path:
            yield Fix(f"Lead it to {path}", (_aimed(page, placed, path),))
    yield _create(library, page, placed)


def _aimed(page: Page, placed: PlacedLink, path: str) -> Edit:
    if placed.link.is_wiki:
        return Edit(page.path, placed.span.start, placed.span.end, f"[[{path.removesuffix('.md')}]]")
    opened = page.line(placed.line).rfind("](", placed.link.start, placed.link.end) + 2
    return Edit(page.path, (placed.line, opened), (placed.line, placed.link.end - 1), encode_target(path))


def _create(library: Library, page: Page, placed: PlacedLink) -> Fix:
    """The memory, called as the link says; in the index its hook becomes the description."""
    target = placed.link.target or ""
    name = target.removesuffix(".md").rpartition("/")[2] if placed.link.is_wiki else placed.link.title
    path = target
    if placed.link.is_wiki and "/" not in target:
        path = file_name(target.removesuffix(".md"), library.pages())
    hook = page.index.lines[placed.line].hook if page.is_index else ""
    return Fix(f"Create {path}", (Edit(path, (0, 0), (0, 0), compose_memory(name, hook, "project", "", None)),))


def _shorten(page: Page, finding: Finding) -> Iterator[Fix]:
    """The index line cut at a word before its limit, where its links end before that."""
    number, limit = finding.start
    line = page.index.lines[number]
    start = max((link.end for link in line.links), default=0)
    blank = line.raw.rfind(" ", start, limit - 1)
    if line.kind == "entry" and blank > start:
        yield Fix("Cut the line", (Edit(page.path, (number, blank), (number, len(line.raw)), "…"),))
