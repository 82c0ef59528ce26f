"""How long `noctule list` takes on 200 memories, beside `python -c "import yaml"` in the same run.

Run as `python tests/benchmarks/listing.py [ROUNDS]`: both in turn, medians of all rounds, bytecode cached as after
a first run. Ends with 1 where the bar is missed.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.row import Row
from benchmarks.turn import make_folder

MOST_TIMES = 1.5
MOST_MORE_S = 0.15
MEMORIES = 200

BARE = [sys.executable, "-c", "import yaml"]
OURS = [sys.executable, "-m", "noctule", "list"]


def seconds(command: list[str], folder: Path, environ: dict[str, str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, cwd=folder, env=environ, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def measure(rounds: int) -> tuple[float, float]:
    """Seconds of `import yaml` and of `noctule list`, the medians."""
    with tempfile.TemporaryDirectory() as base:
        place = Path(base).resolve()
        (place / "project").mkdir()
        make_folder(place / "memory", MEMORIES)
        own = {"HOME": base, "NOCTULE_HOME": f"{base}/home", "NOCTULE_MEMORY_DIR": f"{base}/memory"}
        cached = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": f"{base}/bytecode"}
        environ = {**os.environ, **own, **cached}
        for command in (BARE, OURS):
            seconds(command, place / "project", environ)
        runs = [[seconds(command, place / "project", environ) for command in (BARE, OURS)] for _ in range(rounds)]
    return statistics.median(run[0] for run in runs), statistics.median(run[1] for run in runs)


def rows(quick: bool) -> Iterator[Row]:
    bare, ours = measure(1 if quick else 15)
    limit = (MOST_TIMES * bare + MOST_MORE_S) * 1000
    yield Row(
        "`noctule list`, 200 memories",
        ours * 1000,
        "ms",
        limit,
        f"1.5 × {bare * 1000:.0f} ms of `import yaml` and 150 ms",
    )


def main() -> int:
    bare, ours = measure(int(sys.argv[1]) if len(sys.argv) > 1 else 15)
    limit = MOST_TIMES * bare + MOST_MORE_S
    print(f"import yaml   {bare * 1000:6.1f} ms")
    print(f"noctule list  {ours * 1000:6.1f} ms   (at most {limit * 1000:.1f}: {MOST_TIMES:g} times that and 150 ms)")
    return int(ours > limit)


if __name__ == "__main__":
    sys.exit(main())
