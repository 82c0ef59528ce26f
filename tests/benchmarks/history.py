"""What the history costs: a write with it and without, and packing, in one run.

Run as `python tests/benchmarks/history.py [FILES] [WRITES]`. A write is a new memory and its index line, in one turn.
"""

import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.row import Row, more
from noctule.errors import NotFound
from noctule.memories.index import add_line
from noctule.store.changes import Author
from noctule.store.folder import MemoryFolder, nobody_known
from noctule.store.history.recorder import Recorder
from noctule.store.writing import Writing

MOST_MS = 25.0
ROUNDS = 3
AGENT = Author("agent", "session")


class NoRecorder(Recorder):
    """Records nothing."""

    def keep(self, data: bytes, content: str) -> None:
        pass

    def is_behind(self) -> bool:
        return False

    def catch_up(self, now: datetime) -> None:
        pass


def index_of(writing: Writing) -> str:
    try:
        return writing.read("MEMORY.md").decode()
    except NotFound:
        return ""


def write(folder: MemoryFolder, name: str) -> float:
    """One turn, in milliseconds."""
    began = time.perf_counter()
    with folder.writing(AGENT, datetime.now(UTC)) as writing:
        writing.write(f"{name}.md", f"---\nname: {name}\n---\n\n{'What was learned. ' * 40}\n".encode(), "added")
        writing.write("MEMORY.md", add_line(index_of(writing), name, f"{name}.md", "what it says").encode(), "added")
    return (time.perf_counter() - began) * 1000


def without_history(folder: MemoryFolder) -> MemoryFolder:
    bare = MemoryFolder(folder.path, folder.state)
    bare._recorder = NoRecorder(bare.history.repository, bare.path, bare.changes)
    bare._folder = replace(bare._folder, recorder=bare._recorder)
    return bare


class Cost(NamedTuple):
    """A write without the history and with it, medians in milliseconds."""

    plain: float
    recorded: float


def measure(base: Path, files: int, writes: int) -> Cost:
    """Prints what else there is to know."""
    path = base / "memory"
    path.mkdir()
    for number in range(files):
        (path / f"memory-number-{number:05}.md").write_text(f"What memory {number} says.\n" * 40)
    folder = MemoryFolder(path, base / "state")
    began = time.perf_counter()
    folder.sweep(nobody_known, datetime.now(UTC))
    print(f"{files} files, the first look with its commit: {time.perf_counter() - began:.2f} s")
    bare = without_history(folder)
    plain, recorded = [], []
    for number in range(ROUNDS * writes):
        # In turn, so that a busy machine slows both; what the bare one wrote is committed before it is measured.
        plain.append(write(bare, f"plain-{number}"))
        folder.sweep(nobody_known, datetime.now(UTC))
        recorded.append(write(folder, f"recorded-{number}"))
    cost = Cost(statistics.median(plain), statistics.median(recorded))
    print(
        f"a write, median of {len(plain)}: {cost.plain:.1f} ms without, "
        f"{cost.recorded:.1f} ms with history, {cost.recorded - cost.plain:.1f} ms more (at most {MOST_MS:g})"
    )
    before = size_of(folder)
    began = time.perf_counter()
    objects = folder.pack_history()
    print(f"packing {objects} objects: {time.perf_counter() - began:.2f} s, {before:,} to {size_of(folder):,} bytes")
    began = time.perf_counter()
    count = sum(1 for _ in folder.history.changes())
    print(f"reading {count} changes: {(time.perf_counter() - began) * 1000:.0f} ms")
    bare.close()
    folder.close()
    return cost


def size_of(folder: MemoryFolder) -> int:
    return sum(file.stat().st_size for file in folder.history.repository.path.rglob("*") if file.is_file())


def rows(quick: bool) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as base:
        cost = measure(Path(base), 100, 4 if quick else 40)
    yield more("a write with its history", cost.recorded, cost.plain, MOST_MS, "ms", "one without")


def main(files: int = 100, writes: int = 40) -> int:
    with tempfile.TemporaryDirectory() as base:
        cost = measure(Path(base), files, writes)
    return 0 if cost.recorded - cost.plain <= MOST_MS else 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
