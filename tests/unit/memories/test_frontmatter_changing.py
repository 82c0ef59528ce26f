"""A change to a frontmatter is seen in the lines of its key and nowhere else."""

import pytest
import yaml

from noctule.errors import OverCap
from noctule.memories.frontmatter import change, compose, misread_values, read

# The text before, the changes, the text after.
CHANGES: dict[str, tuple[str, dict[str, str | None], str]] = {
    "a value is replaced in its place": (
        "---\nname: a\n# why\ndescription:  old\ntype: user\n---\nbody",
        {"description": "new"},
        "---\nname: a\n# why\ndescription:  new\ntype: user\n---\nbody",
    ),
    "a new key goes after the last": (
        "---\nname: a\ntags:\n- x\n\n# end\n---\nbody",
        {"type": "user"},
        "---\nname: a\ntags:\n- x\ntype: user\n\n# end\n---\nbody",
    ),
    "a folded value becomes one line": (
        "---\ndescription: |\n  a\n  b\nname: n\n---\n",
        {"description": "c"},
        "---\ndescription: c\nname: n\n---\n",
    ),
    "windows line ends stay": (
        "---\r\nname: a\r\n---\r\nbody\r\n",
        {"name": "b", "type": "user"},
        "---\r\nname: b\r\ntype: user\r\n---\r\nbody\r\n",
    ),
    "a byte order mark stays first": ("\ufeff---\nname: a\n---\n", {"name": "b"}, "\ufeff---\nname: b\n---\n"),
    "a byte order mark stays before a new block": ("\ufeffbody", {"name": "b"}, "\ufeff---\nname: b\n---\nbody"),
    "a quote before the block stays": (
        "> copied\n\n---\nname: a\n---\nx",
        {"name": "b"},
        "> copied\n\n---\nname: b\n---\nx",
    ),
    "a text without a block gets one": ("# T\r\n", {"name": "b"}, "---\r\nname: b\r\n---\r\n# T\r\n"),
    "a list in dashes stays below a new block": (
        "---\n- a\n---\n",
        {"name": "b"},
        "---\nname: b\n---\n---\n- a\n---\n",
    ),
    "an empty block is filled": ("---\n---\nbody", {"name": "a"}, "---\nname: a\n---\nbody"),
    "an indented block stays one": ("---\n  name: a\n---\n", {"type": "user"}, "---\n  name: a\n  type: user\n---\n"),
    "a block that yaml refuses": (
        '---\nname: r\ndescription: "abc "def" ghi"\nmetadata:\n  type: user\n  status: on\ntags: [a, b\n---\nB.\n',
        {"metadata.type": "project"},
        '---\nname: r\ndescription: "abc "def" ghi"\nmetadata:\n  type: project\n  status: on\ntags: [a, b\n---\nB.\n',
    ),
    "a block that is not closed": ("---\nname: a\ntext", {"type": "user"}, "---\nname: a\ntype: user\ntext"),
    "the last of two equal keys": ("---\nname: a\nname: b\n---\n", {"name": "c"}, "---\nname: a\nname: c\n---\n"),
    "a key under metadata": (
        "---\nname: a\nmetadata:\n    node_type: memory\n    modified: 2026-01-01\nx: y\n---\n",
        {"metadata.modified": "later", "metadata.source": "s"},
        "---\nname: a\nmetadata:\n    node_type: memory\n    modified: later\n    source: s\nx: y\n---\n",
    ),
    "a first key under metadata": (
        "---\nname: a\n---\n",
        {"metadata.a": "b"},
        "---\nname: a\nmetadata:\n  a: b\n---\n",
    ),
    "a key under an empty metadata": ("---\nmetadata:\n---\n", {"metadata.a": "b"}, "---\nmetadata:\n  a: b\n---\n"),
    "metadata on one line is left alone": (
        "---\nmetadata: {type: user}\n---\n",
        {"metadata.type": "project"},
        "---\nmetadata: {type: user}\ntype: project\n---\n",
    ),
    "a removed key takes all its lines": (
        "---\nname: a\ntags:\n  - x\n# c\nname: b\ntype: user\n---\n",
        {"tags": None, "name": None},
        "---\n# c\ntype: user\n---\n",
    ),
    "a removed key under metadata": (
        "---\nmetadata:\n  a: b\n  c: d\n---\n",
        {"metadata.a": None},
        "---\nmetadata:\n  c: d\n---\n",
    ),
    "a key that is not there is not removed": ("no block", {"name": None, "metadata.x": None}, "no block"),
    "the same value is left as it is written": ("---\nname:   'a'\n---\n", {"name": "a"}, "---\nname:   'a'\n---\n"),
    "the same value is quoted if others misread it": (
        "---\ndescription: see #4: now\n---\n",
        {"description": "see #4: now"},
        '---\ndescription: "see #4: now"\n---\n',
    ),
}


@pytest.mark.parametrize("kind", CHANGES)
def test_a_change_leaves_every_other_byte(kind: str) -> None:
    before, changes, after = CHANGES[kind]
    assert change(before, changes) == after
    assert change(after, changes) == after


VALUES = [
    *(
        "no",
        "~",
        "1.10",
        "0x1f",
        "+.inf",
        "-.INF",
        "1_000",
        "22:30",
        "2026-07-13",
        "<<",
        "y",
        "a: b",
        "#42",
        "- x",
        "",
        " x ",
    ),
    *("it's", 'say "hi"', "a\nb", "\t", "é", "\u2028", "\ufeff", "'", '"', "\\", "%", "@"),
]


@pytest.mark.parametrize("value", VALUES)
def test_a_written_value_is_the_same_text_to_any_loader(value: str) -> None:
    text = change("---\nname: n\ndescription: d\n---\nbody", {"description": value})
    block = text.split("---\n")[1]
    assert yaml.safe_load(block) == yaml.load(block, yaml.BaseLoader) == {"name": "n", "description": value}
    assert read(text).values["description"] == value


def test_a_value_that_needs_no_quotes_gets_none() -> None:
    assert compose({"name": "Release order", "metadata.note": "v2 is out", "type": "user"}) == (
        "---\nname: Release order\ntype: user\nmetadata:\n  note: v2 is out\n---\n"
    )


def test_what_others_misread_is_named_and_can_be_quoted() -> None:
    text = "---\nname: ok\ndescription: a: b\nmetadata:\n  note: PR #7\n  date: 2026-01-01\ntags: [x]\n---\n"
    assert misread_values(text) == {"description": "a: b", "metadata.note": "PR #7"}
    mended = change(text, misread_values(text))
    assert yaml.load(mended.split("---\n")[1], yaml.BaseLoader)["description"] == "a: b"
    assert read(mended).metadata["note"] == "PR #7"
    assert misread_values(mended) == {}


def test_a_block_does_not_grow_past_what_can_be_read() -> None:
    with pytest.raises(OverCap, match="65,536"):
        change("---\nname: a\n---\n", {"description": "x" * 70_000})
