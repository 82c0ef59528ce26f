"""Which instruction files a folder's reviews have read: one that was there and is gone is no file that never was."""

import json
import threading
from collections.abc import Collection
from pathlib import Path

from noctule.store.atomic import make_folder, write_atomic

_lock = threading.Lock()


class SeenFiles:
    """The paths in `instructions.json` of a folder's state. A record that cannot be read counts as empty."""

    def __init__(self, state: Path) -> None:
        self._file = state / "instructions.json"

    def all(self) -> frozenset[str]:
        try:
            value = json.loads(self._file.read_bytes())
        except (OSError, ValueError, RecursionError):
            return frozenset()
        return frozenset(one for one in value if isinstance(one, str)) if isinstance(value, list) else frozenset()

    def note(self, paths: Collection[str]) -> None:
        """Raises StorageError's kinds."""
        self._change(self.all() | frozenset(paths))

    def forget(self, paths: Collection[str]) -> None:
        """A person's word that these are gone for good. Raises StorageError's kinds."""
        self._change(self.all() - frozenset(paths))

    def _change(self, wanted: frozenset[str]) -> None:
        with _lock:
            if wanted == self.all():
                return
            make_folder(self._file.parent)
            write_atomic(self._file, json.dumps(sorted(wanted), ensure_ascii=False).encode())
