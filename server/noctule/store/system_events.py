"""What the system tells of changes in folders, or an error where it tells nothing."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

DEBOUNCE_MS = 100
STEP_MS = 50
QUIET_MS = 500


def system_events(*folders: Path, stopped: threading.Event, **how: Any) -> Iterator[set[tuple[Any, str]]]:
    """Groups of changes, (kind, path) each, until soon after `stopped` is set; `how` is as of `watchfiles.watch`.

    Raises OSError's kinds and the library's own where there are no events. A sub-folder that may not be looked into
    keeps nobody from the others.
    """
    try:
        yield from _events(*folders, stopped=stopped, **how)
    except PermissionError:
        # Not so from the start: told to pass these over, watchfiles 1.3 passes over a system out of watches too, and
        # then nothing is ever told.
        yield from _events(*folders, stopped=stopped, ignore_permission_denied=True, **how)


def events_trouble(folder: Path) -> str | None:
    """Why the system gives no events in a folder that is there, as it says itself; None where it does."""
    from watchfiles._rust_notify import RustNotify

    try:
        with RustNotify([str(folder)], False, False, 0, True, False):
            return None
    except PermissionError:
        return None  # of a sub-folder: the others give theirs
    except OSError as error:
        return error.strerror or str(error).partition(" about [")[0]


def _events(*folders: Path, stopped: threading.Event, **how: Any) -> Iterator[set[tuple[Any, str]]]:
    import watchfiles  # late: a command that watches nothing need not load it

    return watchfiles.watch(
        *folders,
        debounce=DEBOUNCE_MS,
        step=STEP_MS,
        rust_timeout=QUIET_MS,
        stop_event=stopped,
        raise_interrupt=False,
        force_polling=False,
        **how,
    )
