"""What may be written is offered where it belongs, on text that is not saved, and nothing else."""

from pathlib import Path

import pytest

from fakes.shelf_of_pages import a_shelf, memory
from noctule.checks.finding import Edit
from noctule.checks.fixing import apply_edits
from noctule.service.language.completing import MOST_OFFERED, Offer, offers

FILES = {
    "tide.md": memory("Tide tables"),
    "pier.md": memory("Pier"),
    "a (b).md": memory("Odd file"),
    "ops/rota.md": memory("Rota"),
    "MEMORY.md": "- [Pier](pier.md) — where\n\n",
}
WORKSPACE = {"src/tide.py": "", "src/.hidden.py": "", "src/deep/a.py": "", "setup.cfg": ""}


def offered(tmp_path: Path, path: str, typed: str) -> tuple[list[Offer], str]:
    """What is offered where `|` stands in a file, and the text."""
    line, character = typed[: typed.index("|")].count("\n"), len(typed[: typed.index("|")].rpartition("\n")[2])
    text = typed.replace("|", "", 1)
    with a_shelf(tmp_path, FILES, WORKSPACE) as shelf:
        shelf.library.set_buffer(path, text)
        return offers(shelf.library, shelf.page(path), (line, character), shelf.root)[0], text


def written(tmp_path: Path, path: str, typed: str) -> list[str]:
    """The text as each offer makes it."""
    found, text = offered(tmp_path, path, typed)
    return [apply_edits(text, [Edit(path, one.span.start, one.span.end, one.text)]) for one in found]


@pytest.mark.parametrize(
    ("path", "typed", "becomes"),
    [
        ("new.md", "---\nna|\n---\n", "---\nname: \n---\n"),
        ("new.md", "---\ntype: f|\n---\n", "---\ntype: feedback\n---\n"),
        ("new.md", "---\ntype:r|eference\n---\n", "---\ntype: reference\n---\n"),
        ("new.md", "---\nname: x\npinned: |\n---\n", "---\nname: x\npinned: true\n---\n"),
        ("new.md", "See [[ti|", "See [[tide]]"),
        ("new.md", "See [[ti|]] now", "See [[tide]] now"),
        ("new.md", "See [[tables|", "See [[tide]]"),
        ("new.md", "See [it](ti|", "See [it](tide.md)"),
        ("new.md", "See [it](odd|)", "See [it](a%20%28b%29.md)"),
        ("new.md", "See [[ti|de and", "See [[tide]] and"),
        ("new.md", "See [[ti|er]] and", "See [[tide]] and"),
        ("new.md", "See [[ti|er#top|so]] and", "See [[tide#top|so]] and"),
        ("new.md", "See [it](ti|er.md) now", "See [it](tide.md) now"),
        ("new.md", "See [it](<ti|", "See [it](<tide.md>)"),
        ("new.md", "🌊 é [[ti|", "🌊 é [[tide]]"),
        ("ops/new.md", "See [it](ro|", "See [it](rota.md)"),
        ("new.md", "See [it](ro|", "See [it](ops/rota.md)"),
        ("new.md", "See [it](src/ti|", "See [it](src/tide.py"),
        ("new.md", "In `src/ti|me.py` it is", "In `src/tide.py` it is"),
        ("MEMORY.md", "- [Ti|er](tier.md) — old\n", "- [Tide tables](tide.md) — when the ferry berths\n"),
        ("MEMORY.md", "- ti|", "- [Tide tables](tide.md) — when the ferry berths"),
        ("MEMORY.md", "* [ti|]", "* [Tide tables](tide.md) — when the ferry berths"),
        ("MEMORY.md", "- [Tides](ti|", "- [Tides](tide.md) — when the ferry berths"),
        ("new.md", "In src/t|", "In src/tide.py"),
        ("new.md", "In src/d|", "In src/deep/"),
        ("new.md", "In `set|", "In `setup.cfg"),
    ],
)
def test_the_first_offer_is_what_is_meant(tmp_path: Path, path: str, typed: str, becomes: str) -> None:
    assert written(tmp_path, path, typed)[0] == becomes


@pytest.mark.parametrize("typed", ["plain wo|", "", "In ../|", "In src/.hi|"])
def test_nothing_is_offered_where_nothing_fits(tmp_path: Path, typed: str) -> None:
    assert written(tmp_path, "new.md", typed or "|") == []


def test_a_key_that_is_there_is_not_offered_again(tmp_path: Path) -> None:
    labels = [one.label for one in offered(tmp_path, "new.md", "---\nname: x\n|\n---\n")[0]]
    assert labels == ["description", "type", "modified", "pinned"]


def test_memories_without_an_index_line_come_first_in_the_index(tmp_path: Path) -> None:
    labels = [one.label for one in offered(tmp_path, "MEMORY.md", "- [Pier](pier.md) — where\n- |")[0]]
    assert labels[-1] == "Pier"
    assert len(labels) == 4


def test_a_long_list_is_cut_and_says_so(tmp_path: Path) -> None:
    files = {f"memory-{number}.md": memory(f"Memory {number}") for number in range(100)}
    with a_shelf(tmp_path, files) as shelf:
        shelf.library.set_buffer("new.md", "[[mem")
        found, is_more = offers(shelf.library, shelf.page("new.md"), (0, 5), shelf.root)
        assert (len(found), is_more) == (MOST_OFFERED, True)
