"""What the readers of line files have in common: a conversation is one file of JSON lines that only grows."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import Final

from noctule.transcripts.lines import lines, lines_backwards
from noctule.transcripts.message import Message, Places, SessionRef
from noctule.transcripts.records import Record, records

# A session says what it is at its head; a file that has not said so within these bytes is none.
HEAD_LIMIT: Final = 4 << 20


class LineReader(ABC):
    """Reads forwards from an offset and backwards from the end; a reader says which lines to take apart, and how."""

    source: str
    grows = True

    @abstractmethod
    def sessions(self, places: Places) -> Iterator[SessionRef]: ...

    @abstractmethod
    def may_say(self, line: bytes) -> bool:
        """Whether a line can hold a message, told by its bytes: most of a file is noise, and is not taken apart."""

    @abstractmethod
    def said(self, record: Record, ref: SessionRef, /) -> Iterable[Message]:
        """The messages of one line."""

    def messages(self, ref: SessionRef, start: int = 0) -> Iterator[Message]:
        for record in records(lines(ref.path, start, self.may_say)):
            yield from self.said(record, ref)

    def latest(self, ref: SessionRef) -> Iterator[Message]:
        for record in records(lines_backwards(ref.path, 0, self.may_say)):
            yield from reversed(list(self.said(record, ref)))
