"""Several changes of a folder that happen all or not at all, whatever kills the writer on the way.

What is to be written is kept in the folder's state first, whole; then each file is changed in turn. Whoever takes the
write lock next finds what was left, and finishes it: the folder then holds the new set, else still the old one.
"""

import base64
import json
import logging
import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from noctule.dataclass import dataclass
from noctule.errors import Changed, MemoryProblem, NotFound, StorageError
from noctule.store.atomic import make_folder, storage_error, write_atomic
from noctule.store.changes import Author
from noctule.store.files import hash_or_none
from noctule.store.turn import Step, read_or_none
from noctule.store.writing import Writing

logger = logging.getLogger(__name__)

_PLAN = "plan.json"
# A content up to this size stands in the plan itself: a file of its own would cost two waits for the disk.
_INLINE_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class Left:
    """What a writer that died had begun: its steps, and who it was."""

    author: Author
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class _Done:
    """A step that was begun, with what was there before it and since when."""

    step: Step
    before: bytes | None
    mtime_ns: int | None


class Journal:
    """The journal in `state`, a memory folder's state. Who uses it holds the folder's write lock."""

    def __init__(self, state: Path) -> None:
        self._folder = state / "journal"

    def is_left(self) -> bool:
        """Whether a writer left something to be finished."""
        return (self._folder / _PLAN).exists()

    def apply(self, writing: Writing, author: Author, steps: Sequence[Step]) -> None:
        """Makes all the changes; where one fails, those before it are taken back, and its error is raised.

        Raises `Changed` where a file is not as its step saw it, and `StorageError`s.
        """
        if len(steps) < 2:
            for step in steps:
                _make(writing, step)  # one file is whole by itself
            return
        self._keep(author, steps)
        done: list[_Done] = []
        try:
            for step in steps:
                done.append(_Done(step, read_or_none(writing.read, step.path), writing.mtime_ns(step.path)))
                _make(writing, step)
        except BaseException:
            if _taken_back(writing, done):
                self._drop()
            raise
        self._drop()

    def left(self) -> Left | None:
        """What there is to be finished. A journal that was not whole when its writer died says nothing, and goes."""
        try:
            told = json.loads((self._folder / _PLAN).read_bytes())
            steps = tuple(self._step(number, one) for number, one in enumerate(told["steps"]))
            return Left(Author(told["by"], told["session"]), steps)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError, KeyError):
            logger.warning("a journal cannot be read: what it was to change stays as it is")
            self._drop()
            return None

    def finish(self, writing: Writing, steps: Iterable[Step]) -> None:
        """Makes the changes that were left, but for files that somebody changed meanwhile. Raises `StorageError`s."""
        for step in steps:
            try:
                _make(writing, step)
            except (Changed, NotFound):
                continue  # done already, or somebody else's by now
        self._drop()

    def _keep(self, author: Author, steps: Sequence[Step]) -> None:
        self._drop()
        make_folder(self._folder)
        for number, step in enumerate(steps):
            if step.after is not None and not _is_inline(step.after):
                write_atomic(self._folder / f"{number}.new", step.after)
        told = {
            "by": author.by,
            "session": author.session,
            "steps": [
                {
                    "path": one.path,
                    "before": one.before,
                    "isRemoved": one.after is None,
                    "after": None if one.after is None else _inlined(one.after),
                    "reason": one.reason,
                    "mtimeNs": one.mtime_ns,
                }
                for one in steps
            ],
        }
        write_atomic(self._folder / _PLAN, json.dumps(told).encode("utf-8", "surrogatepass"))

    def _step(self, number: int, told: Mapping[str, Any]) -> Step:
        after = None if told["isRemoved"] else self._content(number, told)
        mtime = told.get("mtimeNs")
        return Step(
            str(told["path"]), told["before"], after, str(told["reason"]), None if mtime is None else int(mtime)
        )

    def _content(self, number: int, told: Mapping[str, Any]) -> bytes:
        inlined = told.get("after")
        if inlined is None:
            return (self._folder / f"{number}.new").read_bytes()
        return base64.b64decode(inlined, validate=True)

    def _drop(self) -> None:
        """The plan first: without it the rest means nothing."""
        try:
            (self._folder / _PLAN).unlink(missing_ok=True)
        except OSError as error:
            raise storage_error(error, self._folder) from error
        shutil.rmtree(self._folder, ignore_errors=True)


def _is_inline(data: bytes) -> bool:
    return len(data) <= _INLINE_BYTES


def _inlined(data: bytes) -> str | None:
    return base64.b64encode(data).decode() if _is_inline(data) else None


def _make(writing: Writing, step: Step) -> None:
    if step.after is None:
        writing.remove(step.path, step.reason, expected_hash=step.before)
    else:
        writing.write(step.path, step.after, step.reason, mtime_ns=step.mtime_ns, expected_hash=step.before)


def _taken_back(writing: Writing, done: Sequence[_Done]) -> bool:
    """Puts back what was there, the last first. Says whether that was possible for all: else the next turn finishes."""
    is_whole = True
    for one in reversed(done):
        step, before = one.step, one.before
        after = hash_or_none(step.after)
        try:
            if before is None and step.after is not None:
                writing.remove(step.path, "taken back", expected_hash=after)
            elif before is not None:
                writing.write(step.path, before, "taken back", mtime_ns=one.mtime_ns, expected_hash=after)
        except (Changed, NotFound):
            continue  # it was never made, or it is somebody else's by now
        except (MemoryProblem, StorageError) as error:
            logger.warning("a change could not be taken back: %s", error.kind)
            is_whole = False
    return is_whole
