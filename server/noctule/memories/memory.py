"""A memory: one markdown file read as values, and a new one composed. Reading never fails; what is odd is a problem."""

from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import islice
from pathlib import PurePosixPath
from typing import Final

from noctule.dataclass import dataclass
from noctule.memories import frontmatter
from noctule.memories.frontmatter import Front
from noctule.memories.outline import headings
from noctule.memories.text import Problem, cut, newline_of, on_one_line, with_newline

MEMORY_TYPES: Final = ("user", "feedback", "project", "reference")

# Enough for any real memory; a file of gigabytes costs no more than this to list.
_HEADINGS_WITHIN: Final = 262_144
_MOST_HEADINGS: Final = 500
_SUMMARY_LENGTH: Final = 150
_TRUE: Final = frozenset({"true", "yes", "on", "1"})


@dataclass(frozen=True, slots=True)
class Memory:
    """One file of a memory folder. `path` is relative, with `/`; `type` is None if `type_text` is unknown or empty."""

    path: str
    name: str
    description: str
    type: str | None
    type_text: str
    modified: datetime | None
    pinned: bool
    headings: tuple[str, ...]
    text: str
    front: Front
    problems: tuple[Problem, ...] = ()

    @property
    def body(self) -> str:
        """The text below the frontmatter, as it stands."""
        return self.text[self.front.body_offset :]

    @property
    def summary(self) -> str:
        """The description, or else the first heading or sentence, on one line: for showing only."""
        return self.description or (self.headings[0] if self.headings else _first_sentence(self))


def parse_memory(path: str, text: str, problem: Problem | None = None) -> Memory:
    """Reads a memory from its text; `problem` is what `decode` found, and joins the memory's own."""
    front = frontmatter.read(text)
    type_text = on_one_line(front.get("type"))
    found = headings(text[: front.body_offset + _HEADINGS_WITHIN], front.body_offset)
    return Memory(
        path=path,
        name=on_one_line(front.values.get("name") or front.values.get("title") or "") or PurePosixPath(path).stem,
        description=on_one_line(front.get("description")),
        type=known_type(type_text),
        type_text=type_text,
        modified=_first_time(front.get("modified"), front.get("updated")),
        pinned=_word(front.get("pinned")) in _TRUE,
        headings=tuple(heading.title for heading in islice(found, _MOST_HEADINGS) if heading.title),
        text=text,
        front=front,
        problems=(*front.problems, *([problem] if problem else ())),
    )


def compose_memory(
    name: str,
    description: str,
    type: str | None,
    body: str,
    modified: datetime | None,
    extra: Mapping[str, str] | None = None,
    *,
    is_nested: bool = False,
) -> str:
    """A new memory's text: name, description, type, modified, then `extra` keys (`metadata.x` nests), then the body.

    `is_nested`: type and modified lie under `metadata:`, as Claude Code writes them.
    """
    pairs = {"name": on_one_line(name), "description": on_one_line(description)}
    place = "metadata." if is_nested else ""
    if is_nested:
        pairs["metadata.node_type"] = "memory"
    if type is not None:
        pairs[f"{place}type"] = type
    if modified is not None:
        pairs[f"{place}modified"] = write_time(modified)
    pairs |= {key: value for key, value in (extra or {}).items() if key not in pairs}
    content = with_newline(body, "\n").strip("\n")
    return frontmatter.compose(pairs) + (f"\n{content}\n" if content else "")


def replace_body(text: str, body: str) -> str:
    """The memory with another body; its frontmatter stays byte for byte, unless the new text brings one of its own."""
    newline = newline_of(text)
    content = with_newline(with_newline(body, "\n").strip("\n"), newline)
    front = frontmatter.read(text)
    if not front.present or frontmatter.read(body).present:
        return content + newline if content else ""
    head = text[: front.body_offset]
    head = head if head.endswith("\n") else head + newline
    return f"{head}{newline}{content}{newline}" if content else head


def known_type(text: str) -> str | None:
    """The memory type that a text names, in any case and before a ` #` comment, or None."""
    word = _word(text)
    return word if word in MEMORY_TYPES else None


def write_time(moment: datetime) -> str:
    """The moment as it stands in a memory: RFC 3339 in UTC, to the millisecond."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def read_time(text: str) -> datetime | None:
    """The moment that a text names, a date alone being its midnight and no zone meaning UTC; None if it names none."""
    try:
        moment = datetime.fromisoformat(text.strip())
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _first_time(*texts: str) -> datetime | None:
    return next((moment for text in texts if (moment := read_time(text.split(" #", 1)[0])) is not None), None)


def _word(text: str) -> str:
    return text.split(" #", 1)[0].strip().lower()


def _first_sentence(memory: Memory) -> str:
    for line in memory.text[memory.front.body_offset : memory.front.body_offset + 4096].split("\n"):
        plain = on_one_line(line.strip().lstrip("#>*-+ "))
        if plain:
            return cut(plain.split(". ", 1)[0], _SUMMARY_LENGTH)
    return ""
