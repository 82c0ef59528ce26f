"""Folders in the formats of other tools are read whole: no file is hidden; name, description and type are right."""

from pathlib import Path

import pytest

from noctule.memories.index import parse_index
from noctule.memories.memory import Memory, parse_memory
from noctule.memories.names import is_memory_path
from noctule.memories.text import decode

FOLDERS = Path(__file__).parents[2] / "fixtures" / "memory"


def load(folder: str) -> dict[str, Memory]:
    root = FOLDERS / folder
    paths = sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())
    return {path: parse_memory(path, decode((root / path).read_bytes()).text) for path in paths if is_memory_path(path)}


# Folder, then each file's name, description and type.
KNOWN: dict[str, dict[str, tuple[str, str, str | None]]] = {
    "claude-code": {
        "owner_parser.md": ("owner_parser", "", None),
        "release_order.md": ("Release order", "tag before the changelog, never after", "project"),
        "testing_fixtures.md": ("testing-fixtures", "fixtures come from the seed script", "feedback"),
    },
    "armory": {"handover.md": ("handover", "who takes the pager on Fridays", "reference")},
    "topics": {"network.md": ("Network Notes", "proxies, slow DNS: lab machines", "feedback")},
    "serena": {"core/imports.md": ("imports", "", None), "done_means.md": ("done_means", "", None)},
    "basic-memory": {"notes/backup-drill.md": ("Backup Drill", "", None)},
}


@pytest.mark.parametrize("folder", KNOWN)
def test_every_file_of_a_folder_is_read_right(folder: str) -> None:
    memories = load(folder)
    assert {path: (memory.name, memory.description, memory.type) for path, memory in memories.items()} == KNOWN[folder]


def test_a_type_that_is_not_ours_is_kept_as_text() -> None:
    (memory,) = load("basic-memory").values()
    assert (memory.type, memory.type_text) == (None, "note")


def test_a_time_under_metadata_or_called_updated_is_read() -> None:
    assert str(load("claude-code")["testing_fixtures.md"].modified) == "2026-10-04 07:15:42.310000+00:00"
    assert str(load("topics")["network.md"].modified) == "2026-09-21 00:00:00+00:00"


def test_the_quote_before_a_copy_s_frontmatter_is_no_part_of_its_body() -> None:
    (memory,) = load("armory").values()
    assert memory.body.strip() == "Fridays go to whoever closed the last incident."


@pytest.mark.parametrize("folder", ["claude-code", "topics"])
def test_the_index_of_a_folder_leads_to_its_memories(folder: str) -> None:
    index = parse_index((FOLDERS / folder / "MEMORY.md").read_text(encoding="utf-8"))
    assert {line.target for line in index.entries} == set(load(folder))
