"""What a frontmatter says is the text that somebody wrote, and what is wrong with it is told by line."""

import pytest

from noctule.memories.frontmatter import MOST_KEYS, read

# What follows `description: ` and the value that it has; the third says whether other readers misread it.
PLAIN: list[tuple[str, str | None, bool]] = [
    ("Ship on Tuesdays: never on a Friday", None, True),
    ("see PR #762, colour #fff", None, False),
    ("#42", None, False),
    ("no", None, False),
    ("~", None, False),
    ("1.10", None, False),
    ("2026-07-13 10:20:30", None, False),
    ("@ines owns the parser", None, True),
    ("*.lock files are made", None, True),
    ("**Always** sign", None, True),
    ("`make all` first", None, True),
    ("[draft] quotas", None, True),
    ("{name} stays", None, True),
    ("%TEMP% fills up", None, True),
    ("!later maybe", None, True),
    ("&anchor text", None, True),
    ("- with a dash", None, True),
    ("? who knows", None, True),
    ("> 5 is a fault", None, True),
    ("| only tables", None, True),
    ("-fno-strict is set", None, False),
    ("a -> b: c", None, True),
    ("ends with a colon:", None, True),
    ("a\ttab", None, True),
    ("http://host:80/x", None, False),
    ("café – naïve 日本 🚀", None, False),
    ("trailing blanks   ", "trailing blanks", False),
]
QUOTED: list[tuple[str, str | None, bool]] = [
    ('"a: b"', "a: b", False),
    ("'it''s'", "it's", False),
    (r'"a \"b\" \u00e9"', 'a "b" é', False),
    ('"a" # said twice', "a", False),
    ('"abc "def" ghi"', 'abc "def" ghi', True),
    ("'it's fine'", "it's fine", True),
    ('"one" and "two"', '"one" and "two"', True),
    ('"begins" then goes on', '"begins" then goes on', True),
    ('"C:\\Users\\dev"', "C:\\Users\\dev", True),
    ('"', '"', True),
    ('""', "", False),
]
FOLDED: list[tuple[str, str | None, bool]] = [
    ("|\n  one\n  two", "one\ntwo\n", False),
    (">-\n  one\n  two", "one two", False),
    ("one\n  two\n  # a comment\n  #4", "one two #4", False),
    ("one\n  two: three", "one two: three", True),
    ("\n  alone: below", "alone: below", True),
    ('"one\n  two"', "one two", False),
    ('"never closed\n  on', '"never closed on', True),
    (">", "", False),
]


@pytest.mark.parametrize(("written", "value", "is_odd"), PLAIN + QUOTED + FOLDED)
def test_a_value_is_the_text_that_was_written(written: str, value: str | None, is_odd: bool) -> None:
    front = read(f"---\nname: n\ndescription: {written}\ntype: user\n---\nbody\n")
    assert front.values["description"] == (written if value is None else value)
    assert (front.values["name"], front.values["type"]) == ("n", "user")
    assert [(problem.code, problem.line, problem.key) for problem in front.problems] == (
        [("frontmatter-broken", 2, "description")] if is_odd else []
    )


BODIES = {
    "the block alone": ("---\nname: a\n---", ""),
    "windows line ends": ("---\r\nname: a\r\n---\r\nbody\r\n", "body\r\n"),
    "rules in the body": ("---\nname: a\n---\n\none\n\n---\n\nb: c\n\n---\n", "\none\n\n---\n\nb: c\n\n---\n"),
    "a second block": ("---\nname: a\n---\n---\nname: b\n---\n", "---\nname: b\n---\n"),
    "a byte order mark": ("\ufeff---\nname: a\n---\nbody", "body"),
    "a quote before it": ("> from elsewhere\n\n---\nname: a\n---\nbody", "body"),
    "blank lines before it": ("\n\n---\nname: a\n---\nbody", "body"),
    "blanks behind the dashes": ("--- \nname: a\n---\t\nbody", "body"),
    "dots at the end": ("---\nname: a\n...\nbody", "body"),
    "an indented block": ("---\n  name: a\n  type: user\n---\nbody", "body"),
}


@pytest.mark.parametrize("kind", BODIES)
def test_the_body_begins_where_the_first_block_ends(kind: str) -> None:
    text, body = BODIES[kind]
    front = read(text)
    assert (front.values["name"], text[front.body_offset :], front.problems) == ("a", body, ())


NO_BLOCK = {
    "four dashes": "----\nhello\n----\nworld",
    "dashes with words": "--- part one\ntext\n--- part two\n",
    "a rule further down": "# Checklist\n\n- tag\n\n---\n\n- publish\n",
    "a rule at the top": "---\n\nA text between rules.\n\n---\nmore",
    "a rule and nothing else": "---\nSome words without an end",
    "nothing": "",
}


