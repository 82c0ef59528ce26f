"""Wakes its caller when something in a memory folder may have changed: events where there are any, else polling.

A wake-up says nothing of what changed: the truth is the sweep. Hence a wake too many costs a few milliseconds, and
one too few is made up for by a look of our own now and then (`_LOOK_SECONDS`), which also serves disks without events.
"""

import asyncio
import atexit
import contextlib
import errno
import logging
import os
import threading
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Literal

from noctule.errors import StorageError
from noctule.store.files import FileStat, list_files
from noctule.store.system_events import system_events

Mode = Literal["events", "polling"]
OnWake = Callable[[], Awaitable[None]]
OnMode = Callable[[Mode, str], None]

# Yields once for each group of changes, and with nothing now and then; ends soon after the event is set.
Events = Callable[[Path, threading.Event], Iterable[object]]

_POLL_SECONDS = 1.0
_LOOK_SECONDS = 30.0
_JOIN_SECONDS = 1.0

_log = logging.getLogger(__name__)


def folder_events(folder: Path, stopped: threading.Event) -> Iterable[object]:
    """The system's events in `folder`, debounced, without those of hidden, temp and backup files."""
    return system_events(
        folder, stopped=stopped, watch_filter=lambda _kind, path: is_of_interest(folder, path), yield_on_timeout=True
    )


def is_of_interest(folder: Path, path: str) -> bool:
    """Whether an event at `path` may concern a memory. A folder that comes or goes tells of its files."""
    try:
        parts = Path(path).relative_to(folder).parts
    except ValueError:
        return True
    return not any(part.startswith(".") or part == "node_modules" or part.endswith(("~", ".tmp")) for part in parts)


async def watch(
    folder: Path,
    on_wake: OnWake,
    *,
    stop: asyncio.Event,
    on_mode: OnMode | None = None,
    force_polling: bool = False,
    poll_seconds: float = _POLL_SECONDS,
    events: Events = folder_events,
) -> None:
    """Awaits `on_wake` whenever `folder` may have changed, until `stop` is set; wakes once when it begins.

    The folder may be missing, come, go, come again or be replaced by a link: each is a wake-up. `on_mode` is told
    "events" or "polling", with the reason for polling in a sentence, each time that it changes. An error of `on_wake`
    is logged and the watch goes on.
    """
    watching = _Watch(folder, on_wake, stop, on_mode or _nobody, poll_seconds, events)
    if force_polling:
        watching.fall_back("polling is forced by a setting")
    while not stop.is_set():
        if watching.is_polling or _identity(folder) is None:
            await watching.poll()
        else:
            await watching.follow_events()


def _nobody(_mode: Mode, _reason: str) -> None:
    pass


def _identity(folder: Path) -> tuple[int, int] | None:
    """Which folder the path leads to now, None for none."""
    try:
        status = folder.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


