"""A memory's file is read as values, by name, type and time, and a new one is written so."""

import subprocess
import sys
from datetime import UTC, datetime

import pytest

from noctule.memories.memory import compose_memory, known_type, parse_memory, read_time, replace_body
from noctule.memories.text import Problem


def test_a_memory_gives_its_values_and_its_text() -> None:
    text = "---\nname: Ports\ndescription: who listens where\ntype: reference\npinned: true\n---\n\n# Lab\n\n3129.\n"
    memory = parse_memory("net/ports.md", text)
    assert (memory.name, memory.description, memory.type) == ("Ports", "who listens where", "reference")
    assert (memory.pinned, memory.headings, memory.body) == (True, ("Lab",), "\n# Lab\n\n3129.\n")
    assert (memory.text, memory.path, memory.problems) == (text, "net/ports.md", ())


NAMES = {
    "its own name": ("---\nname: A\ntitle: B\n---\n", "A"),
    "a title where there is no name": ("---\ntitle: B\n---\n", "B"),
    "the file's stem where the name is empty": ("---\nname:\n---\n", "some note"),
    "the file's stem without frontmatter": ("# Heading\n", "some note"),
    "one line, whatever was written": ("---\nname: |\n  a\n  b\n---\n", "a b"),
}


@pytest.mark.parametrize("kind", NAMES)
def test_a_memory_always_has_a_name(kind: str) -> None:
    text, name = NAMES[kind]
    assert parse_memory("deep/some note.md", text).name == name


@pytest.mark.parametrize(
    ("written", "known"),
    [("user", "user"), ("Feedback", "feedback"), ("project # mine", "project"), ("banana", None), ("", None)],
)
def test_a_type_is_one_of_four_or_none(written: str, known: str | None) -> None:
    memory = parse_memory("a.md", f"---\nname: a\ntype: {written}\n---\n")
    assert (memory.type, memory.type_text) == (known, written)
    assert known_type(written) == known


TIMES = [
    ("2026-08-15T18:58:28.638Z", datetime(2026, 8, 15, 18, 58, 28, 638_000, tzinfo=UTC)),
    ("2026-08-15T20:00:00+02:00", datetime(2026, 8, 15, 18, tzinfo=UTC)),
    ("2026-08-15 10:20:30", datetime(2026, 8, 15, 10, 20, 30, tzinfo=UTC)),
    ("2026-08-15", datetime(2026, 8, 15, tzinfo=UTC)),
    ("last week", None),
    ("0001-01-01T00:00:00+10:00", None),
    ("", None),
]


@pytest.mark.parametrize(("written", "moment"), TIMES)
def test_a_time_is_read_in_every_common_form(written: str, moment: datetime | None) -> None:
    assert read_time(written) == moment
    assert parse_memory("a.md", f"---\nmodified: {written}\n---\n").modified == moment


def test_updated_stands_in_for_modified() -> None:
    assert parse_memory("a.md", "---\nupdated: 2026-02-03\n---\n").modified == datetime(2026, 2, 3, tzinfo=UTC)


SUMMARIES = {
    "the description": ("---\ndescription: d\n---\n# H\n", "d"),
    "the first heading": ("words\n\n## The rest\n", "The rest"),
    "the first sentence": ("\n- Use the lab proxy. Always.\n", "Use the lab proxy"),
    "nothing": ("", ""),
}


@pytest.mark.parametrize("kind", SUMMARIES)
def test_a_memory_without_a_description_still_has_something_to_show(kind: str) -> None:
    text, summary = SUMMARIES[kind]
    assert parse_memory("a.md", text).summary == summary


def test_headings_in_code_are_text() -> None:
    text = "# One #\n\n```sh\n# no heading\n```\n\n~~~\n## nor this\n~~~\n  ### Two\n#hashtag\n    # code\n"
    assert parse_memory("a.md", text).headings == ("One", "Two")


def test_what_the_decoder_found_joins_the_memory_s_problems() -> None:
    problem = Problem("not-utf8", 3, "odd")
    assert parse_memory("a.md", "---\nname: a\nname: b\n---\n", problem).problems[-1] is problem


def test_a_new_memory_is_written_to_be_read() -> None:
    moment = datetime(2026, 11, 30, 12, 28, 28, 149_000, tzinfo=UTC)
    text = compose_memory("Ports: lab", "see #4", "reference", "Use 3129.\r\n\n", moment, {"metadata.source": "hand"})
    assert text == (
        '---\nname: "Ports: lab"\ndescription: "see #4"\ntype: reference\nmodified: "2026-11-30T12:28:28.149Z"\n'
        "metadata:\n  source: hand\n---\n\nUse 3129.\n"
    )
    assert parse_memory("a.md", text).modified == moment


def test_extra_keys_never_replace_the_memory_s_own() -> None:
    text = compose_memory("a", "d", None, "", None, {"name": "z", "topic": "t"})
    assert text == "---\nname: a\ndescription: d\ntopic: t\n---\n"


# The memory, the text given for it, the memory after.
REPLACED = {
    "a body keeps the frontmatter": ("---\nname: a\n---\nold\n", "new\n\n", "---\nname: a\n---\n\nnew\n"),
    "and the line ends": ("---\r\nname: a\r\n---\r\nold", "x\ny", "---\r\nname: a\r\n---\r\n\r\nx\r\ny\r\n"),
    "a whole file replaces all": ("---\nname: a\n---\nold", "---\nname: b\n---\nnew", "---\nname: b\n---\nnew\n"),
    "a file without frontmatter stays so": ("old", "new", "new\n"),
    "a block without a last newline gets one": ("---\nname: a\n---", "new", "---\nname: a\n---\n\nnew\n"),
    "an empty body leaves the frontmatter": ("---\nname: a\n---\nold", "", "---\nname: a\n---\n"),
}


@pytest.mark.parametrize("kind", REPLACED)
def test_a_body_is_replaced_without_loss_of_the_frontmatter(kind: str) -> None:
    before, body, after = REPLACED[kind]
    assert replace_body(before, body) == after


def test_an_ordinary_memory_is_read_without_yaml() -> None:
    text = "---\nname: 'a'\ndescription: b: c #4\ntags: [x, y]\nmore:\n- z\nmetadata:\n  type: user\n---\nbody"
    program = f"import sys; from noctule.memories.memory import parse_memory; parse_memory('a.md', {text!r})"
    subprocess.run([sys.executable, "-c", f"{program}; assert 'yaml' not in sys.modules"], check=True)
