"""An index is read among everything that people write around it."""

import pytest

from noctule.memories.index import link_target, parse_index

MIXED = """# Memories

Read these first.
See [the plan](plan.md) for more.

* [Release order](release.md) — tag first
  and never on a Friday
    + [Nested](sub/nested.md): deeper
1. [Counted](counted.md)
- [ ] [To do](todo.md) - later
- **[Bold](bold.md)** – hook
- About tests: [tests](tests.md)
- just words
[Bare](bare.md) hook

| [Table](table.md) | cell |
<!-- [Hidden](hidden.md)
- [Also hidden](also.md)
-->
```
- [Code](code.md)
```
---
- [[wiki-note]] — by name
- [Site](https://example.org/a.md) — elsewhere
"""

EXPECTED = [
    ("heading", None, ""),
    ("blank", None, ""),
    ("text", None, ""),
    ("text", "plan.md", "for more."),
    ("blank", None, ""),
    ("entry", "release.md", "tag first"),
    ("continuation", None, ""),
    ("entry", "sub/nested.md", "deeper"),
    ("entry", "counted.md", ""),
    ("entry", "todo.md", "later"),
    ("entry", "bold.md", "hook"),
    ("entry", "tests.md", "About tests"),
    ("text", None, ""),
    ("entry", "bare.md", "hook"),
    ("blank", None, ""),
    ("table", "table.md", "cell |"),
    ("comment", "hidden.md", ""),
    ("comment", "also.md", ""),
    ("comment", None, ""),
    ("comment", None, ""),
    ("comment", "code.md", ""),
    ("comment", None, ""),
    ("comment", None, ""),
    ("entry", "wiki-note.md", "by name"),
    ("text", None, ""),
]


def test_each_line_is_known_for_what_it_is() -> None:
    index = parse_index(MIXED)
    assert [(line.kind, line.target, line.hook) for line in index.lines] == EXPECTED
    assert [line.number for line in index.lines] == list(range(len(EXPECTED)))
    assert "".join(line.raw + "\n" for line in index.lines) == MIXED


def test_an_entry_ends_with_the_lines_that_go_on_with_it() -> None:
    index = parse_index(MIXED)
    assert [index.end_of(line) - line.number for line in index.entries] == [2, 1, 1, 1, 1, 1, 1, 1]


def test_frontmatter_in_an_index_is_no_entry() -> None:
    index = parse_index("---\nname: Index\n---\n- [A](a.md)\n")
    assert [line.kind for line in index.lines] == ["comment", "comment", "comment", "entry"]


def test_windows_line_ends_are_no_part_of_a_line() -> None:
    (line,) = parse_index("- [A](a.md) — hook\r\n").lines
    assert (line.raw, line.hook) == ("- [A](a.md) — hook", "hook")


@pytest.mark.parametrize("text", ["", "\n", "-", "[", "- [](", "```", "<!--", "x" * 30_000, "[" * 30_000])
def test_any_text_is_an_index(text: str) -> None:
    assert parse_index(text).entries == ()


def test_the_destination_of_a_link_is_read_by_the_index_s_own_name() -> None:
    assert link_target("./a%20b.md#part") == "a b.md"
