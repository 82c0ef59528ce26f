"""The index changes by the line: whatever people wrote around a memory's line stays byte for byte."""

import pytest

from noctule.memories.index import (
    LINE_LIMIT,
    add_line,
    drop_line,
    format_line,
    make_index,
    parse_index,
    pin_first,
    set_hook,
    without,
)
from noctule.memories.memory import parse_memory

# The index before, the index after `[New](new.md)` with the hook `why` was added.
ADDED = {
    "after the last entry": ("# I\n- [A](a.md)\n\n## End\n", "# I\n- [A](a.md)\n- [New](new.md) — why\n\n## End\n"),
    "after the lines that go on with it": (
        "- [A](a.md) — one\n  two\n\ntext\n",
        "- [A](a.md) — one\n  two\n- [New](new.md) — why\n\ntext\n",
    ),
    "with the bullet that is there": ("* [A](a.md)\n", "* [A](a.md)\n* [New](new.md) — why\n"),
    "with the line ends that are there": (
        "- [A](a.md)\r\n\r\nx\r\n",
        "- [A](a.md)\r\n- [New](new.md) — why\r\n\r\nx\r\n",
    ),
    "where the last line has no end": ("- [A](a.md)", "- [A](a.md)\n- [New](new.md) — why\n"),
    "below words without an end": ("from a shell", "from a shell\n- [New](new.md) — why\n"),
    "to an empty index": ("", "- [New](new.md) — why\n"),
    "below a table": ("| [A](a.md) | x |\n", "| [A](a.md) | x |\n- [New](new.md) — why\n"),
    "above a comment that never ends": ("<!-- old\n- x\n", "- [New](new.md) — why\n\n<!-- old\n- x\n"),
    "out of a nested list": ("- top\n  - [A](a.md)\n", "- top\n  - [A](a.md)\n- [New](new.md) — why\n"),
    "only once": ("- [Old name](./new.md) — x\n", "- [Old name](./new.md) — x\n"),
    "beside a mention": ("See [it](new.md).\n", "See [it](new.md).\n- [New](new.md) — why\n"),
}


@pytest.mark.parametrize("kind", ADDED)
def test_a_line_is_added(kind: str) -> None:
    before, after = ADDED[kind]
    assert add_line(before, "New", "new.md", "why") == after
    assert add_line(after, "New", "new.md", "why") == after
    assert any(line.leads_to("new.md") for line in parse_index(after).entries)


def test_a_name_written_with_other_accents_is_the_same_line() -> None:
    text = "- [Café](caf\u00e9.md)\n"
    assert add_line(text, "Café", "cafe\u0301.md", "") == text
    assert drop_line(text, "cafe\u0301.md") == ""


# The index before, the index after the line of `old.md` was dropped.
DROPPED = {
    "with what goes on with it": ("# I\n- [O](old.md) — a\n  b\n- [A](a.md)\n", "# I\n- [A](a.md)\n"),
    "wherever it stands": ("- [O](old.md)\n\ntext\n* [O](<old.md>)\n", "\ntext\n"),
    "at the end without a newline": ("- [A](a.md)\r\n- [O](old.md)", "- [A](a.md)\r\n"),
    "as a row of a table": ("| a |\n| [O](old.md) |\n", "| a |\n"),
    "but not what it shares": ("- [O](old.md), [A](a.md) — x\n", "- O, [A](a.md) — x\n"),
    "with a mention of one that has its own": ("- [A](a.md)\n- [O](old.md) — as [[a]], [A](a.md)\n", "- [A](a.md)\n"),
    "but not a mention": ("See [it](old.md).\n- [A](a.md) like [O](old.md)\n", None),
    "but not in a comment": ("<!-- [O](old.md) -->\n", None),
    "if it is there": ("- [A](a.md)\n", None),
}


@pytest.mark.parametrize("kind", DROPPED)
def test_a_line_is_dropped(kind: str) -> None:
    before, after = DROPPED[kind]
    assert drop_line(before, "old.md") == (before if after is None else after)


