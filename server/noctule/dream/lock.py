"""The lock of a memory folder's dreams: sound between our processes, and understood by Claude Code and pi.

A kernel lock in the folder's own state is held for the whole dream, and dies with its holder. Under it the file
`.consolidate-lock` in the memory folder is kept as those programs do: its content is the holder's PID, its time the
last consolidation.
"""

import json
import logging
import os
import re
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from noctule.dataclass import asdict, dataclass, fields
from noctule.errors import StorageError
from noctule.store.atomic import TEMP_PREFIX, make_folder, new_temp_name, storage_error, write_atomic
from noctule.store.held_dreams import DREAM_NOTE
from noctule.store.lock import Held, try_exclusive
from noctule.store.processes import is_process_alive

logger = logging.getLogger(__name__)

LOCK_NAME = ".consolidate-lock"

# When the folder was tidied last without a model, in its own state: a tidy does not move the stamp of the lock.
TIDY_STAMP = "tidied"

# Claude Code's rule: a holder that was not heard of for so long is none, whatever its PID says.
STALE_AFTER = timedelta(hours=1)

# Larger is no lock of anybody's.
_MOST_BYTES = 4096

_PID = re.compile(rb"\s*(-?\d{1,10})\s*(?:\n|\Z)")
_NO_PROOF = (0, 1, -1)


@dataclass(frozen=True, slots=True)
class Found:
    """`.consolidate-lock` as it lies there: who wrote it (None: nobody it names), and its time in ns since 1970."""

    pid: int | None
    mtime_ns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """The dream under way, as its holder notes it for whoever finds it dead. `prior_ns` None: there was no lock file.

    `line` is the log line of the dream, once it begins to apply: if its changes are there, it was completed. `temp` is
    the temp file's name beside the lock file, which a death may leave there.
    """

    dream_id: str
    pid: int
    prior_ns: int | None
    started: str
    trigger: str
    temp: str
    line: dict[str, Any] | None = None


