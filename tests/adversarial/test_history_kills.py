"""Two writers killed at any instant leave a history that agrees with the folder as soon as somebody looks.

`KILLS=200 python -m pytest tests/adversarial/test_history_kills.py -s` does it more often, and prints the figures.
"""

import os
import secrets
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from fakes import folder_writer
from fakes.folder_writer import is_whole
from fakes.history_reader import check_agrees, check_git_reads_it
from noctule.memories.index_lines import parse_index
from noctule.memories.names import INDEX_NAME
from noctule.store.folder import MemoryFolder, nobody_known

KILLS = int(os.environ.get("KILLS", "12"))
WRITERS = ("left", "right")
PATIENCE_SECONDS = 30
# Of our own work: beside other programs on the machine the clock on the wall measures them.
MOST_SECONDS_TO_START = 1.0


def start(path: Path, state: Path, name: str) -> "subprocess.Popen[str]":
    command = [sys.executable, folder_writer.__file__, "extend", str(path), str(state), name]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def kill_in_the_midst(path: Path, state: Path) -> None:
    writers = [start(path, state, name) for name in WRITERS]
    try:
        for writer in writers:
            assert writer.stdout is not None
            assert writer.stdout.readline() == "ready\n"
        with pytest.raises(subprocess.TimeoutExpired):
            writers[0].wait(secrets.randbelow(250) / 1000)
    finally:
        for writer in writers:
            writer.kill()
        for writer in writers:
            writer.communicate(timeout=PATIENCE_SECONDS)


def check_files(folder: MemoryFolder, kills: int) -> int:
    """Nothing is torn, no temp file is left, and no index line is lost but that of a turn that was cut short."""
    memories = [file.path for file in folder.scan() if file.path != INDEX_NAME]
    assert all(is_whole(folder.read(path)) for path in memories)
    assert not [entry.name for entry in folder.path.iterdir() if entry.name.startswith(".")]
    listed = [line.target for line in parse_index(index_of(folder)).entries]
    assert len(listed) == len(set(listed))
    assert set(listed) <= set(memories)
    assert len(memories) - len(listed) <= kills * len(WRITERS)
    return len(memories)


def index_of(folder: MemoryFolder) -> str:
    """Empty where the very first turn was killed between its memory and the index."""
    return folder.read(INDEX_NAME).decode() if (folder.path / INDEX_NAME).exists() else ""


def check_history(folder: MemoryFolder) -> None:
    """It agrees with the folder and tells each change of the log, once and by its author."""
    check_agrees(folder)
    told = [
        (one.path, change.told.author)
        for change in reversed(list(folder.history.changes()))
        for one in change.told.files
        if one.path != INDEX_NAME
    ]
    entered = [(change.path, change.author) for change in folder.changes.since(0) if change.path != INDEX_NAME]
    assert told == entered


@pytest.mark.timeout(1200)
def test_a_stream_of_writes_killed_at_any_instant_leaves_folder_and_history_in_agreement(tmp_path: Path) -> None:
    path, state = tmp_path / "memory", tmp_path / "state"
    slowest = 0.0
    memories = 0
    for kill in range(1, KILLS + 1):
        kill_in_the_midst(path, state)
        began = time.process_time()
        folder = MemoryFolder(path, state)
        folder.sweep(nobody_known, datetime.now(UTC))
        slowest = max(slowest, time.process_time() - began)
        if folder.exists():
            memories = check_files(folder, kill)
            check_history(folder)
        folder.close()
    check_git_reads_it(MemoryFolder(path, state))
    print(f"\n{KILLS} kills of two writers, {memories} memories written, slowest start {slowest:.2f} s")
    assert slowest < MOST_SECONDS_TO_START
