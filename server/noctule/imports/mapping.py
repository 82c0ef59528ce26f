"""Makes a memory of ours of another tool's file: its name, description and type, its text, and where it came from."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import PurePosixPath

from noctule.dataclass import dataclass
from noctule.errors import PathRefused
from noctule.imports.reading import SourceFile
from noctule.imports.source import Source
from noctule.memories.block import find_block
from noctule.memories.index_lines import parse_index
from noctule.memories.memory import Memory, compose_memory, parse_memory
from noctule.memories.names import INDEX_NAME, file_name, is_memory_path, path_key
from noctule.memories.pairs import METADATA, children_of, value_of
from noctule.memories.split import Pair
from noctule.memories.text import cut, on_one_line
from noctule.safety.path_names import check_relative
from noctule.safety.redact import redact
from noctule.store.files import content_hash

SOURCE_KEY = "source"
PATH_KEY = "sourcePath"
HASH_KEY = "sourceSha256"
TIME_KEY = "imported"

_OURS = (SOURCE_KEY, PATH_KEY, HASH_KEY, TIME_KEY)
_MAPPED = frozenset({"name", "description", "type", "modified", "updated"})
_DESCRIPTION_CHARS = 150
_PERSON_FILE = "user.md"


@dataclass(frozen=True, slots=True)
class Incoming:
    """A file of another tool as it would be here. `path` is the one it wants in our folder.

    `body` is its text without secrets, by which equal ones are known; `compose` of the moment makes the whole memory.
    `title` and `hook` are those of its line in the tool's own index, empty where it has none.
    """

    source: Source
    file: SourceFile
    path: str
    name: str
    description: str
    type: str
    modified: datetime
    body: str
    extra: Mapping[str, str]
    nested: str
    title: str
    hook: str

    @property
    def digest(self) -> str:
        """The hash of the file as it lies with the tool."""
        return content_hash(self.file.data)

    @property
    def key(self) -> tuple[str, str]:
        """By this it is known again: the tool, and the file's place."""
        return self.source.id, str(self.file.place)

    def compose(self, now: datetime, *, is_nested: bool = False) -> bytes:
        """The whole memory, imported now; one that is ours already is left as it is."""
        if self.source.is_ours:
            return self.file.data
        stamp = now.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        came = (self.source.id, str(self.file.place), self.digest, stamp)
        extra = {f"{METADATA}.{key}": value for key, value in (*zip(_OURS, came, strict=True), *self.extra.items())}
        text = compose_memory(
            self.name, self.description, self.type, self.body, self.modified, extra, is_nested=is_nested
        )
        return _with_nested(text, self.nested).encode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class IndexText:
    """What a tool's own index says of a memory: its title and its hook."""

    title: str
    hook: str


def index_lines(files: tuple[SourceFile, ...]) -> dict[str, IndexText]:
    """The lines of the index among a tool's files, by the memory's path, in the index's order."""
    index = next((file for file in files if file.path == INDEX_NAME), None)
    lines = parse_index(index.text).entries if index is not None else ()
    told: dict[str, IndexText] = {}
    for line in lines:
        if line.target is not None:
            told.setdefault(path_key(line.target), IndexText(line.title, line.hook))
    return told


