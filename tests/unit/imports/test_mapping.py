"""A file of another tool becomes a memory that says where it came from, loses nothing and holds no secret."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from noctule.imports.mapping import incoming, index_lines, safe_path
from noctule.imports.reading import SourceFile
from noctule.imports.sources import SOURCES
from noctule.memories.memory import Memory, parse_memory

NOW = datetime(2026, 3, 3, 9, 30, tzinfo=UTC)
MTIME = 1_700_000_000_000_000_000


def file(text: str, path: str = "a.md") -> SourceFile:
    return SourceFile(path, Path("/there") / path, text.encode(), text, MTIME)


def mapped(text: str, source: str = "claude-code", path: str = "a.md") -> Memory:
    return parse_memory(path, incoming(SOURCES[source], file(text, path), None).compose(NOW).decode())


def test_a_head_with_a_name_description_and_type_comes_out_the_same() -> None:
    memory = mapped("---\nname: A\ndescription: d\ntype: user\n---\nbody")
    assert (memory.name, memory.description, memory.type) == ("A", "d", "user")
    assert memory.body.strip() == "body"
    assert memory.problems == ()


def test_where_it_came_from_stands_in_the_head_and_never_above_it() -> None:
    text = incoming(SOURCES["serena"], file("body\n"), None).compose(NOW).decode()
    assert text.startswith("---\nname: a\n")
    known = parse_memory("a.md", text).front.metadata
    assert (known["source"], known["sourcePath"], known["imported"]) == (
        "serena",
        "/there/a.md",
        "2026-03-03T09:30:00Z",
    )
    assert len(known["sourceSha256"]) == 64


@pytest.mark.parametrize(
    ("text", "source", "path", "name", "description", "type"),
    [
        ("---\ntitle: T\n---\nOne thing. Another.\n", "basic-memory", "n.md", "T", "One thing", "reference"),
        ("# Deploys\n\nPort is 2222.\n", "claude-code", "no_frontmatter.md", "Deploys", "Port is 2222", "project"),
        (
            "## SSH\n\nPort 2222.\n\n## SQL\n\nSlow.\n",
            "pi-topics",
            "debugging.md",
            "debugging",
            "Port 2222",
            "feedback",
        ),
        ("# Title\n\nLine length 100.\n", "serena", "core/style.md", "core/style", "Line length 100", "reference"),
        ("Works in UTC.\n", "dir", "USER.md", "USER", "Works in UTC", "user"),
        ("---\nname: N\nmetadata:\n  type: feedback\n---\nx\n", "pi", "n.md", "N", "x", "feedback"),
        ("---\ntype: note\n---\nx\n", "basic-memory", "n.md", "n", "x", "reference"),
        ("", "dir", "empty.md", "empty", "", "project"),
    ],
)
def test_what_a_head_does_not_say_is_made_of_the_text(
    text: str, source: str, path: str, name: str, description: str, type: str
) -> None:
    memory = mapped(text, source, path)
    assert (memory.name, memory.description, memory.type) == (name, description, type)


def test_unquoted_colons_hashes_and_words_come_back_as_they_were_written() -> None:
    memory = mapped("---\nname: no\ndescription: SSH ports, MySQL timeouts: staging #42\nversion: 1.10\n---\nx\n")
    assert (memory.name, memory.description) == ("no", "SSH ports, MySQL timeouts: staging #42")
    assert memory.front.metadata["version"] == "1.10"


def test_what_else_a_head_says_is_kept_under_metadata() -> None:
    head = (
        "title: T\nname: N\npermalink: p/q\ntype: note\ntags:\n- a\n- b\nmetadata:\n  node_type: m\n  deep:\n    x: 1"
    )
    text = incoming(SOURCES["basic-memory"], file(f"---\n{head}\nsource: web\n---\nx\n"), None).compose(NOW).decode()
    known = parse_memory("a.md", text).front
    assert known.problems == ()
    assert known.metadata["permalink"] == "p/q"
    assert known.metadata["node_type"] == "m"
    assert (known.metadata["title"], known.metadata["originalType"]) == ("T", "note")
    assert (known.metadata["source"], known.metadata["originalSource"]) == ("basic-memory", "web")
    assert "  tags:\n  - a\n  - b\n" in text
    assert "  deep:\n      x: 1\n" in text


def test_updated_is_modified_and_a_file_without_either_has_its_own_time() -> None:
    assert mapped("---\nname: a\nupdated: 2026-01-02\n---\nx\n").modified == datetime(2026, 1, 2, tzinfo=UTC)
    assert mapped("x\n").modified == datetime.fromtimestamp(1_700_000_000, UTC)


def test_armorys_note_above_a_head_is_taken_off() -> None:
    for head in ("---\nname: playbook\ndescription: release steps\n---\n", ""):
        memory = mapped(f"> **pi copy** — imported from elsewhere.\n\n{head}\nTag, then push.\n", "armory")
        assert "pi copy" not in memory.text
        assert memory.body.strip() == "Tag, then push."


def test_a_secret_is_gone_from_text_head_and_index_line() -> None:
    secret = "ghp_" + "Zx8Kq2Lm9Vb4Nc7Td1Rf6Yg3Hj5Ws0Pa2Qe4"
    text = f"---\nname: a\ndescription: token {secret}\nkey: {secret}\ntags:\n  - {secret}\n---\nUse {secret} here.\n"
    files = (file(text), file(f"- [a](a.md) — use {secret}\n", "MEMORY.md"))
    coming = incoming(SOURCES["claude-code"], files[0], index_lines(files)["a.md"])
    assert secret not in coming.compose(NOW).decode() + coming.hook
    assert "[redacted:" in coming.hook


@pytest.mark.parametrize(
    ("path", "safe"),
    [
        ("feedback_testing.md", "feedback_testing.md"),
        ("Sub Folder/My Notes.MD", "Sub Folder/My Notes.md"),
        ("a: b?.md", "a-b.md"),
        ("con.md", "con-2.md"),
        ("x/MEMORY.md", "x/MEMORY.md"),
        ("memory.md", "memory-2.md"),
        ("cafe\u0301.md", "caf\u00e9.md"),
        ("a|b/c.md", "a-b/c.md"),
    ],
)
def test_a_name_stays_where_it_may_be_written_and_is_made_safe_elsewhere(path: str, safe: str) -> None:
    assert safe_path(path) == safe
