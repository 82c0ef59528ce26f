"""What a turn waits for recall over JSON-RPC, beside a trivial request to the same server in the same run.

Run as `python tests/benchmarks/turn.py [MEMORIES] [TURNS]` (200 and 300). Each turn is a session of its own, so that
something is recalled each time. Ends with 1 where the bar is missed.
"""

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.row import Row, more
from fakes.stdio_client import StdioClient

MOST_ABOVE_MS = 5.0

SERVE = [sys.executable, "-m", "noctule", "serve"]
SUBJECTS = ("harbour", "lagoon", "crane", "winch", "ferry", "buoy", "anchor", "capstan", "tide", "keel")
MATTERS = ("port", "timeout", "retry", "schema", "token", "cache", "region", "owner", "limit", "queue")


def make_folder(folder: Path, count: int) -> None:
    folder.mkdir()
    for number in range(count):
        subject, matter = SUBJECTS[number % 10], MATTERS[number // 10 % 10]
        name = f"{subject} {matter} {number}"
        head = f"---\nname: {name}\ndescription: the {matter} of {subject} {number}\ntype: project\n---\n"
        body = f"The {subject} service keeps its {matter} in section {number}. " * 12
        (folder / f"{subject}-{matter}-{number}.md").write_text(head + body + "\n")


def median_and_p95(samples: list[float]) -> tuple[float, float]:
    ordered = sorted(samples)
    return statistics.median(ordered), ordered[int(len(ordered) * 0.95)]


def timed(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return (time.perf_counter() - began) * 1000


def measure(memories: int, turns: int) -> tuple[list[float], list[float]]:
    """Milliseconds of each trivial request and of each recall, asked in turn."""
    with tempfile.TemporaryDirectory() as base:
        place = Path(base).resolve()
        (place / "project").mkdir()
        make_folder(place / "memory", memories)
        own = {"HOME": base, "NOCTULE_HOME": f"{base}/home", "NOCTULE_MEMORY_DIR": f"{base}/memory"}
        with StdioClient(SERVE, {**os.environ, **own}) as client:
            root = (place / "project").as_uri()
            client.initialize(memory={"notifications": []}, workspaceFolders=[{"uri": root, "name": "project"}])
            client.ask("first", "memory/startSession", {"sessionId": "warm"})
            client.ask("warm", "memory/recall", {"sessionId": "warm", "query": "the harbour port"})
            figures = _turns(client, turns)
            client.leave()
            return figures


def _turns(client: StdioClient, turns: int) -> tuple[list[float], list[float]]:
    """Sessions are started first: the state that follows a start is looked at in the background."""
    trivial, recalls = [], []
    for turn in range(turns):
        client.ask(f"start-{turn}", "memory/startSession", {"sessionId": f"s{turn}", "kind": "side"})
    client.ask("settled", "memory/status", {})
    for turn in range(turns):
        query = f"where does the {SUBJECTS[turn % 10]} service keep its {MATTERS[turn // 10 % 10]}?"
        asked = {"sessionId": f"s{turn}", "query": query}
        trivial.append(timed(lambda: client.ask(f"trivial-{turn}", "memory/nothing", {})))  # noqa: B023  called at once
        recalls.append(timed(lambda: client.ask(f"recall-{turn}", "memory/recall", asked)))  # noqa: B023
        assert client.answer(f"recall-{turn}")["result"]["memories"], "nothing was recalled"
    return trivial, recalls


def rows(quick: bool) -> Iterator[Row]:
    trivial, recalls = measure(200, 30 if quick else 300)
    low, high = median_and_p95(trivial)[1], median_and_p95(recalls)[1]
    yield more("a turn's wait for recall, 200 memories, p95", high, low, MOST_ABOVE_MS, "ms", "a trivial request")


def main() -> int:
    memories = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    turns = int(sys.argv[2]) if len(sys.argv) > 2 else 300
    trivial, recalls = measure(memories, turns)
    (low, low95), (high, high95) = median_and_p95(trivial), median_and_p95(recalls)
    print(f"{memories:,} memories, {turns:,} turns")
    print(f"trivial request, ms   p50 {low:6.2f}   p95 {low95:6.2f}")
    print(f"recall, ms            p50 {high:6.2f}   p95 {high95:6.2f}")
    print(f"recall above trivial, p95   {high95 - low95:+.2f} ms (at most +{MOST_ABOVE_MS:g})")
    return int(high95 - low95 > MOST_ABOVE_MS)


if __name__ == "__main__":
    sys.exit(main())
