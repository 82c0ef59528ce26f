"""Frontmatter under attack: whatever the bytes, reading answers, and a change touches only what it was told to."""

import time
from datetime import UTC, datetime

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from noctule.memories import frontmatter
from noctule.memories.block import find_block
from noctule.memories.memory import compose_memory, parse_memory
from noctule.memories.scalars import is_read_alike, write_value
from noctule.memories.text import decode, encode, split_lines

many = settings(max_examples=200, deadline=None)

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
# Letters that mean something to YAML or to us come up far more often than chance would have them.
TRICKY = st.text(st.sampled_from(list("ab1:#-'\"[]{}|>&*!%@`,?=~<. \t\\é\u2028\x85\ufeff")), max_size=24)
VALUES = st.one_of(
    TEXTS, TRICKY, st.sampled_from(["no", "~", "1.10", "0123", "22:30", "1e3", "2026-07-13", "a: b", "#42", "<<", "="])
)
LINES = st.one_of(
    TRICKY,
    st.builds("{}: {}".format, st.sampled_from(["name", "description", "type", "metadata", "tags", "x"]), TRICKY),
    st.builds("  {}: {}".format, st.sampled_from(["type", "modified", "x"]), TRICKY),
    st.sampled_from(["", "---", "- a", "  - b", "# note", "metadata:", "description: |", "\ttype: user", "> quote"]),
)
ENDS = st.sampled_from(["\n", "\r\n"])


def joined(lines: list[str], end: str, *, is_ended: bool) -> str:
    return end.join(["---", *lines]) + (end if is_ended else "")


FILES = st.builds(joined, st.lists(LINES, max_size=12), ENDS, is_ended=st.booleans())
BLOCKS = st.builds(
    lambda lines, end, body: end.join(["---", *lines, "---", body]),
    st.lists(LINES.filter(lambda line: line.rstrip() not in ("---", "...")), max_size=8),
    ENDS,
    TEXTS,
)


@many
@given(st.one_of(FILES, BLOCKS, TEXTS, st.binary(max_size=200).map(lambda data: decode(data).text)))
def test_any_text_is_read_and_listed(text: str) -> None:
    memory = parse_memory("some-note.md", text)
    assert memory.name
    assert memory.type in (None, "user", "feedback", "project", "reference")
    assert memory.text == text
    assert text.endswith(memory.body)
    assert all(isinstance(value, str) for value in memory.front.values.values())


@many
@given(st.binary(max_size=120))
def test_any_bytes_come_back_as_they_were_unless_a_character_was_lost(data: bytes) -> None:
    decoded = decode(data)
    if "\ufffd" not in decoded.text:
        assert encode(decoded.text, decoded.encoding) == data


@many
@given(VALUES)
@example("\ufeff")
@example("a\r\nb")
@example('it\'s "both" \\ ')
def test_a_written_value_is_the_same_text_to_every_loader(value: str) -> None:
    block = frontmatter.compose({"name": value, "metadata.note": value})
    expected = {"name": value, "metadata": {"note": value}}
    source = block.removeprefix("---\n").removesuffix("---\n")
    assert yaml.load(source, yaml.BaseLoader) == expected
    assert yaml.safe_load(source) == expected
    assert yaml.load(source, yaml.CSafeLoader) == expected
    front = frontmatter.read(block)
    assert (front.values["name"], front.metadata["note"], front.problems) == (value, value, ())


@many
@given(TRICKY.map(lambda text: text.strip(" \t")).filter(lambda text: bool(text) and text[0] not in "'\"|>[{"))
def test_a_plain_value_is_called_sound_exactly_where_yaml_reads_the_same_text(value: str) -> None:
    try:
        read = yaml.load(f"key: {value}\n", yaml.BaseLoader)
    except yaml.YAMLError:
        read = None
    if is_read_alike(value):
        assert read == {"key": value}
    elif not any(mark in value for mark in "\u2028\x85\ufeff"):
        assert read != {"key": value}


@many
@given(st.one_of(FILES, BLOCKS, TEXTS), st.sampled_from(["name", "description", "type", "metadata.modified"]), VALUES)
def test_a_change_is_read_back_and_touches_no_other_line(text: str, key: str, value: str) -> None:
    changed = frontmatter.change(text, {key: value})
    before, after = frontmatter.read(text), frontmatter.read(changed)
    short = key.removeprefix("metadata.")
    assert value in (after.values.get(short), after.metadata.get(short))
    assert changed[after.body_offset :] == text[before.body_offset :]
    assert lost_lines(text.removeprefix("\ufeff"), changed.removeprefix("\ufeff")) <= taken_by(text, key)
    assert "\ufeff" not in changed.removeprefix("\ufeff") or "\ufeff" in text.removeprefix("\ufeff")


@many
@given(st.one_of(FILES, BLOCKS), st.sampled_from(["name", "description", "metadata.modified"]), VALUES)
def test_a_change_made_twice_changes_nothing_more(text: str, key: str, value: str) -> None:
    once = frontmatter.change(text, {key: value})
    assert frontmatter.change(once, {key: value}) == once


@many
@given(BLOCKS, VALUES)
def test_a_change_keeps_every_other_value(text: str, value: str) -> None:
    before = frontmatter.read(text)
    after = frontmatter.read(frontmatter.change(text, {"description": value}))
    kept = {key: text for key, text in before.values.items() if key != "description"}
    assert {key: text for key, text in after.values.items() if key != "description"} == kept
    assert after.metadata == before.metadata


