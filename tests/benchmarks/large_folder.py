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
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

from start import BARE  # noqa: E402  found beside this file
from turn import MATTERS, SERVE, SUBJECTS  # noqa: E402

from fakes.stdio_client import StdioClient  # noqa: E402

MOST_FIRST_MS = 300.0
MOST_MORE_MB = 100.0
BODY_BYTES = 4096
ASKED = {"sessionId": "s", "query": "where does the harbour service of section 4321 keep its port?"}


def make_folder(folder: Path, count: int) -> None:
    """Memories of about 4 KB, each of words of its own and of words that many share."""
    folder.mkdir()
    for number in range(count):
        subject, matter = SUBJECTS[number % 10], MATTERS[number // 10 % 10]
        head = f"---\nname: {subject} {matter} {number}\ndescription: the {matter} of section {number}\n---\n"
        words = " ".join(f"{SUBJECTS[step % 10]}{(number * 31 + step * 17) % 5000}" for step in range(400))
        body = f"The {subject} service of section {number} keeps its {matter} here. {words}"
        (folder / f"{subject}-{number}.md").write_text((head + body)[:BODY_BYTES] + "\n")


def serve(place: Path) -> StdioClient:
    own = {"HOME": str(place), "NOCTULE_HOME": f"{place}/home", "NOCTULE_MEMORY_DIR": f"{place}/memory"}
    client = StdioClient(SERVE, {**os.environ, **own})
    root = (place / "project").as_uri()
    client.initialize(memory={"notifications": []}, workspaceFolders=[{"uri": root, "name": "project"}])
    client.answer("init")
    client.ask("start", "memory/startSession", {"sessionId": "s"})
    return client


def recall(client: StdioClient, name: str) -> tuple[float, dict[str, Any]]:
    began = time.perf_counter()
    client.send({"jsonrpc": "2.0", "id": name, "method": "memory/recall", "params": ASKED})
    result: dict[str, Any] = client.answer(name, 60)["result"]
    return (time.perf_counter() - began) * 1000, result


def build(place: Path) -> float:
    """Seconds until the first server has read every memory."""
    began = time.perf_counter()
    with serve(place) as client:
        turn = 0
        while "partialIndex" in recall(client, f"build-{turn}")[1]["notes"]:
            turn += 1
            time.sleep(0.5)
        took = time.perf_counter() - began
        assert client.leave() == 0
    return took


def resident_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def bare_mb() -> float:
    with StdioClient(BARE) as client:
        client.initialize()
        return resident_mb(client.process.pid)


def main() -> int:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    with tempfile.TemporaryDirectory() as base:
        place = Path(base).resolve()
        (place / "project").mkdir()
        make_folder(place / "memory", count)
        seconds = build(place)
        subprocess.run(["sync"], check=False)
        with serve(place) as client:
            first_ms, first = recall(client, "first")
            turn, ms = 0, []
            while "partialIndex" in recall(client, f"warm-{turn}")[1]["notes"]:
                turn += 1
            for number in range(20):
                ms.append(recall(client, f"next-{number}")[0])
            more = resident_mb(client.process.pid) - bare_mb()
            client.leave()
    print(f"{count:,} memories of {BODY_BYTES:,} bytes, read from nothing in {seconds:.1f} s")
    print(f"first recall after a cold start  {first_ms:6.0f} ms, notes {first['notes']} (at most {MOST_FIRST_MS:g} ms)")
    print(f"the next ones, median            {sorted(ms)[10]:6.1f} ms")
    print(f"memory beyond the bare server's  {more:6.0f} MB (at most {MOST_MORE_MB:g})")
    return int(first_ms > MOST_FIRST_MS or more > MOST_MORE_MB)


if __name__ == "__main__":
    sys.exit(main())
