"""Fixes applied to texts: what a quick fix or a repair of the whole folder makes of the files it edits."""

from collections.abc import Mapping

from noctule.checks.finding import Edit, Fix, Place


def apply_fix(texts: Mapping[str, str], fix: Fix) -> dict[str, str]:
    """The texts (by path) after a fix; one that is not there begins empty, one that is not edited is as it was."""
    changed = dict(texts)
    for path in {edit.path for edit in fix.edits}:
        changed[path] = apply_edits(changed.get(path, ""), [edit for edit in fix.edits if edit.path == path])
    return changed


def apply_edits(text: str, edits: list[Edit]) -> str:
    """The text after edits that do not overlap; those at one place go in the order given."""
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    in_order = sorted(edits, key=lambda edit: edit.start)
    for edit in in_order[::-1]:
        text = text[: _offset(starts, edit.start)] + edit.text + text[_offset(starts, edit.end) :]
    return text


def _offset(starts: list[int], place: Place) -> int:
    line, character = place
    return starts[min(line, len(starts) - 1)] + character
