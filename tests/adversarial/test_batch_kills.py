"""A writer of batches that is killed at any instant leaves the folder as it was before the batch, or as it is after.

`KILLS=200 python -m pytest tests/adversarial/test_batch_kills.py -s` does it more often, and prints the figures.
"""

import os
import re
import secrets
import shutil
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from fakes import batch_writer
from noctule.memories.index_lines import parse_index
from noctule.memories.names import INDEX_NAME
from noctule.store.folder import MemoryFolder, nobody_known

KILLS = int(os.environ.get("KILLS", "10"))
# Of our own work: beside other programs on the machine the clock on the wall measures them.
MOST_SECONDS_TO_START = 1.0


def kill_in_the_midst(folder: Path, state: Path) -> None:
    command = [sys.executable, batch_writer.__file__, str(folder), str(state)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
        with pytest.raises(subprocess.TimeoutExpired):
            writer.wait(secrets.randbelow(200) / 1000)
        writer.kill()


def numbers_in(folder: MemoryFolder) -> dict[str, set[str]]:
    """The numbers that each memory speaks of."""
    paths = [file.path for file in folder.scan() if file.path != INDEX_NAME]
    return {path: set(re.findall(r"number (\d+)", folder.read(path).decode())) for path in paths}


def test_a_killed_batch_is_whole_after_the_next_look(tmp_path: Path) -> None:
    left = 0
    slowest = 0.0
    for number in range(KILLS):
        path, state = tmp_path / f"memory-{number}", tmp_path / f"state-{number}"
        kill_in_the_midst(path, state)
        folder = MemoryFolder(path, state)
        left += folder.journal.is_left()
        began = time.process_time()
        folder.sweep(nobody_known, datetime.now(UTC))
        slowest = max(slowest, time.process_time() - began)
        found = numbers_in(folder)
        (reached,) = set().union(*found.values())
        expected = {f"file-{name}.md" for name in range(batch_writer.FILES)} | {f"moved-{reached}.md"}
        assert set(found) == expected
        assert {line.target for line in parse_index(folder.read(INDEX_NAME).decode()).entries} == expected
        assert not [entry.name for entry in path.iterdir() if entry.name.startswith(".")]
        assert {change.author.by for change in folder.changes.since(0)} == {"agent"}
        folder.close()
        shutil.rmtree(path)
    print(f"\n{KILLS} kills, {left} with a batch to be finished; the slowest look took {slowest * 1000:.0f} ms")
    assert slowest < MOST_SECONDS_TO_START
