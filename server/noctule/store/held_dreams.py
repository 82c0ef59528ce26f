"""Held dreams: change sets that wait for a person's word, whole on disk in the folder's state, across restarts."""

import json
import logging
import re
import secrets
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, cast

from noctule.dataclass import dataclass
from noctule.errors import NotFound, StorageError
from noctule.store.atomic import make_folder, storage_error, write_atomic
from noctule.store.files import hash_or_none
from noctule.store.lock import exclusive

logger = logging.getLogger(__name__)

# Beside what else belongs to a memory folder: the note of a dream that runs. One that is left tells of a death.
DREAM_NOTE = "dream.json"

_LOCK_SECONDS = 10.0
_FACTS = "dream.json"
_ID = re.compile(r"[0-9a-f]{8}")

Action = Literal["created", "edited", "removed"]


@dataclass(frozen=True, slots=True)
class FileChange:
    """What a dream makes of one file: its bytes before and after (None: not there), and the time it gets.

    `mtime_ns` None means now. `replaces` are the memories that this one stands in the place of, as the dream said.
    """

    path: str
    before: bytes | None
    after: bytes | None
    mtime_ns: int | None = None
    replaces: tuple[str, ...] = ()

    @property
    def action(self) -> Action:
        if self.after is None:
            return "removed"
        return "created" if self.before is None else "edited"

    @property
    def hash(self) -> str | None:
        """The hash of what is there afterwards."""
        return hash_or_none(self.after)


@dataclass(frozen=True, slots=True)
class ChangeSet:
    """What a dream changes: memories by path, and the index as the dream was shown it and as it left it."""

    memories: tuple[FileChange, ...] = ()
    index: FileChange | None = None

    @property
    def is_empty(self) -> bool:
        return not self.memories and self.index is None

    @property
    def files(self) -> tuple[FileChange, ...]:
        """All of it: the memories, then the index."""
        return self.memories if self.index is None else (*self.memories, self.index)

    def paths(self, action: Action) -> tuple[str, ...]:
        return tuple(one.path for one in self.memories if one.action == action)


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldDream:
    """A dream that is not applied. `reasons` say why it waits, each a sentence; `status` is how it ended."""

    id: str
    at: datetime
    trigger: str
    status: str
    reasons: tuple[str, ...]
    model: str | None = None
    steps: int = 0
    tokens: int | None = None
    cost_usd: float | None = None
    summary: str = ""
    changes: ChangeSet = ChangeSet()


def is_dream_id(text: str) -> bool:
    return _ID.fullmatch(text) is not None


def new_dream_id() -> str:
    return secrets.token_hex(4)


