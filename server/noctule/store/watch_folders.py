"""Says when something right in one of many folders may have changed: files that others write, as they write them."""

import logging
import threading
from collections.abc import Callable, Iterable
from pathlib import Path

from noctule.store.system_events import system_events

_JOIN_SECONDS = 1.0

_log = logging.getLogger(__name__)


class FoldersWatch:
    """A thread that calls `on_change` with the paths that changed, until `stop`. Sub-folders are not looked into.

    Where the system gives no events the thread ends, and `is_live` says so: then only looking tells.
    """

    def __init__(self, folders: Iterable[Path], on_change: Callable[[set[Path]], None]) -> None:
        self.folders = frozenset(folders)
        self.is_live = True
        self._on_change = on_change
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="watch of conversations", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends the watch; waits a moment for its thread."""
        self._stopped.set()
        self._thread.join(_JOIN_SECONDS)

    def _follow(self) -> None:
        try:
            for changes in system_events(
                *sorted(self.folders), stopped=self._stopped, watch_filter=None, recursive=False
            ):
                self._on_change({Path(path) for _, path in changes})
        except Exception as error:  # a folder that vanished, or a system out of watches
            _log.info("conversations are looked for now and then only: %s", type(error).__name__)
        finally:
            self.is_live = False
