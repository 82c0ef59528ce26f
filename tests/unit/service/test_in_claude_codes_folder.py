"""With `location` set to `claude-code`, memories lie in Claude Code's own folder, in its form, and its lock counts."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from fakes.house import House, Process
from noctule.capture.change import Replacement
from noctule.capture.write import Addition
from noctule.errors import LockBusy
from noctule.memories.memory import parse_memory
from noctule.service.capture.batching import Wanted
from noctule.service.capture.writing import Writer
from noctule.service.imports.values import ImportWanted
from noctule.store.claude_code import folder_name

STAMPED = """---
name: feedback-testing
description: tests use a real db
metadata:
  node_type: memory
  type: feedback
  originSessionId: 11111111-2222-4333-8444-555555555555
---

Use a real DB.
"""


@pytest.fixture
def process(house: House) -> Process:
    house.settings('{"memory": {"location": "claude-code"}}')
    return house.process()


def theirs(house: House, root: Path | None = None) -> Path:
    return house.user_home / ".claude" / "projects" / folder_name(str(root or house.project)) / "memory"


def test_the_folder_is_the_repositorys_wherever_one_stands_and_whatever_stands_alone(house: House) -> None:
    (house.project / ".git").mkdir()
    (house.project / "src").mkdir()
    house.settings('{"memory": {"location": "claude-code", "project": {"scope": "folder"}}}')
    assert house.process(house.project / "src").memory == theirs(house)


def test_their_variable_and_their_setting_move_the_folder(house: House, process: Process) -> None:
    elsewhere = house.process(CLAUDE_CONFIG_DIR=str(house.user_home / "cc"))
    assert elsewhere.memory == house.user_home / "cc" / "projects" / folder_name(str(house.project)) / "memory"
    (house.user_home / ".claude").mkdir()
    settings = {"autoMemoryDirectory": "~/memories"}
    (house.user_home / ".claude" / "settings.json").write_text(json.dumps(settings))
    assert house.process().memory == house.user_home / "memories"


def test_new_memories_are_written_in_their_form(house: House, process: Process) -> None:
    process.start()
    process.noctule.writing.add(Addition(text="Pier two.", name="Docks", type="reference"), Writer())
    process.noctule.batching.run([Wanted(op="add", text="High at noon.", name="Tides")], Writer())
    (house.project.parent / "notes").mkdir()
    (house.project.parent / "notes" / "gulls.md").write_text("They steal.\n")
    process.noctule.importing.run(ImportWanted(from_path=str(house.project.parent / "notes")))
    for name, kind in (("docks", "reference"), ("tides", "feedback"), ("gulls", "project")):
        front = parse_memory("x.md", (theirs(house) / f"{name}.md").read_text()).front
        assert set(front.values) == {"name", "description"}, name
        assert (front.metadata["node_type"], front.metadata["type"]) == ("memory", kind)
        assert "modified" in front.metadata


def test_a_change_keeps_the_form_that_a_memory_has(house: House, process: Process) -> None:
    process.save("a.md", STAMPED)
    process.save("b.md", "---\nname: B\ndescription: flat\ntype: user\n---\n\nUse a real DB here.\n")
    for name in ("a.md", "b.md"):
        change = Replacement(text="a true", old="a real")
        process.noctule.writing.replace(process.opened.folder.uri(name), change, Writer())
    nested, flat = (parse_memory(name, (process.memory / name).read_text()).front for name in ("a.md", "b.md"))
    assert "modified" in nested.metadata
    assert "modified" not in nested.values
    assert nested.metadata["originSessionId"] == "11111111-2222-4333-8444-555555555555"
    assert ("modified" in flat.values, dict(flat.metadata)) == (True, {})


def test_nothing_is_imported_while_another_program_consolidates(house: House, process: Process) -> None:
    (house.project.parent / "notes").mkdir()
    (house.project.parent / "notes" / "gulls.md").write_text("They steal.\n")
    wanted = ImportWanted(from_path=str(house.project.parent / "notes"))
    theirs(house).mkdir(parents=True)
    lock = theirs(house) / ".consolidate-lock"
    now = house.clock.now().timestamp()
    with subprocess.Popen(["sleep", "60"]) as other:
        for content in (f"{other.pid}", f"{other.pid}\n1793527200000"):
            lock.write_text(content)
            os.utime(lock, (now, now))
            with pytest.raises(LockBusy, match="consolidating this folder"):
                process.noctule.importing.run(wanted)
        other.kill()
    assert process.noctule.importing.run(wanted).created == 1
    assert lock.read_text().startswith(str(other.pid))
