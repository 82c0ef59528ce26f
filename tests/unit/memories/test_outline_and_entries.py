"""Entries are found where a person sees them, and changed one at a time."""

import pytest

from noctule.errors import Ambiguous, NotFound
from noctule.memories.entries import add_entry, entries, find_entry, hook_of, remove_entry, replace_entry
from noctule.memories.memory import parse_memory

TOPIC = """---
name: Network
# ## not an entry
---

Some words first.

## Proxy

port 3129

```sh
## not an entry
```

### A part of it

## Slow DNS

restart it

# Another chapter

## Last
"""


def test_entries_are_the_second_level_headings_outside_code() -> None:
    found = entries(TOPIC)
    assert [entry.title for entry in found] == ["Proxy", "Slow DNS", "Last"]
    assert found[0].text == "port 3129\n\n```sh\n## not an entry\n```\n\n### A part of it"
    assert [entry.text for entry in found[1:]] == ["restart it", ""]
    assert TOPIC[found[1].start : found[1].end] == "## Slow DNS\n\nrestart it\n\n"


def test_a_hook_sums_up_the_entries() -> None:
    assert hook_of(TOPIC) == "Proxy; Slow DNS; Last"
    long = "".join(f"## Entry number {number}\n" for number in range(30))
    assert len(hook_of(long)) == 150
    assert hook_of(long).endswith("…")
    assert hook_of("no entries") == ""


@pytest.mark.parametrize("title", ["Slow DNS", "slow dns", " Slow   DNS "])
def test_an_entry_is_found_by_its_title(title: str) -> None:
    assert find_entry(TOPIC, title).text == "restart it"


def test_a_title_that_is_nowhere_names_what_there_is() -> None:
    with pytest.raises(NotFound, match="There is “Proxy”, “Slow DNS”, “Last”"):
        find_entry(TOPIC, "Router")
    with pytest.raises(NotFound, match="no entries"):
        remove_entry("words", "Router")


def test_a_title_that_stands_twice_is_ambiguous_and_names_both_lines() -> None:
    with pytest.raises(Ambiguous, match="lines 1, 3"):
        remove_entry("## One\n\n## one\n", "ONE")
    assert remove_entry("## One\n\n## one\n", "one") == "## One\n\n"


# Text before, title and body added, text after.
ADDED = {
    "after a blank line": ("## A\n\na\n", "B", "b", "## A\n\na\n\n## B\n\nb\n"),
    "where the newline is missing": ("## A\n\na", "B", "b\n\n", "## A\n\na\n\n## B\n\nb\n"),
    "to an empty file": ("", "B", "b", "## B\n\nb\n"),
    "with windows line ends": ("## A\r\n\r\na\r\n", "B", "b\nc", "## A\r\n\r\na\r\n\r\n## B\r\n\r\nb\r\nc\r\n"),
    "out of an open fence": ("## A\n```sh\nx\n", "B", "b", "## A\n```sh\nx\n```\n\n## B\n\nb\n"),
    "with headings of its own": ("", "B", "# One\n## Two\n### Three", "## B\n\n### One\n### Two\n### Three\n"),
    "with an open fence of its own": ("", "B", "~~~\nx", "## B\n\n~~~\nx\n~~~\n"),
    "with a title of two lines": ("", "## B\nc", "b", "## B c\n\nb\n"),
}


@pytest.mark.parametrize("kind", ADDED)
def test_an_entry_is_added_at_the_end(kind: str) -> None:
    before, title, body, after = ADDED[kind]
    assert add_entry(before, title, body) == after
    assert len(entries(after)) == len(entries(before)) + 1


def test_a_replaced_entry_keeps_its_title_line_and_its_neighbours() -> None:
    after = replace_entry(TOPIC, "proxy", "port 8080")
    assert after == TOPIC.replace(TOPIC[TOPIC.index("port 3129") : TOPIC.index("## Slow DNS")], "port 8080\n\n")
    assert replace_entry("## A", "A", "b") == "## A\n\nb\n"


def test_a_removed_entry_takes_only_itself() -> None:
    assert remove_entry(TOPIC, "Slow DNS") == TOPIC.replace("## Slow DNS\n\nrestart it\n\n", "")


def test_text_that_only_looks_like_an_entry_is_part_of_the_memory() -> None:
    memory = parse_memory("a.md", TOPIC)
    assert memory.headings == ("Proxy", "A part of it", "Slow DNS", "Another chapter", "Last")