def incoming(source: Source, file: SourceFile, line: IndexText | None) -> Incoming:
    """The file as a memory of ours. Every text of it comes out without secrets."""
    memory = parse_memory(file.path, source.unwrap(file.text))
    body = redact(memory.body).text.strip("\r\n")
    title = on_one_line(redact(line.title).text) if line is not None else ""
    return Incoming(
        source=source,
        file=file,
        path=safe_path(file.path),
        name=_name(source, memory),
        description=_description(memory, body),
        type=_type(source, memory),
        modified=memory.modified or datetime.fromtimestamp(file.mtime_ns // 1_000_000_000, UTC),
        body=body,
        extra=_extra(memory),
        nested=redact("".join(_nested_lines(memory.text))).text,
        title=title if _says_more(title, file.path) else "",
        hook=on_one_line(redact(line.hook).text) if line is not None else "",
    )


def safe_path(path: str) -> str:
    """The path as it is where it may be written here, else each part of it that may not be made one that may."""
    parts = unicodedata.normalize("NFC", path).split("/")
    stem = re.sub(r"\.md$", "", parts[-1], flags=re.IGNORECASE)
    wanted = "/".join([*parts[:-1], f"{stem}.md"])
    if _may_be_written(wanted):
        return wanted
    folders = [one if _may_be_written(f"{one}/x.md") else file_name(one, ()).removesuffix(".md") for one in parts[:-1]]
    name = f"{stem}.md" if _may_be_written(f"{stem}.md") else file_name(stem, ())
    return "/".join([*folders, name])


def _may_be_written(path: str) -> bool:
    try:
        check_relative(path)
    except PathRefused:
        return False
    return is_memory_path(path)


def _name(source: Source, memory: Memory) -> str:
    given = memory.front.values.get("name") or memory.front.values.get("title")
    if not given and source.is_named_by_path:
        given = re.sub(r"\.md$", "", memory.path, flags=re.IGNORECASE)
    given = given or (memory.headings[0] if memory.headings and _opens_with_title(memory) else "")
    return on_one_line(redact(given).text) or PurePosixPath(memory.path).stem


def _opens_with_title(memory: Memory) -> bool:
    """Whether the first heading is the text's own: of `## ` headings each stands over a part."""
    return any(line.startswith("# ") for line in memory.body.splitlines())


def _description(memory: Memory, body: str) -> str:
    given = on_one_line(redact(memory.description).text)
    return given or _first_sentence(body) or (memory.headings[0] if memory.headings else "")


def _first_sentence(body: str) -> str:
    """The first sentence that is no heading, rule, comment or fence, on one line."""
    for line in body.splitlines():
        plain = on_one_line(line.strip().lstrip(">*-+ "))
        if plain and not line.lstrip().startswith(("#", "```", "~~~", "<!--", "---", "|")):
            sentence = re.split(r"(?<=[.!?])\s", plain, maxsplit=1)[0].rstrip(".")
            return cut(sentence.replace("**", ""), _DESCRIPTION_CHARS)
    return ""


def _type(source: Source, memory: Memory) -> str:
    if memory.type is not None:
        return memory.type
    return "user" if memory.path.lower() == _PERSON_FILE else source.default_type


def _extra(memory: Memory) -> dict[str, str]:
    """What the file's head says beyond what ours has a key for; a key that provenance takes is renamed."""
    front = memory.front
    kept: dict[str, str] = {}
    for key, value in (*front.metadata.items(), *front.values.items()):
        is_title = key == "title" and not front.values.get("name")
        is_odd_type = key == "type" and memory.type is None and value.strip()
        if is_odd_type or (key not in _MAPPED and not is_title):
            name = f"original{key[:1].upper()}{key[1:]}" if key in (*_OURS, "type") else key
            kept[name] = redact(value).text
    return kept


def _nested_lines(text: str) -> Iterator[str]:
    """The lists and mappings of a head, as they are written, two blanks deeper: they are kept, never interpreted."""
    for pair in find_block(text).pairs:
        if pair.key != METADATA:
            yield from _nested(pair)
        else:
            for child in children_of(pair):
                yield from _nested(child)


def _nested(pair: Pair) -> Iterator[str]:
    if value_of(pair).text is not None:
        return
    yield f"  {pair.prefix.strip()}{pair.gap}{pair.raw}".rstrip() + "\n"
    for line in pair.rest:
        yield f"  {line}".rstrip() + "\n"


def _with_nested(text: str, nested: str) -> str:
    """The memory with more lines at the end of its `metadata:`, which is the last key of a head that we compose."""
    end = find_block(text).end
    return text[:end] + nested + text[end:]


def _says_more(title: str, path: str) -> bool:
    """Whether an index's title is more than the file's own name."""
    return bool(title) and title != PurePosixPath(path).stem


def place_of(memory: Memory) -> tuple[str, str] | None:
    """By what an imported memory is known again: its tool and the file's place; None for one that is no import."""
    known = memory.front.metadata
    return (known[SOURCE_KEY], known[PATH_KEY]) if SOURCE_KEY in known and PATH_KEY in known else None


def hash_of_source(memory: Memory) -> str:
    """The hash that the tool's file had when the memory was imported, empty where it does not say."""
    return memory.front.metadata.get(HASH_KEY, "")
