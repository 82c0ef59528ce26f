"""An import that is killed at any instant leaves the folder as it was before it, or as it is after.

`KILLS=200 python -m pytest tests/adversarial/test_import_kills.py -s` does it more often, and prints the figures.
"""

import os
import re
import secrets
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from fakes import importer
from noctule.memories.index_lines import parse_index
from noctule.memories.names import INDEX_NAME
from noctule.store.folder import MemoryFolder, nobody_known

KILLS = int(os.environ.get("KILLS", "5"))


def kill_in_the_midst(*places: Path) -> None:
    command = [sys.executable, importer.__file__, *map(str, places)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
        with pytest.raises(subprocess.TimeoutExpired):
            writer.wait(secrets.randbelow(200) / 1000)
        writer.kill()


def test_a_killed_import_is_whole_after_the_next_look(tmp_path: Path) -> None:
    left = 0
    for number in range(KILLS):
        path, state, source = (tmp_path / f"{name}-{number}" for name in ("memory", "state", "source"))
        kill_in_the_midst(path, state, source)
        folder = MemoryFolder(path, state)
        left += folder.journal.is_left()
        folder.sweep(nobody_known, datetime.now(UTC))
        found = {
            file.path: set(re.findall(r"number (\d+)", folder.read(file.path).decode()))
            for file in folder.scan()
            if file.path != INDEX_NAME
        }
        (reached,) = set().union(*(found[f"file-{name}.md"] for name in range(importer.FILES)))
        expected = {f"file-{name}.md" for name in range(importer.FILES)}
        expected |= {f"new-{earlier}.md" for earlier in range(int(reached) + 1)}
        assert set(found) == expected
        assert {line.target for line in parse_index(folder.read(INDEX_NAME).decode()).entries} == expected
        assert not [entry.name for entry in path.iterdir() if entry.name.startswith(".")]
        assert {change.author.by for change in folder.changes.since(0)} == {"import"}
        folder.close()
        shutil.rmtree(path)
    print(f"\n{KILLS} kills, {left} with an import to be finished")
