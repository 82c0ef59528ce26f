"""What is remembered of a memory folder as a set of texts: instruction files that were there, items brought in."""

import json
import logging
import threading
from collections.abc import Collection
from pathlib import Path

from noctule.store.atomic import make_folder, write_atomic

logger = logging.getLogger(__name__)

_lock = threading.Lock()


class Remembered:
    """Texts in a JSON file of a folder's state. A record that is not there, or cannot be read, counts as empty."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def all(self) -> frozenset[str]:
        try:
            value = json.loads(self._file.read_bytes())
        except FileNotFoundError:
            return frozenset()
        except (OSError, ValueError, RecursionError):
            logger.warning("%s cannot be read; it counts as empty", self._file.name)
            return frozenset()
        return frozenset(one for one in value if isinstance(one, str)) if isinstance(value, list) else frozenset()

    def add(self, texts: Collection[str]) -> None:
        """Raises StorageError's kinds."""
        self._change(texts, ())

    def drop(self, texts: Collection[str]) -> None:
        """Raises StorageError's kinds."""
        self._change((), texts)

    def _change(self, more: Collection[str], fewer: Collection[str]) -> None:
        with _lock:
            known = self.all()
            wanted = (known | set(more)) - set(fewer)
            if wanted != known:
                make_folder(self._file.parent)
                write_atomic(self._file, json.dumps(sorted(wanted), ensure_ascii=False).encode())


def seen_instructions(state: Path) -> Remembered:
    """The instruction files that a folder's reviews have read: one that is gone is no file that never was."""
    return Remembered(state / "instructions.json")


def items_brought(state: Path) -> Remembered:
    """The hashes of the items that were imported: one that was edited or removed since stays so."""
    return Remembered(state / "imported-items.json")
