"""Makes a message ready for the search database: redacted, cut, and brought to the terms it is found by."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from noctule.memories.text import without_surrogates
from noctule.search.dates import terms_of_day
from noctule.search.terms import read_document
from noctule.transcripts.cleaning import redacted_together
from noctule.transcripts.message import Message, SessionRef

# A longer one is a log that was pasted: its head says what it is.
MOST_CHARS = 32_000
_MARK_BYTES = 8
# Many at once are redacted in a third of the time that one by one they take.
_TOGETHER_CHARS = 16_000
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


def prepared(batch: Sequence[tuple[Message, int]]) -> Iterator[Prepared]:
    """Messages that follow each other, each with its mark: without secrets, even one that several hold together, and
    without half surrogates, which no database takes.
    """
    for group in _groups(batch):
        # Redacted before they are cut: half a token is not recognised.
        texts = redacted_together([without_surrogates(message.text) for message, _ in group])
        for (message, mark), text in zip(group, texts, strict=True):
            yield _prepared(message, mark, text[:MOST_CHARS])


def _groups(batch: Sequence[tuple[Message, int]]) -> Iterator[list[tuple[Message, int]]]:
    """Runs of messages with so many characters that to redact them holds up nobody."""
    group: list[tuple[Message, int]] = []
    chars = 0
    for one in batch:
        group.append(one)
        chars += len(one[0].text)
        if chars >= _TOGETHER_CHARS:
            yield group
            group, chars = [], 0
    if group:
        yield group


def _prepared(message: Message, mark: int, text: str) -> Prepared:
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
