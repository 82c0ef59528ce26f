"""What is wrong with one memory is found where it stands, with a fix where one is safe."""

import pytest

from noctule.checks.finding import FINDING_CODES, Finding
from noctule.checks.fixing import apply_fix
from noctule.checks.memory import check_memory
from noctule.memories.memory import parse_memory
from noctule.memories.text import decode

GOOD = "---\nname: Ports\ndescription: who listens where\ntype: reference\n---\n\n3129.\n"


def findings(text: str | bytes) -> list[Finding]:
    decoded = decode(text if isinstance(text, bytes) else text.encode())
    return check_memory(parse_memory("note.md", decoded.text, decoded.problem))


# The text, then each finding's code, severity and first line.
FOUND: dict[str, tuple[str | bytes, list[tuple[str, str, int]]]] = {
    "nothing in a good one": (GOOD, []),
    "nothing in one that nests": ("---\nname: a\ndescription: d\nmetadata:\n  type: user\n---\nx", []),
    "no frontmatter": ("# Notes\n\n- a\n\n---\n\n- b\n", [("frontmatter-missing", "hint", 0)]),
    "a value others misread": (
        "---\nname: a\ndescription: b: c\ntype: user\n---\n",
        [("frontmatter-broken", "warning", 2)],
    ),
    "a key twice": (
        "---\nname: a\ndescription: d\ntype: user\ntype: project\n---\n",
        [("frontmatter-duplicate-key", "warning", 3)],
    ),
    "no end": ("---\nname: a\ndescription: d\ntext", [("frontmatter-unclosed", "warning", 0)]),
    "a list": ("---\n- a\n---\n", [("frontmatter-not-mapping", "warning", 1)]),
    "an unknown type": (
        "---\nname: a\ndescription: d\nmetadata:\n  type: diary\n---\n",
        [("type-unknown", "warning", 4)],
    ),
    "no description": ("---\nname: a\n---\n", [("description-empty", "warning", 1)]),
    "an empty description": ("---\nname: a\ndescription:\n---\n", [("description-empty", "warning", 2)]),
    "another encoding": (GOOD.encode() + b"caf\xe9", [("not-utf8", "warning", 7)]),
    "too much text": (GOOD + "é" * 2_100, [("memory-too-long", "information", 7)]),
}


@pytest.mark.parametrize("kind", FOUND)
def test_a_memory_is_checked(kind: str) -> None:
    text, expected = FOUND[kind]
    found = findings(text)
    assert [(finding.code, finding.severity, finding.start[0]) for finding in found] == expected
    for finding in found:
        assert finding.code in FINDING_CODES
        assert finding.start <= finding.end
        assert finding.message.endswith(".")


def test_a_finding_spans_its_line_in_characters() -> None:
    (finding,) = findings("---\r\nname: a\r\ndescription: 🚀: é\r\ntype: user\r\n---\r\n")
    assert (finding.start, finding.end) == ((2, 0), (2, len("description: 🚀: é")))


def test_the_place_where_recall_would_cut_is_shown() -> None:
    (finding,) = findings(GOOD + "é" * 2_100)
    line = (GOOD + "é" * 2_100).split("\n")[finding.start[0]]
    assert len((GOOD + line[: finding.start[1]]).encode()) in (4_095, 4_096)


# The text with a finding, and what its fix makes of it.
FIXED = {
    "a value is quoted": (
        "---\r\nname: a\r\ndescription: b: c\r\n---\r\nx",
        '---\r\nname: a\r\ndescription: "b: c"\r\n---\r\nx',
    ),
    "a value under metadata is quoted": (
        "---\nname: a\ndescription: d\nmetadata:\n  note: '*' or not\n---",
        "---\nname: a\ndescription: d\nmetadata:\n  note: \"'*' or not\"\n---",
    ),
    "a block is closed": ("---\nname: a\ndescription: d\ntext\n", "---\nname: a\ndescription: d\n---\ntext\n"),
    "a block is closed at the file's end": ("---\nname: a\ndescription: d", "---\nname: a\ndescription: d\n---\n"),
    "the key that does not count goes": (
        "---\nname: a\ntype: user\ndescription: d\ntype: project\n---\n",
        "---\nname: a\ndescription: d\ntype: project\n---\n",
    ),
}


@pytest.mark.parametrize("kind", FIXED)
def test_a_fix_settles_its_finding(kind: str) -> None:
    before, after = FIXED[kind]
    (finding,) = findings(before)
    assert finding.fix is not None
    assert apply_fix({"note.md": before}, finding.fix) == {"note.md": after}
    assert findings(after) == []


KEYS = {
    "one that other tools write": ("tags: [a]\npermalink: x\noriginSessionId: y\nalwaysApply: true", []),
    "one that nobody reads": ("colour: red", [("hint", "colour: red")]),
    "a slip of the pen": ("desciption: x", [("warning", "desciption")]),
    "other capitals": ("Pinned: true", [("warning", "Pinned")]),
    "another word that is near": ("modifier: x", [("hint", "modifier: x")]),
    "a plural": ("types: a", [("hint", "types: a")]),
    "a list": ("descriptions:\n- a", [("hint", "descriptions:")]),
    "one under metadata": ("metadata:\n  colour: red", []),
}


@pytest.mark.parametrize("kind", KEYS)
def test_a_key_that_nobody_reads_is_found(kind: str) -> None:
    line, expected = KEYS[kind]
    text = f"---\nname: A\ndescription: how alpha is built\ntype: user\n{line}\n---\nx\n"
    found = check_memory(parse_memory("a.md", text))
    lines = text.split("\n")
    assert [(one.severity, lines[one.start[0]][one.start[1] : one.end[1]]) for one in found] == expected
    assert {one.code for one in found} <= {"frontmatter-unknown-key"}


def test_a_slip_of_the_pen_is_mended_where_the_key_is_free() -> None:
    text = "---\nname: A\ndesciption: how alpha is built\n---\nx\n"
    slip = next(one for one in check_memory(parse_memory("a.md", text)) if one.code == "frontmatter-unknown-key")
    assert slip.fix is not None
    assert apply_fix({"a.md": text}, slip.fix)["a.md"] == text.replace("desciption", "description")
    taken = text.replace("desciption", "description: there\ndesciption")
    slip = next(one for one in check_memory(parse_memory("a.md", taken)) if one.code == "frontmatter-unknown-key")
    assert slip.fix is None


@pytest.mark.parametrize(
    "description", ["notes", "Some important information", "TODO", "misc stuff", "...", "This is a memory"]
)
def test_a_description_that_says_nothing_is_found(description: str) -> None:
    text = f"---\nname: A\ndescription: {description}\ntype: user\n---\n\n# Deploy order\n"
    (found,) = check_memory(parse_memory("a.md", text))
    assert (found.code, found.severity) == ("description-vague", "information")


@pytest.mark.parametrize("description", ["how we deploy", "日本語の説明", "4711", "d", "Ines", "notes on DNS"])
def test_a_description_with_a_word_to_ask_for_is_none(description: str) -> None:
    text = f"---\nname: A\ndescription: {description}\ntype: user\n---\nx\n"
    assert check_memory(parse_memory("a.md", text)) == []
