"""A folder is checked as a whole and counted, so that nobody calls it well without having looked."""

from pathlib import Path

import pytest

from fakes.checked import check_folder
from noctule.checks.finding import FINDING_CODES
from noctule.checks.folder import FolderFacts, folder_facts
from noctule.memories.memory import Memory, parse_memory

FIXTURES = Path(__file__).parents[2] / "fixtures" / "memory"


def folder(*names: tuple[str, str]) -> dict[str, Memory]:
    return {path: parse_memory(path, f"---\nname: {name}\ndescription: d\ntype: user\n---\nx") for path, name in names}


def test_a_well_kept_folder_has_no_findings() -> None:
    files = folder(("a.md", "A"), ("sub/MEMORY.md", "B"))
    index = "# Index\n- [A](a.md) — x\n- [B](sub/MEMORY.md) — y\n"
    assert check_folder(files, index) == []
    assert folder_facts(files, index) == FolderFacts(files=2, indexed=2, unindexed=0, dangling=0)


def test_a_folder_without_an_index_says_so_once() -> None:
    files = folder(("a.md", "A"), ("b.md", "B"))
    assert [(finding.path, finding.code) for finding in check_folder(files, None)] == [("MEMORY.md", "index-missing")]
    assert folder_facts(files, None) == FolderFacts(files=2, indexed=0, unindexed=2, dangling=0)
    assert check_folder({}, None) == []


CLASHES = {
    "two memories of one name": ([("a.md", "Deploy"), ("b.md", "deploy")], [("b.md", "name-clash", "information")]),
    "two files that a Mac calls one": ([("App.md", "A"), ("app.md", "B")], [("app.md", "path-clash", "warning")]),
    "a file that a Mac calls the index": ([("memory.md", "A")], [("memory.md", "path-clash", "warning")]),
    "accents written in two ways": (
        [("caf\u00e9.md", "A"), ("cafe\u0301.md", "B")],
        [("caf\u00e9.md", "path-clash", "warning")],
    ),
}


@pytest.mark.parametrize("kind", CLASHES)
def test_clashes_are_found_and_no_file_is_hidden(kind: str) -> None:
    names, expected = CLASHES[kind]
    index = "".join(f"- [{name}]({path})\n" for path, name in names)
    found = check_folder(folder(*names), index)
    clashes = [finding for finding in found if finding.code.endswith("-clash")]
    assert [(finding.path, finding.code, finding.severity) for finding in clashes] == expected


def test_a_copy_that_a_sync_tool_made_is_named() -> None:
    others = ["a (conflicted copy).md", "notes.txt", ".hidden.md"]
    found = check_folder(folder(("a.md", "A")), "- [A](a.md)\n", others)
    assert [(finding.path, finding.code) for finding in found] == [("a (conflicted copy).md", "conflict-copy")]


def test_a_big_folder_is_counted() -> None:
    paths = [f"part{number % 9}/n{number}.md" for number in range(896)]
    index = "".join(f"- [N]({path}) — x\n" for path in [*paths[:305], "gone.md"])
    assert folder_facts(paths, index) == FolderFacts(files=896, indexed=305, unindexed=591, dangling=1)


def test_each_code_has_a_sentence() -> None:
    assert all(sentence.endswith(".") and code.islower() for code, sentence in FINDING_CODES.items())
    assert list(FINDING_CODES) == sorted(FINDING_CODES)


@pytest.mark.parametrize("name", ["claude-code", "topics"])
def test_a_real_folder_gives_only_findings_that_are_true(name: str) -> None:
    root = FIXTURES / name
    files = {path.name: parse_memory(path.name, path.read_text(encoding="utf-8")) for path in root.glob("[a-z]*.md")}
    found = check_folder(files, (root / "MEMORY.md").read_text(encoding="utf-8"))
    expected = {
        "claude-code": [("owner_parser.md", "frontmatter-missing")],
        "topics": [("network.md", "frontmatter-broken")],
    }
    assert [(finding.path, finding.code) for finding in found] == expected[name]
