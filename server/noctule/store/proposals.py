"""Held proposals: texts that wait for a person's word before they are written, one file each in the folder's state."""

import json
import logging
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Literal, get_args

from noctule.dataclass import asdict, dataclass, fields
from noctule.errors import NotFound, StorageError
from noctule.store.atomic import make_folder, storage_error, write_atomic
from noctule.store.changes import By
from noctule.store.lock import exclusive

logger = logging.getLogger(__name__)

Kind = Literal["memory", "user", "notes", "instructions"]
Relation = Literal["duplicate", "near", "contradicts"]
Verdict = Literal["new", "duplicate", "overlap", "contradiction", "unreviewed"]

_LOCK_SECONDS = 10.0
_ID = re.compile(r"[0-9a-f]{8}")


@dataclass(frozen=True, slots=True)
class Concern:
    """What a proposal has to do with: an entry or the body of a memory, an item of the profile, an instruction file.

    `path` is relative to the memory folder for a memory, the store's file for an item, absolute for instructions;
    `part` is the entry's title or the item. `digest` is that of the content that was reviewed. `can_change` is false
    for what was not seen whole, or is nobody's to edit here.
    """

    kind: Kind
    path: str
    part: str | None
    digest: str
    relation: Relation
    text: str
    can_change: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A text that is not written yet, whose it is and where it would go, and why it waits.

    `merged` is the text that would take the place of the first concern that can change. `fingerprint` stands for all
    that it was reviewed against. `warned` is the text that a person was warned of when they accepted it.
    """

    id: str
    at: datetime
    workspace: str
    target: str
    text: str
    type: str
    by: By
    verdict: Verdict
    reason: str
    session: str | None = None
    title: str | None = None
    topic: str | None = None
    name: str | None = None
    description: str | None = None
    is_forced: bool = False
    concerns: tuple[Concern, ...] = ()
    merged: str | None = None
    fingerprint: str = ""
    warned: str | None = None


def new_id() -> str:
    """Eight hex digits: short enough to type."""
    return secrets.token_hex(4)


class Proposals:
    """The proposals in `state`, a memory folder's state. Safe for threads and processes; reading makes nothing."""

    def __init__(self, state: Path) -> None:
        self._folder = state / "proposals"

    def all(self) -> tuple[Proposal, ...]:
        """Oldest first. One that cannot be read stays where it is, and is logged. Raises StorageError."""
        try:
            names = sorted(path.stem for path in self._folder.glob("*.json"))
        except OSError as error:
            raise storage_error(error, self._folder) from error
        found = [one for name in names if (one := self._read(name)) is not None]
        return tuple(sorted(found, key=lambda one: (one.at, one.id)))

    def find(self, held: str) -> Proposal:
        """Raises NotFound."""
        proposal = self._read(held) if _ID.fullmatch(held) else None
        if proposal is None:
            raise NotFound(f"Nothing is held as `{held[:40]}`: `noctule held` shows what waits.")
        return proposal

    def put(self, proposal: Proposal) -> None:
        """Writes a proposal, over the one of the same id. Raises StorageError's kinds."""
        make_folder(self._folder)
        data = json.dumps(asdict(proposal) | {"at": proposal.at.isoformat()}, ensure_ascii=False, indent=1)
        write_atomic(self._file(proposal.id), data.encode("utf-8", "surrogatepass"))

    def drop(self, held: str) -> None:
        """Raises NotFound where somebody dropped it already."""
        try:
            self._file(held).unlink()
        except FileNotFoundError:
            raise NotFound(f"Nothing is held as `{held[:40]}` any more.") from None
        except OSError as error:
            raise storage_error(error, self._file(held)) from error

    @contextmanager
    def settling(self, held: str) -> Iterator[Proposal]:
        """The proposal, while nobody else settles any; dropped when the block ends, kept when it raises."""
        with exclusive(self._folder.with_name("proposals.lock"), _LOCK_SECONDS):
            yield self.find(held)
            self.drop(held)

    def _file(self, held: str) -> Path:
        return self._folder / f"{held}.json"

    def _read(self, held: str) -> Proposal | None:
        try:
            return _proposal(json.loads(self._file(held).read_bytes()))
        except FileNotFoundError:
            return None
        except OSError as error:
            raise StorageError(
                f"The proposal {held} cannot be read: {(error.strerror or 'unknown').lower()}."
            ) from error
        except (ValueError, TypeError, KeyError, RecursionError):
            logger.warning("the proposal %s is damaged; its file is left as it is", held)
            return None


def _proposal(value: object) -> Proposal:
    if not isinstance(value, dict):
        raise TypeError("no proposal")
    known = {one.name for one in fields(Proposal)}
    told = {name: inner for name, inner in value.items() if name in known}
    told["at"] = datetime.fromisoformat(told["at"])
    told["concerns"] = tuple(Concern(**one) for one in told.get("concerns", ()))
    proposal = Proposal(**told)
    texts = (proposal.id, proposal.workspace, proposal.target, proposal.text, proposal.type, proposal.reason)
    is_whole = all(isinstance(text, str) for text in texts) and proposal.at.tzinfo is not None
    if not is_whole or proposal.verdict not in get_args(Verdict):
        raise ValueError("no proposal")
    return proposal
