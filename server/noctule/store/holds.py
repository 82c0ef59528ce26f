"""Which memories wait for a person's word before any agent is shown them, and which were accepted, in what content."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

from noctule.dataclass import dataclass, field
from noctule.errors import StorageError
from noctule.store.atomic import make_folder, set_aside, write_atomic
from noctule.store.lock import exclusive

# How a text came into a folder: written by an agent or person here, by an import, or with somebody's repository.
Provenance = Literal["ours", "import", "clone"]

_CAME: Mapping[Provenance, str] = {"import": "was imported", "clone": "came with a repository"}
_LOCK_SECONDS = 10.0
# Of one memory; beyond this the oldest contents that were accepted are forgotten.
_MOST_ACCEPTED = 50


@dataclass(frozen=True, slots=True)
class Hold:
    """A memory that is held: the hash of its content, why (a sentence for a person), and since when."""

    path: str
    hash: str
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Records:
    """The holds by path, and for each path the hashes of the contents that were accepted, oldest first."""

    holds: Mapping[str, Hold] = field(default_factory=dict)
    accepted: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def judge(text: str, provenance: Provenance) -> str | None:
    """Why a text that came this way is to be held, or None.

    It is for what it asks of an agent, never for a command to build, test or format; what an agent or person saves here
    is never held for its words.
    """
    if provenance == "ours":
        return None
    from noctule.safety.instructions import instruction_like  # late: its rules take a tenth of a second to load

    asked = dict.fromkeys(label for _, _, label in instruction_like(text))
    return f"It {_CAME[provenance]}, and asks for something that {' and '.join(asked)}." if asked else None


class Holds:
    """The records in `state`, a memory folder's state. Safe for threads and processes; reading makes nothing.

    They are read again only when their file changed. A damaged file is set aside: what it held is judged anew.
    """

    def __init__(self, state: Path) -> None:
        self._file = state / "holds.json"
        self._read: tuple[object, Records] | None = None

    def records(self) -> Records:
        """Raises `StorageError`s."""
        stamp = self.stamp()
        known = self._read
        if known is None or known[0] != stamp:
            known = self._read = (stamp, self._load())
        return known[1]

    def stamp(self) -> object:
        """Differs wherever the records do."""
        try:
            status = self._file.stat()
        except OSError:
            return None
        return status.st_ino, status.st_mtime_ns, status.st_size

    def hold(self, hold: Hold) -> None:
        """Raises `StorageError`s, as each of these does."""
        with self._changing() as (holds, accepted):
            holds[hold.path] = hold
            if hold.hash in accepted.get(hold.path, ()):
                accepted[hold.path] = tuple(one for one in accepted[hold.path] if one != hold.hash)

    def free(self, path: str) -> None:
        """The memory at this path is none that was held: it says something else, or is another."""
        with self._changing() as (holds, _):
            holds.pop(path, None)

    def accept(self, path: str, digest: str) -> None:
        """The content with this hash may be shown from now on."""
        with self._changing() as (holds, accepted):
            holds.pop(path, None)
            known = tuple(one for one in accepted.get(path, ()) if one != digest)
            accepted[path] = (*known, digest)[-_MOST_ACCEPTED:]

    @contextmanager
    def _changing(self) -> Iterator[tuple[dict[str, Hold], dict[str, tuple[str, ...]]]]:
        """The records to be changed, under their lock; nothing is written where nothing was changed."""
        with exclusive(self._file.with_suffix(".lock"), _LOCK_SECONDS):
            before = self._load()
            holds, accepted = dict(before.holds), dict(before.accepted)
            yield holds, accepted
            if (holds, accepted) != (before.holds, before.accepted):
                self._save(holds, accepted)

    def _load(self) -> Records:
        try:
            return _records(json.loads(self._file.read_bytes()))
        except FileNotFoundError:
            return Records()
        except OSError as error:
            raise StorageError(f"{self._file} cannot be read: {(error.strerror or 'unknown').lower()}.") from error
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            _warn("the record of held memories is damaged; it is set aside, and they are judged anew")
            set_aside(self._file)
            return Records()

    def _save(self, holds: Mapping[str, Hold], accepted: Mapping[str, tuple[str, ...]]) -> None:
        told = {
            "holds": {
                path: {"hash": one.hash, "reason": one.reason, "at": one.at.isoformat()} for path, one in holds.items()
            },
            "accepted": {path: hashes for path, hashes in accepted.items() if hashes},
        }
        make_folder(self._file.parent)
        write_atomic(self._file, json.dumps(told, indent=1).encode())


def _records(told: Mapping[str, Any]) -> Records:
    holds = {
        path: Hold(path, str(one["hash"]), str(one["reason"]), datetime.fromisoformat(one["at"]))
        for path, one in told["holds"].items()
    }
    return Records(holds, {path: tuple(map(str, hashes)) for path, hashes in told["accepted"].items()})


def _warn(message: str, *words: object) -> None:
    # Loaded late: most turns warn of nothing, and a hook before each loads no more than it needs.
    import logging

    logging.getLogger(__name__).warning(message, *words)
