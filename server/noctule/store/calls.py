"""What models were asked for a folder: each call with its cost, and whole conversations where they are to be kept."""

import contextlib
import json
import os
import secrets
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from noctule.dataclass import asdict, dataclass
from noctule.store.atomic import PRIVATE_FILE, make_folder, storage_error, write_atomic

# A log that has grown so large is put aside, over the one before it.
_MOST_BYTES = 1_000_000
_MOST_CONVERSATIONS = 200


@dataclass(frozen=True, slots=True)
class Spent:
    """One call: when, for which task, which model, and what it cost. What is unknown is None, never 0."""

    at: str
    task: str
    model: str
    input_tokens: int | None
    output_tokens: int | None
    cost_usd: float | None


class Calls:
    """The record in `state`, a memory folder's state: `calls.jsonl`, and `conversations/`. All files are 0600."""

    def __init__(self, state: Path) -> None:
        self._log = state / "calls.jsonl"
        self._conversations = state / "conversations"

    def note(self, spent: Spent) -> None:
        """Enters a call. Raises StorageError's kinds."""
        make_folder(self._log.parent)
        line = json.dumps(asdict(spent)) + "\n"
        try:
            if self._log.exists() and self._log.stat().st_size > _MOST_BYTES:
                self._log.replace(self._log.with_suffix(".jsonl.1"))
            descriptor = os.open(self._log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, PRIVATE_FILE)
            with os.fdopen(descriptor, "ab") as file:
                file.write(line.encode())
        except OSError as error:
            raise storage_error(error, self._log) from error

    def spent(self) -> tuple[Spent, ...]:
        """The calls of the current log, oldest first; lines that cannot be read are passed over."""
        with contextlib.suppress(OSError):
            lines = self._log.read_text(encoding="utf-8").splitlines()
            return tuple(one for line in lines if (one := _spent(line)) is not None)
        return ()

    def keep(self, task: str, at: datetime, conversation: Mapping[str, Any]) -> Path:
        """Keeps one conversation, redacted by the caller; the oldest ones go. Raises StorageError's kinds."""
        make_folder(self._conversations)
        path = self._conversations / f"{at:%Y%m%dT%H%M%S%f}-{task}-{secrets.token_hex(4)}.json"
        write_atomic(path, json.dumps(conversation, ensure_ascii=False, indent=1).encode("utf-8", "replace"))
        for old in sorted(self._conversations.glob("*.json"))[:-_MOST_CONVERSATIONS]:
            with contextlib.suppress(OSError):
                old.unlink()
        return path


def _spent(line: str) -> Spent | None:
    try:
        return Spent(**json.loads(line))
    except (ValueError, TypeError):
        return None
