"""Takes the beginning and the end of a conversation, reading no more of it than is shown."""

from collections.abc import Iterable, Iterator

from noctule.dataclass import dataclass
from noctule.transcripts.message import Message, Reader, SessionRef

# What a copy of a message is known by: its uid, else what it says and when, or where it stands.
Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Ends:
    """The first messages and the last ones. `is_all`: nothing lies between them, so that they are all there is.

    Else the last of `first` and the first of `last` are there to be read with the others, not to be shown: what a
    secret begins with may lie in one message and its end in the next.
    """

    first: tuple[Message, ...]
    last: tuple[Message, ...] = ()
    is_all: bool = True


def key_of(source: str, message: Message) -> Key:
    if message.uid:
        return source, message.role, message.uid
    return source, message.role, message.text, message.at or message.end


def ends_of(reader: Reader, ref: SessionRef, size: int, most_of_one: int, seen: set[Key]) -> Ends:
    """About `size` characters from either end, a message counted with `most_of_one` at most; all if that is less.

    Messages that were `seen` are left out: a fork repeats what it was forked from.
    """
    first, is_all = _taken(_unseen(reader.messages(ref), ref.source, seen), size, most_of_one)
    if is_all:
        return Ends(tuple(first))
    at_head = {key_of(ref.source, message) for message in first}
    met: list[bool] = []
    last, _ = _taken(_until(reader.latest(ref), ref.source, seen, at_head, met), size, most_of_one)
    return Ends(tuple(first), tuple(reversed(last)), bool(met))


def _taken(messages: Iterable[Message], size: int, most_of_one: int) -> tuple[list[Message], bool]:
    """Messages up to that size and one more, and whether these are all."""
    taken: list[Message] = []
    for message in messages:
        taken.append(message)
        if size <= 0:
            return taken, False
        size -= min(len(message.text), most_of_one)
    return taken, True


def _unseen(messages: Iterable[Message], source: str, seen: set[Key]) -> Iterator[Message]:
    here: set[Key] = set()
    for message in messages:
        key = key_of(source, message)
        if key not in seen and key not in here:
            here.add(key)
            yield message


def _until(
    messages: Iterable[Message], source: str, seen: set[Key], stop: set[Key], met: list[bool]
) -> Iterator[Message]:
    """The messages up to one of `stop`; `met` says afterwards whether it was reached."""
    for message in _unseen(messages, source, seen):
        if key_of(source, message) in stop:
            met.append(True)
            return
        yield message
