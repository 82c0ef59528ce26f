"""Findings are settled by what is offered for them; a page has an outline; files are known by who mentions them."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from fakes.house import memory_text
from fakes.shelf_of_pages import Shelf, a_shelf, memory
from noctule.memories.memory import parse_memory
from noctule.service.language.acting import Action, actions_at, fix_all
from noctule.service.language.describing import Times, age, describe_file, describe_memory, describe_mentions, recalled
from noctule.service.language.mentions import Mentions
from noctule.service.language.outlining import folds, symbols
from noctule.service.language.pages import Page, Span
from noctule.service.workspace_files import WorkspaceFiles

NOW = datetime(2026, 3, 5, 12, tzinfo=UTC)
WHOLE = Span((0, 0), (10_000, 0))
SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


def offered(shelf: Shelf, path: str, span: Span = WHOLE) -> list[Action]:
    """What an editor offers about a page."""
    page = shelf.page(path)
    return actions_at(shelf.library, page, shelf.findings.of(page), span, WorkspaceFiles(shelf.root).named, NOW.date())


LONG = "\n\n".join(f"## Part {number}\n\n{'It is kept dry. ' * 60}" for number in range(8))


@pytest.mark.parametrize(
    ("text", "title", "settled"),
    [
        (memory("Tide", type="projekt"), "project", "type-unknown"),
        (memory("Tide", f"The key is {SECRET}."), "secret", "secret"),
        (memory("Tide", "See [[nobody]]."), "Create nobody.md", "link-dead"),
        (memory("Tide", "See src/old/tide.py."), "Write src/tide.py", "path-gone"),
        (memory("Tide", LONG), "Split the memory", "memory-too-long"),
        (
            memory("Tide").replace("name:", "modified: 2026-03-05\nname:") + "It is due tomorrow.\n",
            "2026-03-06",
            "relative-date",
        ),
        (memory("Tide", "See src/tide.py:40."), "Write src/tide.py", "line-gone"),
        (memory("Tide", "It is due tomorrow."), "Write 2026-03-06", "relative-date"),
        ("It has no head.\n", "name and a description", "frontmatter-missing"),
    ],
)
def test_what_is_offered_settles_its_finding(tmp_path: Path, text: str, title: str, settled: str) -> None:
    files = {"tide.md": text, "MEMORY.md": "- [Tide](tide.md) — berths\n"}
    with a_shelf(tmp_path, files, {"src/tide.py": ""}) as shelf:
        findings = shelf.findings.of(shelf.page("tide.md"))
        assert settled in [one.code for one in findings]
        action = next(one for one in offered(shelf, "tide.md") if title in one.title)
        assert action.finding.code == settled
        shelf.apply(action.edits)
        assert settled not in shelf.codes("tide.md")


def test_no_secret_is_offered_as_a_description(tmp_path: Path) -> None:
    files = {"tide.md": memory_text("Tide", "", f"Key {SECRET} opens it.")}
    with a_shelf(tmp_path, files) as shelf:
        assert "description-empty" in shelf.codes("tide.md")
        assert [one.title for one in offered(shelf, "tide.md") if SECRET in one.title] == []


def test_a_file_that_is_no_utf8_or_cannot_be_read_is_told_of_open_or_not(tmp_path: Path) -> None:
    files = {"tide.md": memory("Tide"), "MEMORY.md": "- [Tide](tide.md)\n"}
    with a_shelf(tmp_path, files) as shelf:
        (shelf.folder / "tide.md").write_bytes(memory("Tide", "café").encode("cp1252"))
        assert shelf.all_codes() == {"tide.md": ["not-utf8"]}
        closed = Page("tide.md", "", unreadable="tide.md cannot be read: permission denied.")
        (finding,) = shelf.findings.of(closed)
        assert (finding.code, finding.severity, finding.message) == ("unreadable", "error", closed.unreadable)
        shelf.library.set_buffer("tide.md", memory("Tide", "cafés"))
        assert shelf.codes("tide.md") == ["not-utf8"]
        (shelf.folder / "tide.md").write_text(memory("Tide", "cafés"))
        assert shelf.all_codes() == {}


def test_an_orphan_is_given_its_index_line_and_a_line_without_memory_is_dropped(tmp_path: Path) -> None:
    files = {"tide.md": memory("Tide"), "MEMORY.md": "- [Gone](gone.md) — x\n"}
    with a_shelf(tmp_path, files) as shelf:
        for path in ("tide.md", "MEMORY.md"):
            shelf.apply(offered(shelf, path)[0].edits)
        assert shelf.page("MEMORY.md").text == "- [Tide](tide.md) — when the ferry berths\n"
        assert shelf.all_codes() == {}


def test_only_what_touches_the_place_is_offered(tmp_path: Path) -> None:
    with a_shelf(tmp_path, {"tide.md": memory("Tide", type="odd"), "MEMORY.md": "- [T](tide.md)\n"}) as shelf:
        assert offered(shelf, "tide.md", Span((6, 0), (6, 3))) == []
        assert len(offered(shelf, "tide.md", Span((3, 0), (3, 0)))) == 4
        assert len(offered(shelf, "tide.md", Span((3, 9), (3, 9)))) == 4


def test_all_safe_fixes_are_made_at_once_and_again_change_nothing(tmp_path: Path) -> None:
    text = "---\nname: Tide\nname: Tides\ndescription: when: the ferry berths\ntype: project\n---\n\nDry.\n"
    with a_shelf(tmp_path, {"tide.md": text, "MEMORY.md": "- [T](tide.md)\n"}) as shelf:
        edits = fix_all(shelf.findings, shelf.page("tide.md"))
        assert edits
        shelf.apply(edits)
        assert shelf.codes("tide.md") == []
        assert fix_all(shelf.findings, shelf.page("tide.md")) == ()


def test_an_unsaved_buffer_is_what_counts(tmp_path: Path) -> None:
    with a_shelf(tmp_path, {"tide.md": memory("Tide"), "MEMORY.md": "- [Tide](tide.md)\n"}) as shelf:
        assert shelf.all_codes() == {}
        shelf.library.set_buffer("MEMORY.md", "")
        assert shelf.codes("tide.md") == ["orphan-memory"]
        shelf.library.set_buffer("MEMORY.md", None)
        assert shelf.codes("tide.md") == []


def test_a_memory_is_outlined_by_its_entries_and_folds_by_its_sections() -> None:
    page = Page("tide.md", memory("Tide", "Text.\n\n## One\n\n```\n## no\n```\n\n## Two\n\nx"))
    (symbol,) = symbols(page)
    assert (symbol.name, [one.name for one in symbol.children]) == ("Tide", ["One", "Two"])
    assert [(one.first, one.last, one.kind) for one in folds(page)] == [
        (0, 4, "frontmatter"),
        (8, 12, "section"),
        (10, 12, "code"),
        (14, 16, "section"),
    ]


def test_an_index_is_outlined_by_its_lines() -> None:
    page = Page("MEMORY.md", "# Ferry\n\n- [Tide](tide.md) — when\n")
    assert [(one.name, one.detail) for one in symbols(page)] == [("Tide", "tide.md")]


@pytest.mark.parametrize(
    ("file", "mentioned"),
    [
        ("src/tide.py", ["by-path.md"]),
        ("lib/sea/tide.py", ["from-package.md"]),
        ("src/pier.py", []),
        ("tide.py", []),
    ],
)
def test_files_are_known_by_the_memories_that_mention_them(tmp_path: Path, file: str, mentioned: list[str]) -> None:
    files = {
        "by-path.md": memory("A", "See src/tide.py:3 and src/tide.py."),
        "from-package.md": memory("B", "See sea/tide.py."),
        "by-link.md": memory("C", "See [[from-package]]."),
    }
    with a_shelf(tmp_path, files) as shelf:
        assert [one.path for one in Mentions(shelf.library).of(file, ())] == mentioned


@pytest.mark.parametrize(
    ("days", "says"),
    [(0, "written today"), (0.9, "written today"), (1, "written 1 day ago"), (40, "written 40 days ago")],
)
def test_ages_are_whole_days(days: float, says: str) -> None:
    assert age(NOW - timedelta(days=days), NOW) == says


def test_recalls_are_counted_in_words() -> None:
    assert recalled(Times(NOW), NOW) == "never recalled"
    assert recalled(Times(NOW, 1, NOW), NOW) == "recalled once, last today"
    assert recalled(Times(NOW, 3, NOW - timedelta(days=2)), NOW) == "recalled 3 times, last 2 days ago"


def test_nothing_in_a_memory_becomes_a_link_or_a_picture_in_a_hover() -> None:
    bad = parse_memory("a.md", memory("![x](http://evil)", "```\n# Run\n```").replace("when", "[a](command:x) <img>"))
    text = describe_memory(bad, Times(None), NOW)
    assert "](http" not in text.replace("\\]\\(http", "").replace("\\](http", "")
    assert "\\[a\\]" in text
    assert "\\<img\\>" in text
    assert "````markdown" in text
    assert "\\[x\\]" in describe_mentions([("file:///a.md", bad)])


def test_a_path_says_whether_it_is_there_and_changed_since(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text("one\n")
    assert "is not in the workspace" in describe_file("a.py", None, None, NOW)
    assert "after this memory" in describe_file("a.py", file, None, datetime(2020, 1, 1, tzinfo=UTC))
    assert "before this memory" in describe_file("a.py", file, None, datetime(2200, 1, 1, tzinfo=UTC))
    assert "has only 2 lines" in describe_file("a.py", file, 9, None)
