"""A new memory gets a file name that every disk takes, and stray files are no memories."""

import pytest

from noctule.memories.names import file_name, is_conflict_copy, is_memory_path, same_path

NAMES = {
    "Release order": "release-order.md",
    "feedback_testing": "feedback-testing.md",
    "Don’t mock the database!": "dont-mock-the-database.md",
    "v1.10: what's new?": "v1-10-whats-new.md",
    "  --a//b\\c--  ": "a-b-c.md",
    "../../etc/passwd": "etc-passwd.md",
    "deploy.md": "deploy.md",
    "Cafe\u0301": "café.md",
    "日本語の名前": "日本語の名前.md",
    "ไทยมีวรรณยุกต์": "ไทยมีวรรณยุกต์.md",
    "a\u200bb\u202ec": "ab-c.md",
    "con": "con-2.md",
    "LPT1": "lpt1-2.md",
    "COM¹": "com¹-2.md",
    "Memory": "memory-2.md",
    "console": "console.md",
    "\u2764\ufe0f rules \u2602\ufe0f": "rules.md",
}


@pytest.mark.parametrize("name", NAMES)
def test_a_name_becomes_a_file_name(name: str) -> None:
    made = file_name(name, [])
    assert made == NAMES[name]
    assert is_memory_path(made)


def test_a_name_of_nothing_usable_gets_a_hash_that_stays_the_same() -> None:
    made = file_name("🚀!", [])
    assert made == file_name("🚀!", [])
    assert made.startswith("memory-")
    assert made != file_name("", [])
    assert file_name("\ud800", []).startswith("memory-")


@pytest.mark.parametrize("name", ["x" * 300, "é" * 300, "日" * 300, "a\u0323" * 300, "word " * 80])
def test_a_long_name_is_cut_at_a_character(name: str) -> None:
    made = file_name(name, [])
    assert 80 < len(made.encode()) <= 100
    assert not made.startswith("-")
    assert not made.removesuffix(".md").endswith("-")
    assert len(file_name(name, [made]).encode()) <= 100


def test_a_clash_is_counted_up_without_regard_to_case_or_accents() -> None:
    assert file_name("Deploy", ["DEPLOY.md"]) == "deploy-2.md"
    assert file_name("Deploy", ["deploy.md", "Deploy-2.MD"]) == "deploy-3.md"
    assert file_name("Café", ["cafe\u0301.md"]) == "café-2.md"
    assert file_name("deploy", ["sub/deploy.md"]) == "deploy.md"


MEMORIES = ["a.md", "sub/b.md", "README.MD", "sub/MEMORY.md", "a b (2).md", "memory.md", "-o.md", "conflict.md"]
OTHERS = [
    *("MEMORY.md", ".a.md", ".a.md.swp", ".#a.md", "a.md~", "#a.md#", "~$a.md", "a.md.tmp", "a.md.bak", "a.txt"),
    *(".git/x.md", ".obsidian/y.md", "sub/.history/z.md", "node_modules/q.md", "sub/node_modules/p/q.md", ".md", ""),
    *("a.sync-conflict-20260801-101010-ABCD.md", "a (conflicted copy).md", "a (Ines's conflicted copy 2026-01-02).md"),
]


@pytest.mark.parametrize("path", MEMORIES)
def test_markdown_files_are_memories(path: str) -> None:
    assert is_memory_path(path)


@pytest.mark.parametrize("path", OTHERS)
def test_the_index_and_leftovers_are_no_memories(path: str) -> None:
    assert not is_memory_path(path)


def test_copies_that_a_sync_tool_made_are_known() -> None:
    assert [path for path in OTHERS if is_conflict_copy(path)] == OTHERS[-3:]
    assert not any(is_conflict_copy(path) for path in MEMORIES)


def test_paths_are_the_same_however_accents_are_written_but_not_in_another_case() -> None:
    assert same_path("caf\u00e9.md", "cafe\u0301.md")
    assert not same_path("App.md", "app.md")
