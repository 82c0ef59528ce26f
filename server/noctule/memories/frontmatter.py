"""A memory's frontmatter: read without ever failing, and changed so that every other byte stays as it was.

A value is the text that was written. Keys under `metadata:` are read one level deep; where a key stands in both places,
the one at the top counts, if it has a value. Lists and deeper mappings are kept and never interpreted.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from noctule.dataclass import dataclass, field
from noctule.errors import OverCap
from noctule.memories import yaml_events
from noctule.memories.block import BLOCK_LIMIT, find_block
from noctule.memories.pairs import METADATA, children_of, is_misread, value_of
from noctule.memories.rewrite import remove_key, set_key
from noctule.memories.scalars import Value, write_value
from noctule.memories.split import Pair
from noctule.memories.text import Problem, newline_of

# Real memories have a handful; a file of thousands must cost no more to list than any other.
MOST_KEYS: Final = 256


@dataclass(frozen=True, slots=True)
class Front:
    """What a frontmatter says. `lines` gives each key's line in the file; those under `metadata:` are `metadata.x`."""

    present: bool
    values: Mapping[str, str] = field(default_factory=dict)
    metadata: Mapping[str, str] = field(default_factory=dict)
    nested: tuple[str, ...] = ()
    body_offset: int = 0
    problems: tuple[Problem, ...] = ()
    lines: Mapping[str, int] = field(default_factory=dict)

    def get(self, key: str) -> str:
        """The value of `key` at the top, else under `metadata:`, else an empty text."""
        return self.values.get(key) or self.metadata.get(key, "")

    def place_of(self, key: str) -> str:
        """How `change` must spell `key` to reach the value that `get` gives: `key` or `metadata.key`."""
        return f"{METADATA}.{key}" if not self.values.get(key) and key in self.metadata else key


def read(text: str) -> Front:
    """Reads the frontmatter at the head of a text; never raises. `body_offset` is in code points."""
    block = find_block(text)
    reading = _Reading(list(block.problems))
    for pair in block.pairs[:MOST_KEYS]:
        reading.take(pair, block.first_line + pair.first)
    if len(block.pairs) > MOST_KEYS:
        line = block.first_line + block.pairs[MOST_KEYS].first
        message = f"The frontmatter has {len(block.pairs):,} keys; the first {MOST_KEYS} are read. Remove some."
        reading.problems.append(Problem("frontmatter-too-long", line, message))
    return Front(
        present=block.present,
        values=reading.values,
        metadata=reading.metadata,
        nested=tuple(reading.nested),
        body_offset=block.body,
        problems=tuple(sorted(reading.problems, key=lambda problem: problem.line)),
        lines=reading.lines,
    )


def change(text: str, changes: Mapping[str, str | None]) -> str:
    """The text with some keys set, or removed where the value is None; a key `metadata.x` lies under `metadata:`.

    Only these keys' lines change. A text without frontmatter gets one. Raises OverCap if the block grows too long.
    """
    block = find_block(text)
    changed = text
    for key, value in changes.items():
        if value is None:
            changed = remove_key(changed, key)
        else:
            is_there = find_block(changed).present
            changed = set_key(changed, key, value) if is_there else _with_block(changed, key, value)
    growth = len(changed) - len(text)
    if growth > 0 and block.end - block.start + growth > BLOCK_LIMIT - 8:
        raise OverCap(f"The frontmatter would be longer than {BLOCK_LIMIT:,} characters. Move text to the body.")
    return changed


def compose(pairs: Mapping[str, str] | Iterable[tuple[str, str]]) -> str:
    """A new block with its `---` lines, keys in the given order; `metadata.x` keys are gathered under `metadata:`."""
    top: list[str] = []
    nested: list[str] = []
    for key, value in pairs.items() if isinstance(pairs, Mapping) else pairs:
        if key.startswith(METADATA + "."):
            nested.append(f"  {write_value(key.removeprefix(METADATA + '.'))}: {write_value(value)}\n")
        else:
            top.append(f"{write_value(key)}: {write_value(value)}\n")
    return "".join(("---\n", *top, *([f"{METADATA}:\n", *nested] if nested else ()), "---\n"))


def misread_values(text: str) -> dict[str, str]:
    """The values that other YAML readers would refuse or cut, by the keys that `change` takes.

    `change(text, misread_values(text))` quotes them: the values stay the same and everybody reads them.
    """
    counting = {pair.key: pair for pair in find_block(text).pairs}
    if METADATA in counting:
        counting |= {f"{METADATA}.{child.key}": child for child in children_of(counting[METADATA])}
    values = {key: value_of(pair).text for key, pair in counting.items() if is_misread(pair)}
    return {key: value for key, value in values.items() if value is not None}


def _with_block(text: str, key: str, value: str) -> str:
    start = find_block(text).start
    return text[:start] + compose({key: value}).replace("\n", newline_of(text)) + text[start:]


@dataclass(slots=True)
class _Reading:
    """The values gathered so far; a later pair of the same key replaces the earlier one."""

    problems: list[Problem]
    values: dict[str, str] = field(default_factory=dict)
    metadata: dict[str, str] = field(default_factory=dict)
    nested: list[str] = field(default_factory=list)
    lines: dict[str, int] = field(default_factory=dict)

    def take(self, pair: Pair, line: int) -> None:
        if pair.key == METADATA:
            self._take_metadata(pair, line)
            return
        value = value_of(pair)
        self._note(pair.key, line, value)
        self.values.pop(pair.key, None)
        if value.text is None:
            self.nested.append(pair.key)
        else:
            self.values[pair.key] = value.text

    def _take_metadata(self, pair: Pair, line: int) -> None:
        is_flow = pair.raw.startswith("{")
        inner = yaml_events.mapping("\n".join((pair.raw, *pair.rest))) if is_flow else {}
        self._note(METADATA, line, Value(None, "is not valid YAML" if inner is None else None))
        self.metadata = inner or {}
        for child in children_of(pair)[:MOST_KEYS]:
            value = value_of(child)
            self._note(f"{METADATA}.{child.key}", line + 1 + child.first, value)
            if value.text is not None:
                self.metadata[child.key] = value.text

    def _note(self, key: str, line: int, value: Value) -> None:
        if key in self.lines:
            message = f"`{key}` stands twice (lines {self.lines[key] + 1} and {line + 1}); the last one counts."
            self.problems.append(Problem("frontmatter-duplicate-key", self.lines[key], message, key))
        self.lines[key] = line
        if value.fault is not None:
            advice = "so it is not read" if value.text is None else "so other YAML readers misread it. Put it in quotes"
            message = f"The value of `{key}` {value.fault}, {advice}."
            self.problems.append(Problem("frontmatter-broken", line, message, key))
