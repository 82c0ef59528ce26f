"""The first recall after a cold start in a folder of 10,000 memories of 4 KB, and what the server holds then.

Run as `python tests/benchmarks/large_folder.py [MEMORIES]`. A first server reads the folder and leaves its cache; a
second one is started on it, and asked for a turn as soon as its session is started. The bare server's memory stands
beside ours in the same run. Ends with 1 where a bar is missed.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks import start
from benchmarks.recall_cost import Words, documents, turns
from benchmarks.row import Row
from benchmarks.turn import SERVE
from fakes.stdio_client import StdioClient

MOST_FIRST_MS = 300.0
MOST_MORE_MB = 100.0
BODY_BYTES = 4096


def make_folder(folder: Path, count: int) -> str:
    """Memories of about 4 KB in words as people use them; gives a turn that one of them answers."""
    folder.mkdir()
    words = Words.made_up()
    made = documents(words, count, BODY_BYTES)
    for memory in made:
        head = f"---\nname: {memory.name}\ndescription: {memory.description}\ntype: {memory.type}\n---\n\n"
        (folder / memory.path).write_text(f"{head}# {memory.headings[0]}\n\n{memory.body}\n")
    return turns(words, made, 1)[0]


def serve(place: Path) -> StdioClient:
    own = {"HOME": str(place), "NOCTULE_HOME": f"{place}/home", "NOCTULE_MEMORY_DIR": f"{place}/memory"}
    client = StdioClient(SERVE, {**os.environ, **own})
    root = (place / "project").as_uri()
    client.initialize(memory={"notifications": []}, workspaceFolders=[{"uri": root, "name": "project"}])
    client.answer("init")
    client.ask("start", "memory/startSession", {"sessionId": "s"})
    return client


def recall(client: StdioClient, name: str, turn: str) -> tuple[float, dict[str, Any]]:
    began = time.perf_counter()
    asked = {"sessionId": "s", "query": turn}
    client.send({"jsonrpc": "2.0", "id": name, "method": "memory/recall", "params": asked})
    result: dict[str, Any] = client.answer(name, 60)["result"]
    return (time.perf_counter() - began) * 1000, result


def build(place: Path, turn: str) -> float:
    """Seconds until the first server has read every memory."""
    began = time.perf_counter()
    with serve(place) as client:
        count = 0
        while "partialIndex" in recall(client, f"build-{count}", turn)[1]["notes"]:
            count += 1
            time.sleep(0.5)
        took = time.perf_counter() - began
        time.sleep(3)  # what was read is written down in the background
        assert client.leave() == 0
    return took


def resident_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


class Figures(NamedTuple):
    """Seconds to read all from nothing, the first recall and the next ones in milliseconds, and megabytes."""

    build_s: float
    first_ms: float
    notes: Sequence[str]
    next_ms: float
    bare_mb: float
    more_mb: float


def measure(count: int) -> Figures:
    with tempfile.TemporaryDirectory() as base:
        place = Path(base).resolve()
        (place / "project").mkdir()
        turn = make_folder(place / "memory", count)
        bare, _ = start.measure(1)
        seconds = build(place, turn)
        subprocess.run(["sync"], check=False)
        with serve(place) as client:
            first_ms, first = recall(client, "first", turn)
            warm = 0
            while "partialIndex" in recall(client, f"warm-{warm}", turn)[1]["notes"]:
                warm += 1
            ms = [recall(client, f"next-{number}", turn)[0] for number in range(20)]
            more = resident_mb(client.process.pid) - bare.memory_kb / 1024
            client.leave()
    return Figures(seconds, first_ms, first["notes"], sorted(ms)[10], bare.memory_kb / 1024, more)


def rows(quick: bool) -> Iterator[Row]:
    count = 300 if quick else 10_000
    told = measure(count)
    what = f"the first recall after a cold start, {count:,} memories"
    beside = f"{told.next_ms:.1f} ms, the median of the next ones"
    yield Row(what, told.first_ms, "ms", MOST_FIRST_MS, beside)
    beside = f"{told.bare_mb:.0f} MB, a bare pygls server"
    yield Row(f"memory beyond a bare server's, {count:,} memories", told.more_mb, "MB", MOST_MORE_MB, beside)


def main() -> int:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    told = measure(count)
    print(f"{count:,} memories of {BODY_BYTES:,} bytes, read from nothing in {told.build_s:.1f} s")
    print(
        f"first recall after a cold start  {told.first_ms:6.0f} ms, notes {told.notes} (at most {MOST_FIRST_MS:g} ms)"
    )
    print(f"the next ones, median            {told.next_ms:6.1f} ms")
    print(f"memory beyond the bare server's  {told.more_mb:6.0f} MB (at most {MOST_MORE_MB:g})")
    return int(told.first_ms > MOST_FIRST_MS or told.more_mb > MOST_MORE_MB)


if __name__ == "__main__":
    sys.exit(main())
