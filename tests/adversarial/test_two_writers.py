"""Two servers on one folder lose nothing and see each other's writes; one that is killed leaves nothing half done."""

import json
import secrets
import subprocess
import sys
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest

from fakes import folder_writer
from fakes.folder_writer import is_whole
from noctule.memories.index import parse_index
from noctule.store.changes import Author
from noctule.store.files import content_hash
from noctule.store.folder import MemoryFolder, nobody_known

MEMORIES = 50
KILLS = 12
OUTSIDE = 10


@pytest.fixture
def folder(tmp_path: Path) -> MemoryFolder:
    folder = MemoryFolder(tmp_path / "memory", tmp_path / "state")
    folder.ensure()
    return folder


def writer(folder: MemoryFolder, task: str, name: str, *numbers: int) -> "subprocess.Popen[str]":
    command = [sys.executable, folder_writer.__file__, task, str(folder.path), str(folder.state), name]
    return subprocess.Popen([*command, *map(str, numbers)], stdout=subprocess.PIPE, text=True)


def tail_of(process: "subprocess.Popen[str]") -> list[list[object]]:
    output, _ = process.communicate(timeout=100)
    assert process.returncode == 0
    told: list[list[object]] = json.loads(output)
    return told


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*"))


def check_log_agrees_with_disk(folder: MemoryFolder) -> None:
    """The last change of each path says what the disk holds, and the disk holds nothing else."""
    last = {change.path: change.hash for change in folder.changes.since(0)}
    on_disk = {file.path: content_hash(folder.read(file.path)) for file in folder.scan()}
    assert {path: content for path, content in last.items() if content is not None} == on_disk


def test_two_processes_writing_at_once_lose_nothing_and_see_each_change_once(folder: MemoryFolder) -> None:
    expected = 4 * MEMORIES
    writers = {name: writer(folder, "save", name, MEMORIES, expected) for name in ("left", "right")}
    tails = [tail_of(process) for process in writers.values()]

    memories = [f"{name}-{number:02}.md" for name in writers for number in range(MEMORIES)]
    assert names_in(folder.path) == sorted([*memories, "MEMORY.md"])
    assert all(is_whole(folder.read(path)) for path in memories)
    lines = parse_index(folder.read("MEMORY.md").decode()).lines
    assert sorted(line.target or line.raw for line in lines) == sorted(memories)

    assert tails[0] == tails[1]
    assert [entry[0] for entry in tails[0]] == list(range(1, expected + 1))
    saved = sorted((entry[2], entry[3], entry[4]) for entry in tails[0] if entry[1] == "saved")
    assert saved == sorted((path, "agent", path.partition("-")[0]) for path in memories)
    assert sum(entry[1] == "indexUpdated" for entry in tails[0]) == 2 * MEMORIES
    check_log_agrees_with_disk(folder)
    folder.close()


def test_what_an_editor_saves_meanwhile_is_told_once_and_as_outside(folder: MemoryFolder, tmp_path: Path) -> None:
    count = 20
    writers = [writer(folder, "save", name, count, 4 * count + OUTSIDE) for name in ("left", "right")]
    for number in range(OUTSIDE):
        draft = tmp_path / "draft"
        draft.write_text("a person's own")
        draft.replace(folder.path / f"outside-{number}.md")
    tails = [tail_of(process) for process in writers]
    assert tails[0] == tails[1]
    outside = sorted(str(entry[2]) for entry in tails[0] if entry[3] == "outside")
    assert outside == [f"outside-{number}.md" for number in range(OUTSIDE)]
    folder.close()


def test_threads_of_one_process_lose_nothing_either(folder: MemoryFolder) -> None:
    threads = [threading.Thread(target=folder_writer.save_all, args=(folder, name, 20, 0)) for name in ("a", "b", "c")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(parse_index(folder.read("MEMORY.md").decode()).lines) == 60
    assert len(folder.changes.since(0)) == 120
    check_log_agrees_with_disk(folder)
    folder.close()


def test_a_writer_killed_at_any_moment_leaves_nothing_torn_and_no_false_record(folder: MemoryFolder) -> None:
    for kill in range(KILLS):
        process = writer(folder, "overwrite", f"writer-{kill}")
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(secrets.randbelow(40) / 1000)
        process.kill()
        process.communicate()
        assert all(is_whole(folder.read(file.path)) for file in folder.scan())
        with folder.writing(Author("person"), datetime.now(UTC)) as writing:
            writing.write("mine.md", folder_writer.sealed(f"after kill {kill}"), "life goes on")
        assert not [name for name in names_in(folder.path) if name.startswith(".")]
        check_log_agrees_with_disk(folder)
        assert folder.sweep(nobody_known, datetime.now(UTC)) == []
    assert {change.author.by for change in folder.changes.since(0)} == {"agent", "person"}
    folder.close()
