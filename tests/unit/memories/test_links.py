"""A link is read in every spelling, and what we write is read by everyone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noctule.memories.links import encode_target, link_target, links_in, paths_by_key, resolve, write_link

TARGETS = {
    "deploy%20notes.md": "deploy notes.md",
    "<deploy notes.md>": "deploy notes.md",
    "deploy notes.md": "deploy notes.md",
    "./deploy%20notes.md": "deploy notes.md",
    "team/caf%C3%A9.md": "team/café.md",
    "75%25off.md": "75%off.md",
    "75%off.md": "75%off.md",
    "75%ab.md": "75%ab.md",
    "plan%28old%29.md": "plan(old).md",
    r"plan\(old\).md": "plan(old).md",
    "plan(old).md": "plan(old).md",
    "a%2520b.md": "a%20b.md",
    'a.md "a title"': "a.md",
    "a.md#part": "a.md",
    "a#b.md": "a#b.md",
    "a.md?x=1": "a.md",
    "sub/../a.md": "a.md",
    "sub\\a.md": "sub/a.md",
    "A.MD": "A.MD",
    "../a.md": None,
    "/etc/a.md": None,
    "https://host/a.md": None,
    "mailto:a@b.md": None,
    "#part": None,
    "notes.txt": None,
    "": None,
}


@pytest.mark.parametrize("raw", TARGETS)
def test_a_destination_is_decoded_once(raw: str) -> None:
    assert link_target(raw) == TARGETS[raw]


@pytest.mark.parametrize(
    "path", ["a b.md", "75%off.md", "a%20b.md", "x(1).md", "café/日本.md", "a#b.md", "i|j.md", "q:a.md"]
)
def test_a_link_that_we_write_is_read_back(path: str) -> None:
    line = f"- {write_link('A [good] `one`', path)} — hook"
    (link,) = links_in(line)
    assert (link.title, link.target) == ("A [good] `one`", path)
    assert not set(encode_target(path)) & set(" ()<>#|[]")


def test_ordinary_names_are_written_as_they_are() -> None:
    assert write_link("T", "feedback_testing-2.md") == "[T](feedback_testing-2.md)"
    assert encode_target("café.md") == "café.md"


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20).map(lambda text: f"n{text}n.md"))
def test_any_name_survives_a_link(path: str) -> None:
    (link,) = links_in(write_link("t", path))
    assert resolve(link, paths_by_key([path])) == path or "/" in path or "\\" in path


LINES = {
    "- [A](a.md) and [B](b.md)": ["a.md", "b.md"],
    "- [a [b] c](a.md)": ["a.md"],
    r"- [a \] b](a.md)": ["a.md"],
    "- [[deploy]] and [[x.md|X]] and [[y#part]]": ["deploy.md", "x.md", "y.md"],
    "- [[deploy]](a.md)": ["a.md"],
    "- [x] [A](a.md)": ["a.md"],
    "- [A] (a.md)": [],
    "- [A](a.md": [],
    "no links (at all) [here]": [],
}


@pytest.mark.parametrize("line", LINES)
def test_the_links_of_a_line_are_found(line: str) -> None:
    assert [link.target for link in links_in(line)] == LINES[line]


def test_a_link_leads_to_the_file_however_its_accents_are_written() -> None:
    known = paths_by_key(["cafe\u0301.md", "a%20b.md"])
    (accent,) = links_in("[Café](caf\u00e9.md)")
    (percent,) = links_in("[x](a%20b.md)")
    (gone,) = links_in("[x](gone.md)")
    assert [resolve(link, known) for link in (accent, percent, gone)] == ["cafe\u0301.md", "a%20b.md", None]


@pytest.mark.parametrize("part", ["[", "](", "[](", "[a](", "[[", "\\[", "[a](b.md)", "[a](<"])
def test_a_line_made_to_be_slow_is_not(part: str) -> None:
    assert len(links_in(part * (30_000 // len(part)))) <= 400
