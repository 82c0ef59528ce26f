"""What an editor offers to do at a place: a finding's own fix, what a person may choose, and all safe fixes at once."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from noctule.checks.finding import Edit, Finding, Fix
from noctule.checks.fixing import apply_edits
from noctule.service.language.checking import Findings
from noctule.service.language.choosing import FindsFiles, choices
from noctule.service.language.editing import changed_lines
from noctule.service.language.library import Library
from noctule.service.language.pages import Page, Span

_MOST_FIXES: Final = 100


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that can be done about a finding; a safe one is preferred. Paths that are not there are made."""

    title: str
    edits: tuple[Edit, ...]
    finding: Finding
    is_preferred: bool = False

    @property
    def is_refactoring(self) -> bool:
        """Whether it moves text about rather than mends it."""
        return self.finding.code == "memory-too-long"


def actions_at(
    library: Library, page: Page, findings: Iterable[Finding], span: Span, finds_files: FindsFiles
) -> list[Action]:
    """What may be done about the findings that touch `span`, the safe things first; nothing twice."""
    touched = [one for one in findings if _touches(span, one)]
    safe = [Action(one.fix.title, one.fix.edits, one, is_preferred=True) for one in touched if one.fix is not None]
    chosen = [Action(fix.title, fix.edits, one) for one in touched for fix in choices(library, page, one, finds_files)]
    return list({(action.title, action.edits): action for action in [*chosen[::-1], *safe[::-1]]}.values())[::-1]


def _touches(span: Span, finding: Finding) -> bool:
    """Whether a selection and a finding overlap; a cursor stands for its whole line."""
    if span.start == span.end:
        return finding.start[0] <= span.start[0] <= finding.end[0]
    return finding.start <= span.end and span.start <= finding.end


def fix_all(findings: Findings, page: Page) -> tuple[Edit, ...]:
    """The edits of this page that settle all that has a safe fix in it; other files stay as they are."""
    text = page.text
    tried: set[tuple[str, str]] = set()
    for _ in range(_MOST_FIXES):
        found = findings.of_other_text(Page(page.path, text))
        fix = next(_own_fixes(found, page.path, text, tried), None)
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
