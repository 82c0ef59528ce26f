"""What is known of promotions: since when each item is there, the edit that is proposed, when one was made."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from noctule.dataclass import asdict, dataclass, replace
from noctule.store.atomic import make_folder, write_atomic
from noctule.store.lock import exclusive

Stage = Literal["proposed", "applying"]

_LOCK_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Promotion:
    """One edit: `file` goes from `before` to `after` (hashes of the bytes; `text` is the whole of the latter).

    `inserted` is what it adds; `items` are (store's file, item) pairs that leave the profile. While it is `applying`,
    the process that does so may have died at any point.
    """

    id: str
    file: str
    before: str
    after: str
    text: str
    encoding: str
    inserted: str
    items: tuple[tuple[str, str], ...]
    stage: Stage = "proposed"


class Promotions:
    """The record in `state`, the profile folder's state. One that cannot be read counts as empty."""

    def __init__(self, state: Path) -> None:
        self._state = state

    def pending(self) -> Promotion | None:
        value = self._read("promotion.json")
        try:
            items = tuple((str(file), str(item)) for file, item in value["items"])
            return Promotion(**{**value, "items": items})
        except (KeyError, TypeError, ValueError):
            return None

    def propose(self, promotion: Promotion) -> None:
        """In the place of the one before. Raises StorageError's kinds."""
        self._write("promotion.json", asdict(promotion))

    def begin(self, promotion: Promotion) -> None:
        self.propose(replace(promotion, stage="applying"))

    def drop(self) -> None:
        self._write("promotion.json", {})

    def finish(self, now: datetime) -> None:
        """It is done, at this time."""
        self._write("promoted.json", {"at": now.isoformat()})
        self.drop()

    def last(self) -> datetime | None:
        """When something was promoted last."""
        try:
            return datetime.fromisoformat(self._read("promoted.json")["at"])
        except (KeyError, TypeError, ValueError):
            return None

    def first_seen(self, items: Mapping[str, datetime]) -> dict[str, datetime]:
        """Since when each of the items is known; `items` gives the time for those never seen before.

        Items that are not named are forgotten. Raises StorageError's kinds.
        """
        record = self._read("items.json")
        seen = {item: _time(record.get(_key(item))) or since for item, since in items.items()}
        wanted = {_key(item): since.isoformat() for item, since in seen.items()}
        if wanted != record:
            self._write("items.json", wanted)
        return seen

    def is_known(self, item: str) -> bool:
        return _key(item) in self._read("items.json")

    @contextmanager
    def alone(self) -> Iterator[None]:
        """While nobody else promotes. Raises LockBusy."""
        with exclusive(self._state / "promotion.lock", _LOCK_SECONDS):
            yield

    def _read(self, name: str) -> dict[str, Any]:
        try:
            value = json.loads((self._state / name).read_bytes())
        except (OSError, ValueError, RecursionError):
            return {}
        return value if isinstance(value, dict) else {}

    def _write(self, name: str, value: Mapping[str, Any]) -> None:
        make_folder(self._state)
        write_atomic(self._state / name, json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass"))


def _key(item: str) -> str:
    return sha256(item.encode(errors="replace")).hexdigest()


def _time(text: object) -> datetime | None:
    try:
        return datetime.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None
