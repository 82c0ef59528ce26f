"""A process that dies before its n-th step: a change on disk, or a statement of a database.

A file that is opened to be written anew is cut to nothing first, as it would be at that instant.
"""

import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

_CHANGES = frozenset({"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate"})
_WRITES = os.O_WRONLY | os.O_RDWR
DIED = 9


def count_steps(work: Callable[[], object]) -> int:
    """How many steps the work has, done in a child. Raises AssertionError where it fails there."""
    reader, writer = os.pipe()

    def counted() -> None:
        steps = _Steps(None)
        steps.watch()
        work()
        os.write(writer, str(steps.taken).encode())

    status = in_a_child(counted)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        said = pipe.read()
    assert status == 0, "the work failed where nothing kills it"
    return int(said)


def die_at(step: int, work: Callable[[], object]) -> bool:
    """Does the work in a child that dies before the step (the first is 0); gives whether it died."""

    def doomed() -> None:
        _Steps(step).watch()
        work()

    status = in_a_child(doomed)
    assert status in (0, DIED), status
    return status == DIED


def in_a_child(work: Callable[[], object]) -> int:
    """Does the work in a fork of this process, so that a death costs no start of Python; gives its exit code."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            work()
            code = 0
        except BaseException:
            import traceback

            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


class _Steps:
    def __init__(self, last: int | None) -> None:
        self.taken = 0
        self._last = last

    def watch(self) -> None:
        """From now on, for as long as this process lives."""
        connect = sqlite3.connect

        def traced(*words: Any, **named: Any) -> sqlite3.Connection:
            connection: sqlite3.Connection = connect(*words, **named)
            connection.set_trace_callback(self._note_statement)
            return connection

        sqlite3.connect = traced  # type: ignore[assignment]  # in this process only, which is about to die
        sys.addaudithook(self._look)

    def _look(self, event: str, words: tuple[Any, ...]) -> None:
        if event in _CHANGES:
            self._take()
        elif event == "open" and isinstance(words[2], int) and words[2] & _WRITES and _is_file(words[0]):
            self._take(words[0] if words[2] & os.O_TRUNC else None)

    def _note_statement(self, sql: str) -> None:
        if not sql.lstrip().upper().startswith(("SELECT", "PRAGMA")):
            self._take()

    def _take(self, cut: Any = None) -> None:
        if self.taken == self._last:
            if cut is not None and Path(cut).exists():
                with suppress(OSError):
                    os.truncate(cut, 0)
            os._exit(DIED)
        self.taken += 1


def _is_file(path: Any) -> bool:
    """Whether it is named by a path, and none of the system's own."""
    return isinstance(path, str | bytes | os.PathLike) and not str(os.fspath(path)).startswith(("/dev/", "/proc/"))