# The index before, the index after `a.md` got the title `A` and the hook `new`.
HOOKED = {
    "in its place": ("# I\n- [A](a.md) — old\n\nx", "# I\n- [A](a.md) — new\n\nx"),
    "with bullet and spelling kept": ("  * [x] [A](<./a.md>) — old\r\n", "  * [x] [A](<./a.md>) — new\r\n"),
    "with its own dash": ("- [A](a.md): old\n", "- [A](a.md): new\n"),
    "with its emphasis": ("- **[A](a.md)** - old\n", "- **[A](a.md)** - new\n"),
    "with a new title": ("- [Was](a.md) — old\n", "- [A](a.md) — new\n"),
    "over more lines": ("- [A](a.md) — old\n  goes on\n- [B](b.md)\n", "- [A](a.md) — new\n- [B](b.md)\n"),
    "where there was none": ("- [A](a.md)\n", "- [A](a.md) — new\n"),
    "where there was no line": ("x\n", "x\n- [A](a.md) — new\n"),
    "only if it differs": ("- [A](./a.md)  —   new  \n", "- [A](./a.md)  —   new  \n"),
}


@pytest.mark.parametrize("kind", HOOKED)
def test_a_hook_is_set(kind: str) -> None:
    before, after = HOOKED[kind]
    assert set_hook(before, "a.md", "A", "new") == after


def test_a_line_has_at_most_150_characters() -> None:
    assert format_line("T", "t.md", "h") == "- [T](t.md) — h"
    assert format_line("T", "t.md", "") == "- [T](t.md)"
    assert len(format_line("T" * 300, "t.md", "h" * 300)) == LINE_LIMIT
    assert len(set_hook("- [A](a.md) — x\n", "a.md", "A", "h" * 300)) == LINE_LIMIT + 1


def test_a_hook_brings_no_line_and_no_link_of_its_own() -> None:
    line = format_line("T]\n", "t.md", "a\n- [x](evil.md) — y")
    (parsed,) = parse_index(line).lines
    assert (parsed.title, [link.target for link in parsed.links]) == ("T]", ["t.md"])


@pytest.mark.parametrize(
    ("hook", "written"),
    [
        ("as [[a]] says", "as a says"),
        ("as [[a#top|the first]] says", "as the first says"),
        ("[[[[a]]]]", "[ [a]]"),
        ("an [[ open one", "an [ [ open one"),
        ("of `list[int]`", "of `list[int]`"),
    ],
)
def test_a_hook_names_other_memories_without_a_link(hook: str, written: str) -> None:
    line = format_line("T", "t.md", hook)
    assert line == f"- [T](t.md) — {written}"
    assert [link.target for link in parse_index(line).lines[0].links] == ["t.md"]


def test_pinned_lines_come_first_in_their_order() -> None:
    text = "# I\n- [A](a.md)\n  - [B](b.md) — x\n    more\n- [C](c.md)"
    assert pin_first(text, ["c.md", "b.md"]) == "- [B](b.md) — x\n    more\n- [C](c.md)\n# I\n- [A](a.md)\n"
    assert pin_first(text, ["gone.md"]) == text
    assert pin_first("", ["a.md"]) == ""


def test_nothing_of_a_held_memory_is_left() -> None:
    text = (
        "# I\n- [H](held.md) — secret\n  more\n- [A](a.md) like [H](held.md)\nSee `held.md`.\n- [[held]]\n"
        "<!-- [H](./held.md) -->\n- [O](unheld.md)\n- [P](sub/held.md)\n"
    )
    assert without(text, ["held.md"]) == "# I\n- [O](unheld.md)\n- [P](sub/held.md)\n"
    assert without(text, []) == text


def test_a_made_index_says_so_and_has_pinned_memories_first() -> None:
    memories = [
        parse_memory("b.md", "---\nname: Beta\ndescription: second\n---\n"),
        parse_memory("a b.md", "---\nname: alpha\ndescription: first\n---\n"),
        parse_memory("z.md", "---\nname: Zed\npinned: true\n---\n"),
    ]
    made = make_index(memories)
    assert made.startswith("> This list was made")
    assert made.split("\n")[2:] == ["- [Zed](z.md)", "- [alpha](a%20b.md) — first", "- [Beta](b.md) — second", ""]
    assert make_index([]) == ""


def test_two_hundred_lines_added_one_by_one_are_all_there() -> None:
    text = "# Index"
    for number in range(200):
        text = add_line(text, f"Note {number}", f"n{number}.md", "hook")
    assert [line.target for line in parse_index(text).entries] == [f"n{number}.md" for number in range(200)]
