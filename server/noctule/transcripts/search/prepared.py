"""Makes a message ready for the search database: redacted, cut, and brought to the terms it is found by."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from noctule.memories.text import without_surrogates
from noctule.safety.redact import redact
from noctule.search.dates import terms_of_day
from noctule.search.terms import read_document
from noctule.transcripts.message import Message, SessionRef

# A longer one is a log that was pasted: its head says what it is.
MOST_CHARS = 32_000
_MARK_BYTES = 8
# As redaction marks what it took out.
REDACTED: Final = re.compile(r"\[redacted:[\w-]+\]")


@dataclass(frozen=True, slots=True)
class Prepared:
    """A message as it is stored: `at` in seconds since 1970, `length` in terms, those of its day not counted."""

    role: str
    at: float | None
    mark: int
    length: int
    language: str
    text: str
    terms: Sequence[str]


def prepared(message: Message, mark: int) -> Prepared:
    """The message without its secrets, and without half surrogates, which no database takes."""
    # Redacted before it is cut: half a token is not recognised.
    text = redact(without_surrogates(message.text)).text[:MOST_CHARS]
    # What stands for a secret was not said.
    language, terms = read_document(REDACTED.sub(" ", text))
    at = message.at.timestamp() if message.at else None
    day = terms_of_day(at) if at is not None else []
    return Prepared(message.role, at, mark, len(terms), language, text, terms + day)


def mark_of(ref: SessionRef, message: Message) -> int:
    """Tells a message from others: the same for the copy that a fork has, another once its text changed.

    Where the source gives messages no names of their own, two sessions never share one.
    """
    name = message.uid or f"{ref.path}\0{ref.id}"
    told = "\0".join((ref.source, name, message.role, message.text))
    digest = blake2b(told.encode("utf-8", "surrogatepass"), digest_size=_MARK_BYTES).digest()
    return int.from_bytes(digest, "big", signed=True)