class DreamLock:
    """The lock of one memory folder. `state` is the folder's own. Thread-safe."""

    def __init__(self, folder: Path, state: Path, *, pid: int | None = None) -> None:
        self.file = folder / LOCK_NAME
        self._kernel = state / "dream.lock"
        self._note = state / DREAM_NOTE
        self._pid = pid if pid is not None else os.getpid()
        self._held: Held | None = None
        self._running: Running | None = None

    def holder(self, now: datetime) -> str | None:
        """Who keeps a dream from beginning, as a sentence; None where nobody does. Nothing is taken or made."""
        if self._held is not None:
            return "A dream is already running."
        # Asked only where there is a note: asking takes the lock for a moment, and may keep another from it.
        if self._note.exists() and self._is_taken():
            return "A dream is already running."
        return self._foreign(now)

    def running(self) -> str | None:
        """The id of the dream of ours that runs on this folder now, in whatever process; None where none does."""
        running = self._read_note()
        return running.dream_id if running is not None and self._is_taken() else None

    def _is_taken(self) -> bool:
        """Whether a process of ours holds the kernel's lock. Where it cannot even be asked for, none of ours dreams."""
        try:
            probe = try_exclusive(self._kernel)
        except StorageError:
            return False
        if probe is not None:
            probe.release()
        return probe is None

    def is_unfinished(self) -> bool:
        """Whether a dream of ours was killed in the midst of it, and nobody made good for it yet."""
        return self._note.exists() and self.running() is None

    def foreign_holder(self, now: datetime) -> str | None:
        """Which other program consolidates the folder now, as a sentence; None where it is a dream of ours."""
        running, found = self._read_note(), read_lock(self.file)
        is_ours = running is not None and found is not None and found.pid == running.pid
        return None if is_ours else self._foreign(now)

    def take(self, dream_id: str, trigger: str, now: datetime) -> str | None:
        """Takes the lock, or says in a sentence who has it. What a holder that died left is to be recovered before.

        Raises StorageError's kinds.
        """
        held = try_exclusive(self._kernel)
        if held is None:
            return "A dream is already running."
        try:
            holder = self._foreign(now)
            if holder is not None:
                held.release()
                return holder
            found = read_lock(self.file)
            prior = found.mtime_ns if found is not None else None
            running = Running(
                dream_id=dream_id,
                pid=self._pid,
                prior_ns=prior,
                started=now.isoformat(),
                trigger=trigger,
                temp=new_temp_name(),
            )
            self._write_note(running)
            make_folder(self.file.parent)
            write_atomic(self.file, str(self._pid).encode(), mtime_ns=_ns(now), temp_name=running.temp)
            if not self.is_ours():
                self._drop_note()
                held.release()
                return "Another program began to consolidate this folder in the same moment."
        except BaseException:
            # What lies there undone is for nobody to make good.
            if not self.is_ours():
                with suppress(StorageError):
                    self._drop_note()
            held.release()
            raise
        self._held, self._running = held, running
        return None

    @property
    def is_held(self) -> bool:
        """Whether this object took the lock, and did not let go of it."""
        return self._held is not None

    def is_ours(self) -> bool:
        """Whether the file still names us: read again before anything is applied."""
        found = read_lock(self.file)
        return found is not None and found.pid == self._pid

    def beat(self, now: datetime) -> bool:
        """Shows that the holder lives; False where somebody else has taken the file."""
        if not self.is_ours():
            return False
        with suppress(OSError):
            os.utime(self.file, ns=(_ns(now), _ns(now)))
        return True

    def note_applying(self, line: dict[str, Any]) -> None:
        """From now on the dream may be completed by whoever finds its journal. Raises StorageError's kinds."""
        if self._running is not None:
            self._running = Running(**{**_plain(self._running), "line": line})
            self._write_note(self._running)

    def release(self, now: datetime, *, keeps_stamp: bool) -> None:
        """Lets go. The stamp is now, where it is kept; else it is given back as it was found, be it none.

        Raises nothing: what the disk refuses, the next start makes good.
        """
        held, running = self._held, self._running
        if held is None or running is None:
            return
        try:
            if self.is_ours():
                self._set_stamp(_ns(now) if keeps_stamp else running.prior_ns, running)
            self._drop_note()
        except StorageError as error:
            logger.warning("the lock of a dream could not be given back: %s", error.kind)
        finally:
            self._held = self._running = None
            held.release()

    def recover(self, settle: Callable[[Running], bool]) -> Running | None:
        """Gives back what a holder that died had taken, and tells of its dream; None where there is nothing.

        `settle` finishes what was begun and says whether the dream counts: then its stamp stays. Raises StorageErrors.
        """
        if not self._note.exists():
            return None
        held = try_exclusive(self._kernel)
        if held is None:
            return None
        try:
            running = self._read_note()
            if running is None:
                self._drop_note()
                return None
            self._drop_temp(running)
            is_kept = settle(running)
            found = read_lock(self.file)
            if found is not None and found.pid == running.pid:
                self._set_stamp(found.mtime_ns if is_kept else running.prior_ns, running)
            self._drop_note()
            return running
        finally:
            held.release()

    def last(self) -> datetime | None:
        """When the folder was consolidated last, by whomever; None where it never was."""
        found = read_lock(self.file)
        running = self._read_note()
        if running is not None and found is not None and found.pid == running.pid:
            return None if running.prior_ns is None else _moment(running.prior_ns)
        return None if found is None else _moment(found.mtime_ns)

    def _foreign(self, now: datetime) -> str | None:
        """A live process, not this one, that was heard of within the hour. The age comes first: PIDs are reused.

        A stamp that lies further ahead than that was made by a wrong clock: it would count for who knows how long.
        """
        found = read_lock(self.file)
        if found is None or found.pid is None:
            return None
        is_fresh = abs(now - _moment(found.mtime_ns)) < STALE_AFTER
        if not is_fresh or found.pid in (*_NO_PROOF, self._pid) or not is_process_alive(found.pid):
            return None
        until = _moment(found.mtime_ns) + STALE_AFTER
        return (
            f"Another program (process {found.pid}) is consolidating this folder since "
            f"{_moment(found.mtime_ns):%H:%M} UTC; its lock counts until {until:%H:%M} UTC."
        )

    def _set_stamp(self, mtime_ns: int | None, running: Running) -> None:
        """An empty file with the stamp: nobody holds it. No stamp, no file."""
        if mtime_ns is not None:
            write_atomic(self.file, b"", mtime_ns=mtime_ns, temp_name=running.temp)
            return
        try:
            self.file.unlink(missing_ok=True)
        except OSError as error:
            raise storage_error(error, self.file) from error

    def _drop_temp(self, running: Running) -> None:
        if "/" not in running.temp and running.temp.startswith(TEMP_PREFIX):
            with suppress(OSError):
                self.file.with_name(running.temp).unlink()

    def _write_note(self, running: Running) -> None:
        make_folder(self._note.parent)
        write_atomic(self._note, json.dumps(asdict(running)).encode("utf-8", "surrogatepass"))

    def _read_note(self) -> Running | None:
        try:
            told = json.loads(self._note.read_bytes())
            return Running(**{one.name: told[one.name] for one in fields(Running)})
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def _drop_note(self) -> None:
        try:
            self._note.unlink(missing_ok=True)
        except OSError as error:
            raise storage_error(error, self._note) from error


def read_lock(file: Path) -> Found | None:
    """The lock file: a PID alone, or a PID and a line of milliseconds; whatever else it holds names nobody."""
    try:
        status = file.lstat()
        data = file.read_bytes() if status.st_size <= _MOST_BYTES else b""
    except OSError:
        return None
    found = _PID.match(data)
    return Found(int(found[1]) if found else None, status.st_mtime_ns)


def _plain(running: Running) -> dict[str, Any]:
    return {one.name: getattr(running, one.name) for one in fields(Running)}


def _ns(at: datetime) -> int:
    return int(at.timestamp() * 1_000_000_000)


def _moment(mtime_ns: int) -> datetime:
    return datetime.fromtimestamp(mtime_ns / 1_000_000_000, UTC)
