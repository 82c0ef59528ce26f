"""Brings another tool's items into the profile: what is new and fits the cap. What was imported once is not again."""

import logging
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from pathlib import Path

from noctule.dataclass import dataclass
from noctule.errors import NotText, StorageError
from noctule.imports.plan import Action
from noctule.imports.reading import SourceFile
from noctule.imports.run import AUTHOR
from noctule.memories.profile import compose_items, items, usage
from noctule.memories.text import decode, encode, newline_of
from noctule.safety.redact import redact
from noctule.store.files import content_hash
from noctule.store.folder import MemoryFolder
from noctule.store.holds import judge
from noctule.store.overlay import Overlay
from noctule.store.remembered import Remembered, items_brought
from noctule.store.sweep import AuthorOf
from noctule.store.turn import Turn, read_or_none

logger = logging.getLogger(__name__)

_SHOWN_CHARS = 60


@dataclass(frozen=True, slots=True)
class Goal:
    """A store of the profile, and how many characters it may hold."""

    file: str
    cap_chars: int


@dataclass(frozen=True, slots=True)
class PlannedItem:
    """What is to be done with one item: `text` is what it says, without secrets."""

    action: Action
    file: str
    reason: str
    text: str
    place: Path


def run_items(
    folder: MemoryFolder,
    files: Sequence[tuple[Goal, SourceFile]],
    now: datetime,
    author_of_unexplained: AuthorOf,
    *,
    is_forced: bool,
    is_preview: bool,
) -> tuple[PlannedItem, ...]:
    """Adds the items to their stores, as one change; gives what was done, or would be, with each.

    Raises `NotText` for a store that is no text, `LockBusy`, and what the disk refuses.
    """
    brought = items_brought(folder.state)
    if is_preview:
        return _plan(_Stores(folder.read), files, brought.all(), is_forced=is_forced)
    folder.ensure()
    with folder.writing(AUTHOR, now, author_of_unexplained=author_of_unexplained) as writing:
        stores = _Stores(writing.read)
        planned = _plan(stores, files, brought.all(), is_forced=is_forced)
        turn = Overlay(folder.path, writing)
        stores.write(turn)
        if steps := turn.steps():
            folder.journal.apply(writing, AUTHOR, steps)
        known = [content_hash(one.text.encode()) for one in planned if one.action in ("created", "skipped")]
        _remember(brought, known)
        return planned


def _remember(brought: Remembered, hashes: Collection[str]) -> None:
    """A record that cannot be written costs nothing but a question later."""
    try:
        brought.add(hashes)
    except StorageError as error:
        logger.warning("what was imported into the profile could not be recorded: %s", error.kind)


class _Stores:
    """The stores as they would be after the items so far."""

    def __init__(self, read: Callable[[str], bytes]) -> None:
        self._read = read
        self._before: dict[str, tuple[str, str]] = {}
        self.now: dict[str, list[str]] = {}

    def items(self, file: str) -> list[str]:
        if file not in self.now:
            decoded = decode(read_or_none(self._read, file) or b"")
            if decoded.problem is not None:
                raise NotText(f"{file} is not UTF-8. It is left untouched until it is saved as UTF-8.")
            self._before[file] = (decoded.text, decoded.encoding)
            self.now[file] = list(items(decoded.text))
        return self.now[file]

    def write(self, turn: Turn) -> None:
        for file, (text, encoding) in self._before.items():
            if self.now[file] != list(items(text)):
                after = compose_items(self.now[file], newline_of(text))
                turn.write(file, encode(after, encoding), f"items of {file} imported")


def _plan(
    stores: _Stores, files: Sequence[tuple[Goal, SourceFile]], brought: Collection[str], *, is_forced: bool
) -> tuple[PlannedItem, ...]:
    planned: list[PlannedItem] = []
    for goal, file in files:
        for item in items(file.text):
            text = redact(item).text
            action, reason = _decide(stores.items(goal.file), goal, text, brought, is_forced=is_forced)
            if action == "created":
                stores.items(goal.file).append(text)
            planned.append(PlannedItem(action, goal.file, f"“{_shown(text)}”: {reason}", text, file.place))
    return tuple(planned)


def _decide(
    there: list[str], goal: Goal, text: str, brought: Collection[str], *, is_forced: bool
) -> tuple[Action, str]:
    if text in there:
        return "skipped", "it is here already."
    if content_hash(text.encode()) in brought and not is_forced:
        return "skipped", "it was imported before, and changed or removed here since."
    asked = judge(text, "import")
    if asked is not None:
        return "conflicting", f"{asked} It is not taken into the profile; add it yourself if you mean it."
    chars = usage(compose_items([*there, text]))
    if chars > goal.cap_chars:
        return "conflicting", f"{goal.file} would hold {chars:,} characters, over its cap of {goal.cap_chars:,}."
    return "created", "it is new."


def _shown(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN_CHARS else line[: _SHOWN_CHARS - 1] + "…"
