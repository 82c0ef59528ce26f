"""Makes a message ready for the search database: redacted, cut, and brought to the terms it is found by."""

import re
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Final

from noctule.dataclass import dataclass
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

# So many messages may hold a token with the next one, each at its end.
BEFORE = 4
_END_CHARS = 1_200
_KEY_BEGAN: Final = "[redacted:private-key]"
# Stands for the part that was taken out already: lines of a key are known by what began it.
_KEY_BEGINS: Final = "-----BEGIN PRIVATE " + "KEY-----\n" + "A" * 64


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


def prepared(batch: Sequence[tuple[Message, int]], before: Sequence[tuple[Message, int]] = ()) -> Iterator[Prepared]:
    """Messages that follow each other, each with its mark: without secrets, even one that several hold together, and
    without half surrogates, which no database takes.

    `before` are those that are stored already, the last of them just before the batch. Where the batch shows that they
    hold a part of a secret, they all come first, without it; else none of them does.
    """
    said, clean = [*before, *batch], [message.text for message, _ in before]
    given = done = len(before)
    for group in _groups(batch):
        texts = [without_surrogates(message.text) for message, _ in group]
        ends = [_end_of(text) for text in clean[-BEFORE:]]
        # Redacted before they are cut: half a token is not recognised.
        without = redacted_together([*ends, *texts])
        for at, (end, now) in enumerate(zip(ends, without, strict=False), len(clean) - len(ends)):
            if end != now and not end.startswith(_KEY_BEGINS):
                clean[at] = clean[at].removesuffix(end) + now
        clean += without[len(ends) :]
        if done == given and clean[:given] != [message.text for message, _ in before]:
            done = 0
        yield from _rows(said, clean, done, max(done, len(clean) - BEFORE))
        done = max(done, len(clean) - BEFORE)
    yield from _rows(said, clean, done, len(clean))


def _rows(said: Sequence[tuple[Message, int]], clean: Sequence[str], start: int, end: int) -> Iterator[Prepared]:
    for (message, mark), text in zip(said[start:end], clean[start:end], strict=True):
        yield _prepared(message, mark, text[:MOST_CHARS])


def _end_of(text: str) -> str:
    """What of a text a secret can go on from."""
    if text.endswith(_KEY_BEGAN):
        return _KEY_BEGINS
    return text if len(text) <= _END_CHARS else text[text.find(" ", len(text) - _END_CHARS) + 1 :][-_END_CHARS:]


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
