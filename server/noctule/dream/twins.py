"""Memories and entries that say the same twice: which may go because another holds every word of them."""

from collections import defaultdict
from collections.abc import Collection, Mapping

from noctule.dataclass import dataclass
from noctule.memories.block import find_block
from noctule.memories.entries import entries
from noctule.memories.frontmatter import change
from noctule.memories.memory import Memory, parse_memory
from noctule.memories.outline import headings
from noctule.memories.pairs import METADATA, children_of, value_of
from noctule.memories.split import Pair
from noctule.memories.text import BOM, with_newline

# Twins may differ in these: the newest date is kept, and the rest of the two says the same.
_DATES = frozenset({"modified", "updated"})


@dataclass(frozen=True, slots=True)
class _Said:
    """What a memory says, apart from its dates: the pairs of its head, other lines there, and its body."""

    pairs: Mapping[str, str]
    strays: frozenset[str]
    body: str
    has_head: bool

    def holds(self, other: "_Said") -> bool:
        """Whether nothing is lost if `other` goes and this one stays."""
        has_pairs = all(self.pairs.get(key) == value or not value for key, value in other.pairs.items())
        has_head = self.has_head or not other.has_head
        return self.body == other.body and has_head and has_pairs and self.strays >= other.strays


def twins(texts: Mapping[str, str], listed: Collection[str], kept: Collection[str]) -> dict[str, str]:
    """The memories that may go, each with the one that says all it says: same body, and no less in its head.

    `listed` are those that the index leads to: of two alike they stay. None of `kept` goes.
    """
    by_body: defaultdict[str, list[str]] = defaultdict(list)
    for path, text in texts.items():
        body = _body(text)
        if body:
            by_body[body].append(path)
    gone: dict[str, str] = {}
    for paths in by_body.values():
        if len(paths) > 1:
            in_order = sorted(paths, key=lambda path: (path not in listed, path.count("/"), len(path), path))
            gone |= _twins_among(in_order, {path: _said(texts[path]) for path in paths}, kept)
    return gone


def with_newest_date(path: str, keeper: str, others: Mapping[str, str]) -> str:
    """The text of a memory with the newest `modified` of itself and of those that it replaces (texts by path)."""
    own = parse_memory(path, keeper)
    dated = [memory for other, text in others.items() if (memory := parse_memory(other, text)).modified is not None]
    newest = max(dated, key=lambda memory: (memory.modified, memory.path), default=None)
    if newest is None or newest.modified is None or (own.modified is not None and own.modified >= newest.modified):
        return keeper
    if not own.front.present:
        return keeper
    return change(keeper, {own.front.place_of("modified"): _date_as_written(newest)})


def once_each(text: str) -> tuple[str, int]:
    """The text without entries that stand a second time under the same `# ` heading, and how many those were."""
    found = entries(text)
    if len(found) < 2:
        return text, 0
    parts = [heading.start for heading in headings(text, find_block(text).body) if heading.level == 1]
    seen: set[tuple[int, str, str]] = set()
    doubled = []
    for entry in found:
        part = sum(start < entry.start for start in parts)
        key = (part, entry.title, with_newline(entry.text, "\n").strip())
        if key in seen:
            doubled.append(entry)
        seen.add(key)
    for entry in reversed(doubled):
        text = text[: entry.start] + text[entry.end :]
    return text, len(doubled)


def _twins_among(paths: list[str], said: Mapping[str, _Said], kept: Collection[str]) -> dict[str, str]:
    """Of memories with one body, those that another holds; the earlier in `paths` stays where both hold each other."""
    gone: dict[str, str] = {}
    for path in reversed(paths):
        if path in kept:
            continue
        holders = (other for other in paths if other != path and other not in gone and said[other].holds(said[path]))
        keeper = next(holders, None)
        if keeper is not None:
            gone[path] = keeper
    return {path: _last(gone, path) for path in gone}


def _last(gone: Mapping[str, str], path: str) -> str:
    while path in gone:
        path = gone[path]
    return path


def _body(text: str) -> str:
    return with_newline(text[find_block(text).body :], "\n").strip()


def _said(text: str) -> _Said:
    block = find_block(text)
    pairs: dict[str, str] = {}
    within: set[int] = set()
    for pair in block.pairs:
        within |= set(range(pair.first, pair.end))
        children = children_of(pair) if pair.key == METADATA else []
        pairs |= {f"{METADATA}.{child.key}": _value(child) for child in children} or {pair.key: _value(pair)}
    strays = {line.strip() for number, line in enumerate(block.lines) if number not in within and line.strip()}
    above = text[: block.start].removeprefix(BOM).strip()
    strays |= {above} if above else set()
    # What lies under `metadata:` and what stands at the top are read alike.
    told = {key.removeprefix(f"{METADATA}."): value for key, value in pairs.items()} | pairs
    kept = {key: value for key, value in told.items() if key.rpartition(".")[2] not in _DATES}
    kept = {key: value for key, value in kept.items() if not key.startswith(f"{METADATA}.")}
    return _Said(kept, frozenset(strays), _body(text), block.present)


def _value(pair: Pair) -> str:
    text = value_of(pair).text
    return text if text is not None else "\n".join((pair.raw, *pair.rest))


def _date_as_written(memory: Memory) -> str:
    return memory.front.get("modified") or memory.front.get("updated")
