"""What an editor offers to do at a place: a finding's own fix, what a person may choose, and all safe fixes at once."""

import time
from collections.abc import Iterable
from datetime import date
from itertools import islice
from typing import Final

from noctule.checks.finding import Edit, Finding
from noctule.checks.fixing import apply_edits
from noctule.dataclass import dataclass
from noctule.service.language.checking import Findings
from noctule.service.language.choosing import FindsFiles, choices
from noctule.service.language.editing import changed_lines
from noctule.service.language.library import Library
from noctule.service.language.pages import Page, Span

_MOST_ROUNDS: Final = 20
# A selection of a huge page is offered what is at its top.
_MOST_TOUCHED: Final = 50
# What an editor does on each save must not hold it up.
_MOST_SECONDS: Final = 1.0


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
    library: Library,
    page: Page,
    findings: Iterable[Finding],
    span: Span,
    finds_files: FindsFiles,
    written: date | None = None,
) -> list[Action]:
    """What may be done about the findings that touch `span`, the safe things first; nothing twice.

    `written` is the day of the file's last news.
    """
    touched = list(islice((one for one in findings if _touches(span, one)), _MOST_TOUCHED))
    safe = [Action(one.fix.title, one.fix.edits, one, is_preferred=True) for one in touched if one.fix is not None]
    chosen = [
        Action(fix.title, fix.edits, one)
        for one in touched
        for fix in choices(library, page, one, finds_files, written)
    ]
    return list({(action.title, action.edits): action for action in [*chosen[::-1], *safe[::-1]]}.values())[::-1]


def _touches(span: Span, finding: Finding) -> bool:
    """Whether a selection and a finding overlap; a cursor stands for its whole line."""
    if span.start == span.end:
        return finding.start[0] <= span.start[0] <= finding.end[0]
    return finding.start <= span.end and span.start <= finding.end


def fix_all(findings: Findings, page: Page) -> tuple[Edit, ...]:
    """The edits of this page that settle all that has a safe fix in it; other files stay as they are.

    Fixes that touch each other are made in turn, each after a new look; of a huge page, as many as a second allows.
    """
    text = page.text
    tried: set[tuple[str, str]] = set()
    ends_at = time.monotonic() + _MOST_SECONDS
    for _ in range(_MOST_ROUNDS):
        edits = _apart(findings.of_other_text(Page(page.path, text)), page.path, text, tried)
        if not edits:
            break
        text = apply_edits(text, edits)
        if time.monotonic() > ends_at:
            break
    return tuple(changed_lines(page.path, page.text, text))


def _apart(found: list[Finding], path: str, text: str, tried: set[tuple[str, str]]) -> list[Edit]:
    """The edits of safe fixes within one file that do not touch each other, each tried once on a text."""
    chosen: list[Edit] = []
    end = (-1, 0)
    for finding in found:
        fix = finding.fix
        if fix is None or (fix.title, f"{finding.start}{text}") in tried or any(one.path != path for one in fix.edits):
            continue
        edits = sorted(fix.edits, key=lambda edit: edit.start)
        if not edits or edits[0].start <= end:
            continue
        tried.add((fix.title, f"{finding.start}{text}"))
        chosen += edits
        end = max(edit.end for edit in edits)
    return chosen
