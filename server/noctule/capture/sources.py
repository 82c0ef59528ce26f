"""What a new memory is compared with: entries and bodies of memories, items of the profile, instruction files."""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import count

from noctule.dataclass import dataclass
from noctule.memories.entries import entries
from noctule.memories.memory import parse_memory
from noctule.memories.profile import items
from noctule.memories.text import decode
from noctule.store.files import content_hash
from noctule.store.proposals import Kind

# What one source may take of a request, and all together: some 25,000 tokens. Five instruction files, the profile as it
# may be by default and some memories always have room.
_MOST_CHARS = 8_000
_MOST_INSTRUCTIONS_CHARS = 12_000
_MOST_ALL_CHARS = 100_000


@dataclass(frozen=True, slots=True)
class Source:
    """One thing known. `path` and `part` as of a `Concern`; `digest` is that of the content it was read from."""

    kind: Kind
    path: str
    part: str | None
    digest: str
    name: str
    text: str
    can_change: bool


def sources_of_memory(path: str, data: bytes) -> tuple[Source, ...]:
    """A source for each entry, where there are any, and one for what else the memory says.

    What stands around entries cannot be changed by itself, nor can entries of the same title.
    """
    memory = parse_memory(path, decode(data).text)
    digest = content_hash(data)
    found = entries(memory.text)
    titles = [entry.title for entry in found]
    parts = [
        Source("memory", path, entry.title, digest, memory.name, entry.text, titles.count(entry.title) == 1)
        for entry in found
    ]
    rest = memory.text[memory.front.body_offset : found[0].start] if found else memory.body
    if rest.strip():
        parts.append(Source("memory", path, None, digest, memory.name, rest.strip("\r\n"), can_change=not found))
    return tuple(parts)


def sources_of_store(kind: Kind, file: str, text: str) -> tuple[Source, ...]:
    """A source for each item of a profile store."""
    return tuple(
        Source(kind, file, item, sha256(item.encode(errors="replace")).hexdigest(), file, item, can_change=True)
        for item in items(text)
    )


def source_of_instructions(path: str, data: bytes) -> Source:
    return Source("instructions", path, None, content_hash(data), path, decode(data).text, can_change=False)


@dataclass(frozen=True, slots=True)
class Shown:
    """A source as a model is shown it, under an `id` of this request alone."""

    id: str
    source: Source
    text: str

    @property
    def can_change(self) -> bool:
        """Only what was seen whole, and as it is, can be written anew."""
        return self.source.can_change and self.text == self.source.text


def shown(sources: Sequence[Source]) -> tuple[Shown, ...]:
    """The sources as far as a request has room: instructions and profile first, then memories in the order given."""
    numbers = count(1)
    left = _MOST_ALL_CHARS
    found: list[Shown] = []
    for source in sorted(sources, key=lambda one: one.kind == "memory"):
        text = _safe(source.text, _MOST_INSTRUCTIONS_CHARS if source.kind == "instructions" else _MOST_CHARS)
        if len(text) <= left:
            left -= len(text)
            found.append(Shown(f"k{next(numbers)}", source, text))
    return tuple(found)


def without(sources: Iterable[Source], path: str, part: str | None) -> tuple[Source, ...]:
    """The sources but the one at `path` and `part`."""
    return tuple(one for one in sources if (one.path, one.part) != (path, part))


def _safe(text: str, limit: int) -> str:
    """The text as it may leave the machine: its secrets out, then cut, then harmless in a prompt."""
    from noctule.safety.redact import redact
    from noctule.safety.sanitize import neutralise

    return neutralise(redact(text).text[:limit])
