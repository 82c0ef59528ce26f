"""A dream that waits for a person's word, as an editor shows it: which files it would change, and how."""

import difflib
from collections.abc import Iterable
from typing import Final

from noctule.dataclass import dataclass
from noctule.memories.names import INDEX_NAME
from noctule.memories.text import decode
from noctule.safety.characters import show_hidden
from noctule.service.language.describing import fenced, plain
from noctule.store.held_dreams import FileChange, HeldDream

_MOST_LINES: Final = 80
_MOST_FILES: Final = 20
_DOES: Final = {"created": "creates", "edited": "edits", "removed": "removes"}


@dataclass(frozen=True, slots=True)
class Waiting:
    """A held dream with its files by path, the index's own change among them."""

    dream_id: str
    files: dict[str, FileChange]

    @property
    def title(self) -> str:
        """`a dream waits for your word: 1 created, 2 edited`, the memories alone."""
        actions = [change.action for path, change in sorted(self.files.items()) if path != INDEX_NAME]
        said = [f"{actions.count(action)} {action}" for action in ("created", "edited", "removed") if action in actions]
        return "a dream waits for your word: " + (", ".join(said) or "the index")

    def title_of(self, path: str) -> str:
        return f"a dream that waits {_DOES[self.files[path].action]} this memory"


def waiting(dreams: Iterable[HeldDream]) -> Waiting | None:
    """The dream that waits; of several the newest."""
    newest = next(iter(dreams), None)
    if newest is None:
        return None
    changes = newest.changes.files
    return Waiting(newest.id, {change.path: change for change in changes})


def describe_waiting(found: Waiting) -> str:
    """The files with what becomes of each, as markdown."""
    shown = sorted(found.files, key=lambda path: (path == INDEX_NAME, path))
    parts = [f"**{plain(found.title.capitalize())}**"]
    parts += [f"{plain(path)}\n{describe_change(found.files[path])}" for path in shown[:_MOST_FILES]]
    rest = len(shown) - _MOST_FILES
    return "\n\n".join([*parts, *([f"and {rest} more"] if rest > 0 else [])])


def describe_change(change: FileChange) -> str:
    """What a dream would do to a file, as a diff."""
    before, after = (_lines(data) for data in (change.before, change.after))
    lines = list(difflib.unified_diff(before, after, "before", "after", lineterm="", n=2))[2:]
    cut = [*lines[:_MOST_LINES], f"… {len(lines) - _MOST_LINES} more lines"] if len(lines) > _MOST_LINES else lines
    return fenced(show_hidden("\n".join(cut)), "diff")


def _lines(data: bytes | None) -> list[str]:
    return [] if data is None else decode(data).text.replace("\r\n", "\n").split("\n")
