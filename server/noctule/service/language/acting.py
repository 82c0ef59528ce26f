"""What an editor offers to do at a place: a finding's own fix, and what a person has to choose."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from noctule.checks.finding import Edit, Finding, Fix
from noctule.checks.fixing import apply_edits
from noctule.memories.block import find_block
from noctule.memories.frontmatter import change
from noctule.memories.links import Link
from noctule.memories.memory import MEMORY_TYPES, compose_memory
from noctule.memories.names import INDEX_NAME, file_name
from noctule.memories.text import cut, newline_of
from noctule.service.language.checking import findings_of
from noctule.service.language.editing import changed_lines
from noctule.service.language.library import Library
from noctule.service.language.pages import Page, PlacedLink, Span
from noctule.service.language.splitting import split_memory

_SHOWN: Final = 60
_MOST_FIXES: Final = 100
_MOST_PLACES: Final = 3
REDACTED: Final = "[redacted]"


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that can be done; `finding` is what it settles. Paths of `edits` that are not there are made."""

    title: str
    edits: tuple[Edit, ...]
    finding: Finding | None = None
    is_preferred: bool = False
    is_refactoring: bool = False


# Where files of this name lie now, from the workspace's root.
FindsFiles = Callable[[str], list[str]]


def actions_at(
    library: Library, page: Page, findings: Iterable[Finding], span: Span, finds_files: FindsFiles
) -> list[Action]:
    """What may be done about the findings within `span`, the safest first."""
    found: list[Action] = []
    for finding in findings:
        if finding.start <= span.end and span.start <= finding.end:
            found += _of_finding(library, page, finding, finds_files)
    for placed in page.links:
        if placed.span.start <= span.end and span.start <= placed.span.end:
            found += _create(library, page, placed)
    return list({action.title: action for action in reversed(found)}.values())[::-1]


def fix_all(library: Library, page: Page) -> tuple[Edit, ...]:
    """The edits of this page that settle all that has a safe fix in it; the other files stay as they are."""
    text = page.text
    tried: set[tuple[str, str]] = set()
    for _ in range(_MOST_FIXES):
        here = Page(page.path, text)
        fix = next(_own_fixes(findings_of(library, here), page.path, text, tried), None)
        if fix is None:
            break
        tried.add((fix.title, text))
        text = apply_edits(text, list(fix.edits))
    return tuple(changed_lines(page.path, page.text, text))


def _own_fixes(findings: list[Finding], path: str, text: str, tried: set[tuple[str, str]]) -> Iterator[Fix]:
    for finding in findings:
        fix = finding.fix
        if fix is not None and all(edit.path == path for edit in fix.edits) and (fix.title, text) not in tried:
            yield fix


def _of_finding(library: Library, page: Page, finding: Finding, finds_files: FindsFiles) -> Iterator[Action]:
    if finding.fix is not None:
        yield Action(finding.fix.title, finding.fix.edits, finding, is_preferred=True)
    if finding.code == "secret" and finding.fix is None:
        edit = Edit(page.path, finding.start, finding.end, REDACTED)
        yield Action("Redact the secret", (edit,), finding, is_preferred=True)
    if finding.code == "hidden-characters" and finding.fix is None:
        yield from _remove_hidden(page, finding)
    if finding.code in ("frontmatter-missing", "description-empty", "type-unknown", "type-missing"):
        yield from _mend_head(page, finding)
    if finding.code == "memory-too-long":
        edits = split_memory(library, page)
        if edits:
            yield Action("Split the memory", edits, finding, is_refactoring=True)
    if finding.code in ("path-gone", "dead-path"):
        yield from _follow(page, finding, finds_files)


def _remove_hidden(page: Page, finding: Finding) -> Iterator[Action]:
    from noctule.safety.characters import hidden_characters

    line = page.line(finding.start[0])
    hidden = {at for at, _ in hidden_characters(line)}
    edits = changed_lines(page.path, page.text, _with_line(page, finding.start[0], _without(line, hidden)))
    if edits:
        yield Action("Remove the hidden characters", tuple(edits), finding, is_preferred=True)


def _mend_head(page: Page, finding: Finding) -> Iterator[Action]:
    memory = page.memory
    if finding.code == "frontmatter-missing":
        changes: dict[str, str | None] = {"name": memory.name, "description": memory.summary or memory.name}
        edits = changed_lines(page.path, page.text, _headed(page.text, changes))
        yield Action("Give it a name and a description", tuple(edits), finding, is_preferred=True)
    elif finding.code == "description-empty" and memory.summary:
        edits = changed_lines(page.path, page.text, change(page.text, {"description": memory.summary}))
        yield Action(f"Describe it as “{cut(memory.summary, _SHOWN)}”", tuple(edits), finding)
    elif finding.code in ("type-unknown", "type-missing"):
        for name in MEMORY_TYPES:
            edits = changed_lines(page.path, page.text, change(page.text, {memory.front.place_of("type"): name}))
            yield Action(f"Make it a {name} memory", tuple(edits), finding)


def _headed(text: str, changes: dict[str, str | None]) -> str:
    """The text with a head of its own, a blank line below it."""
    mended = change(text, changes)
    body = find_block(mended).body
    gap = "" if mended[body : body + 1] in ("", "\n", "\r") else newline_of(mended)
    return mended[:body] + gap + mended[body:]


def _follow(page: Page, finding: Finding, finds_files: FindsFiles) -> Iterator[Action]:
    """A path that is gone, by the files of its name that are there."""
    number = finding.start[0]
    for placed in page.references:
        if placed.line != number or not placed.span.holds(finding.start):
            continue
        reference = placed.reference
        written = page.line(number)[reference.start : reference.end]
        places = finds_files(reference.path.rpartition("/")[2])[:_MOST_PLACES]
        for place in places:
            edit = Edit(page.path, placed.span.start, placed.span.end, written.replace(reference.path, place, 1))
            yield Action(f"Write {place}", (edit,), finding, is_preferred=len(places) == 1)


def _create(library: Library, page: Page, placed: PlacedLink) -> Iterator[Action]:
    """A memory that a link names and that is not there, and its index line where another page links to it."""
    link = placed.link
    if library.leads_to(page, link) is not None or link.target in (None, INDEX_NAME):
        return
    path = _new_path(library, link)
    name = link.title if not link.is_wiki else (link.target or "").removesuffix(".md")
    edits = [Edit(path, (0, 0), (0, 0), compose_memory(name, "", "project", "", None))]
    if link.is_wiki and path.removesuffix(".md") != name:
        text = page.line(placed.line)[link.start : link.end]
        rest = text[2 + len(text[2:-2].partition("|")[0].partition("#")[0]) :]
        edits.append(Edit(page.path, placed.span.start, placed.span.end, f"[[{path.removesuffix('.md')}{rest}"))
    yield Action(f"Create the memory {path}", tuple(edits))


def _new_path(library: Library, link: Link) -> str:
    target = link.target or ""
    return target if not link.is_wiki or "/" in target else file_name(target.removesuffix(".md"), library.pages())


def _with_line(page: Page, number: int, line: str) -> str:
    lines = page.text.split("\n")
    ending = "\r" if lines[number].endswith("\r") else ""
    return "\n".join([*lines[:number], line + ending, *lines[number + 1 :]])


def _without(line: str, places: set[int]) -> str:
    return "".join(sign for at, sign in enumerate(line) if at not in places)