@many
@given(BLOCKS)
def test_quoting_what_others_misread_leaves_every_value_as_it_was(text: str) -> None:
    before = frontmatter.read(text)
    mended = frontmatter.change(text, frontmatter.misread_values(text))
    after = frontmatter.read(mended)
    assert (after.values, after.metadata) == (before.values, before.metadata)
    assert frontmatter.misread_values(mended) == {}


@many
@given(VALUES, VALUES, st.text(st.characters(exclude_categories=["Cs"]), max_size=80))
def test_a_composed_memory_is_read_as_it_was_meant(name: str, description: str, body: str) -> None:
    text = compose_memory(name, description, "project", body, datetime(2026, 3, 1, 8, 30, tzinfo=UTC))
    memory = parse_memory("note.md", text)
    assert memory.name == (" ".join(name.split()) or "note")
    assert memory.description == " ".join(description.split())
    assert (memory.type, memory.modified) == ("project", datetime(2026, 3, 1, 8, 30, tzinfo=UTC))
    assert body.strip().replace("\r\n", "\n") in memory.body


HOSTILE = {
    "a tag that would run": "---\nname: !!python/object/apply:os.system ['true']\n---\n",
    "a tag under metadata": "---\nmetadata: {x: !!python/name:os.system }\n---\n",
    "a merge bomb": "---\nbase: &b {a: 1}\nx: {<<: *b, <<: *b}\n---\n",
    "aliases that double": "---\na: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nd: [*c, *c]\n---\n",
    "an endless list": "---\nname: " + "[" * 30_000 + "\n---\n",
    "a deep list": "---\nname: n\nq: " + "[" * 30_000 + "]" * 30_000 + "\n---\n",
    "a deep mapping": "---\nname: n\nq: " + "{a: " * 10_000 + "}" * 10_000 + "\n---\n",
    "deep indentation": "---\nname: n\nq:\n" + "".join(" " * depth + "a:\n" for depth in range(1, 340)) + "---\n",
    "thousands of keys": "---\n" + "".join(f"k{number}: v\n" for number in range(6_000)) + "---\n",
    "thousands of texts": "---\n" + "x: |\n a\n" * 8_000 + "---\n",
    "thousands of open quotes": "---\n" + 'k: "\n' * 12_000 + "---\n",
    "thousands of colons": "---\nname: " + ":" * 60_000 + "\n---\n",
    "thousands of quotes": "---\nname: '" + "' '" * 20_000 + "\n---\n",
    "a block with no end": "---\n" + "name: x\n" * 400_000,
    "a line with no end": "---\ndescription: " + "x" * 5_000_000,
    "a quote with no end": "> q\n" * 1_000_000,
    "a rule with no end": "-" * 5_000_000,
    "backslashes": '---\nname: "' + "\\" * 60_000 + '"\n---\n',
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_block_costs_no_more_than_an_ordinary_one_of_its_size(kind: str) -> None:
    ordinary = "---\n" + "".join(f"key{number}: some words\n" for number in range(2_500)) + "---\n"
    assert parse_memory("x.md", HOSTILE[kind]).path == "x.md"
    assert cost_of(HOSTILE[kind]) < 20 * cost_of(ordinary)


def test_a_block_longer_than_the_limit_is_a_problem_and_the_file_is_listed() -> None:
    text = (
        "---\nname: Long\ndescription: d\n"
        + "".join(f"note{number}: {'words ' * 200}\n" for number in range(90))
        + "---\nbody\n"
    )
    memory = parse_memory("long.md", text)
    assert (memory.name, memory.description) == ("Long", "d")
    assert [problem.code for problem in memory.problems] == ["frontmatter-too-long"]


def test_a_first_line_longer_than_the_limit_is_a_problem_and_a_rule_above_a_long_text_is_none() -> None:
    long = parse_memory("long.md", "---\ndescription: " + "x" * 100_000 + "\n---\nbody\n")
    assert [problem.code for problem in long.problems] == ["frontmatter-too-long"]
    assert parse_memory("rule.md", "---\n" + "words " * 20_000).problems == ()


def test_a_memory_of_fifty_megabytes_is_read_in_linear_time() -> None:
    small, large = plain_memory(50_000), plain_memory(50_000_000)
    assert cost_of(large) < 3_000 * cost_of(small)


def plain_memory(size: int = 4_000) -> str:
    return compose_memory("Deploy rule", "Blue and green, never in place", "feedback", "words " * (size // 6), None)


def cost_of(text: str) -> float:
    """The best of three, in seconds: the machine's own hiccups are not ours."""
    costs = []
    for _ in range(3):
        start = time.perf_counter()
        parse_memory("x.md", text)
        costs.append(time.perf_counter() - start)
    return min(costs)


def lost_lines(before: str, after: str) -> int:
    """How many lines of `before` lie between what both texts have at their head and at their end."""
    old, new = ([line.rstrip("\r\n") for line in split_lines(text)] for text in (before, after))
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    return len(old) - head - tail


def taken_by(text: str, key: str) -> int:
    """How many lines the key's last pair takes, wherever the change may put it."""
    short = key.removeprefix("metadata.")
    pairs = [pair for pair in find_block(text).pairs if pair.key in (short, "metadata")]
    return max((pair.end - pair.first for pair in pairs), default=0)


def test_the_profile_of_a_change_is_one_line() -> None:
    text = "---\nname: a\ndescription: b\n---\nbody"
    assert frontmatter.change(text, {"description": "c"}) == "---\nname: a\ndescription: c\n---\nbody"
    assert write_value("c") == "c"