class HeldDreams:
    """The held dreams in `state`, a memory folder's state. Safe for threads and processes; reading makes nothing."""

    def __init__(self, state: Path) -> None:
        self._folder = state / "held-dreams"

    def all(self) -> tuple[HeldDream, ...]:
        """The newest first. One that is damaged is passed over and stays where it is. Raises StorageError."""
        try:
            names = [one.name for one in self._folder.iterdir() if _ID.fullmatch(one.name)]
        except FileNotFoundError:
            return ()
        except OSError as error:
            raise StorageError(f"{self._folder} cannot be read: {(error.strerror or 'unknown').lower()}.") from error
        found = [dream for name in names if (dream := self._read(name)) is not None]
        return tuple(sorted(found, key=lambda one: (one.at, one.id), reverse=True))

    def ids(self) -> tuple[str, ...]:
        """The ids of all that wait, without reading them."""
        try:
            return tuple(sorted(one.name for one in self._folder.iterdir() if _ID.fullmatch(one.name)))
        except OSError:
            return ()

    def find(self, dream_id: str) -> HeldDream:
        """Raises NotFound where no dream of this id waits."""
        dream = self._read(dream_id) if _ID.fullmatch(dream_id) else None
        if dream is None:
            raise NotFound(f"No dream {dream_id[:40]} waits: `noctule dreams` lists them.")
        return dream

    def put(self, dream: HeldDream) -> None:
        """Keeps a dream, over the one of the same id. Raises StorageError's kinds."""
        make_folder(self._folder)
        temp = self._folder / f".{dream.id}-{secrets.token_hex(4)}"
        try:
            self._write(temp, dream)
            self._swap(temp, dream.id)
        except OSError as error:
            raise storage_error(error, self._folder / dream.id) from error
        finally:
            shutil.rmtree(temp, ignore_errors=True)

    def drop(self, dream_id: str) -> None:
        """Deletes a dream; one that is gone is no error. Raises StorageError's kinds."""
        gone = self._folder / f".{dream_id}-{secrets.token_hex(4)}"
        try:
            (self._folder / dream_id).replace(gone)
        except FileNotFoundError:
            return
        except OSError as error:
            raise storage_error(error, self._folder / dream_id) from error
        shutil.rmtree(gone, ignore_errors=True)

    def forget(self, holds: Callable[[bytes], bool]) -> int:
        """Drops every dream of which `holds` finds something in a content or its facts; gives how many those were."""
        dropped = 0
        with suppress(FileNotFoundError):
            for folder in list(self._folder.iterdir()):
                if any(holds(file.read_bytes()) for file in folder.iterdir()):
                    shutil.rmtree(folder, ignore_errors=True)
                    dropped += 1
        return dropped

    @contextmanager
    def settling(self) -> Iterator[None]:
        """While nobody else applies or discards one."""
        with exclusive(self._folder.with_name("held-dreams.lock"), _LOCK_SECONDS):
            yield

    def _swap(self, temp: Path, dream_id: str) -> None:
        """A folder cannot be renamed over one that holds something: the old one steps aside first."""
        place, old = self._folder / dream_id, self._folder / f".{dream_id}-{secrets.token_hex(4)}"
        with suppress(FileNotFoundError):
            place.replace(old)
        temp.replace(place)
        shutil.rmtree(old, ignore_errors=True)

    def _write(self, folder: Path, dream: HeldDream) -> None:
        make_folder(folder)
        changes = [*dream.changes.memories, *([dream.changes.index] if dream.changes.index else [])]
        for number, one in enumerate(changes):
            for name, data in (("before", one.before), ("after", one.after)):
                if data is not None:
                    write_atomic(folder / f"{number}.{name}", data)
        write_atomic(folder / _FACTS, json.dumps(_facts(dream)).encode("utf-8", "surrogatepass"))

    def _read(self, dream_id: str) -> HeldDream | None:
        folder = self._folder / dream_id
        try:
            told = json.loads((folder / _FACTS).read_bytes())
            return _dream(folder, told)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            logger.warning("the held dream %s is damaged; it is left as it is", dream_id)
            return None


def _facts(dream: HeldDream) -> dict[str, Any]:
    changes = dream.changes
    return {
        "id": dream.id,
        "at": dream.at.isoformat(),
        "trigger": dream.trigger,
        "status": dream.status,
        "reasons": list(dream.reasons),
        "model": dream.model,
        "steps": dream.steps,
        "tokens": dream.tokens,
        "costUsd": dream.cost_usd,
        "summary": dream.summary,
        "memories": [_told(one) for one in changes.memories],
        "index": _told(changes.index) if changes.index is not None else None,
    }


def _told(one: FileChange) -> dict[str, Any]:
    return {
        "path": one.path,
        "before": one.before is not None,
        "after": one.after is not None,
        "mtimeNs": one.mtime_ns,
        "replaces": list(one.replaces),
    }


def _dream(folder: Path, told: Mapping[str, Any]) -> HeldDream:
    memories = tuple(_change(folder, number, one) for number, one in enumerate(told["memories"]))
    index = _change(folder, len(memories), told["index"]) if told["index"] is not None else None
    return HeldDream(
        id=str(told["id"]),
        at=datetime.fromisoformat(told["at"]),
        trigger=str(told["trigger"]),
        status=str(told["status"]),
        reasons=tuple(map(str, told["reasons"])),
        model=cast("str | None", told["model"]),
        steps=int(told["steps"]),
        tokens=cast("int | None", told["tokens"]),
        cost_usd=cast("float | None", told["costUsd"]),
        summary=str(told["summary"]),
        changes=ChangeSet(memories, index),
    )


def _change(folder: Path, number: int, told: Mapping[str, Any]) -> FileChange:
    before = (folder / f"{number}.before").read_bytes() if told["before"] else None
    after = (folder / f"{number}.after").read_bytes() if told["after"] else None
    return FileChange(str(told["path"]), before, after, told["mtimeNs"], tuple(told["replaces"]))