class _Watch:
    """The two ways to watch, and what they share: the wake-up and the mode."""

    def __init__(
        self, folder: Path, on_wake: OnWake, stop: asyncio.Event, on_mode: OnMode, poll_seconds: float, events: Events
    ) -> None:
        self.is_polling = False
        self._folder = folder
        self._on_wake = on_wake
        self._stop = stop
        self._on_mode = on_mode
        self._told: Mode | None = None
        self._poll_seconds = poll_seconds
        self._events = events
        self._seen: object = None

    def fall_back(self, reason: str) -> None:
        self.is_polling = True
        self._tell("polling", reason)

    async def poll(self) -> None:
        """Looks now and after each interval; ends when told to stop, or when events could be followed."""
        while not self._stop.is_set():
            await self._wake_if_other()
            if not self.is_polling and _identity(self._folder) is not None:
                return
            await self._pause(self._poll_seconds)

    async def follow_events(self) -> None:
        """Follows the folder that is there now; ends when it is gone or another, or when events fail."""
        loop = asyncio.get_running_loop()
        self._seen = None  # events move on without it: the next look of our own must not take it for the present
        signal = _Signal()
        follower = _Follower(self._folder, self._events, lambda: loop.call_soon_threadsafe(signal.rings.set), signal)
        identity = _identity(self._folder)
        follower.start()
        try:
            await self._serve(signal, identity)
        finally:
            follower.stop()
        if signal.error is not None and _identity(self._folder) == identity:
            self.fall_back(_why(signal.error))

    async def _serve(self, signal: "_Signal", identity: tuple[int, int] | None) -> None:
        loop = asyncio.get_running_loop()
        next_look = loop.time() + _LOOK_SECONDS
        while not self._stop.is_set() and _identity(self._folder) == identity:
            await _first_of(self._stop.wait(), signal.rings.wait(), seconds=next_look - loop.time())
            signal.rings.clear()
            if signal.error is not None:
                return
            if signal.is_live:
                self._tell("events", "")
            if signal.take_changed():
                await self._wake()
            elif loop.time() >= next_look:
                await self._wake_if_other()
                next_look = loop.time() + _LOOK_SECONDS

    async def _wake_if_other(self) -> None:
        seen = await asyncio.to_thread(_look, self._folder)
        if seen != self._seen:
            self._seen = seen
            await self._wake()

    async def _wake(self) -> None:
        try:
            await self._on_wake()
        except Exception:
            _log.exception("a change of a memory folder was not followed up")

    async def _pause(self, seconds: float) -> None:
        await _first_of(self._stop.wait(), seconds=seconds)

    def _tell(self, mode: Mode, reason: str) -> None:
        if mode != self._told:
            self._told = mode
            self._on_mode(mode, reason)


def _why(error: BaseException) -> str:
    """Why there are no events, and what a person can do about it. The library's own words name the path once more."""
    said = str(error).partition(" about [")[0].rstrip(".")
    is_out = (isinstance(error, OSError) and error.errno == errno.ENOSPC) or "watch limit" in said
    return f"the system gives no events: {said}" + ("; raise fs.inotify.max_user_watches" if is_out else "")


class _Signal:
    """What the follower's thread tells the loop."""

    def __init__(self) -> None:
        self.rings = asyncio.Event()
        self.error: BaseException | None = None
        self.is_live = False
        self._changed = False

    def note(self) -> None:
        self._changed = True

    def take_changed(self) -> bool:
        changed, self._changed = self._changed, False
        return changed


class _Follower:
    """The thread that waits for events. It ends when stopped, and at exit: Rust code may not outlive Python's."""

    def __init__(self, folder: Path, events: Events, ring: Callable[[], object], signal: _Signal) -> None:
        self._folder = folder
        self._events = events
        self._ring = ring
        self._signal = signal
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"noctule-watch-{folder.name}", daemon=True)

    def start(self) -> None:
        atexit.register(self._end)
        self._thread.start()

    def stop(self) -> None:
        """Returns at once; the thread ends within `STEP_MS`."""
        self._stopped.set()

    def _end(self) -> None:
        self._stopped.set()
        self._thread.join(_JOIN_SECONDS)

    def _run(self) -> None:
        try:
            self._follow()
        except Exception as error:  # the events' library raises its own kinds besides OSError
            self._signal.error = error
        finally:
            atexit.unregister(self._end)
            # The loop may be closed by now: nobody is left to be told.
            with contextlib.suppress(RuntimeError):
                self._ring()

    def _follow(self) -> None:
        for changes in self._events(self._folder, self._stopped):
            if self._stopped.is_set():
                return
            # The first answer, even an empty one, comes when events flow: what happened before went unseen.
            if changes or not self._signal.is_live:
                self._signal.is_live = True
                self._signal.note()
            self._ring()


async def _first_of(*waits: Awaitable[object], seconds: float) -> None:
    """Ends with the first of the waits or the time; none of them is left running."""
    tasks = [asyncio.ensure_future(each) for each in waits]
    try:
        await asyncio.wait(tasks, timeout=max(seconds, 0), return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()


def _look(folder: Path) -> tuple[FileStat, ...] | str:
    try:
        return tuple(sorted(list_files(Path(os.fspath(folder))).files.values(), key=lambda file: file.path))
    except StorageError as error:
        return str(error)
