"""The digest: past conversations as a dream reads them, without secrets, cut to a budget, fenced as data."""

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime

from noctule.dataclass import dataclass
from noctule.prompts import load
from noctule.safety.redact import redact
from noctule.safety.sanitize import one_line
from noctule.transcripts.cleaning import cleaned
from noctule.transcripts.ends import Ends, Key, ends_of, key_of
from noctule.transcripts.message import Message, Reader, SessionRef
from noctule.transcripts.put_in import without_blocks, without_snapshot

# Nothing in a conversation can write these lines: each line of it begins with the mark of a quote, and the tags of
# a fence are escaped wherever they stand in a text.
_OPEN, _CLOSE = "<past-sessions>\n", "</past-sessions>\n"
_QUOTE = "| "
_LEFT_OUT = b"[the middle of this session is left out]\n"
_CUT = "[\N{HORIZONTAL ELLIPSIS}]"

# One message says what it says in so many characters; a tool's output in fewer.
_MOST_OF_ONE = 8_000
_MOST_OF_OUTPUT = 1_200

# With less room than this nothing of a session would be worth its heading.
_LEAST_BYTES = 400
_LEAST_OF_ONE = 160


@dataclass(frozen=True, slots=True)
class Digest:
    """`text` is within its budget of UTF-8 bytes, empty where nothing was said; `covered` are the sessions in it.

    `left_out` are sessions that had no room any more.
    """

    text: str
    covered: tuple[SessionRef, ...] = ()
    left_out: tuple[SessionRef, ...] = ()


@dataclass(frozen=True, slots=True)
class _Block:
    """One message as it is shown: its own line, then its text in quoted lines; and what it is known by."""

    head: bytes
    body: bytes
    key: Key

    @property
    def data(self) -> bytes:
        return self.head + self.body


def digest(
    refs: Sequence[SessionRef],
    reader_of: Callable[[SessionRef], Reader],
    budget_bytes: int,
    put_in: Callable[[SessionRef], Iterable[str]] = lambda _: (),
) -> Digest:
    """The sessions in the order given, each within half of the budget: its head and its tail, with a mark between.

    `put_in` names texts that a harness put into a session, such as the snapshot that it was given: they are taken out
    wherever they stand. Reads no more of a file than it shows, and never raises for what a file holds.
    """
    preamble = load("digest").text + "\n"
    room = budget_bytes - len((preamble + _OPEN + _CLOSE).encode())
    sections: list[bytes] = []
    covered: list[SessionRef] = []
    seen: set[Key] = set()
    for at, ref in enumerate(refs):
        limit = min(room, budget_bytes // 2)
        if limit < _LEAST_BYTES:
            return _composed(preamble, sections, covered, refs[at:])
        section = _section(ref, reader_of(ref), limit, seen, tuple(put_in(ref)))
        if section:
            sections.append(section)
            covered.append(ref)
            room -= len(section)
    return _composed(preamble, sections, covered, ())


def _composed(
    preamble: str, sections: Sequence[bytes], covered: Sequence[SessionRef], left_out: Sequence[SessionRef]
) -> Digest:
    if not sections:
        return Digest("", (), tuple(left_out))
    text = preamble + _OPEN + b"".join(sections).decode() + _CLOSE
    return Digest(text, tuple(covered), tuple(left_out))


def _section(ref: SessionRef, reader: Reader, limit: int, seen: set[Key], put_in: Sequence[str]) -> bytes:
    """A session as it is shown; nothing where nothing new was said in it. What it shows is `seen` from now on."""
    heading = _heading(ref)
    ends = ends_of(reader, ref, limit, _MOST_OF_ONE, seen)
    first, last = _shown(ends, ref.source, put_in)
    shown, data = _fitted(first, last, limit - len(heading), is_all=ends.is_all)
    seen.update(block.key for block in shown)
    return heading + data if shown else b""


def _heading(ref: SessionRef) -> bytes:
    began = f", began {_minute(ref.started)}" if ref.started else ""
    name = redact(one_line(ref.id, 80)).text
    return f"\n## A session of {one_line(ref.source, 40)} ({ref.kind}){began}, id {name}\n".encode()


def _shown(ends: Ends, source: str, put_in: Sequence[str]) -> tuple[list[_Block], list[_Block]]:
    """The messages of either end as they are shown."""
    if ends.is_all:
        return _blocks((*ends.first, *ends.last), source, put_in), []
    first, last = _blocks(ends.first, source, put_in), _blocks(ends.last, source, put_in)
    at_edge = {key_of(source, one) for one in (*ends.first[-1:], *ends.last[:1])}
    return [one for one in first if one.key not in at_edge], [one for one in last if one.key not in at_edge]


def _blocks(messages: Sequence[Message], source: str, put_in: Sequence[str]) -> list[_Block]:
    said = [(message, text) for message in messages if (text := without_blocks(without_snapshot(message.text, put_in)))]
    limits = [_MOST_OF_OUTPUT if message.role == "tool" else _MOST_OF_ONE for message, _ in said]
    texts = cleaned([text for _, text in said], limits)
    return [_block(message, text, source) for (message, _), text in zip(said, texts, strict=True)]


def _block(message: Message, text: str, source: str) -> _Block:
    when = f", {_minute(message.at)}" if message.at else ""
    lines = "".join(f"{_QUOTE}{line}\n" for line in text.split("\n"))
    return _Block(f"{message.role}{when}:\n".encode(), lines.encode(), key_of(source, message))


def _fitted(first: Sequence[_Block], last: Sequence[_Block], room: int, *, is_all: bool) -> tuple[list[_Block], bytes]:
    """The blocks that are shown within `room` bytes, and their text: the head, a mark, the tail; no mark for all."""
    if is_all and sum(len(block.data) for block in first) <= room:
        return list(first), b"".join(block.data for block in first)
    room -= len(_LEFT_OUT)
    head = _from_start(first, room // 2)
    rest = first[len(head) :] if is_all else last
    tail = _from_end(rest, room - sum(len(block.data) for block in head))
    if not head and not tail:
        return [], b""
    data = b"".join((*(block.data for block in head), _LEFT_OUT, *(block.data for block in tail)))
    return [*head, *tail], data


def _from_start(blocks: Sequence[_Block], room: int) -> list[_Block]:
    """The first blocks, the last of them cut where it does not fit."""
    taken: list[_Block] = []
    for block in blocks:
        if len(block.data) > room:
            if room >= _LEAST_OF_ONE:
                kept = block.body[: room - len(block.head) - len(f" {_CUT}\n".encode())]
                taken.append(
                    _Block(block.head, f"{kept.decode(errors='ignore').rstrip()} {_CUT}\n".encode(), block.key)
                )
            break
        taken.append(block)
        room -= len(block.data)
    return taken


def _from_end(blocks: Sequence[_Block], room: int) -> list[_Block]:
    """The last blocks, in their order, the first of them cut where it does not fit."""
    taken: list[_Block] = []
    for block in reversed(blocks):
        if len(block.data) > room:
            if room >= _LEAST_OF_ONE:
                lead = f"{_QUOTE}{_CUT} ".encode()
                kept = block.body[len(block.body) - (room - len(block.head) - len(lead)) :]
                taken.append(_Block(block.head, lead + kept.decode(errors="ignore").encode(), block.key))
            break
        taken.append(block)
        room -= len(block.data)
    return taken[::-1]


def _minute(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M")