@pytest.mark.parametrize("kind", NO_BLOCK)
def test_a_rule_is_no_frontmatter_and_no_fault(kind: str) -> None:
    front = read(NO_BLOCK[kind])
    assert (front.present, front.body_offset, front.problems) == (False, 0, ())


# A block, the keys it gives, and its problems as (code, line from 0).
BROKEN = {
    "not closed": ("---\nname: a\ntext", {"name": "a"}, [("frontmatter-unclosed", 0)]),
    "closed by a rule of the body": ("---\nname: a\n\ntext\n\n---\nb", {"name": "a"}, [("frontmatter-unclosed", 0)]),
    "a list": ("---\n- a\n- b\n---\nbody", {}, [("frontmatter-not-mapping", 1)]),
    "a bare text": ("---\nhello\n---\n", {}, [("frontmatter-not-mapping", 1)]),
    "a line that is no pair": ("---\nname: a\nhello\n---\n", {"name": "a"}, [("frontmatter-broken", 2)]),
    "a key twice": ("---\nname: a\nname: b\n---\n", {"name": "b"}, [("frontmatter-duplicate-key", 1)]),
    "no blank behind the colon": ("---\nname:a\n---\n", {"name": "a"}, [("frontmatter-broken", 1)]),
    "a tab behind the colon": ("---\nname:\ta\n---\n", {"name": "a"}, [("frontmatter-broken", 1)]),
    "an alias": ("---\nname: a\nx: [*a]\n---\n", {"name": "a"}, [("frontmatter-broken", 2)]),
    "a list that is not closed": ("---\nname: a\nx: [b\n---\n", {"name": "a", "x": "[b"}, [("frontmatter-broken", 2)]),
    "nothing in it": ("---\n---\nbody", {}, []),
    "only a comment": ("---\n# to do\n---\nbody", {}, []),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_block_is_read_line_by_line(kind: str) -> None:
    text, values, problems = BROKEN[kind]
    front = read(text)
    assert front.values == values
    assert [(problem.code, problem.line) for problem in front.problems] == problems


METADATA = {
    "indented": "metadata:\n  type: reference\n  modified: 2026-08-15T18:58:28.638Z",
    "on one line": "metadata: {type: reference, modified: '2026-08-15T18:58:28.638Z', more: {type: user}}",
    "with a list among it": "metadata:\n   tags:\n    - a\n   type: reference\n   modified: 2026-08-15T18:58:28.638Z",
    "twice": "metadata:\n  type: user\nmetadata:\n  type: reference\n  modified: 2026-08-15T18:58:28.638Z",
}


@pytest.mark.parametrize("kind", METADATA)
def test_keys_under_metadata_are_read_as_text(kind: str) -> None:
    front = read(f"---\nname: a\n{METADATA[kind]}\n---\n")
    assert (front.get("type"), front.get("modified")) == ("reference", "2026-08-15T18:58:28.638Z")
    assert (front.place_of("type"), front.place_of("name")) == ("metadata.type", "name")


def test_a_tab_under_metadata_is_read_and_told() -> None:
    front = read("---\nname: a\nmetadata:\n\ttype: user\n---\n")
    assert (front.metadata, [problem.line for problem in front.problems]) == ({"type": "user"}, [3])


def test_the_key_at_the_top_counts_before_the_one_under_metadata() -> None:
    front = read("---\ntype: user\nmetadata:\n  type: project\n---\n")
    assert (front.get("type"), front.place_of("type")) == ("user", "type")
    assert read("---\ntype:\nmetadata:\n  type: project\n---\n").get("type") == "project"


def test_lists_and_mappings_are_kept_and_not_interpreted() -> None:
    front = read("---\nname: a\ntags: [x, y]\nmore:\n- p\n- q\ndeep:\n  b: {c: d}\n---\n")
    assert (front.values, front.nested, front.problems) == ({"name": "a"}, ("tags", "more", "deep"), ())


def test_a_block_of_too_many_keys_is_read_to_a_limit() -> None:
    front = read("---\n" + "".join(f"key{number}: v\n" for number in range(2 * MOST_KEYS)) + "---\n")
    assert len(front.values) == MOST_KEYS
    assert [problem.code for problem in front.problems] == ["frontmatter-too-long"]


def test_each_key_knows_its_line() -> None:
    front = read("> quote\n\n---\n# note\nname: a\nmetadata:\n  type: user\n---\n")
    assert front.lines == {"name": 4, "metadata": 5, "metadata.type": 6}
